"""Values and conversions: what stands at a wire place (`mcpgen.model.binding`, Value and Convert)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from mcpgen.frontends.manifest import pointers
from mcpgen.frontends.manifest.nodes import Entries, Node, nearest
from mcpgen.frontends.manifest.vocabulary import CLEAR_FIELDS, CONVERT_KEYS, CONVERT_KINDS, VALUE_KEYS, VALUE_KINDS
from mcpgen.model.binding import (
    SAME,
    Build,
    Context,
    Convert,
    Each,
    Exact,
    Field,
    File,
    Fixed,
    Generate,
    Pairs,
    Parsed,
    Reshape,
    Take,
    Value,
)
from mcpgen.model.json import JsonObject

_DEEPEST = 100
_Signal = Literal["user_locale", "current_user_location_coarse", "current_user_location_fine"]
_SIGNALS: tuple[_Signal, ...] = get_args(_Signal)
_BESIDE = {"from": (*CONVERT_KEYS, "clearable", "blank", "or_null"), "fields": ("keep", "others")}
"""What may stand beside each kind of value."""
_TYPES = {"each": "array", "pairs": "array", "file": "string", "fields": "object"}
_SAID_ELSEWHERE = frozenset({"$ref", "allOf", "anyOf", "oneOf"})
"""Keywords that may give a schema its type."""
_Tree: TypeAlias = "dict[str, _Tree | Value]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The arguments that values may read: the properties of an object schema, and those read so far."""

    schema: Node | None
    """None where the schema does not tell."""
    top: bool = False
    """The scope of a whole call, where a schema without properties means that there are no arguments."""
    taken: set[str] = field(default_factory=set)

    @property
    def properties(self) -> JsonObject | None:
        """The schemas of the arguments by name, or None where they are not known."""
        node = _schema(self.schema, "properties")
        if node is None and self.schema and self.top:
            return {}
        return node.value if node and isinstance(node.value, dict) else None

    def take(self, node: Node) -> str:
        """The argument that `node` names; an error where there is none of that name."""
        name = node.text()
        self.taken.add(name)
        self.expect(name, node)
        return name

    def expect(self, name: str, node: Node) -> None:
        """Reports at `node` that there is no argument `name`, where that is so."""
        known = self.properties
        if known is not None and name not in known and isinstance(node.value, str):
            node.error("manifest-unknown-argument", f"There is no argument {name!r}.", nearest(name, list(known)))

    def of(self, argument: str) -> Node | None:
        """The schema of an argument."""
        return _schema(self.schema, "properties", argument)

    def report_unread(self) -> None:
        """Warns of every argument that nothing reads: the model would be asked for it in vain."""
        for name in self.properties or ():
            schema = self.of(name)
            if name not in self.taken and schema:
                schema.warn(
                    "manifest-unbound-argument",
                    f"The argument {name!r} goes nowhere.",
                    f"Bind it with `from: {name}`, or take it out of the schema.",
                )


def read_value(node: Node, entries: Entries, scope: Scope) -> Value:
    """The value that a mapping's entries describe. `entries` are those of `node`, its unknown keys reported already."""
    kinds = [kind for kind in VALUE_KINDS if kind in entries and not (kind == "fields" and "from" in entries)]
    if _is_too_deep(node) or not _is_one(node, kinds, VALUE_KINDS):
        return Fixed(value=None)
    kind = kinds[0]
    for key in [key for key in VALUE_KEYS if key in entries and key != kind and key not in _BESIDE.get(kind, ())]:
        entries[key].error("manifest-value", f"{key!r} means nothing beside {kind!r}.", "Take one of them out.")
    match kind:
        case "from":
            return _take(node, entries, scope)
        case "fixed":
            return Fixed(value=entries[kind].value)
        case "generate":
            return Generate(kind=entries[kind].choice(("uuid",)))
        case "context":
            return Context(signal=entries[kind].choice(_SIGNALS))
        case _:
            return read_build(entries, scope)


def read_build(entries: Entries, scope: Scope) -> Build:
    """The object that `fields` (JSON pointer → value) and `keep` describe."""
    tree: _Tree = {}
    for key, node in entries["fields"].entries().items():
        value = read_value(node, node.keys(VALUE_KEYS), scope)
        names = pointers.names(key)
        if not names:
            node.error("manifest-pointer", f"{key!r} is not a JSON pointer to a property.", _pointer_hint(key))
        elif len(names) <= _DEEPEST and not _plant(tree, names, value):
            node.error(
                "manifest-bound-twice", f"{key!r} is bound twice: something is bound at it, above it or below it."
            )
    kept = {pointers.names(item.text()): item for item in (entries["keep"].items() if "keep" in entries else ())}
    more = entries["others"].entries() if "others" in entries else {}
    others = {pointers.names(key): (node, _others(node, scope)) for key, node in more.items()}
    build = _grown(tree, (), kept, others)
    for item in (*kept.values(), *(node for node, _ in others.values())):
        item.error("manifest-pointer", f"{item.name} is not an object among these fields.")
    return build


def _others(node: Node, scope: Scope) -> Take:
    """What more properties of an object are taken from."""
    entries = node.keys(("from", *CONVERT_KEYS, "clearable", "blank", "or_null"))
    if "from" in entries:
        return _take(node, entries, scope)
    node.error("manifest-value", f"{node.name} says nothing of where it comes from.", "Write `from` and an argument.")
    return Take(argument="")


