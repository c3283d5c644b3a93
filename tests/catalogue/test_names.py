"""Names in every script: ASCII for clients and Python, as they are on the wire and in texts."""

from __future__ import annotations

import ast
import keyword
import tomllib
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.catalogue.harness import Made, make, openapi
from tests.packages import package_in

# --- B35: names that are not ASCII

SCRIPTS = {
    "Japanese": ("港湾 API", "/報告/{番号}", "報告取得", "収支", "番号", "種別"),
    "Russian": ("Порт", "/суда/{номер}", "получитьСудно", "Суда", "номер", "тип"),
    "Greek": ("Λιμάνι", "/πλοία/{αριθμός}", "πάρεΠλοίο", "Πλοία", "αριθμός", "τύπος"),
    "Arabic": ("ميناء", "/سفن/{رقم}", "احصلعلىسفينة", "سفن", "رقم", "نوع"),
    "Hindi": ("बंदरगाह", "/जहाज/{क्रमांक}", "जहाजपाओ", "जहाज", "क्रमांक", "प्रकार"),
    "Hebrew": ("נמל", "/אוניות/{מספר}", "קבלאוניה", "אוניות", "מספר", "סוג"),
    "German": ("Häfen", "/schiffe/{schlüssel}", "schiffÖffnen", "Größen", "schlüssel", "größe"),
    "Vietnamese": ("Cảng", "/tàu/{mã}", "lấyTàu", "Tàu", "mã", "kiểu"),
    "Emoji": ("⚓", "/🚢/{🔑}", "🚢🔍", "⚓", "🔑", "🎨"),
    "Combining": ("Ha\u0308fen", "/schiffe/{schlu\u0308ssel}", "o\u0308ffnen", "Gro\u0308\u00dfen", "schlu\u0308ssel", "gro\u0308\u00dfe"),
    "Full width": ("ＰＯＲＴ", "/ｓｈｉｐｓ/{ｉｄ}", "ｇｅｔＳｈｉｐ", "ｓｈｉｐｓ", "ｉｄ", "ｋｉｎｄ"),
    "Signs": ("%%%", "/§/{§}", "!!!", "***", "§", "¤"),
}  # fmt: skip


def described(script: str) -> str:
    title, path, identifier, tag, place, filter = SCRIPTS[script]
    text = openapi(f"""
        paths:
          "{path}":
            get:
              operationId: "{identifier}"
              tags: ["{tag}"]
              summary: "{title}, {title}"
              parameters:
                - {{name: "{place}", in: path, required: true, description: "{title}!", schema: {{type: string}}}}
                - {{name: "{filter}", in: query, schema: {{type: string, enum: ["{tag}", "{filter}"]}}}}
                - {{name: "{filter}2", in: query, schema: {{type: array, items: {{type: string}}}}}}
              responses: {{'200': {{description: ok}}}}
            post:
              operationId: "{identifier}2"
              tags: ["{tag}"]
              parameters: [{{name: "{place}", in: path, required: true, schema: {{type: string}}}}]
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: ["{tag}"]
                      properties: {{"{tag}": {{type: string}}, "{filter}": {{type: object, properties: {{"{place}3": {{type: integer}}}}}}}}
              responses: {{'200': {{description: ok}}}}
        """)
    return text.replace("title: Harbour", f'title: "{title}"')


def read_and_written(made: Made) -> tuple[str, str]:
    return tuple(made.tools)  # type: ignore[return-value]


@pytest.mark.parametrize("script", SCRIPTS)
def test_B35_names_are_ascii_and_the_wire_is_as_described(tmp_path: Path, script: str) -> None:
    _, path, _, tag, place, filter = SCRIPTS[script]
    made = make(tmp_path, described(script))
    get, post = read_and_written(made)
    first, second, third = made.properties(get)
    sent = made.call(get, {first: "a/ü", second: tag, third: ["x", "ö"]}).sent
    assert sent.path.isascii()
    assert unquote(sent.path.replace("%2F", "%252F")) == f"/v1{path.replace(f'{{{place}}}', 'a%2Fü')}"
    assert sent.pairs == [(filter, tag), (f"{filter}2", "x"), (f"{filter}2", "ö")]
    one, two, three = made.properties(post)
    sent = made.call(post, {one: "k", two: "v", three: 7}).sent
    assert sent.body == {tag: "v", filter: {f"{place}3": 7}}


