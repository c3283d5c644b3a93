"""What openapi-core says of a captured request, and two things that it does not look at.

openapi-core lets a query parameter that nobody declared and a body where none is declared pass; both are faults here.
What it refuses is judged again with the decoders of `styles.py` and `contents.py` where its own cannot read what was
sent; what is refused then still counts, unless each of the words is that of a reviewed fault of openapi-core
(`excuses.yaml`).
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from jsonschema_path import SchemaPath
from openapi_core.datatypes import RequestParameters
from openapi_core.templating.datatypes import TemplateResult
from openapi_core.templating.paths.datatypes import Path
from openapi_core.templating.paths.finders import APICallPathFinder
from openapi_core.templating.paths.iterators import TemplatePathsIterator
from openapi_core.validation.request import V30RequestValidator, V31RequestValidator, V32RequestValidator
from openapi_core.validation.schemas.factories import SchemaValidatorsFactory
from werkzeug.datastructures import Headers, ImmutableMultiDict

from tests.coverage.original import Original
from tests.wire.bundle import bundled
from tests.wire.calling import HOST
from tests.wire.casting import Decoders, keywords, kinds_of, names_of
from tests.wire.contents import Bodies
from tests.wire.document import prepared
from tests.wire.engines import reading
from tests.wire.excuses import Excuse, excuses
from tests.wire.loopback import Captured
from tests.wire.styles import Pairs, Raw, Schemes, Styles

logging.getLogger("openapi_core").addHandler(logging.NullHandler())
_PARTING: Final = "%/?#.:[]@!$&'()*+,;="
"""Characters of which it matters whether they are encoded (RFC 3986, section 2.2)."""
_CRASH: Final = "openapi-core failed:"
_PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")
_VALIDATORS: Final = {"3.0": V30RequestValidator, "3.1": V31RequestValidator, "3.2": V32RequestValidator}


class Parameters(RequestParameters):
    """Where each parameter stands; values of the path are decoded once it is known which they are."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "path" and value:
            value = Raw(value)
        super().__setattr__(name, value)


class Sent(bytes):
    """A body that was sent, be it empty: a form without fields is one."""

    def __bool__(self) -> bool:
        return True


@dataclass(slots=True)
class Request:
    """A captured request as openapi-core asks for it."""

    captured: Captured
    declared: frozenset[str] = frozenset()
    """The names of the operation's parameters in the query."""
    parameters: Parameters = field(init=False)

    def __post_init__(self) -> None:
        query = urlsplit(self.captured.target).query
        cookies = [pair.partition("=") for pair in self.captured.header("cookie").split("; ") if pair]
        self.parameters = Parameters(
            query=Pairs(query, self.declared),
            header=Headers(list(self.captured.headers)),
            cookie=ImmutableMultiDict([(name, unquote(value)) for name, _, value in cookies]),
        )

    @property
    def host_url(self) -> str:
        return f"{self.captured.scheme}://{self.captured.host}"

    @property
    def path(self) -> str:
        return _readable(urlsplit(self.captured.target).path)

    @property
    def method(self) -> str:
        return self.captured.method.lower()

    @property
    def body(self) -> bytes | None:
        return Sent(self.captured.body) if self.content_type else None

    @property
    def content_type(self) -> str:
        return self.captured.header("content-type")


def _readable(path: str) -> str:
    """A raw path with the characters of templates decoded; those that may part a value stay encoded."""
    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", lambda run: _decoded(run[0]), path)


def _decoded(run: str) -> str:
    return "".join(f"%{ord(char):02X}" if char in _PARTING else char for char in unquote(run))


class _One(TemplatePathsIterator):
    """Looks at one path of the document only: that of the operation that was to be called."""

    def __init__(self, template: str) -> None:
        super().__init__("paths")
        self._template = template
        self._pattern = template.partition("#")[0].partition("?")[0]
        self._item: SchemaPath | None = None
        self._expression = ""

    def __call__(self, name: str, spec: SchemaPath, base_url: str | None = None) -> Iterator[Path]:
        if self._item is None:
            self._item = _item_of(spec, self._template)
            self._expression = _expression(self._pattern, self._item)
        found = re.search(f"{self._expression}$", name)
        if found:
            variables = dict(zip(_PLACEHOLDER.findall(self._pattern), found.groups(), strict=True))
            yield Path(self._item, _Matched(self._pattern, variables, found[0]))


class _Matched(TemplateResult):
    """A template and the part of a URL that it stands for."""

    def __init__(self, pattern: str, variables: dict[str, str], whole: str) -> None:
        super().__init__(pattern, variables)
        self._whole = whole

    @property
    def resolved(self) -> str:
        return self._whole


