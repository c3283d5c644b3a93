"""Credentials that stand among an operation's parameters and fields: settings, never arguments (SEC011).

What an operation requires is sent in the place that it declares, beside what its security schemes ask for: of the
operator's one token where the operation has one, else of a setting of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Origin
from mcpgen.model.api import Api, AuthPlace, MediaType, Operation, Parameter, Security, SecurityScheme
from mcpgen.model.json import Json
from mcpgen.model.media import body_kind
from mcpgen.model.schema import Object, Property, Schemas
from mcpgen.model.toolset import Decision
from mcpgen.shaping.text import plain
from mcpgen.shaping.words import snake_case, split_words

_OWN_TOKENS = frozenset({"access_token", "oauth_token", "auth_token", "bearer_token"})
_TOKENS = _OWN_TOKENS | {"token", "x_token", "authorization"}
_KEYS = frozenset({"key", "api_key", "apikey", "x_api_key", "x_apikey", "apitoken", "api_token", "x_api_token"})
_SAYS_KEY = re.compile(r"\bapi[ _-]?(?:key|token)\b", re.I)
_SAYS_TOKEN = re.compile(r"\b(?:auth\w*|access|bearer|oauth\S*)[ _-]?(?:2\.0 )?token\b", re.I)
_OPENS_WITH_TOKEN = re.compile(r"\W*(?:(?:an?|the|your|valid)\s+)*(?:auth\w*|bearer|oauth\S*)[ _-]?token\b", re.I)
_ABOUT_TOKENS = frozenset({"token", "tokens", "revoke", "introspect", "oauth", "oauth2", "tokeninfo"})
"""Words of paths whose operations are about a token that is given to them."""
_ORDER = ("header", "query", "cookie")
_PLACES: Mapping[str, AuthPlace] = {"header": "header", "query": "query", "cookie": "cookie"}
"""Where a parameter can be a credential."""
FROM_PARAMETER = "parameter"
"""What is `declared` of a scheme that a parameter or field stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An operation without the credentials among its parameters, and the schemes that stand for them."""

    operation: Operation
    schemes: tuple[SecurityScheme, ...] = ()
    decisions: tuple[Decision, ...] = ()


# --- what is a credential


def sends_token(operation: Operation, api: Api) -> bool:
    """Whether the operator's credential goes out as a token in `Authorization`."""
    return bool(_bearers(operation, api))


def repeats_token(name: str, text: str, path: str) -> bool:
    """Whether a parameter of this name and description is the token that goes out in `Authorization`.

    An operation that is about tokens is given one, unless the description says at once that it is the caller's.
    """
    written = snake_case(name)
    if written not in _TOKENS:
        return False
    if not _ABOUT_TOKENS.isdisjoint(split_words(path)):
        return bool(_OPENS_WITH_TOKEN.match(text))
    return written != "token" or bool(_SAYS_TOKEN.search(text))


def repeats_key(name: str, text: str) -> bool:
    """Whether a parameter of this name and description is a key of the API."""
    written = snake_case(name)
    return written in _KEYS - {"key"} or (written == "key" and bool(_SAYS_KEY.search(text)))


def _is_token_field(field: Property, schemas: Schemas, path: str) -> bool:
    text = schemas.resolve(field.schema).description
    return bool(_SAYS_TOKEN.search(text)) and repeats_token(field.name, text, path)


def _effective(operation: Operation, api: Api) -> Security:
    return api.security if operation.security is None else operation.security


def _bearers(operation: Operation, api: Api) -> tuple[SecurityScheme, ...]:
    """The schemes of the operation whose credential goes out as a token."""
    kinds = {s.key: s for s in api.security_schemes}
    keys = dict.fromkeys(key for alternative in _effective(operation, api) for key in alternative)
    return tuple(kinds[key] for key in keys if key in kinds and kinds[key].type in ("bearer", "clientCredentials"))


# --- required beside what the security schemes ask for


def shown(operation: Operation, api: Api) -> Shown:
    """The operation with what it requires of credentials among its parameters and fields as schemes of its own."""
    bearers = _bearers(operation, api)
    declared = {(s.place, s.name.lower()): s for s in api.security_schemes if s.type == "apiKey"}
    source = bearers[0].key if len(bearers) == 1 and bearers[0].type == "bearer" else ""
    needed: list[SecurityScheme] = []
    kept = []
    for parameter in operation.parameters:
        place = _PLACES.get(parameter.place)
        if place is None or not parameter.required:
            kept.append(parameter)
        elif known := declared.get((place, parameter.name.lower())):
            needed.append(known)
        elif bearers and _is_sent_already(parameter):
            kept.append(parameter)
        elif bearers and repeats_token(parameter.name, parameter.description, operation.path):
            needed.append(_scheme(place, parameter.name, parameter.description, source, parameter.origin))
        elif bearers and repeats_key(parameter.name, parameter.description):
            needed.append(_scheme(place, parameter.name, parameter.description, "", parameter.origin))
        else:
            kept.append(parameter)
    made = replace(operation, parameters=tuple(kept))
    fields = _token_fields(operation, api.schemas) if bearers else {}
    for field, origin in fields.items():
        needed.append(_scheme("body", field, "", source, origin))
    if fields and made.body is not None:
        content = tuple(without_token(media, api.schemas, operation.path) for media in made.body.content)
        made = replace(made, body=replace(made.body, content=content, required=True))
    needed = list({scheme.key: scheme for scheme in needed}.values())
    if not needed:
        return Shown(operation=operation)
    return Shown(
        operation=replace(made, security=_with(_effective(operation, api), [scheme.key for scheme in needed])),
        schemes=tuple(needed),
        decisions=tuple(map(_told, needed)),
    )