@pytest.mark.parametrize("script", SCRIPTS)
def test_B35_every_name_of_the_package_is_ascii_and_there(tmp_path: Path, script: str) -> None:
    made = make(tmp_path, described(script))
    package = package_in(made.package)
    project = tomllib.loads((made.package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"].isascii()
    assert package.module.isascii()
    assert package.module.isidentifier()
    assert package.module.removesuffix("_mcp").strip("_")
    paths = [path.relative_to(made.package).as_posix() for path in made.package.rglob("*")]
    assert [path for path in paths if not path.isascii()] == []
    for file in (made.package / package.module).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = [
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ]
        assert all(name.isascii() and not keyword.iskeyword(name) for name in names)


@pytest.mark.parametrize("script", [script for script in SCRIPTS if script != "Signs"])
def test_B35_texts_keep_their_letters(tmp_path: Path, script: str) -> None:
    title, _, _, tag, _place, filter = SCRIPTS[script]
    made = make(tmp_path, described(script))
    get, _ = read_and_written(made)
    first, second, third = made.properties(get).values()
    assert second["enum"] == [tag, filter]
    assert title.casefold() in first["description"].casefold()
    assert filter.casefold() in third["description"].casefold()
    if any(letter.isalpha() for letter in title):
        assert f"{title}, {title}" in made.tools[get]["description"]
    assert title in (made.package / "README.md").read_text(encoding="utf-8")
    for file in made.package.rglob("*.*"):
        if file.is_file():
            file.read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["Größe", "Länge", "Длина", "Μήκος", "長さ"])
def test_B35_a_word_that_is_a_name_too_stays_a_word(tmp_path: Path, word: str) -> None:
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /a:
            get:
              operationId: listShips
              description: "Lists the ships by {word}. {word} = 1."
              parameters: [{{name: "{word}", in: query, description: "Only ships of that {word} or less.", schema: {{type: integer}}}}]
              responses: {{'200': {{description: ok}}}}
          /b: {{get: {{operationId: listTugs, description: "Lists the tugs by {word}.", responses: {{'200': {{description: ok}}}}}}}}
        """),
    )
    [argument] = made.properties("list_ships").values()
    assert f"ships of that {word} or less." in argument["description"]
    assert f"Lists the ships by {word}." in made.tools["list_ships"]["description"]
    assert f"Lists the tugs by {word}." in made.tools["list_tugs"]["description"]


def test_B35_names_that_come_out_alike_are_told_apart(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi("""
        paths:
          /schön: {get: {operationId: schönAbrufen, tags: [Größe], responses: {'200': {description: ok}}}}
          /schon: {get: {operationId: schonAbrufen, tags: [Grosse], responses: {'200': {description: ok}}}}
          /schoen:
            get:
              operationId: schoenAbrufen
              tags: [große]
              parameters:
                - {name: maß, in: query, schema: {type: string}}
                - {name: mass, in: query, schema: {type: string}}
                - {name: mäss, in: query, schema: {type: string}}
                - {name: Maß, in: query, schema: {type: string}}
              responses: {'200': {description: ok}}
        """),
    )
    assert len(made.tools) == 3
    paths = {unquote(made.call(name).sent.path) for name in made.tools}
    assert paths == {"/v1/schön", "/v1/schon", "/v1/schoen"}
    name = made.tool_of("GET /schoen")
    arguments = {argument: str(index) for index, argument in enumerate(made.properties(name))}
    assert made.call(name, arguments).sent.pairs == [("maß", "0"), ("mass", "1"), ("mäss", "2"), ("Maß", "3")]


# --- B36: names that Python takes for the same

ALIKE = {
    "ligature": ["\ufb01le", "file", "\ufb00", "ff"],
    "superscript": ["\u00aa", "a", "x\u00b2", "x2"],
    "full width": ["\uff49\uff44", "id", "\uff29\uff24", "ID"],
    "letter-like": ["\u212b", "\u00c5", "A\u030a", "A"],
    "roman numeral": ["\u2163", "IV", "iv"],
    "mathematical": ["\U0001d465", "x", "\U0001d4b3"],
    "long s": ["pre\u017f\u017f", "press", "pre\u00df"],
    "invisible": ["berth", "ber\u200bth", "ber\u00adth", "berth\ufeff"],
    "case": ["Tide", "tide", "TIDE", "t\u0131de"],
    "separators": ["page-size", "page_size", "pageSize", "page size", "page.size", "page[size]"],
    "keywords": ["class", "class_", "None", "none", "async", "self", "args", "api"],
    "digits": ["1", "\u0661", "\u2460", "_1"],
}


@pytest.mark.parametrize("kind", ALIKE)
def test_B36_parameters_that_look_alike_stay_apart(tmp_path: Path, kind: str) -> None:
    names = ALIKE[kind]
    parameters = ", ".join(f'{{name: "{name}", in: query, schema: {{type: string}}}}' for name in map(escaped, names))
    made = make(
        tmp_path,
        openapi(
            f"paths: {{/f: {{get: {{operationId: listFiles, parameters: [{parameters}], responses: {{'200': {{description: ok}}}}}}}}}}"
        ),
    )
    assert made.said == ()
    arguments = {argument: str(index) for index, argument in enumerate(made.properties("list_files"))}
    assert len(arguments) == len(names)
    assert made.call("list_files", arguments).sent.pairs == [(name, str(index)) for index, name in enumerate(names)]


@pytest.mark.parametrize("kind", ALIKE)
def test_B36_properties_that_look_alike_stay_apart(tmp_path: Path, kind: str) -> None:
    names = ALIKE[kind]
    properties = ", ".join(f'"{name}": {{type: string}}' for name in map(escaped, names))
    nested = f"{{type: array, items: {{type: object, properties: {{{properties}}}}}}}"
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /f:
            post:
              operationId: createFile
              requestBody:
                content: {{application/json: {{schema: {{type: object, properties: {{{properties}, rows: {nested}}}}}}}}}
              responses: {{'200': {{description: ok}}}}
        """),
    )
    listed = made.properties("create_file")
    arguments = {name: str(index) for index, name in enumerate(name for name in listed if name != "rows")}
    inner = {name: str(index) for index, name in enumerate(listed["rows"]["items"]["properties"])}
    expected = {name: str(index) for index, name in enumerate(names)}
    sent = made.call("create_file", {**arguments, "rows": [inner]}).sent
    assert sent.body == {**expected, "rows": [expected]}


def escaped(name: str) -> str:
    """A name as it stands in a double-quoted YAML text, so that what is invisible is written out."""
    return "".join(c if c.isascii() else f"\\U{ord(c):08x}" for c in name)