def _expression(pattern: str, item: SchemaPath) -> str:
    """A template as a regular expression; beside another one in its segment, a value of a list is one of the list."""
    chosen = {p.get("name"): (p.get("schema") or {}).get("enum") for p in _declared(item)}
    written = re.escape(pattern)
    crowded = {name for step in pattern.split("/") if step.count("{") > 1 for name in _PLACEHOLDER.findall(step)}
    for name in _PLACEHOLDER.findall(pattern):
        choices = "|".join(re.escape(str(choice)) for choice in chosen.get(name) or ())
        between = choices if choices and name in crowded else "[^/]*?"
        between = rf"\.{between}" if name.startswith(".") else between  # `{.format}`, as RFC 6570 has it
        written = written.replace(re.escape(f"{{{name}}}"), f"({between})", 1)
    return written


def _declared(item: SchemaPath) -> list[dict[str, Any]]:
    """The parameters of a path item and of all its operations."""
    held = keywords(item)
    holders = [item, *(item / method for method in held if isinstance(held[method], dict))]
    return [keywords(each) for holder in holders if "parameters" in holder for each in holder / "parameters"]


def _item_of(spec: SchemaPath, template: str) -> SchemaPath:
    """A path item; the `/` of SchemaPath would split a template at its `#`."""
    return next(item for held, item in (spec / "paths").str_items() if held == template)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is wrong with a request: nothing, or openapi-core's words, which an excuse may explain."""

    faults: tuple[str, ...] = ()
    decoder: str = ""
    """What openapi-core lacked to accept it."""
    excuse: str = ""
    """The fault of openapi-core by which it refuses it."""