def _pointer_hint(text: str) -> str:
    if text and not text.startswith("/"):
        return f"Write '/{text}'."
    return "A pointer is /NAME or /NAME/NAME; in a name '~' is written ~0, '/' is written ~1."


def _plant(tree: _Tree, names: Sequence[str], value: Value) -> bool:
    """Puts a value into the tree; False where something else stands in its way."""
    for name in names[:-1]:
        branch = tree.setdefault(name, {})
        if not isinstance(branch, dict):
            return False
        tree = branch
    return tree.setdefault(names[-1], value) is value


_Path: TypeAlias = "tuple[str, ...] | None"


def _grown(tree: _Tree, at: tuple[str, ...], kept: dict[_Path, Node], others: dict[_Path, tuple[Node, Take]]) -> Build:
    """The tree as an object, taking from `kept` the objects that are sent even when empty, and from `others` what
    holds more of their properties."""
    fields = []
    for name, item in tree.items():
        place = (*at, name)
        if isinstance(item, dict):
            item = _grown(item, place, kept, others)
        elif isinstance(item, Build):
            item = _marked(item, place, kept, others)
        fields.append(Field(name=name, value=item))
    return _marked(Build(fields=tuple(fields)), at, kept, others)


def _marked(
    build: Build, at: tuple[str, ...], kept: dict[_Path, Node], others: dict[_Path, tuple[Node, Take]]
) -> Build:
    """An object with what is said of its place beside its fields."""
    _, more = others.pop(at, (None, None)) if build.others is None else (None, build.others)
    return replace(build, keep=kept.pop(at, None) is not None or build.keep, others=more)


def _take(node: Node, entries: Entries, scope: Scope) -> Take:
    argument = scope.take(entries["from"])
    clearable = entries.flag("clearable")
    if clearable:
        scope.taken.add(CLEAR_FIELDS)
        scope.expect(CLEAR_FIELDS, entries["from"])
    return Take(
        argument=argument,
        convert=_convert(node, entries, scope.of(argument)),
        clearable=clearable,
        blank=entries.flag("blank"),
        or_null=entries.flag("or_null"),
    )


def _convert(node: Node, entries: Entries, schema: Node | None) -> Convert:
    """The conversion of a value that has this schema, as far as it is known."""
    kinds = [kind for kind in CONVERT_KINDS if kind in entries]
    for key, needed in (("keep", "fields"), ("others", "fields"), ("open", "fields"), ("base64", "file")):
        if key in entries and needed not in entries:
            entries[key].error("manifest-value", f"{key!r} means nothing without {needed!r}.")
    if not kinds or _is_too_deep(node) or not _is_one(node, kinds, CONVERT_KINDS):
        return SAME
    kind = kinds[0]
    below = entries[kind]
    _check_type(below, kind, schema)
    match kind:
        case "as":
            return Exact(type=below.choice(("integer", "number")))
        case "parse":
            return Parsed(type=below.choice(("any", "object", "array")))
        case "file":
            return File(accepts=below.text(), base64=entries.flag("base64"))
        case "each":
            return Each(item=_convert(below, below.keys(CONVERT_KEYS), _schema(schema, "items")))
        case "pairs":
            item = _schema(schema, "items", "properties", "value")
            return Pairs(value=_convert(below, below.keys(CONVERT_KEYS), item))
        case _:
            inner = Scope(schema=schema)
            reshape = Reshape(build=read_build(entries, inner), open=entries.flag("open"))
            if not reshape.open:
                inner.report_unread()
            return reshape


def _check_type(node: Node, kind: str, schema: Node | None) -> None:
    """Reports a conversion of lists or objects at an argument that its schema calls something else, or nothing."""
    wanted = _TYPES.get(kind)
    if not wanted or schema is None or not isinstance(schema.value, dict):
        return
    type_ = schema.get("type")
    if type_ and isinstance(type_.value, str) and type_.value != wanted:
        node.error("manifest-convert", f"{kind!r} is for the type {wanted!r}, and the schema says {type_.value!r}.")
    elif not type_ and not _SAID_ELSEWHERE.intersection(schema.value):
        message = f"{kind!r} is for the type {wanted!r}, and the schema says no type."
        node.warn("manifest-convert", message, f"Write `type: {wanted}` in the argument's schema.")
    elif kind == "pairs" and (item := _schema(schema, "items", "properties")) and "key" not in (item.value or ()):
        message = "'pairs' is for items with a property 'key', and the schema's items have none."
        node.warn("manifest-convert", message, "Give the items the properties 'key' and 'value'.")


def _schema(schema: Node | None, *keys: str) -> Node | None:
    return schema.below(*keys) if schema else None


def _is_one(node: Node, kinds: Sequence[str], known: Sequence[str]) -> bool:
    if len(kinds) == 1:
        return True
    if isinstance(node.value, dict):
        there = f"has {' and '.join(repr(kind) for kind in kinds)}" if kinds else "says nothing of where it comes from"
        node.error("manifest-value", f"{node.name} {there}.", f"Write exactly one of: {', '.join(known)}.")
    return False


def _is_too_deep(node: Node) -> bool:
    """Whether more objects stand in each other than any API has; reported here."""
    depth = sum(1 + step.count("/") if isinstance(step, str) else 1 for step in node.origin.pointer)
    if depth > _DEEPEST:
        node.error("manifest-too-deep", f"{node.name} is nested more than {_DEEPEST} levels deep.")
    return depth > _DEEPEST
