"""Hypothesis strategies for arbitrary toolsets that a manifest can say, with hostile texts in every place."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st
from jsonschema_specifications import REGISTRY as SPECIFICATIONS

from mcpgen.model.api import Encoding, Place, Style
from mcpgen.model.binding import (
    Alternatives,
    Body,
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
    Placed,
    Presence,
    Request,
    Reshape,
    Result,
    Same,
    Take,
    Value,
    XmlNode,
)
from mcpgen.model.json import UNSET
from mcpgen.model.schema import XmlKind
from mcpgen.model.toolset import Auth, Grant, Hints, Profile, ServerInfo, Tool, Toolset, Upstream, Variable

T = TypeVar("T")
EXPLAINING = {"origin", "origins", "decisions"}

# fmt: off
HOSTILE = [
    "", " ", "~", "/", "//", "/a~1b", "a.b", "a[0]", "[x]", "{y}", "'", "\"", "\\", "#", "# x", "a #b", "a: b", "a:",
    ":a", "yes", "No", "on", "OFF", "y", "N", "true", "False", "null", "NULL", "Null", "=", "<<", "-", "--", "---",
    "...", "0", "7", "012", "0o14", "0x1F", "0b1", "1_000", "1,000", "1:30", "1.5", ".5", "5.", "1e3", "1E-3", "+1",
    "-1", ".inf", "-.INF", ".nan", "nan", "Infinity", "2020-01-01", "2020-01-01T10:00:00Z", "12:30:45", "1.2.0",
    "1__0", "_", "0.", "-.5", "? x", "- x", "-x", "?x", "&a", "*a", "!a", "!!int 3", "|", ">", "|-", "%YAML", "@x",
    "`x`", ", x", "[", "]", "{", "}", "a\nb", "a\n", "\na", "a\n\n", "a\n\nb\n", " a\nb", "a\n  b", "a  \nb", "\ta",
    "a\tb", "a\n\tb", "a\r\nb", "\r", "a\n \n", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "a\x85b", "\xa0",
    "\u2028", "a\u2029b", "\ufeff", "\u200b", "\u202e", "\ufffe", "\U0001f600", "\U000e0041", "\U0010ffff", "naïve",
    "名前", "emoji ❤\ufe0f ok", "x" * 130, "x " * 90 + "x", "a  b " * 40 + "c",
    "word, with: colon # and more " * 6 + "end", "line\n" * 3 + "long " * 40 + "end", "https://a.test/b?c=d&e=f#g",
    "*/*", "why?not", "a?", "0?Ï",
]
# fmt: on
urls = st.sampled_from(
    ["", "/", "/v1/x", "https://a.test", "http://a.test:8080/v1", "https://[::1]/b%20c", "HTTPS://A.test/x;y=1"]
)
texts = st.one_of(
    st.integers(0, len(HOSTILE) - 1).map(HOSTILE.__getitem__),
    st.text(max_size=12, alphabet=st.characters(exclude_categories=["Cs"])),
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**30, -(10**400), 0, -1]),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
json_objects = st.dictionaries(texts, json_values, max_size=4)
# A manifest's schemas are checked: what is drawn beside a schema's own keywords must be none of them.
KEYWORDS = {
    keyword
    for name, vocabulary in SPECIFICATIONS.items()
    if name.startswith("https://json-schema.org/draft/2020-12/")
    for keyword in vocabulary.contents.get("properties", {})
}
annotations = st.dictionaries(texts.filter(lambda text: text not in KEYWORDS), json_values, max_size=4)
flags = st.booleans()


def tuples(
    items: st.SearchStrategy[T], *, max_size: int = 2, unique_by: Any = None
) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(items, max_size=max_size, unique_by=unique_by).map(tuple)


def build(cls: type[T], **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[T]:
    """Builds a model class; fails when the class has a field that is not drawn here."""
    wanted = {field.name for field in fields(cls)} - EXPLAINING  # type: ignore[arg-type]
    assert wanted == set(parts), f"{cls.__name__}: {wanted ^ set(parts)}"
    return st.builds(cls, **parts)


def literals(alias: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(get_args(alias))


# --- values

SIGNALS = st.sampled_from(["user_locale", "current_user_location_coarse", "current_user_location_fine"])
same = build(Same)
plain_values = st.one_of(
    build(Take, argument=texts, convert=same, clearable=flags, blank=flags, or_null=flags),
    build(Fixed, value=json_values),
    build(Generate, kind=st.just("uuid")),
    build(Context, signal=SIGNALS),
)


def builds(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Build]:
    named = build(Field, name=texts, value=values)
    return build(
        Build,
        fields=tuples(named, max_size=3, unique_by=lambda field: field.name),
        keep=flags,
        others=st.none() | build(Take, argument=texts, convert=same, clearable=flags, blank=flags, or_null=flags),
    )


def converts(values: st.SearchStrategy[Value]) -> st.SearchStrategy[Convert]:
    flat = st.one_of(
        same,
        build(Exact, type=st.sampled_from(["integer", "number"])),
        build(Parsed, type=st.sampled_from(["any", "object", "array"])),
        build(File, accepts=texts, base64=flags),
        build(Reshape, build=builds(values), open=flags),
    )
    return st.recursive(flat, lambda inner: st.one_of(build(Each, item=inner), build(Pairs, value=inner)), max_leaves=3)


values: st.SearchStrategy[Value] = st.recursive(
    plain_values,
    lambda inner: st.one_of(
        builds(inner), build(Take, argument=texts, convert=converts(inner), clearable=flags, blank=flags, or_null=flags)
    ),
    max_leaves=5,
)


# --- the schemas that hold the arguments which the values take


def takes(value: Value) -> Iterable[Take]:
    if isinstance(value, Take):
        yield value
    elif isinstance(value, Build):
        for field in value.fields:
            yield from takes(field.value)
        if value.others is not None:
            yield value.others


def scope_properties(roots: Iterable[Value]) -> dict[str, Any]:
    """A property for each argument taken; one that is taken twice says nothing of what is in it."""
    properties: dict[str, Any] = {}
    for take in [take for root in roots for take in takes(root)]:
        properties[take.argument] = {} if take.argument in properties else schema_of(take.convert)
        if take.clearable:
            properties.setdefault("clear_fields", {"type": "array", "items": {"type": "string"}})
    return properties


def schema_of(convert: Convert) -> dict[str, Any]:
    match convert:
        case Each():
            return {"type": "array", "items": schema_of(convert.item)}
        case Pairs():
            item = {"type": "object", "properties": {"key": {"type": "string"}, "value": schema_of(convert.value)}}
            return {"type": "array", "items": item}
        case Reshape():
            return {"type": "object", "properties": scope_properties([convert.build])}
        case _:
            return {"type": "string", "description": "x"}


# --- requests and tools

LEGAL_PATH = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="{}"), max_size=8)
styles = literals(Style)
places = literals(Place)
methods = st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY", "COPY", "X-PURGE", "m-search", "getx"])
headers = tuples(st.tuples(texts, texts), unique_by=lambda pair: pair[0])
xml_nodes: st.SearchStrategy[XmlNode] = st.deferred(
    lambda: build(
        XmlNode,
        name=texts,
        kind=literals(XmlKind),
        prefix=texts,
        namespace=texts,
        wrapped=flags,
        items=st.none() | xml_nodes,
        fields=tuples(st.tuples(texts, xml_nodes), unique_by=lambda pair: pair[0]),
        ordered=flags,
    )
)
bodies = build(
    Body,
    media_type=texts,
    value=values,
    required=flags,
    encoding=tuples(
        build(
            Encoding,
            property=texts,
            style=styles,
            explode=flags,
            styled=flags,
            content_type=texts,
            headers=headers,
            allow_reserved=flags,
            empty=flags,
        ),
        unique_by=lambda encoding: encoding.property,
    ),
    xml=st.none() | xml_nodes,
    check=st.none() | annotations,
)
securities = tuples(tuples(texts))


@st.composite
def placed(draw: st.DrawFn) -> Placed:
    place = draw(places)
    return draw(
        build(
            Placed,
            place=st.just(place),
            name=LEGAL_PATH if place == "path" else texts,
            value=values,
            style=styles,
            explode=flags,
            allow_reserved=flags,
            allow_empty=flags,
            items_style=st.none() | styles,
            content=texts,
            required=flags,
            check=st.none() | annotations,
        )
    )


@st.composite
def tools(draw: st.DrawFn, name: str) -> Tool:
    parameters = draw(tuples(placed(), max_size=4, unique_by=lambda p: (p.place, p.name)))
    body = draw(st.none() | bodies)
    properties = scope_properties([p.value for p in parameters] + ([body.value] if body else []))
    properties |= draw(st.dictionaries(texts.filter(lambda text: text not in properties), annotations, max_size=2))
    arguments = tuples(st.sampled_from(list(properties))) if properties else st.just(())
    junk = draw(annotations)
    path = "".join(draw(LEGAL_PATH) + f"{{{p.name}}}" for p in parameters if p.place == "path") + draw(LEGAL_PATH)
    request = draw(
        build(
            Request,
            method=methods,
            path=st.just(path),
            parameters=st.just(parameters),
            body=st.just(body),
            presence=tuples(
                build(Presence, given=arguments, needs=arguments)
                | arguments.map(lambda names: Presence(given=names, needs=names))
            ),
            alternatives=tuples(build(Alternatives, sets=tuples(arguments), exclusive=flags)),
            security=st.none() | securities,
            url=urls,
        )
    )
    nexts = st.tuples(texts, st.sampled_from(list(properties))) if properties else st.none()
    sources = st.dictionaries(st.sampled_from(list(properties)), texts, max_size=2) if properties else st.just({})
    return draw(
        build(
            Tool,
            name=st.just(name),
            title=texts,
            description=texts,
            input_schema=st.just({"type": "object", "properties": properties, **junk}),
            output_schema=st.none() | annotations,
            hints=build(Hints, read_only=flags, destructive=flags, idempotent=flags, open_world=flags),
            group=st.just("tools") | texts,
            operation=st.just(f"{request.method} {request.path}") | texts,
            request=st.just(request),
            sources=sources,
            result=build(
                Result,
                media_type=st.just("application/json") | texts,
                status=st.integers(),
                example=st.just(UNSET) | json_values,
                string_ids=tuples(texts),
                items=st.none() | texts,
                next=st.none() | nexts,
                secrets=tuples(texts),
                confirm=texts,
                not_found=texts,
                headers=tuples(texts),
            ),
        )
    )


# --- toolsets

variables = st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True)
tool_names = st.text(alphabet=string.ascii_letters + string.digits + "_.-", min_size=1, max_size=20)


@st.composite
def grants(draw: st.DrawFn) -> Grant:
    token_url = draw(st.sampled_from(["", "token", "/v1/token?a=b", "https://a.test:1/x?y=%20", "HTTP://a.test"]))
    return draw(
        build(
            Grant,
            token_url=st.just(token_url),
            scopes=tuples(texts),
            token_url_env=variables | st.just("") if token_url else variables,
            scopes_env=variables | st.just(""),
            token_env=variables | st.just(""),
        )
    )


@st.composite
def auths(draw: st.DrawFn) -> Auth:
    type_ = draw(st.sampled_from(["apiKey", "bearer", "basic", "clientCredentials", "mutualTLS"]))
    count = 2 if type_ in ("basic", "clientCredentials", "mutualTLS") else 1
    return draw(
        build(
            Auth,
            key=texts,
            type=st.just(type_),
            env=st.lists(variables, min_size=count, max_size=count).map(tuple),
            place=st.sampled_from(["header", "query", "cookie"]),
            name=st.just("Authorization") | texts,
            description=texts,
            grant=grants() if type_ == "clientCredentials" else st.just(Grant()),
        )
    )


@st.composite
def upstreams(draw: st.DrawFn) -> Upstream:
    parts = draw(st.lists(st.sampled_from(["region", "port", "a b", "x-y"]), max_size=2, unique=True))
    url = draw(urls)
    if parts:
        url = draw(st.sampled_from(["https://a.test", "http://{x}.test:{port}", ""])) + "/v1"
        url = url.replace("{x}", f"{{{parts[0]}}}").replace(":{port}", "")
        url += "".join(f"/{{{part}}}" for part in parts)
    return draw(
        build(
            Upstream,
            url=st.just(url),
            auth=tuples(auths()),
            security=securities,
            variables=st.tuples(
                *(
                    build(
                        Variable,
                        name=st.just(part),
                        env=variables,
                        default=st.none() | st.sampled_from(["", "eu", "a.b"]),
                        values=tuples(texts),
                        description=texts,
                    )
                    for part in parts
                )
            ),
        )
    )


@st.composite
def toolsets(draw: st.DrawFn) -> Toolset:
    names = draw(st.lists(tool_names, max_size=2, unique=True))
    return draw(
        build(
            Toolset,
            profile=st.sampled_from(Profile),
            server=build(ServerInfo, name=texts, title=texts, version=texts, instructions=texts),
            upstream=upstreams(),
            tools=st.tuples(*(tools(name) for name in names)),
            definitions=st.dictionaries(texts, annotations | st.booleans(), max_size=2),
            source=texts,
        )
    )