Ask = Callable[[Request], Iterator[Exception]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """The two ways to ask about one operation, and what it declares."""

    plain: Ask
    decoded: Ask
    declared: dict[tuple[str, str], SchemaPath]
    """The parameters by place and name."""
    has_body: bool

    @property
    def query(self) -> dict[str, SchemaPath]:
        """Those of the query."""
        return {name: p for (place, name), p in self.declared.items() if place == "query"}


class Judge:
    """Judges requests by a document."""

    def __init__(self, original: Original, known: tuple[Excuse, ...] | None = None) -> None:
        document = prepared(bundled(original))
        self._kind = _VALIDATORS.get(str(document.get("openapi"))[:3], V31RequestValidator)
        self._spec = SchemaPath.from_dict(document)
        self._validators = _lasting(self._kind.schema_validators_factory)
        self._decoders = Decoders(self._validators)
        schemes = (document.get("components") or {}).get("securitySchemes") or {}
        self._keys = {s.get("name") for s in schemes.values() if isinstance(s, dict) and s.get("in") == "query"}
        self._excuses = excuses() if known is None else known
        self._asked: dict[str, _Asked] = {}

    def verdict(self, operation: str, captured: Captured) -> Verdict:
        """The verdict on a request that was sent for an operation, `METHOD path`."""
        method, _, template = operation.partition(" ")
        if captured.method != method:
            return Verdict(faults=(f"sent with {captured.method}",))
        if operation not in self._asked:
            self._asked[operation] = self._ask(method.lower(), template)
        asked = self._asked[operation]
        request = Request(captured, frozenset(asked.query))
        faults = (*_faults(asked.plain, request), *self._undeclared(asked, request))
        unread = _unread(asked, request)
        if (not faults and not unread) or self._undeclared(asked, request):
            return Verdict(faults=faults)
        left = _faults(asked.decoded, Request(captured, frozenset(asked.query)))
        if left:
            known = [self._explained(fault) for fault in left]
            return Verdict(faults=left, excuse=known[0]) if all(known) else Verdict(faults=(*left, *faults))
        if not faults:
            return Verdict(decoder=unread)
        lacking = [_lacking(fault, asked.declared, captured) for fault in faults]
        kinds = {e.name: e.kind for e in self._excuses}
        pairs = list(zip(lacking, faults, strict=True))
        if unknown := [f"{name} is no reviewed excuse: {fault}" for name, fault in pairs if name not in kinds]:
            return Verdict(faults=tuple(unknown))
        wrong = next((name for name in lacking if kinds[name] == "fault"), "")
        return Verdict(faults=faults, excuse=wrong) if wrong else Verdict(decoder=lacking[0])

    def _explained(self, fault: str) -> str:
        """The name of the fault that has these words, '' for none."""
        return next((e.name for e in self._excuses if e.words and re.search(e.words, fault)), "")

    def _ask(self, method: str, template: str) -> _Asked:
        finder = type("Finder", (APICallPathFinder,), {"paths_iterator": _One(template)})
        factory = self._validators
        styles = Styles(self._decoders, self._kind.schema_casters_factory)
        plain = self._kind(self._spec, base_url=HOST, path_finder_cls=finder, schema_validators_factory=factory)
        decoded = _taking_empty_texts(self._kind)(
            self._spec,
            base_url=HOST,
            path_finder_cls=finder,
            schema_validators_factory=factory,
            style_deserializers_factory=styles,
            media_type_deserializers_factory=Bodies(self._decoders, styles),
            security_provider_factory=Schemes(),
        )
        item = _item_of(self._spec, template)
        holders = [holder for holder in (item, item / method) if "parameters" in holder]
        declared = [(keywords(each), each) for holder in holders for each in holder / "parameters"]
        named = {(str(node.get("in")), str(node.get("name"))): each for node, each in declared}
        return _Asked(plain.iter_errors, decoded.iter_errors, named, "requestBody" in item / method)

    def _undeclared(self, asked: _Asked, request: Request) -> tuple[str, ...]:
        found = ["a body is sent, and none is declared"] if request.captured.body and not asked.has_body else []
        for name, _ in request.parameters.query.raw if isinstance(request.parameters.query, Pairs) else ():
            if name not in self._keys and not _held(asked, name):
                found.append(f"the query has {name!r}, which is not declared")
        return tuple(found)


def _taking_empty_texts(kind: type[Any]) -> type[Any]:
    """A validator that leaves it to the schema whether a text may be empty."""

    def simple(self: Any, parameter: SchemaPath, location: Any, name: str | None = None) -> tuple[Any, SchemaPath]:
        return self._deserialise_style(parameter, location, name=name), parameter / "schema"

    return type(kind.__name__, (kind,), {"_get_simple_param_or_header": simple})


def _lasting(factory: SchemaValidatorsFactory) -> SchemaValidatorsFactory:
    """The same factory, which does not copy its checks of formats for every value, and reads more patterns."""
    lasting = copy(factory)
    checker = factory.format_checker
    lasting.get_format_checker = lambda *_: checker  # type: ignore[method-assign]
    lasting.get_validator_cls = lambda *at: reading(factory.get_validator_cls(*at))  # type: ignore[method-assign]
    return lasting


def _held(asked: _Asked, name: str) -> SchemaPath | None:
    """The parameter that a pair of the query belongs to."""
    found = asked.query.get(name)
    return next((p for p in asked.query.values() if _holds(p, name)), None) if found is None else found


def _unread(asked: _Asked, request: Request) -> str:
    """The decoder that openapi-core lacks for a pair that it does not look at: a part of an object below one level."""
    for name, _ in request.parameters.query.raw if isinstance(request.parameters.query, Pairs) else ():
        parameter = _held(asked, name) if name not in asked.query else None
        style = "" if parameter is None else keywords(parameter).get("style", "form")
        if style and (style != "deepObject" or not re.fullmatch(r"[^\[\]]+\[\w+\]", name)):
            return f"query-{style}"
    return ""


def _holds(parameter: SchemaPath, name: str) -> bool:
    """Whether a pair can be a part of an object that a parameter spreads over the query, or of one with brackets."""
    node = keywords(parameter)
    kinds = kinds_of(parameter / "schema") if isinstance(node.get("schema"), dict) else set()
    if name.startswith(f"{node['name']}["):
        return bool(kinds & {"object", "array"})
    if "object" not in kinds or node.get("style", "form") != "form" or node.get("explode") is False:
        return False
    names, others = names_of(parameter / "schema")
    return name in names or others


def _lacking(fault: str, declared: dict[tuple[str, str], SchemaPath], captured: Captured) -> str:
    """The name of the decoder that openapi-core lacked, by the place that its words name."""
    if fault.startswith(_CRASH):
        return "crash"
    if "EmptyQueryParameterValue" in fault:
        return "empty-text"
    if "Security" in fault:
        return "security"
    named = re.search(r"(?i)\b(path|query|header|cookie) parameter(?: error)?: (.+?)(?: <- |$)", fault)
    if named:
        place = named[1].lower()
        default = "form" if place in ("query", "cookie") else "simple"
        found = declared.get((place, named[2]))
        parameter = {} if found is None else keywords(found)
        return f"{place}-{'content' if 'content' in parameter else parameter.get('style', default)}"
    media = captured.header("content-type").partition(";")[0]
    kinds = {"urlencoded": "form", "multipart": "multipart", "json": "json", "xml": "xml"}
    return f"body-{next((kind for sign, kind in kinds.items() if sign in media), 'other')}"


def _faults(ask: Ask, request: Request) -> tuple[str, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return tuple(_said(error) for error in ask(request))
        except Exception as error:  # openapi-core itself fails
            return (f"{_CRASH} {type(error).__name__}: {error}"[:400],)


def _said(error: BaseException) -> str:
    """An error with its causes, the one that tells most first."""
    words = [f"{type(error).__name__}: {error}"[:300]]
    for cause in getattr(error, "schema_errors", None) or ():
        at = "/".join(map(str, cause.absolute_path))
        words.insert(0, f"/{at}: {cause.message[:200]}")
    inner = [_said(error.__cause__)] if error.__cause__ is not None else []
    return " <- ".join([*inner, *words])[:900]
