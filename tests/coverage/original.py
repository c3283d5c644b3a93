"""What a document says of its request bodies, read from the raw text: references are followed here, not by mcpgen.

A body's schema is turned into JSON Schema 2020-12 with its references under `$defs`, and into its leaves: the property
paths of scalars and of lists of scalars (`[]` is any item, `{}` any entry of a map).
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import jsonschema_rs
import yaml

from tests.coverage.witnesses import excludes_all, loosened

ITEM: Final = "[]"
ENTRY: Final = "{}"
MOST_LEAVES: Final = 3_000
"""Leaves of one body that are looked at, the shallow ones first."""
MOST_NODES: Final = 30_000
_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_SAME_VALUE: Final = ("allOf", "oneOf", "anyOf")
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


class _Loader(yaml.CSafeLoader):
    """YAML with the types of JSON alone: `on` and dates are texts."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, found) for tag, found in resolvers if tag.rpartition(":")[2] in ("int", "float", "null", "merge")]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), "tTfF")


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a document: where it stands and what is there."""

    file: Path
    pointer: str
    node: Any

    def at(self, *steps: str | int) -> Place:
        """What stands below, None where nothing does."""
        node, pointer = self.node, self.pointer
        for step in steps:
            if isinstance(node, dict):
                node = node.get(step)
            else:
                node = node[step] if isinstance(node, list) and isinstance(step, int) and step < len(node) else None
            pointer += "/" + str(step).replace("~", "~0").replace("/", "~1")
        return Place(self.file, pointer, node)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A property path, the kinds of JSON value that may stand there, and the schemas on the way by their pointers."""

    path: tuple[str, ...]
    kinds: frozenset[str]
    way: frozenset[str]


