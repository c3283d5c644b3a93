"""How a tool's arguments become an HTTP request, by wire place, and how the answer becomes a result.

A `Value` says what stands at a wire place; it reads from a *scope*, a mapping of argument names to values: the call's
arguments at the top, an item's own properties inside `Reshape`. Wire names are never derived from argument names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.model.api import Encoding, Place, Security, Style
from mcpgen.model.json import UNSET, Json, JsonObject, Unset
from mcpgen.model.schema import XmlKind

# --- conversions: how an argument's value becomes the wire's value


@dataclass(frozen=True, slots=True, kw_only=True)
class Same:
    """As it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """A string identifier, sent as the number the API wants."""

    type: Literal["integer", "number"] = "integer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Each:
    """An array, each item converted."""

    item: Convert


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshape:
    """An object argument (or array item) whose properties are the scope that `build` reads.

    `open`: properties that `build` does not read are copied as they are (the deeper ones that the schema only names).
    """

    build: Build
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """An array of `{key, value}`, sent as an object with free keys.

    Where `value` is a `Reshape`, it reads the item itself: `{key, amount, currency}` has its fields beside the key.
    """

    value: Convert


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A string argument that holds JSON text, parsed and sent as that value: for what has no schema of its own."""

    type: Literal["any", "object", "array"] = "any"
    """What the text must hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A string argument that stands for a file: a `data:` URI (RFC 2397), `file:` and a path in the folder that the
    operator allows, or the text itself.

    `accepts`: the media types it may have, with `*` where any does, separated by commas; '' is any. `base64`: its bytes
    are sent as base64 text.
    """

    accepts: str = ""
    base64: bool = False


Convert: TypeAlias = Same | Exact | Each | Reshape | Pairs | Parsed | File
SAME = Same()


# --- values: what stands at a wire place


def makes_parts(convert: Convert) -> bool:
    """Whether a converted value may have parts that no list of its own has: JSON text, a map, an object."""
    match convert:
        case Parsed() | Pairs() | Reshape():
            return True
        case Each(item=item):
            return makes_parts(item)
        case _:
            return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """The argument's value, converted; nothing is sent when it was not given.

    `clearable`: null is sent when the argument's name is among `clear_fields` of the same scope; where it is `blank`,
    an empty text in its place.
    `or_null`: null is sent when it was not given (a field that is required and may be null).
    """

    argument: str
    convert: Convert = SAME
    clearable: bool = False
    blank: bool = False
    or_null: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A constant: a variant's selector, an accepted format."""

    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate:
    """A fresh value for each call."""

    kind: Literal["uuid"] = "uuid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A signal the host sends in `_meta`; nothing is sent when it is absent (RULES, CTX)."""

    signal: Literal["user_locale", "current_user_location_coarse", "current_user_location_fine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A property of an object on the wire."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """An object on the wire. Left out when none of its fields is given, unless `keep`.

    `others`: an argument with more properties, which have to be none of `fields`.
    """

    fields: tuple[Field, ...] = ()
    keep: bool = False
    others: Take | None = None


Value: TypeAlias = Take | Fixed | Generate | Context | Build


# --- the request


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A parameter outside the body: its place, wire name, style and value."""

    place: Place
    name: str
    value: Value
    style: Style
    explode: bool
    allow_reserved: bool = False
    allow_empty: bool = False
    """Whether a text in the query may be empty; where it may not, an empty one is refused (OpenAPI, Parameter Object,
    `allowEmptyValue`)."""
    items_style: Style | None = None
    content: str = ""
    required: bool = False
    check: JsonObject | None = None
    """The API's own schema of the value, where the argument's cannot say it all: as `Body.check`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlNode:
    """How a value is written in XML (OpenAPI 3.1, "XML Object"; `kind` as in 3.2, `nodeType`).

    Each item of a list is a node, as `items` says, under the list's name unless it has its own; where `wrapped`, they
    stand in a node of that name. `fields` are the properties that are written otherwise than as an element of their
    name; where `ordered`, all of them, in the order in which they stand.
    """

    name: str = ""
    """'' is the property's own name."""
    kind: XmlKind = "element"
    prefix: str = ""
    namespace: str = ""
    wrapped: bool = False
    items: XmlNode | None = None
    fields: tuple[tuple[str, XmlNode], ...] = ()
    ordered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The request body. `value` is a `Build` for a flattened object, a `Take` where one argument is the whole body."""

    media_type: str
    """As it is sent, with its parameters; a file has its own where it says which."""
    value: Value
    required: bool = False
    encoding: tuple[Encoding, ...] = ()
    xml: XmlNode | None = None
    """How an XML body is written; None where its text is given."""
    check: JsonObject | None = None
    """The API's own schema of the body, where the arguments' schema cannot say it all; references are
    `#/$defs/NAME` into `Toolset.definitions`. The body is checked against it before it is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """A rule over arguments: when any of `given` is given, all of `needs` must be.

    An empty `given` with several `needs` alternatives is said by `Alternatives`.
    """

    given: tuple[str, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """At least one of these sets of arguments must be given whole; exactly one where `exclusive`."""

    sets: tuple[tuple[str, ...], ...]
    exclusive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The HTTP request of a tool; `parameters` in the source's order."""

    method: str
    path: str
    parameters: tuple[Placed, ...] = ()
    body: Body | None = None
    presence: tuple[Presence, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()
    security: Security | None = None
    """None: the upstream's default; `()`: no credential is sent."""
    url: str = ""
    """A base URL of its own, where the operation has one: whole, or a path on the API's own host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What becomes of a success answer."""

    media_type: str = "application/json"
    """The media type to accept; '' where no body is declared."""
    status: int = 200
    """The documented success status."""
    example: Json | Unset = UNSET
    """What the mock answers, and the contract test expects; UNSET: an empty body."""
    string_ids: tuple[str, ...] = ()
    """JSON pointers, `*` for any item or key, `**` for any way down: numbers there are shown as strings."""
    items: str | None = None
    """JSON pointer of a page's items ('' is the root); None: not a page."""
    next: tuple[str, str] | None = None
    """(JSON pointer in the answer, argument that takes it) of the next page."""
    secrets: tuple[str, ...] = ()
    """Pointers of the same kind to what is masked before the model sees it (RES007)."""
    confirm: str = ""
    """What an empty success says; argument names in braces."""
    not_found: str = ""
    """What to do next on 404 (ERR004)."""
    headers: tuple[str, ...] = ()
    """Headers of the answer that are told beside it."""
