"""Parameters decoded by their style as the specification says, in place of openapi-core's own decoders.

openapi-core asks these through its own factory. Where its decoders go wrong stands in `excuses.yaml`, with an example
of each; a request is decoded here only when openapi-core has refused it, and of that request only what its own decoders
cannot read: its plain values and the lists of them in style form with explode are read by itself again. Nothing here
comes from mcpgen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import unquote, unquote_plus

from jsonschema_path import SchemaPath
from openapi_core.casting.schemas.factories import SchemaCastersFactory
from openapi_core.deserializing.styles import style_deserializers
from openapi_core.deserializing.styles.deserializers import StyleDeserializer
from openapi_core.deserializing.styles.factories import StyleDeserializersFactory
from openapi_core.security.factories import SecurityProviderFactory
from openapi_core.security.providers import BaseProvider, HttpProvider, UnsupportedProvider
from werkzeug.datastructures import ImmutableMultiDict

from tests.wire.casting import Decoders, keywords, kinds_of, names_of, of_property

_SEPARATORS: Final = {
    "spaceDelimited": r"%20|\+| ",
    "pipeDelimited": r"%7[Cc]|\|",
    "tabDelimited": r"%09|\t",
    "form": ",",
    "simple": ",",
}


class Pairs(ImmutableMultiDict[str, str]):
    """A query or a form: the decoded pairs, and the same as they were written."""

    def __init__(self, text: str, declared: frozenset[str] = frozenset()) -> None:
        self.raw = [(unquote_plus(n), v) for n, _, v in (pair.partition("=") for pair in text.split("&") if pair)]
        self.declared = declared
        super().__init__([(name, unquote_plus(value)) for name, value in self.raw])


class Raw(dict[str, str]):
    """Values of a path by name: decoded, and as they were written."""

    def __init__(self, raw: Mapping[str, str]) -> None:
        self.raw = dict(raw)
        super().__init__({name: unquote(value) for name, value in raw.items()})


class Styles:
    """openapi-core's factory of decoders for styles."""

    def __init__(self, decoders: Decoders, casters: SchemaCastersFactory) -> None:
        self._decoders = decoders
        self._own = StyleDeserializersFactory(casters, style_deserializers)

    def create(
        self, spec: SchemaPath, schema: SchemaPath, style: str, explode: bool, name: str
    ) -> Style | StyleDeserializer:
        """openapi-core's own decoder where it has one that is right, else one of this module."""
        if _is_read(schema, style, explode):
            return self._own.create(spec, schema, style, explode, name)
        return Style(self._decoders, spec, schema, style, explode, name)


def _is_read(schema: SchemaPath, style: str, explode: bool) -> bool:
    """Whether openapi-core reads such values as the specification says."""
    if _is_plain(schema):
        return style in ("form", "simple")
    node = keywords(schema)
    items = node.get("type") == "array" and "nullable" not in node and isinstance(node.get("items"), dict)
    return items and style == "form" and explode and _is_plain(schema / "items")


def _is_plain(schema: SchemaPath) -> bool:
    node = keywords(schema)
    return node.get("type") in ("string", "integer", "number", "boolean") and not node.get("nullable")