@dataclass(slots=True)
class Original:
    """A document and the files it refers to."""

    file: Path
    files: dict[Path, Any] = field(default_factory=dict)
    names: dict[tuple[Path, str], str] = field(default_factory=dict)
    made: dict[str, Any] = field(default_factory=dict)
    loose: dict[str, Any] = field(default_factory=dict)
    apart: int = 0
    ids: dict[Path, dict[str, Place]] = field(default_factory=dict)

    @property
    def root(self) -> Place:
        """The document itself."""
        return Place(self.file, "", self.read(self.file))

    # --- bodies

    def bodies(self) -> Iterator[tuple[str, dict[str, Place]]]:
        """Each operation with a body, by `METHOD path`, and the schemas of its representations by media type."""
        paths = self.root.at("paths")
        for template in paths.node if isinstance(paths.node, dict) else ():
            item = self.followed(paths.at(template))
            extra = item.at("additionalOperations")
            own = [(m.upper(), item.at(m)) for m in _METHODS]
            own += [(m, extra.at(m)) for m in extra.node if isinstance(m, str)] if isinstance(extra.node, dict) else []
            for method, written in own:
                operation = self.followed(written)
                if isinstance(operation.node, dict) and (found := self._body(item, operation)):
                    yield f"{method} {template}", found

    def _body(self, item: Place, operation: Place) -> dict[str, Place]:
        declared = self.followed(operation.at("requestBody"))
        content = declared.at("content")
        if isinstance(content.node, dict):
            media = [(str(name), self.followed(content.at(name))) for name in content.node]
            return {name.partition(";")[0].strip().lower(): entry.at("schema") for name, entry in media}
        if "swagger" not in self.root.node:
            return {}
        listed = [*self._parameters(item), *self._parameters(operation)]
        parameters = {(p.node.get("in"), p.node.get("name")): p for p in listed}
        whole = next((p for (place, _), p in parameters.items() if place == "body"), None)
        if whole is not None:
            return {"": whole.at("schema")}
        fields = {name: p.node for (place, name), p in parameters.items() if place == "formData"}
        if not fields:
            return {}
        required = [name for name, node in fields.items() if node.get("required") is True]
        shapes = {n: {k: v for k, v in f.items() if k != "required"} for n, f in fields.items()}
        made = {"type": "object", "properties": shapes, "required": required}
        return dict.fromkeys(_FORMS, Place(operation.file, f"{operation.pointer}/parameters", made))

    def _parameters(self, holder: Place) -> list[Place]:
        found = holder.at("parameters")
        places = [self.followed(found.at(k)) for k in range(len(found.node) if isinstance(found.node, list) else 0)]
        return [place for place in places if isinstance(place.node, dict)]

    # --- references

    def followed(self, place: Place) -> Place:
        """What a reference leads to in the end; a place without a node where it leads nowhere."""
        for _ in range(50):
            ref = place.node.get("$ref") if isinstance(place.node, dict) else None
            if not isinstance(ref, str):
                return place
            place = self.target(place, ref)
        return Place(place.file, place.pointer, None)

    def target(self, place: Place, ref: str) -> Place:
        """What one reference leads to; a place without a node where it leads nowhere."""
        name, _, pointer = ref.partition("#")
        nowhere = Place(place.file, ref, None)
        if re.match(r"[a-z][a-z0-9+.-]+:", name):
            return self._identified(place.file, ref) or nowhere
        file = (place.file.parent / unquote(name)).resolve() if name else place.file
        if file != self.file and not file.is_file():
            return self._identified(place.file, ref) or self._lone_name(place, ref)
        target = Place(file, "", self.read(file))
        if pointer and not pointer.startswith("/"):
            return next(self._anchored(target, pointer), nowhere)
        for step in unquote(pointer).split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            target = target.at(int(key) if isinstance(target.node, list) and key.isdigit() else key)
        return target

    def _identified(self, file: Path, ref: str) -> Place | None:
        """The schema whose `$id` is a reference, whole or by its last step."""
        if file not in self.ids:
            self.ids[file] = dict(_identities(Place(file, "", self.read(file))))
        known = self.ids[file]
        return known.get(ref) or next((p for uri, p in known.items() if uri.rpartition("/")[2] == ref), None)

    def _anchored(self, place: Place, name: str) -> Iterator[Place]:
        """Every place below that has the name for its `$anchor`."""
        node = place.node
        if isinstance(node, dict) and node.get("$anchor") == name:
            yield place
        steps = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for step in steps:
            yield from self._anchored(place.at(step), name)

    def _lone_name(self, place: Place, ref: str) -> Place:
        """A bare name is one of a definition, in some documents."""
        holder = self.root.at("definitions") if "swagger" in self.root.node else self.root.at("components", "schemas")
        known = isinstance(holder.node, dict) and ref in holder.node
        return holder.at(ref) if known else Place(place.file, ref, None)

    def read(self, file: Path) -> Any:
        """The tree of a file, read once."""
        if file not in self.files:
            text = file.read_text(encoding="utf-8-sig", errors="replace")
            try:
                self.files[file] = json.loads(text)
            except ValueError:
                try:
                    self.files[file] = yaml.load(text, _Loader)
                except yaml.YAMLError:  # prose that a description leads to
                    self.files[file] = text
        return self.files[file]

    # --- leaves

    def leaves(self, body: Place) -> tuple[list[Leaf], bool]:
        """The leaves that a request may carry, and whether that are all of them."""
        kinds: dict[tuple[str, ...], set[str]] = {}
        ways: dict[tuple[str, ...], set[str]] = {}
        waiting: deque[tuple[Place, tuple[str, ...], frozenset[tuple[Path, str]], frozenset[str]]] = deque()
        waiting.append((body, (), frozenset(), frozenset()))
        looked = 0
        while waiting and len(kinds) < MOST_LEAVES and looked < MOST_NODES:
            looked += 1
            given, path, seen, way = waiting.popleft()
            place = self.followed(given)
            here = (place.file, place.pointer)
            way |= {given.pointer, place.pointer}
            again = place is not given and here in seen
            inner = [] if again else list(self._inside(place, path))
            if not inner or not all(p == path for _, p in inner):
                found = {"any"} if again else self._kinds(place.node, bool(inner))
                if found:
                    kinds.setdefault(path, set()).update(found)
                    ways.setdefault(path, set()).update(way)
            waiting.extend((child, below, seen | {here}, way) for child, below in inner)
        for place, path, _, way in waiting:
            if path not in kinds and not self.never_sent(self.followed(place)):
                kinds[path], ways[path] = {"any"}, set(way)
        whole = not waiting
        return [Leaf(p, frozenset(kinds[p]), frozenset(ways[p])) for p in kinds], whole

    def _inside(self, place: Place, path: tuple[str, ...]) -> Iterator[tuple[Place, tuple[str, ...]]]:
        node = place.node
        if not isinstance(node, dict):
            return
        for key in _SAME_VALUE:
            branches = node.get(key)
            places = [place.at(key, k) for k in range(len(branches) if isinstance(branches, list) else 0)]
            listed = self._items_of(places) if key != "allOf" else set()
            yield from ((each, path) for each in places if self._target_of(each) not in listed)
        yield from ((place.at(key), path) for key in ("then", "else") if isinstance(node.get(key), dict))
        properties = self.followed(place.at("properties"))
        if isinstance(properties.node, dict) and "object" in str(node.get("type") or "object").lower():
            for name in properties.node:
                child = properties.at(name)
                if not self.never_sent(child):
                    yield child, (*path, str(name))
        if isinstance(node.get("additionalProperties"), dict) and node["additionalProperties"]:
            yield place.at("additionalProperties"), (*path, ENTRY)
        if isinstance(node.get("patternProperties"), dict):
            yield from ((place.at("patternProperties", name), (*path, ENTRY)) for name in node["patternProperties"])
        if isinstance(node.get("prefixItems"), list):
            yield from ((place.at("prefixItems", k), (*path, ITEM)) for k in range(len(node["prefixItems"])))
        if isinstance(node.get("items"), dict) and node.get("type", "array") != "object":
            yield place.at("items"), (*path, ITEM)

    def is_tagged(self, choice: Place) -> bool:
        """Whether a tag tells the branches of a `oneOf` apart: its own, or that of what each of them extends."""
        if isinstance(choice.node.get("discriminator"), dict):
            return True
        branches = [self.followed(choice.at("oneOf", k)) for k in range(len(choice.node["oneOf"]))]
        return all(self._extends_tagged(branch) for branch in branches)

    def by_format(self, choice: Place) -> bool:
        """Whether some branches of a `oneOf` are texts that a format tells apart, which is not asserted here."""
        branches = [self.followed(choice.at("oneOf", k)).node for k in range(len(choice.node["oneOf"]))]
        formats = [b.get("format") for b in branches if isinstance(b, dict) and b.get("type") == "string"]
        return len(formats) > 1 and any(formats)

    def _extends_tagged(self, branch: Place) -> bool:
        parts = branch.at("allOf")
        held = [self.followed(parts.at(k)) for k in range(len(parts.node) if isinstance(parts.node, list) else 0)]
        return any(isinstance(each.at("discriminator").node, dict) for each in (branch, *held))

    def _items_of(self, branches: list[Place]) -> set[tuple[Path, str]]:
        """What the lists among some branches hold: one thing of that kind beside the list is the same leaves again."""
        found = set()
        for branch in map(self.followed, branches):
            items = branch.at("items")
            if isinstance(items.node, dict):
                inner = [items.at(key, k) for key in _SAME_VALUE for k in range(len(items.node.get(key) or ()))]
                found |= {self._target_of(each) for each in (items, *inner)}
        return found

    def _target_of(self, place: Place) -> tuple[Path, str]:
        place = self.followed(place)
        return place.file, place.pointer

    def never_sent(self, place: Place) -> bool:
        """Whether a property is the server's: `readOnly` at its place, at its target or in a part of it."""
        for _ in range(20):
            node = place.node
            if not isinstance(node, dict):
                return node is False
            if node.get("readOnly") in (True, "true"):
                return True
            parts = node.get("allOf")
            if isinstance(parts, list):
                return any(self.never_sent(place.at("allOf", k)) for k in range(len(parts)))
            if not isinstance(node.get("$ref"), str):
                return False
            place = self.target(place, node["$ref"])
        return False

    @staticmethod
    def _kinds(node: Any, inner: bool) -> set[str]:
        """The JSON types of a value that ends here; none where a structure says what is inside."""
        if not isinstance(node, dict):
            return set() if node is False else {"any"}
        types = node.get("type", [])
        named = {str(t).lower() for t in ([types] if isinstance(types, str) else types or [])}
        types = named - {"null", "none"}
        if named and not types:
            return set()  # null is no value of its own: a field that is left out says the same
        if isinstance(node.get("enum"), list) or "const" in node:
            values = [node["const"]] if "const" in node else node["enum"]
            return types or {_kind_of(v) for v in values if v is not None}
        types = {"integer" if t in ("int", "long") else t for t in types}
        if inner:
            return types - {"object", "array"}
        return types or {"any"}

    # --- JSON Schema

    def schema(self, body: Place) -> dict[str, Any]:
        """The body's schema as JSON Schema 2020-12, with all that it refers to; a choice that nothing can make is
        one of any."""
        top, found = self._with_definitions(body)
        for name in found:
            if name not in self.loose:
                self.loose[name] = loosened(found[name], found)
        return {"$ref": f"#/$defs/{top}", "$defs": {name: self.loose[name] for name in found}}

    def excludes_all(self, choice: Place) -> bool:
        """Whether nothing can make the choice of a `oneOf`."""
        self.apart += 1
        node = {key: inner for key, inner in choice.node.items() if key != "nullable"}
        apart = Place(choice.file, f"/x-choice-{self.apart}", node)  # a place of its own, whatever its pointer
        top, found = self._with_definitions(apart)
        return excludes_all(found[top].get("oneOf") or [], found)

    def _with_definitions(self, body: Place) -> tuple[str, dict[str, Any]]:
        """The name of a schema, and all that it refers to by name."""
        top = self._reference(body)
        found: dict[str, Any] = {}
        waiting = [top]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self.made[name]
                waiting += _names_in(found[name])
        return top, found

    def _reference(self, place: Place) -> str:
        place = self.followed(place)
        key = (place.file, place.pointer)
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = f"s{len(self.names)}"
            self.made[name] = True
            self.made[name] = self._converted(place)
        return name

    def _converted(self, place: Place) -> Any:
        node = place.node
        if not isinstance(node, dict):
            return node is not False
        if isinstance(node.get("$ref"), str):
            target = {"$ref": f"#/$defs/{self._reference(place)}"}
            rest = {k: v for k, v in node.items() if k != "$ref"}
            modern = str(self.root.node.get("openapi", "")) >= "3.1"
            beside = self._converted(Place(place.file, place.pointer, rest)) if modern and rest else True
            found: Any = target if beside in (True, {}) else {"allOf": [target, beside]}
            return {"anyOf": [found, {"type": "null"}]} if _may_be_null(node) else found
        out: dict[str, Any] = {}
        for key in _PLAIN:
            if key in node and (value := _plain(key, node[key])) is not None:
                out[key] = value
        for way in ("Minimum", "Maximum"):
            exclusive, plain = f"exclusive{way}", way.lower()
            if node.get(exclusive) is True and plain in out:
                out[exclusive] = out.pop(plain)
            elif _is_number(node.get(exclusive)):
                out[exclusive] = node[exclusive]
        for key in _LISTS:
            if isinstance(node.get(key), list) and node[key]:
                apart = key == "oneOf" and "anyOf" not in node and (self.is_tagged(place) or self.by_format(place))
                branches = [self._converted(place.at(key, k)) for k in range(len(node[key]))]
                out["anyOf" if apart else key] = branches  # a tag or a format decides, whatever else would fit
        for key in _SINGLE:
            if isinstance(node.get(key), dict | bool):
                out[key] = self._converted(place.at(key))
        for key in _NAMED:
            held = self.followed(place.at(key))
            if isinstance(held.node, dict):
                out[key] = {str(name): self._converted(held.at(name)) for name in held.node}
        for name in out.get("properties", ()):
            if self.never_sent(self.followed(place.at("properties")).at(name)):
                held = out["properties"][name]
                out["properties"][name] = {**(held if isinstance(held, dict) else {}), "readOnly": True}
        if "patternProperties" in out:
            out["patternProperties"] = {k: v for k, v in out["patternProperties"].items() if _is_pattern(k)}
        required = node.get("required")
        if isinstance(required, list):
            properties = self.followed(place.at("properties"))
            shown = [n for n in required if isinstance(n, str) and not self.never_sent(properties.at(n))]
            out["required"] = list(dict.fromkeys(shown))
        return {"anyOf": [out, {"type": "null"}]} if _may_be_null(node) else out


