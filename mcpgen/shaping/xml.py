"""How a body is written in XML, from what its schemas say of it (OpenAPI 3.1, "XML Object")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mcpgen.model.binding import Build, Convert, Each, Reshape, Take, Value, XmlNode
from mcpgen.model.schema import Array, Map, Object, Ref, Schema, Schemas, Xml
from mcpgen.shaping.tree import Node, children, node

MAX_DEPTH = 12
MAX_NODES = 200
"""Places of a body that are followed; those beyond are elements of their own names."""
_START = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = re.compile(rf"[{_START}][{_START}\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]*")
_NO_LETTER = re.compile(rf"[^{_START}\-.0-9\u00b7\u0300-\u036f\u203f-\u2040]")
_PLAIN = XmlNode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How a body is written, and what could not be done as its description says."""

    root: XmlNode
    losses: tuple[str, ...] = ()


def written(schema: Schema, value: Value, schemas: Schemas) -> Written:
    """How a body of `schema` is written, of which `value` is sent."""
    walk = _Walk(schemas)
    item = node(schema, schemas, required=True, seen=frozenset())
    about = _parted(item.schema.xml or Xml())
    name = _valid(about.name or (schema.name if isinstance(schema, Ref) else "") or item.schema.title or "root")
    root = walk.node(item, {}, 0)
    root = replace(root, name=name, kind="element", wrapped=isinstance(item.schema, Array))
    if isinstance(item.schema, Array):
        of = item.schema.items
        inner = root.items or XmlNode()
        root = replace(
            root, items=replace(inner, name=inner.name or (_valid(of.name) if isinstance(of, Ref) else "item"))
        )
    return Written(root=_fitted(root, value), losses=tuple(dict.fromkeys(walk.losses)))


@dataclass(slots=True)
class _Walk:
    """Follows a body's schema; `scope` are the namespaces that are declared above a place, by prefix."""

    schemas: Schemas
    losses: list[str] = field(default_factory=list)
    count: int = 0

    def node(self, item: Node, scope: Mapping[str, str], depth: int) -> XmlNode:
        """How the value of one place is written, under its own name where the schema says no other."""
        self.count += 1
        schema, about = item.schema, _parted(item.schema.xml or Xml())
        prefix, namespace = self._namespace(about, scope, item)
        if namespace:
            scope = {**scope, prefix: namespace}
        made = XmlNode(
            name=self._name(about, item),
            kind=about.kind or "element",
            prefix=prefix,
            namespace=namespace,
        )
        if isinstance(schema, Array):
            made = replace(made, wrapped=about.wrapped or about.kind == "element", kind="element")
            made = made if about.kind != "attribute" else replace(made, kind="attribute")
        if item.again or depth >= MAX_DEPTH or self.count > MAX_NODES:
            return made
        match schema:
            case Array():
                inner = self.node(node(schema.items, self.schemas, seen=item.seen), scope, depth + 1)
                return made if inner == _PLAIN else replace(made, items=inner)
            case Object():
                inside = children(item, self.schemas)
                return replace(made, fields=tuple((c.name, self.node(c, scope, depth + 1)) for c in inside))
            case Map():
                return made
            case _:
                return made

    def _name(self, about: Xml, item: Node) -> str:
        """The name that a place has where its own cannot be used."""
        if about.kind in ("text", "cdata"):
            return ""
        own = about.name.rpartition(":")[2] if about.prefix else about.name
        wanted = own or item.name
        name = _valid(wanted) if wanted else ""
        if name != wanted:
            self.losses.append(f"{wanted!r} is no name in XML and is written {name}.")
        return "" if name == item.name else name

    def _namespace(self, about: Xml, scope: Mapping[str, str], item: Node) -> tuple[str, str]:
        """The prefix and the namespace of a place; a prefix that stands for none is left out."""
        prefix = about.prefix
        if prefix and not _NAME.fullmatch(prefix):
            self.losses.append(f"{prefix!r} is no prefix in XML and is left out.")
            prefix = ""
        namespace = about.namespace or (scope.get(prefix, "") if prefix else "")
        if prefix and not namespace:
            self.losses.append(f"The prefix {prefix} stands for no namespace and is left out.")
        if about.kind == "attribute" and not prefix:
            return "", ""
        return (prefix, namespace) if namespace else ("", "")


def _parted(about: Xml) -> Xml:
    """The same with a prefix that is written into the name (`dc:title`) as the prefix that it is."""
    prefix, colon, name = about.name.partition(":")
    return replace(about, prefix=prefix, name=name) if colon and name and not about.prefix else about


def _valid(name: str) -> str:
    """A name that XML takes (XML 1.0, section 2.3)."""
    if _NAME.fullmatch(name):
        return name
    made = _NO_LETTER.sub("_", name)
    return made if _NAME.fullmatch(made) else f"_{made}"


def _fitted(how: XmlNode, value: Value | Convert | None) -> XmlNode:
    """How a value is written, without what goes without saying: fields whose order the value has, and plain ones."""
    match value:
        case Build(fields=given):
            inner = {f.name: f.value for f in given}
            fields = [(name, _fitted(below, inner.get(name))) for name, below in how.fields if name in inner]
            return replace(how, fields=tuple((name, below) for name, below in fields if below != _PLAIN))
        case Take(convert=convert):
            return _fitted(how, convert)
        case Reshape(build=build, open=False):
            return _fitted(how, build)
        case Each(item=item) if how.items is not None:
            items = _fitted(how.items, item)
            return replace(how, items=None if items == _PLAIN else items)
        case _:
            return replace(
                how,
                items=None if how.items is None else _fitted(how.items, None),
                fields=tuple((name, _fitted(below, None)) for name, below in how.fields),
                ordered=bool(how.fields),
            )