class Style:
    def __init__(
        self, decoders: Decoders, spec: SchemaPath, schema: SchemaPath, style: str, explode: bool, name: str
    ) -> None:
        self._decoders, self._spec, self._schema = decoders, spec, schema
        self._style, self._explode, self._name = style, explode, name

    def deserialize(self, location: Mapping[str, Any]) -> Any:
        """The value; raises KeyError where it was not sent."""
        kinds = kinds_of(self._schema)
        found: list[Any] = []
        for kind in ("object", "array", "single"):
            if kind in kinds or (kind == "single" and kinds - {"object", "array"}) or not kinds:
                try:
                    read = self._read(location, kind)
                except (KeyError, ValueError):
                    continue
                value = self._decoders.cast(self._spec, self._schema, read)
                if self._decoders.fits(self._spec, self._schema, value):
                    return value
                found.append(value)
        if not found:
            raise KeyError(self._name)
        return found[-1]

    def _read(self, location: Mapping[str, Any], kind: str) -> Any:
        if isinstance(location, Pairs):
            return self._from_pairs(location, kind)
        if isinstance(location, Raw):
            return self._from_path(location.raw[self._name], kind)
        return self._split(str(location[self._name]), kind, str.strip, ",", "," if self._explode else None)

    def _from_pairs(self, pairs: Pairs, kind: str) -> Any:
        name = self._name
        mine = [value for held, value in pairs.raw if held == name]
        nested = [(held, unquote_plus(v)) for held, v in pairs.raw if held.startswith(f"{name}[")]
        if nested and (self._style == "deepObject" or not mine):
            return _nested(name, nested)
        if self._style == "deepObject" and kind != "single":
            raise KeyError(name)
        if kind == "object" and self._explode:
            names, others = names_of(self._schema)
            held = [n for n, _ in pairs.raw if n in names or (others and n not in pairs.declared)]
            if not held:
                raise KeyError(name)
            return {n: v if len(v) > 1 or self._is_list(n) else v[0] for n in held for v in [pairs.getlist(n)]}
        if kind == "array" and self._explode and mine:
            return [unquote_plus(value) for value in mine]
        if not mine:
            raise KeyError(name)
        return self._split(mine[0], kind, unquote_plus, _SEPARATORS.get(self._style, ","), None)

    def _is_list(self, name: str) -> bool:
        """Whether a property is a list, whose items each stand in a pair of their own."""
        found = next(of_property(self._schema, name), None)
        return found is not None and kinds_of(found) == {"array"}

    def _from_path(self, raw: str, kind: str) -> Any:
        match self._style:
            case "label":
                between = r"\." if self._explode else ","
                return self._split(raw.removeprefix("."), kind, unquote, between, between if self._explode else None)
            case "matrix":
                held = [pair.partition("=") for pair in raw.removeprefix(";").split(";")]
                if self._explode and kind == "object":
                    return {unquote(n): unquote(v) for n, _, v in held}
                if any(unquote(n) != self._name for n, _, _ in held):
                    raise ValueError(raw)
                if self._explode and kind == "array":
                    return [unquote(v) for _, _, v in held]
                return self._split(held[0][2], kind, unquote, ",", None)
            case _:
                return self._split(raw, kind, unquote, ",", "," if self._explode else None)

    def _split(self, raw: str, kind: str, decode: Any, between: str, exploded: str | None) -> Any:
        if kind == "single":
            return decode(raw)
        parts = re.split(between, raw)
        if kind == "array":
            return [decode(part) for part in parts] if raw else []
        if exploded:
            return {decode(n): decode(v) for n, sign, v in (part.partition("=") for part in parts) if sign}
        if len(parts) % 2:
            raise ValueError(raw)
        return {decode(parts[k]): decode(parts[k + 1]) for k in range(0, len(parts), 2)}


def _nested(name: str, pairs: list[tuple[str, str]]) -> Any:
    """`name[a][b]=1` as an object of objects; names that are all numbers, or empty, make a list."""
    tree: dict[str, Any] = {}
    for held, value in pairs:
        steps = re.findall(r"\[([^\[\]]*)\]", held[len(name) :])
        node = tree
        for step in steps[:-1]:
            step = step or str(len(node))
            node = node.setdefault(step, {})
        last = steps[-1] or str(len(node))
        node[last] = [*_list(node[last]), value] if last in node else value
    return _listed(tree)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _listed(node: Any) -> Any:
    if not isinstance(node, dict):
        return node
    if node and all(key.isdigit() for key in node):
        return [_listed(node[key]) for key in sorted(node, key=int)]
    return {key: _listed(value) for key, value in node.items()}


class _Http(HttpProvider):
    """The scheme of `Authorization` is written in any case (RFC 9110, section 11.1)."""

    def __call__(self, parameters: Any) -> Any:
        scheme = str(self.scheme["scheme"]).lower()
        given = str(parameters.header.get("Authorization", ""))
        if given.partition(" ")[0].lower() == scheme:
            return given
        return super().__call__(parameters)


class Schemes(SecurityProviderFactory):
    """openapi-core's factory of checks for security schemes, with those that it does not know."""

    PROVIDERS: ClassVar[dict[str, type[BaseProvider]]] = {
        **SecurityProviderFactory.PROVIDERS,
        "http": _Http,
        "mutualTLS": UnsupportedProvider,
    }
