"""Whole documents: versions, servers, security, operations, and what is reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.frontends.openapi import is_openapi, read
from mcpgen.model.api import Api, SecurityScheme, Server
from mcpgen.source import load

ONE = "/a: {get: {responses: {'200': {description: ok}}}}"


def found(api: Api, code: str) -> list[Diagnostic]:
    return [d for d in api.diagnostics if d.code == code]


def read_text(folder: Path, text: str) -> Api:
    path = folder / "api.yaml"
    path.write_text(text)
    return read(load(path))


def refusal(folder: Path, text: str) -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        read_text(folder, text)
    assert caught.value.locator is not None
    assert caught.value.diagnostics[0].hint
    return caught.value.diagnostics[0]


def test_the_example_is_read_without_complaint() -> None:
    api = read(load(Path(__file__).parents[3] / "examples" / "specs" / "bookstore.yaml"))
    assert api.diagnostics == ()
    assert api.title == "Bookstore"
    assert api.version == "1.4.0"
    assert api.license == "Apache-2.0"
    assert api.servers == (Server(url="https://api.bookstore.test/v1"),)
    assert api.security == (("bearerAuth",),)
    operations = {operation.id: operation for operation in api.operations}
    assert operations["listReviews"].security == ()
    assert operations["getBook"].security is None
    assert [(p.name, p.place, p.required) for p in operations["getBook"].parameters] == [
        ("bookId", "path", True),
        ("Accept-Language", "header", False),
    ]
    assert [r.status for r in operations["createBook"].responses] == ["201", "409", "422"]
    assert operations["createBook"].responses[0].content[0].examples[0]["id"] == 4810027
    assert operations["uploadCover"].body is not None
    [encoding] = operations["uploadCover"].body.content[0].encoding
    assert (encoding.property, encoding.content_type) == ("image", "image/jpeg, image/png")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("swagger: '1.2'\npaths: {/a: {get: {}}}", "openapi-version"),
        ("openapi: 4.0.0\npaths: {/a: {get: {}}}", "openapi-version"),
        ("openapi: [3]\npaths: {/a: {get: {}}}", "openapi-version"),
        ("tools: []", "openapi-unknown"),
        ("openapi: 3.0.0", "openapi-no-operations"),
        ("openapi: 3.0.0\npaths: {}", "openapi-no-operations"),
        ("openapi: 3.0.0\npaths: []", "openapi-no-operations"),
        ("openapi: 3.0.0\npaths: {/a: {summary: x}}", "openapi-no-operations"),
        ("openapi: 3.0.0\npaths: {/a: {get: 1}}", "openapi-no-operations"),
    ],
)
def test_what_nothing_can_be_made_of(tmp_path: Path, text: str, code: str) -> None:
    assert refusal(tmp_path, text).code == code


@pytest.mark.parametrize("version", ["3.0", "'3.0.4'", "3.1.0", "3.1.9", "3.2.0", "'v3.2'", "3"])
def test_versions_that_are_read(tmp_path: Path, version: str) -> None:
    api = read_text(tmp_path, f"openapi: {version}\ninfo: {{title: T, version: 1}}\npaths: {{{ONE}}}")
    assert found(api, "openapi-version") == []


@pytest.mark.parametrize("head", ["openapi: 3.3.0\n", "", "basePath: /v1\n"])
def test_versions_that_are_guessed(tmp_path: Path, head: str) -> None:
    assert len(found(read_text(tmp_path, f"{head}paths: {{{ONE}}}"), "openapi-version")) == 1


def test_what_counts_as_openapi() -> None:
    assert is_openapi({"openapi": "3.0.0"})
    assert is_openapi({"swagger": "2.0"})
    assert is_openapi({"paths": {"/a": {}}})
    assert not is_openapi({"tools": []})
    assert not is_openapi({"paths": ["/a"]})
    assert not is_openapi([])


def test_missing_parts_are_warnings(tmp_path: Path) -> None:
    api = read_text(tmp_path, "openapi: 3.0.0\npaths: {/a: {get: {}}}")
    assert api.title == "api"
    assert [o.key for o in api.operations] == ["GET /a"]
    assert {d.severity for d in api.diagnostics} == {Severity.WARNING}
    messages = [d.message for d in found(api, "openapi-invalid")]
    assert "The document lacks 'info'." in messages
    assert "'get' lacks 'responses'." in messages


def test_many_violations_are_counted(tmp_path: Path) -> None:
    alike = "\n".join(f"  /a{i}: {{get: {{}}}}" for i in range(30))
    unlike = "\n".join(f"  /b{i}: {{get{i}: {{}}}}" for i in range(30))
    text = f"openapi: 3.0.0\ninfo: {{title: t, version: v}}\npaths:\n{alike}\n{unlike}"
    invalid = [d.message for d in found(read_text(tmp_path, text), "openapi-invalid")]
    assert len(invalid) == 21
    assert sum("lacks 'responses'" in message for message in invalid) == 3
    assert "'get' lacks 'responses'. So it is in 27 more places." in invalid
    assert invalid[-1].startswith("13 more kinds of places")


WRONG = [
    ("3.0.0", "{type: strin}", "'type' is 'strin', which is none of the allowed values.", "'object' or 'string'"),
    ("3.1.0", "{type: strin}", "'type' is 'strin', which is none of the allowed values.", "'null', 'number'"),
    ("3.2.0", "{type: [string, 7]}", "Item 1 of 'type' holds what is none of the allowed values.", "'array'"),
    ("3.1.0", "{minLength: '3'}", "'minLength' is a text, not a whole number.", "Write a whole number."),
    ("3.1.0", "{items: [{}]}", "'items' is a list, not true or false or a mapping.", "Write true or false"),
    ("3.0.0", "{title: 2024}", "'title' is the number 2024, not a text.", "Put it in quotes."),
    ("3.1.0", "{properties: {q: {required: q}}}", "'required' is a text, not a list.", "Write a list."),
    ("3.0.0", "{exampel: 3}", "'p' has 'exampel', which is not expected there.", "Correct the spelling"),
]


@pytest.mark.parametrize(("version", "schema", "message", "hint"), WRONG)
def test_violations_name_the_cause_not_the_choice(
    tmp_path: Path, version: str, schema: str, message: str, hint: str
) -> None:
    text = f"""
        openapi: {version}
        info: {{title: t, version: v}}
        paths:
          /a:
            post:
              requestBody: {{content: {{a/b: {{schema: {{type: object, properties: {{p: {schema}}}}}}}}}}}
              responses: {{'200': {{description: ok}}}}
    """
    [invalid] = found(read_text(tmp_path, text), "openapi-invalid")
    assert invalid.message == message
    assert hint in invalid.hint
    assert "properties" in str(invalid.at)


def test_halves_of_surrogate_pairs_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"openapi": "3.0.0", "paths": {"/a": {"get": {"summary": "\\ud800"}}}}')
    assert read(load(path)).operations[0].summary == "\ufffd"


def test_one_broken_operation_costs_no_other(api_of: Callable[..., Api]) -> None:
    api = api_of("""
        /good: {get: {responses: {'200': {description: ok}}}}
        /null: {get: null, post: {requestBody: null}}
        /lost: {post: {requestBody: {$ref: '#/components/requestBodies/Gone'}}, put: {}}
        /ref: {$ref: '#/components/pathItems/Gone'}
        /text: hello
        """)
    assert [o.key for o in api.operations] == ["GET /good", "POST /null", "PUT /lost"]
    errors = [d for d in api.diagnostics if d.severity is Severity.ERROR]
    assert [d.subject for d in errors] == ["GET /null", "POST /lost", "/ref", "/text"]
    assert {d.code for d in errors} == {"openapi-operation"}
    assert "#/components/requestBodies/Gone" in errors[1].message


def test_path_items_give_what_they_hold(api_of: Callable[..., Api]) -> None:
    api = api_of(
        """
        /a/{id}:
          summary: Things
          servers: [{url: 'https://path.test'}]
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: page, in: query, schema: {type: string}}
          x-internal: {get: 1}
          get: {parameters: [{name: page, in: query, schema: {type: integer}}]}
          put: {summary: Own, servers: [{url: 'https://own.test'}]}
        /b: {$ref: '#/components/pathItems/B', post: {summary: beside}}
        x-more: {get: {}}
        """,
        components={"pathItems": {"B": {"get": {"summary": "there"}, "post": {"summary": "hidden"}}}},
    )
    get, put, there, post = api.operations
    assert (get.summary, put.summary, post.summary, there.summary) == ("Things", "Own", "beside", "there")
    assert get.servers == (Server(url="https://path.test"),)
    assert put.servers == (Server(url="https://own.test"),)
    assert [(p.name, p.schema.type) for p in get.parameters] == [("id", "string"), ("page", "integer")]
    assert there.origin.pointer == ("components", "pathItems", "B", "get")


def test_same_operation_ids_are_told(api_of: Callable[..., Api]) -> None:
    api = api_of("{/a: {get: {operationId: x}}, /b: {get: {operationId: x}}}")
    [double] = found(api, "openapi-duplicate-operation-id")
    assert double.subject == "GET /b"
    assert "GET /a" in double.message
    assert len(api.operations) == 2


def test_a_server_that_lacks_its_scheme_alone_is_of_https(api_of: Callable[..., Api]) -> None:
    variables = {"area": {"default": "eu"}}
    api = api_of(ONE, servers=[{"url": "//api.test/v2"}, {"url": "//{area}.api.test", "variables": variables}])
    assert [s.url for s in api.servers] == ["https://api.test/v2", "https://eu.api.test"]
    assert api.servers[1].template == "https://{area}.api.test"


def test_servers_are_filled_in(api_of: Callable[..., Api]) -> None:
    variables = {"region": {"default": "eu"}, "port": {"enum": ["443"]}, "base": {"default": ""}}
    url = "https://{region}.api.test:{port}/{base}{other}"
    api = api_of(ONE, servers=[{"url": url, "variables": variables}, {"url": "/v1"}, {"description": "no url"}, None])
    assert [s.url for s in api.servers] == ["https://eu.api.test:443/{other}", "/v1"]


def test_security(api_of: Callable[..., Api]) -> None:
    schemes = {
        "key": {"type": "apiKey", "in": "query", "name": "api_key"},
        "bearer": {"type": "http", "scheme": "Bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "oauth": {"type": "oauth2", "flows": {}},
        "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://a.test"},
        "digest": {"type": "http", "scheme": "digest"},
        "blank": {"type": "http", "scheme": " "},
        "tls": {"type": "mutualTLS"},
        "nameless": {"type": "apiKey", "in": "header"},
        "ref": {"$ref": "#/components/securitySchemes/key"},
        "lost": {"$ref": "#/components/securitySchemes/gone"},
    }
    api = api_of(
        """
        /a: {get: {security: [{key: [], basic: []}, {oauth: [read]}, {}]}}
        /b: {get: {security: []}}
        /c: {get: {security: [{nobody: []}]}}
        /d: {get: {}}
        """,
        components={"securitySchemes": schemes},
        security=[{"bearer": []}],
    )
    kinds = {s.key: (s.type, s.declared) for s in api.security_schemes}
    assert kinds == {
        "key": ("apiKey", "apiKey in query"),
        "bearer": ("bearer", "http bearer"),
        "basic": ("basic", "http basic"),
        "oauth": ("bearer", "oauth2"),
        "oidc": ("bearer", "openIdConnect"),
        "digest": ("apiKey", "http digest"),
        "blank": ("unsupported", "http"),
        "tls": ("mutualTLS", "mutualTLS"),
        "nameless": ("unsupported", "apiKey"),
        "ref": ("apiKey", "apiKey in query"),
    }
    key = next(s for s in api.security_schemes if s.key == "key")
    assert key == SecurityScheme(
        key="key", type="apiKey", place="query", name="api_key", declared="apiKey in query", origin=key.origin
    )
    assert [o.security for o in api.operations] == [(("key", "basic"), ("oauth",), ()), (), (("nobody",),), None]
    assert api.security == (("bearer",),)
    assert [d.subject for d in found(api, "openapi-security")] == ["", "GET /c"]


def test_references_into_nothing_are_told_with_the_operation(api_of: Callable[..., Api]) -> None:
    api = api_of(
        """
        /a:
          get:
            responses:
              '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
        """,
        components={
            "schemas": {"A": {"properties": {"b": {"$ref": "#/components/schemas/B"}}}, "Unused": {"$ref": "#/x"}}
        },
    )
    [lost] = found(api, "openapi-reference")
    assert lost.subject == "GET /a"
    assert "#/components/schemas/B" in lost.message
    assert lost.at is not None
    assert "'A', 'properties', 'b', '$ref'" in str(lost.at)
    assert api.schemas.definition("#/components/schemas/B") is True


def test_files_beside_the_document(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "squad.yaml").write_text(
        "type: object\nproperties:\n  lead: {$ref: 'person.yaml#/Person'}\n  self: {$ref: '#'}\n"
    )
    (tmp_path / "models" / "person.yaml").write_text("Person: {type: object, properties: {email: {type: string}}}\n")
    (tmp_path / "pets.yaml").write_text(
        "item: {parameters: [{$ref: 'params.yaml#/Id'}], post: {requestBody: {content: {application/json: {schema: "
        "{$ref: models/squad.yaml}}}}}}\n"
    )
    (tmp_path / "params.yaml").write_text("Id: {name: id, in: path, schema: {type: string, maxLength: 12}}\n")
    api = read_text(tmp_path, "openapi: 3.0.3\npaths: {'/pets/{id}': {$ref: './pets.yaml#/item'}}\n")
    [operation] = api.operations
    assert operation.parameters[0].schema.max_length == 12  # type: ignore[union-attr]
    assert operation.parameters[0].required
    assert operation.body is not None
    body = operation.body.content[0].schema
    assert body is not None
    assert (body.target, body.name) == ("models/squad.yaml#", "squad")  # type: ignore[union-attr]
    squad = api.schemas.resolve(body)
    lead = api.schemas.resolve(squad.property("lead").schema)  # type: ignore[union-attr]
    assert lead.property("email").schema.type == "string"  # type: ignore[union-attr]
    assert lead.origin.file.endswith("models/person.yaml")
    definition = api.schemas.definition("models/squad.yaml#")
    assert definition["properties"]["lead"] == {"$ref": "models/person.yaml#/Person"}  # type: ignore[index]
    assert definition["properties"]["self"] == {"$ref": "models/squad.yaml#"}  # type: ignore[index]


def test_any_method_can_be_described(api_of: Callable[..., Api]) -> None:
    api = api_of(
        "/a: {get: {}, query: {summary: x}, additionalOperations: {COPY: {summary: y}, 'a b': {}}}", version="3.2.0"
    )
    assert [o.key for o in api.operations] == ["GET /a", "QUERY /a", "COPY /a"]
    assert [d.subject for d in found(api, "openapi-operation")] == ["a b /a"]
    assert [(u.key, u.origin.pointer[-1]) for u in api.unread] == [("a b /a", "a b")]


def test_paths_that_clients_resolve_are_left_out(tmp_path: Path) -> None:
    paths = ("/..", "/../x", "/./x", "/a/%2e%2E/x", "/a/.")
    whole = ("/...", "/.well-known", "/a..b/{c}", "/x?next=/../y")
    item = "{get: {responses: {'200': {description: ok}}}}"
    text = "\n".join(f"  '{path}': {item}" for path in (*paths, *whole))
    api = read_text(tmp_path, f"openapi: 3.0.0\ninfo: {{title: t, version: v}}\npaths:\n{text}")
    assert [u.key for u in api.unread] == [f"GET {path}" for path in paths]
    assert [o.path for o in api.operations] == list(whole)
    assert {d.severity for d in found(api, "openapi-operation")} == {Severity.ERROR}
