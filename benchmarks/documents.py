"""Synthetic OpenAPI descriptions of any size: what they say is made up, their shape is that of real ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, Final

Json = dict[str, Any]

PER_RESOURCE: Final = 6
"""Operations of a resource: list, create, get, update, delete, and an action."""

_KINDS: Final = """
    account address alert asset audit badge batch booking branch budget campaign carrier case channel claim contract
    course delivery deposit device discount document donation driver employee event expense facility feed fleet folder
    forecast grant guest invoice issue job label ledger lesson license loan location machine meeting member merchant
    message milestone mission note offer order package parcel partner payment payout permit photo plan policy portfolio
    product profile project quote refund rental report review route sample season sensor session shift shipment site
    station store supplier survey task team template tenant ticket tour trip unit vehicle vendor visit voucher
    warehouse warranty webhook workflow zone
""".split()
_QUALIFIERS: Final = """
    sales rental travel school health energy garden harbour museum theatre airport railway kitchen library hotel estate
    factory mining forest fishery laboratory studio stadium clinic market cargo transit tax customs court
""".split()
MOST: Final = PER_RESOURCE * len(_KINDS) * len(_QUALIFIERS)
"""Operations for which there are names."""

_ACTIONS: Final = ("archive", "approve", "cancel", "publish", "renew", "suspend", "restore", "close")
_STATES: Final = ("draft", "active", "paused", "closed", "cancelled")
_SENTENCE: Final = (
    "The value is checked when the record is saved, and again when it is sent to those who work with it. "
)

_ERRORS: Final = {
    "404": {"$ref": "#/components/responses/NotFound"},
    "422": {"$ref": "#/components/responses/Invalid"},
}


def resources(operations: int) -> Json:
    """A description of that many operations (or up to five more): one schema and six operations a resource.

    Five resources share a tag. A schema refers to two other ones and to three that all have in common.
    """
    names = list(islice(_names(), -(-operations // PER_RESOURCE)))
    return _document(
        {path: item for number, name in enumerate(names) for path, item in _paths(name, number).items()},
        _shared_schemas() | {_type(name): _schema(names, number) for number, name in enumerate(names)},
    )


def graph(operations: int, schemas: int) -> Json:
    """Operations that all take and answer the first of a chain of schemas; each refers to five later ones."""
    nodes = {
        f"Node{number}": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "description": f"Name of node {number}."},
                "weight": {"type": "number", "description": "How much it counts."},
                **{
                    f"part{step}": {"$ref": f"#/components/schemas/Node{number + step}"}
                    for step in (1, 2, 3, 5, 8)
                    if number + step < schemas
                },
            },
        }
        for number in range(schemas)
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Node0"}}}
    paths = {
        f"/{name.replace('_', '-')}/nodes": {
            "post": {
                "operationId": f"create_{name}_node",
                "tags": [name.partition("_")[0]],
                "summary": f"Create a {name.replace('_', ' ')} node",
                "requestBody": {"required": True, "content": content},
                "responses": {"201": {"description": "The node.", "content": content}},
            }
        }
        for name in islice(_names(), operations)
    }
    return _document(paths, nodes)


def of_size(megabytes: float) -> Json:
    """A description that is about that large as JSON: long descriptions and large examples, 24 kB an operation."""
    operations = max(int(megabytes * 1e6 / 24_000), PER_RESOURCE)
    document = resources(operations)
    for path, item in document["paths"].items():
        for operation in (value for key, value in item.items() if key != "parameters"):
            operation["description"] = _SENTENCE * 40
            for response in operation["responses"].values():
                for media in response.get("content", {}).values():
                    media["example"] = {"data": [_example(path, number) for number in range(90)], "next": None}
    missing = megabytes * 1e6 - len(json.dumps(document))
    if missing > 0:
        document["info"]["description"] += _SENTENCE * int(missing / len(_SENTENCE))
    return document


def _names() -> Iterator[str]:
    """Names of resources, each another one: `sales_account`, `rental_account`, and so on."""
    return (f"{qualifier}_{kind}" for kind, qualifier in product(_KINDS, _QUALIFIERS))


def _type(name: str) -> str:
    return name.title().replace("_", "")


def _ref(kind: str, name: str) -> Json:
    return {"$ref": f"#/components/{kind}/{name}"}


def _document(paths: Json, schemas: Json) -> Json:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Operations", "version": "1.0.0", "description": "Runs the daily work of many firms. "},
        "servers": [{"url": "https://api.operations.test/v1"}],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "parameters": _parameters(),
            "responses": {
                "NotFound": _response("There is nothing with this id.", "Problem"),
                "Invalid": _response("Some values cannot be accepted.", "Problem"),
            },
            "schemas": schemas,
        },
    }


def _parameters() -> Json:
    limit = {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}
    return {
        "Limit": {"name": "limit", "in": "query", "description": "How many to return on a page.", "schema": limit},
        "Cursor": {"name": "cursor", "in": "query", "description": "Where to read on.", "schema": {"type": "string"}},
        "Sort": {
            "name": "sort",
            "in": "query",
            "description": "Order of the list.",
            "schema": {"type": "string", "enum": ["newest", "oldest", "name"], "default": "newest"},
        },
        "Language": {
            "name": "Accept-Language",
            "in": "header",
            "description": "Language of texts.",
            "schema": {"type": "string"},
        },
    }


def _response(description: str, schema: str) -> Json:
    return {"description": description, "content": {"application/json": {"schema": _ref("schemas", schema)}}}


def _shared_schemas() -> Json:
    text = {"type": "string", "maxLength": 200}
    return {
        "Money": {
            "type": "object",
            "required": ["amount", "currency"],
            "properties": {
                "amount": {"type": "number", "minimum": 0, "description": "Amount in the main unit."},
                "currency": {"type": "string", "enum": ["EUR", "GBP", "USD"], "description": "Its currency."},
            },
        },
        "Address": {
            "type": "object",
            "required": ["street", "city", "country"],
            "properties": {
                "street": {**text, "description": "Street and number."},
                "city": {**text, "description": "Town or city."},
                "postal_code": {"type": "string", "pattern": "^[0-9A-Z -]{3,10}$", "description": "Postal code."},
                "country": {
                    "type": "string",
                    "minLength": 2,
                    "maxLength": 2,
                    "description": "ISO code of the country.",
                },
            },
        },
        "Person": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {**text, "description": "Full name."},
                "email": {"type": "string", "format": "email", "description": "E-mail address."},
                "address": _ref("schemas", "Address"),
            },
        },
        "Problem": {
            "type": "object",
            "properties": {"title": text, "status": {"type": "integer"}, "detail": {"type": "string"}},
        },
    }


def _schema(names: Sequence[str], number: int) -> Json:
    """The schema of a resource; those that it refers to are only read, so that a body stays small."""
    words = names[number].replace("_", " ")
    before, after = (_type(names[other % len(names)]) for other in (number // 2, number * 7 + 3))
    return {
        "type": "object",
        "description": f"A {words} as it is kept by the firm.",
        "required": ["id", "name", "status"],
        "properties": {
            "id": {"type": "integer", "format": "int64", "readOnly": True, "description": f"Number of the {words}."},
            "name": {"type": "string", "minLength": 1, "maxLength": 120, "description": f"What the {words} is called."},
            "status": {"type": "string", "enum": list(_STATES), "description": f"State of the {words}."},
            "note": {"type": ["string", "null"], "maxLength": 2000, "description": "A remark for colleagues."},
            "owner_id": {"type": "integer", "format": "int64", "description": "The person who looks after it."},
            "priority": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5, "description": "1 comes first."},
            "starts_on": {"type": "string", "format": "date", "description": "First day."},
            "tags": {
                "type": "array",
                "maxItems": 20,
                "items": {"type": "string"},
                "description": "Words to find it by.",
            },
            "price": {"description": "What it costs.", **_ref("schemas", "Money")},
            "contact": {"description": "Whom to ask.", **_ref("schemas", "Person")},
            "parent": {"readOnly": True, "description": "What it belongs to.", **_ref("schemas", before)},
            "related": {"type": "array", "readOnly": True, "items": _ref("schemas", after), "description": "See also."},
            "created_at": {"type": "string", "format": "date-time", "readOnly": True},
        },
    }


def _paths(name: str, number: int) -> Json:
    """The three paths of a resource, with its six operations."""
    collection, identifier = f"/{name.replace('_', '-')}s", f"{name}_id"
    words, tag = name.replace("_", " "), f"area {number // 5 + 1}"
    shared = {"tags": [tag]}
    path_parameter = {
        "name": identifier,
        "in": "path",
        "required": True,
        "description": f"The {words}.",
        "schema": {"type": "integer", "format": "int64"},
    }
    body = {"required": True, "content": {"application/json": {"schema": _ref("schemas", _type(name))}}}
    one = _response(f"The {words}.", _type(name))
    page = {
        "type": "object",
        "required": ["data", "next"],
        "properties": {
            "data": {"type": "array", "items": _ref("schemas", _type(name))},
            "next": {"type": ["string", "null"]},
        },
    }
    listing = {"description": "A page.", "content": {"application/json": {"schema": page}}}
    status = {"name": "status", "in": "query", "description": "Only in this state.", "schema": {"enum": list(_STATES)}}
    action = _ACTIONS[number % len(_ACTIONS)]
    reason = {"type": "string", "maxLength": 300, "description": "Why, for the record."}
    return {
        collection: {
            "get": {
                **shared,
                "operationId": f"list_{name}s",
                "summary": f"List {words}s",
                "description": f"Lists the {words}s that the caller may see, newest first unless `sort` says so.",
                "parameters": [status, *(_ref("parameters", key) for key in ("Sort", "Limit", "Cursor"))],
                "responses": {"200": listing},
            },
            "post": {
                **shared,
                "operationId": f"create_{name}",
                "summary": f"Create a {words}",
                "description": f"Creates a {words} and tells the person who looks after it.",
                "requestBody": body,
                "responses": {"201": one, "422": _ERRORS["422"]},
            },
        },
        f"{collection}/{{{identifier}}}": {
            "parameters": [path_parameter],
            "get": {
                **shared,
                "operationId": f"get_{name}",
                "summary": f"Get a {words}",
                "description": f"Returns one {words} with all that is known of it.",
                "parameters": [_ref("parameters", "Language")],
                "responses": {"200": one, "404": _ERRORS["404"]},
            },
            "put": {
                **shared,
                "operationId": f"update_{name}",
                "summary": f"Update a {words}",
                "description": f"Replaces what is known of a {words}; what is left out is removed.",
                "requestBody": body,
                "responses": {"200": one, **_ERRORS},
            },
            "delete": {
                **shared,
                "operationId": f"delete_{name}",
                "summary": f"Delete a {words}",
                "description": f"Removes a {words} for good.",
                "responses": {"204": {"description": "It is gone."}, "404": _ERRORS["404"]},
            },
        },
        f"{collection}/{{{identifier}}}/{action}": {
            "parameters": [path_parameter],
            "post": {
                **shared,
                "operationId": f"{action}_{name}",
                "summary": f"{action.title()} a {words}",
                "description": f"Lets somebody {action} a {words}, and writes down why.",
                "requestBody": {
                    "content": {"application/json": {"schema": {"type": "object", "properties": {"reason": reason}}}}
                },
                "responses": {"200": one, **_ERRORS},
            },
        },
    }


def _example(path: str, number: int) -> Json:
    return {"id": number, "name": f"Entry {number} of {path}", "status": _STATES[number % 5], "note": _SENTENCE[:60]}