def _identities(place: Place) -> Iterator[tuple[str, Place]]:
    node = place.node
    if isinstance(node, dict) and isinstance(node.get("$id"), str):
        yield node["$id"], place
    for step in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
        yield from _identities(place.at(step))


_PLAIN: Final = (
    "type", "enum", "const", "multipleOf", "maximum", "minimum", "maxLength", "minLength", "maxItems", "minItems",
    "uniqueItems", "maxProperties", "minProperties", "dependentRequired", "pattern", "format",
)  # fmt: skip
_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_NAMED: Final = ("properties", "patternProperties", "dependentSchemas")
_TYPES: Final = ("string", "integer", "number", "boolean", "array", "object", "null")


def _plain(key: str, value: Any) -> Any:
    """What a keyword holds, None where it is none of JSON Schema's."""
    match key:
        case "type":
            types = [value] if isinstance(value, str) else value
            known = [t for t in types if t in _TYPES] if isinstance(types, list) else []
            return (known[0] if isinstance(value, str) else known) if known and len(known) == len(types) else None
        case "enum":
            return value if isinstance(value, list) and value else None
        case "pattern":
            return value if isinstance(value, str) and _is_pattern(value) else None
        case "format":
            return value if isinstance(value, str) else None
        case "const":
            return value
        case "uniqueItems":
            return value if isinstance(value, bool) else None
        case "dependentRequired":
            return value if isinstance(value, dict) else None
        case "multipleOf" | "maximum" | "minimum":
            return value if _is_number(value) else None
        case _:
            return value if _is_number(value) and value >= 0 and int(value) == value else None


def _may_be_null(node: dict[str, Any]) -> bool:
    return any(node.get(key) in (True, "true") for key in ("nullable", "x-nullable"))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@cache
def _is_pattern(text: str) -> bool:
    """Whether the validator of converted schemas reads a pattern."""
    try:
        jsonschema_rs.validator_for({"pattern": text})
    except (ValueError, jsonschema_rs.ValidationError):
        return False
    return True


def _kind_of(value: Any) -> str:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def _names_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        ref = schema.get("$ref")
        if isinstance(ref, str):
            yield ref.removeprefix("#/$defs/")
        for key, value in schema.items():
            if key not in ("enum", "const"):
                yield from _names_in(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _names_in(item)