def _with(security: Security, keys: list[str]) -> Security:
    """The alternatives, each with these schemes too."""
    return tuple(dict.fromkeys(tuple(dict.fromkeys((*each, *keys))) for each in security or ((),)))


def _is_sent_already(parameter: Parameter) -> bool:
    """Whether the token stands in this very place."""
    return parameter.place == "header" and parameter.name.lower() == "authorization"


def _scheme(place: AuthPlace, name: str, text: str, source: str, origin: Origin) -> SecurityScheme:
    return SecurityScheme(
        key="_".join(filter(None, (place, snake_case(name), "as", source) if source else (place, snake_case(name)))),
        type="apiKey",
        place=place,
        name=name,
        description="" if source else plain(text),
        declared=FROM_PARAMETER,
        same_as=source,
        origin=origin,
    )


def _told(scheme: SecurityScheme) -> Decision:
    where = "field of the body" if scheme.place == "body" else f"{scheme.place} parameter"
    whose = "the operator's credential" if scheme.same_as else "a setting of the operator"
    text = f"{where} {scheme.name} is sent by the server: it is {whose}."
    return Decision(rule="SEC011", text=f"{text[0].upper()}{text[1:]}", origin=scheme.origin)


def _token_fields(operation: Operation, schemas: Schemas) -> dict[str, Origin]:
    """The required fields of a form or JSON object that repeat the token, where every representation has them."""
    content = operation.body.content if operation.body is not None else ()
    found: list[dict[str, Origin]] = []
    for media in content:
        schema = schemas.resolve(media.schema) if media.schema is not None else None
        if not isinstance(schema, Object) or body_kind(media.name) not in ("form", "json"):
            return {}
        fields = [p for p in schema.properties if p.required and _is_token_field(p, schemas, operation.path)]
        found.append({p.name: media.origin for p in fields})
    return {name: at for name, at in found[0].items() if all(name in each for each in found)} if found else {}


def without_token(media: MediaType, schemas: Schemas, path: str, *, optional_only: bool = False) -> MediaType:
    """The representation without a property that repeats the bearer token; `optional_only`: but for required ones."""
    schema = schemas.resolve(media.schema) if media.schema is not None else None
    if not isinstance(schema, Object):
        return media
    kept = tuple(
        p for p in schema.properties if (p.required and optional_only) or not _is_token_field(p, schemas, path)
    )
    if len(kept) == len(schema.properties):
        return media
    names = {p.name for p in schema.properties} - {p.name for p in kept}
    nothing: Json = {"type": "object", "properties": {}}
    source = _not_required(schema.source, names) if kept or schema.extra is not None else nothing
    return replace(media, schema=replace(schema, properties=kept, source=source))


def _not_required(source: Json, names: set[str]) -> Json:
    """A schema, as written, which no longer asks for these properties: the body is checked before they are added."""
    if not isinstance(source, dict) or not isinstance(source.get("required"), list):
        return source
    return {**source, "required": [name for name in source["required"] if name not in names]}


# --- asked for where no scheme is


def keyed(operation: Operation, api: Api) -> tuple[Operation, Sequence[SecurityScheme]]:
    """The operation with a requirement for the keys that its parameters ask for, where it declares none."""
    if any(_effective(operation, api)):
        return operation, ()
    found = sorted(_keys(operation), key=lambda p: _ORDER.index(p.place))
    needed = [p for p in found if p.required]
    taken = needed or found[:1]
    if not taken:
        return operation, ()
    schemes = [
        SecurityScheme(
            key=f"{p.place}_{snake_case(p.name)}",
            type="apiKey",
            place=_PLACES[p.place],
            name=p.name,
            description=plain(p.description),
            declared="apiKey",
            origin=p.origin,
        )
        for p in taken
    ]
    alternative = tuple(s.key for s in schemes)
    return replace(operation, security=(alternative,) if needed else (alternative, ())), schemes


def _keys(operation: Operation) -> Iterator[Parameter]:
    """The parameters that are a key of the API by their name; with one of them, the user's name for it."""
    about_tokens = not _ABOUT_TOKENS.isdisjoint(split_words(operation.path))
    named = [p for p in operation.parameters if p.place in _ORDER and _is_key(p, about_tokens)]
    yield from named
    if named:
        yield from (p for p in operation.parameters if p.place == "header" and snake_case(p.name) == "api_username")


def _is_key(parameter: Parameter, about_tokens: bool) -> bool:
    name, words = snake_case(parameter.name), split_words(parameter.name)
    if name in _KEYS - {"key"} or words[-2:] == ("api", "key"):
        return True
    if name in _OWN_TOKENS and parameter.required and not about_tokens:
        return True
    return (
        words[-1:] == ("key",)
        and bool(_SAYS_KEY.search(parameter.description))
        and (parameter.place == "header" or name == "key")
    )
