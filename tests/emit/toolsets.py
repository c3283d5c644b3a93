"""Toolsets written by hand: one that uses every kind of value, conversion and style, and small ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mcpgen.model.api import Encoding
from mcpgen.model.binding import (
    Alternatives,
    Body,
    Build,
    Context,
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
    Take,
    XmlNode,
)
from mcpgen.model.toolset import Auth, Grant, Hints, Profile, ServerInfo, Tool, Toolset, Upstream

READS = Hints(read_only=True, destructive=False, idempotent=True, open_world=False)
WRITES = Hints(read_only=False, destructive=True, idempotent=False, open_world=False)
ID = {"type": "string", "pattern": "^[0-9]+$", "description": "Identifier, digits only."}
TEXT = {"type": "string", "description": "Text.", "minLength": 1}
MARK = {"type": "string", "pattern": "^[^ ]+$"}


def inputs(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def build(keep: bool = False, /, **fields: Any) -> Build:
    return Build(fields=tuple(Field(name=name, value=value) for name, value in fields.items()), keep=keep)


def take(argument: str, convert: Any = None, **more: Any) -> Take:
    return Take(argument=argument, convert=convert, **more) if convert else Take(argument=argument, **more)


def placed(place: str, name: str, value: Any, style: str = "", explode: bool | None = None, **more: Any) -> Placed:
    usual = "form" if place in ("query", "cookie") else "simple"
    style = style or usual
    return Placed(
        place=place,  # type: ignore[arg-type]
        name=name,
        value=value,
        style=style,  # type: ignore[arg-type]
        explode=(style == "form") if explode is None else explode,
        **more,
    )


def tool(name: str, method: str, path: str, schema: dict[str, Any], **more: Any) -> Tool:
    request = {key: more.pop(key) for key in tuple(more) if key in Request.__dataclass_fields__}
    result = more.pop("result", Result(example={"ok": True}))
    return Tool(
        name=name,
        title=more.pop("title", name.replace("_", " ").capitalize()),
        description=more.pop("description", f"Does {name}. Returns what the API says."),
        input_schema=schema,
        hints=more.pop("hints", READS if method == "GET" else WRITES),
        group=more.pop("group", "books"),
        operation=f"{method} {path}",
        request=Request(method=method, path=path, **request),
        result=result,
        **more,
    )


LIST_BOOKS = tool(
    "list_books",
    "GET",
    "/books",
    inputs(
        {
            "genre": {"type": "string", "enum": ["crime", "science fiction"], "description": "Genre."},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Tags."},
            "formats": {"type": "array", "items": {"type": "string", "enum": ["paper", "ebook"]}, "description": "F."},
            "shelves": {"type": "array", "items": {"type": "string"}, "description": "Shelves."},
            "rooms": {"type": "array", "items": MARK, "description": "Rooms."},
            "floors": {"type": "array", "items": {"type": "string"}, "description": "Floors."},
            "author_ids": {"type": "array", "items": ID, "description": "Authors."},
            "in_stock": {"type": "boolean", "description": "In stock."},
            "price_from": {"type": "number", "minimum": 0, "description": "Least price."},
            "price_to": {"type": "number", "description": "Highest price."},
            "near": inputs({"lat": {"type": "number"}, "lon": {"type": "number"}}, "lat", "lon"),
            "where": {"type": "string", "description": "A filter as JSON text of an object."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "How many."},
            "cursor": {"type": "string", "description": "Where to go on."},
        }
    ),
    parameters=(
        placed("query", "genre", take("genre")),
        placed("query", "tag", take("tags")),
        placed("query", "format", take("formats"), explode=False),
        placed("query", "shelf", take("shelves"), "pipeDelimited"),
        placed("query", "room", take("rooms"), "spaceDelimited"),
        placed("query", "floor", take("floors"), "tabDelimited"),
        placed("query", "authorId", take("author_ids", Each(item=Exact())), explode=False),
        placed("query", "inStock", take("in_stock")),
        placed("query", "price", build(**{"from": take("price_from"), "to": take("price_to")}), "deepObject", True),
        placed("query", "near", take("near"), explode=False),
        placed("query", "where", take("where", Parsed(type="object")), content="application/json"),
        placed("query", "limit", take("limit")),
        placed("query", "cursor", take("cursor")),
        placed("query", "view", Fixed(value="full")),
        placed("header", "Accept-Language", Context(signal="user_locale")),
        placed("header", "X-Tags", take("tags")),
        placed("cookie", "seen", take("cursor")),
    ),
    result=Result(
        example={"data": [{"id": 4810027, "title": "The Lighthouse Ledger", "key": "k"}], "next": "bz"},
        string_ids=("/data/*/id",),
        items="/data",
        next=("/next", "cursor"),
        secrets=("/data/*/key",),
    ),
)
GET_BOOK = tool(
    "get_book",
    "GET",
    "/books/{bookId}",
    inputs({"book_id": ID}, "book_id"),
    parameters=(placed("path", "bookId", take("book_id", Exact())),),
    result=Result(example={"id": 7, "size": 2**60}, string_ids=("/id",), not_found="Check book_id with list_books."),
)
DELETE_BOOK = tool(
    "delete_book",
    "DELETE",
    "/books/{bookId}",
    inputs({"book_id": ID}, "book_id"),
    parameters=(placed("path", "bookId", take("book_id", Exact())),),
    result=Result(media_type="", status=204, confirm="Deleted book {book_id}."),
)
UPDATE_BOOK = tool(
    "update_book",
    "PATCH",
    "/books/{bookId}",
    inputs(
        {
            "book_id": ID,
            "title": TEXT,
            "subtitle": TEXT,
            "series_id": ID,
            "blurb": TEXT,
            "clear_fields": {
                "type": "array",
                "items": {"type": "string", "enum": ["subtitle", "series_id"]},
                "description": "Fields to empty.",
            },
        },
        "book_id",
    ),
    parameters=(placed("path", "bookId", take("book_id", Exact())),),
    body=Body(
        media_type="application/merge-patch+json",
        required=True,
        value=build(
            title=take("title"),
            subtitle=take("subtitle", clearable=True),
            seriesId=take("series_id", Exact(), clearable=True),
            blurb=take("blurb", or_null=True),
            origin=Fixed(value={"by": "tool", "note": None}),
        ),
    ),
    result=Result(example={"id": 7}, string_ids=("/id",)),
)
CREATE_ORDER = tool(
    "create_order",
    "POST",
    "/orders",
    inputs(
        {
            "lines": {
                "type": "array",
                "minItems": 1,
                "description": "What is ordered.",
                "items": inputs(
                    {
                        "book_id": ID,
                        "quantity": {"type": "integer", "minimum": 1, "description": "How many."},
                        "gift_message": TEXT,
                    },
                    "book_id",
                    "quantity",
                ),
            },
            "customer_id": ID,
            "email": {"type": "string", "format": "email", "description": "Address."},
            "address_city": TEXT,
            "address_country": {"type": "string", "pattern": "^[A-Z]{2}$", "description": "ISO 3166-1 alpha-2."},
            "delivery": inputs({"day": {"type": "string", "format": "date"}, "slot": TEXT}, "day"),
            "labels": {
                "type": "array",
                "description": "Labels.",
                "items": inputs({"key": TEXT, "value": ID}, "key", "value"),
            },
            "prices": {
                "type": "array",
                "description": "Prices by currency.",
                "items": inputs({"key": TEXT, "amount": {"type": "number"}, "unit": TEXT}, "key", "amount"),
            },
            "rows": {
                "type": "array",
                "description": "Rows.",
                "items": {"type": "array", "items": ID},
            },
            "extra": {"type": "string", "description": "Anything, as JSON text."},
            "fallback": {"type": "boolean", "default": False, "description": "Accept other editions."},
        },
        "lines",
    ),
    group="orders",
    title="Create an order",
    parameters=(placed("header", "Idempotency-Key", Generate()),),
    body=Body(
        media_type="application/json",
        required=True,
        value=build(
            customer=build(id=take("customer_id", Exact()), email=take("email")),
            lines=take(
                "lines",
                Each(
                    item=Reshape(
                        build=build(
                            bookId=take("book_id", Exact()),
                            quantity=take("quantity"),
                            gift=build(message=take("gift_message")),
                        )
                    )
                ),
            ),
            address=build(city=take("address_city"), country=take("address_country")),
            delivery=take("delivery", Reshape(build=build(date=take("day")), open=True)),
            labels=take("labels", Pairs(value=Exact())),
            prices=take("prices", Pairs(value=Reshape(build=build(amount=take("amount"), unit=take("unit"))))),
            rows=take("rows", Each(item=Each(item=Exact()))),
            extra=take("extra", Parsed()),
            options=build(True, fallback=take("fallback")),
            channel=Fixed(value="assistant"),
        ),
        check={
            "type": "object",
            "required": ["lines"],
            "properties": {"lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}}, "extra": {"type": "object"}},
        },
    ),
    presence=(Presence(given=("address_city",), needs=("address_country",)),),
    alternatives=(Alternatives(sets=(("customer_id",), ("email",)), exclusive=True),),
    result=Result(example={"id": 12, "lines": [{"bookId": 7}]}, status=201, string_ids=("/id", "/lines/*/bookId")),
)
REQUEST_CALLBACK = tool(
    "request-callback",
    "POST",
    "/callbacks",
    inputs(
        {
            "phone": {"type": "string", "pattern": "^\\+[0-9]{6,14}$", "description": "Phone."},
            "topics": {"type": "array", "items": TEXT, "description": "Topics."},
            "days": {"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}, "description": "Days."},
            "from_hour": {"type": "integer", "minimum": 0, "maximum": 23, "description": "Hour."},
            "urgent": {"type": "boolean", "description": "Urgent."},
            "people": {"type": "array", "items": inputs({"name": TEXT}, "name"), "description": "People."},
            "class": {"type": "string", "description": "A name that Python keeps for itself."},
        },
        "phone",
    ),
    group="callbacks",
    body=Body(
        media_type="application/x-www-form-urlencoded",
        value=build(
            phone=take("phone"),
            topic=take("topics"),
            days=take("days"),
            between=build(**{"from": take("from_hour")}),
            urgent=take("urgent"),
            person=take("people"),
            kind=take("class"),
        ),
        encoding=(Encoding(property="days", explode=False),),
        required=True,
    ),
    security=(("tillKey",),),
    result=Result(media_type="", status=202, confirm="A callback to {phone} is requested."),
)
REPLACE_TAGS = tool(
    "replace_tags",
    "PUT",
    "/books/{bookId}/tags",
    inputs({"book_id": ID, "tags": {"type": "array", "items": TEXT, "description": "All tags."}}, "book_id", "tags"),
    parameters=(placed("path", "bookId", take("book_id")),),
    body=Body(media_type="application/json", value=take("tags"), required=True),
    security=(),
    url="https://uploads.bookstore.test/v2",
    result=Result(media_type="text/plain", example="3 tags"),
)
SEARCH_BOOKS = tool(
    "search_books",
    "POST",
    "/books/search",
    inputs({"text": TEXT}),
    body=Body(media_type="application/json", value=build(text=take("text"))),
    result=Result(example=[{"id": 1}], string_ids=("/*/id",)),
    hints=READS,
)
POINT = inputs({"x": {"type": "integer"}, "y": {"type": "string"}}, "x", "y")
WORDS = {"type": "array", "items": TEXT, "description": "Words."}
FIND_ODDLY = tool(
    "find_oddly",
    "GET",
    "/a b/{plain}/{dots}{params}/x{point};{name}?fixed=1&more=%20",
    inputs(
        {"plain": TEXT, "words": WORDS, "point": POINT, "name": TEXT, "ratio": ID}, "plain", "words", "point", "name"
    ),
    group="class",
    parameters=(
        placed("path", "plain", take("plain")),
        placed("path", "dots", take("words"), "label", True),
        placed("path", "params", take("words"), "matrix", True),
        placed("path", "point", take("point"), explode=True),
        placed("path", "name", take("name")),
        placed("query", "unfolded", take("point")),
        placed("query", "piped", take("point"), "pipeDelimited"),
        placed("query", "listed", take("words"), "deepObject", True),
        placed("query", "ratio", take("ratio", Exact(type="number"))),
        placed("header", "X-Point", take("point"), explode=True),
        placed("header", "X-Flat", take("point")),
        placed("cookie", "words", take("words"), explode=False),
    ),
    security=(("bearerAuth", "jar"), ("office",)),
    result=Result(example=[[1, 2.5, True, None]], string_ids=("/0/*",)),
)
SEND_NOTE = tool(
    "send_note",
    "POST",
    "/notes",
    inputs({"note": TEXT}, "note"),
    group="class",
    body=Body(media_type="text/plain", value=take("note"), required=True),
    security=(("office",),),
    result=Result(media_type="text/csv", example="a,b\n1,2\n"),
)
POINT_TEXTS = inputs({"words": WORDS, "point": POINT, "marks": {**WORDS, "items": MARK}}, "words", "point", "marks")
MARK_PLACES = tool(
    "mark_places",
    "POST",
    "/places/{tabs}/{pipes}/{spaces}",
    POINT_TEXTS,
    group="class",
    parameters=(
        placed("path", "tabs", take("words"), "tabDelimited"),
        placed("path", "pipes", take("point"), "pipeDelimited"),
        placed("path", "spaces", take("marks"), "spaceDelimited"),
        placed("query", "point", take("point"), "tabDelimited", True),
        placed("header", "X-Tabs", take("words"), "tabDelimited"),
        placed("header", "X-Point", take("point"), "pipeDelimited"),
        placed("cookie", "seen", take("words"), "tabDelimited"),
    ),
    body=Body(
        media_type="application/x-www-form-urlencoded",
        value=build(tabs=take("words"), pipes=take("marks")),
        encoding=(
            Encoding(property="tabs", style="tabDelimited", explode=False),
            Encoding(property="pipes", style="pipeDelimited", explode=False),
        ),
    ),
)
COPY_BOOK = tool(
    "copy_book",
    "COPY",
    "/books/{bookId}",
    inputs({"book_id": ID, "shelf": TEXT}, "book_id"),
    parameters=(
        placed("path", "bookId", take("book_id", Exact())),
        placed("header", "Destination", take("shelf")),
    ),
    security=(("machine",),),
)
QUERY_BOOKS = tool(
    "query_books",
    "QUERY",
    "/books",
    inputs({"text": TEXT}, "text"),
    body=Body(media_type="application/json", value=build(text=take("text")), required=True),
    security=(("partner", "tillKey"),),
    hints=READS,
)
SEEK_BOOKS = tool(
    "seek_books", "m-search", "/books", inputs({"text": TEXT}), parameters=(placed("query", "q", take("text")),)
)
TRACE_BOOKS = tool("trace_books", "TRACE", "/books", inputs({}), result=Result(media_type="message/http"), hints=READS)
PING = tool("ping", "HEAD", "/ping", {"type": "object", "additionalProperties": False}, result=Result(media_type=""))

FILE = {"type": "string", "description": "A file."}
SEND_PARTS = tool(
    "send_parts",
    "POST",
    "/parts",
    inputs(
        {
            "cover": FILE,
            "pages": {"type": "array", "items": FILE, "description": "Pages."},
            "note": TEXT,
            "words": WORDS,
            "marks": {**WORDS, "items": MARK},
            "point": POINT,
            "more": {"type": "string", "description": "More, as JSON text."},
        },
        "cover",
    ),
    body=Body(
        media_type="multipart/form-data",
        value=Build(
            fields=(
                Field(name="cover", value=take("cover", File(accepts="image/png, image/*"))),
                Field(name="pages", value=take("pages", Each(item=File(base64=True)))),
                Field(name="note", value=take("note")),
                Field(name="page", value=take("note")),
                Field(name="words", value=take("words")),
                Field(name="marks", value=take("marks")),
                Field(name="point", value=take("point")),
                Field(name="deep", value=take("point")),
            ),
            others=take("more", Parsed(type="object")),
        ),
        required=True,
        encoding=(
            Encoding(property="cover", headers=(("X-Kind", "front"),)),
            Encoding(property="page", content_type="text/html"),
            Encoding(property="marks", style="spaceDelimited", explode=False),
            Encoding(property="deep", style="deepObject", explode=True),
        ),
    ),
)
SET_COVER = tool(
    "set_cover",
    "PUT",
    "/cover",
    inputs({"image": FILE}),
    body=Body(media_type="image/png", value=take("image", File(accepts="image/png, image/jpeg"))),
)
SEND_ROWS = tool(
    "send_rows",
    "POST",
    "/rows",
    inputs({"rows": {"type": "array", "items": POINT, "description": "Rows."}}, "rows"),
    body=Body(media_type="application/json-seq", value=take("rows"), required=True),
)
SEND_XML = tool(
    "send_xml",
    "POST",
    "/xml",
    inputs(
        {"note": TEXT, "words": WORDS, "points": {"type": "array", "items": POINT, "description": "Points."}}, "note"
    ),
    body=Body(
        media_type="application/vnd.bookstore+xml",
        value=build(note=take("note"), words=take("words"), points=take("points"), said=take("note")),
        required=True,
        xml=XmlNode(
            name="parcel",
            prefix="b",
            namespace="https://bookstore.test/xml",
            fields=(
                ("note", XmlNode(kind="attribute")),
                ("words", XmlNode(name="all", wrapped=True, items=XmlNode(name="word"))),
                (
                    "points",
                    XmlNode(items=XmlNode(name="point", fields=(("y", XmlNode()), ("x", XmlNode())), ordered=True)),
                ),
                ("said", XmlNode(namespace="urn:said")),
            ),
        ),
    ),
)

TOOLS = (
    LIST_BOOKS,
    GET_BOOK,
    DELETE_BOOK,
    UPDATE_BOOK,
    CREATE_ORDER,
    REQUEST_CALLBACK,
    REPLACE_TAGS,
    SEARCH_BOOKS,
    PING,
    SEND_PARTS,
    SET_COVER,
    SEND_ROWS,
    SEND_XML,
    FIND_ODDLY,
    SEND_NOTE,
    MARK_PLACES,
    COPY_BOOK,
    QUERY_BOOKS,
    SEEK_BOOKS,
    TRACE_BOOKS,
)
MACHINE = Auth(
    key="machine",
    type="clientCredentials",
    env=("CLIENT_ID", "CLIENT_SECRET"),
    description="For programs.",
    grant=Grant(
        token_url="https://login.bookstore.test/token?tenant=7",
        scopes=("books.read", "https://bookstore.test/write"),
        scopes_env="SCOPES",
        token_env="USER_TOKEN",
    ),
)
PARTNER = Auth(
    key="partner",
    type="clientCredentials",
    env=("PARTNER_ID", "PARTNER_SECRET"),
    grant=Grant(token_url="oauth/token", token_url_env="PARTNER_TOKEN_URL"),
)


def bookstore(*tools: Tool, profile: Profile = Profile.CONNECTED_APPS) -> Toolset:
    """The toolset with all kinds of bindings, or with these tools."""
    chosen = tools or TOOLS
    if profile is Profile.MCP:
        chosen = tuple(replace(one, output_schema={"type": "object"}) for one in chosen)
    return Toolset(
        profile=profile,
        server=ServerInfo(
            name="bookstore",
            title="Bookstore",
            version="1.4.0",
            instructions="The catalogue and the orders of a small chain of bookshops. Prices include VAT. "
            "Every time is in UTC.",
        ),
        upstream=Upstream(
            url="https://api.bookstore.test/v1",
            auth=(
                Auth(key="bearerAuth", type="bearer", env=("TOKEN",)),
                Auth(key="tillKey", type="apiKey", env=("API_KEY",), place="query", name="api_key"),
                Auth(key="jar", type="apiKey", env=("JAR",), place="cookie", name="jar"),
                Auth(key="office", type="basic", env=("USERNAME", "PASSWORD")),
                MACHINE,
                PARTNER,
            ),
            security=(("bearerAuth",),),
        ),
        tools=chosen,
        definitions={"Line": {"type": "object", "required": ["bookId"], "properties": {"bookId": {"type": "integer"}}}},
        source="bookstore.yaml",
    )
