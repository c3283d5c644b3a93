"""Long lines are broken as black breaks them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mcpgen.emit.format import laid_out
from mcpgen.emit.layout import NotForBreaking, break_lines
from mcpgen.emit.literals import string

WORDS = st.lists(st.sampled_from(["book", "id", "customer", "address", "x"]), min_size=1, max_size=7).map("_".join)
TEXTS = st.one_of(
    WORDS, WORDS.map(lambda w: f"/{w}/{{{w}}}"), st.sampled_from(["it's", 'a "b"', "(c, [d]) {e} #"])
).map(string)
ATOMS = st.one_of(
    TEXTS.map(lambda text: f"args[{text}]"),
    TEXTS.map(lambda text: f"args.get({text})"),
    TEXTS.map(lambda text: f"args.get({text}, NULL)"),
    TEXTS,
    st.sampled_from(["True", "12", "api.context.locale"]),
)


def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(TEXTS, inner).map(": ".join), min_size=1, max_size=5)
    return st.one_of(
        pairs.map(lambda items: "{" + ", ".join(items) + "}"),
        st.lists(inner, min_size=1, max_size=4).map(lambda items: "[" + ", ".join(items) + "]"),
        st.tuples(st.sampled_from(["body", "integer", "deep", "keep"]), inner).map(lambda c: f"{c[0]}({c[1]})"),
        st.tuples(WORDS, ATOMS).map(lambda c: f"each(_{c[0]}, {c[1]})"),
        ATOMS.map(lambda atom: f"each(lambda value: each(integer, value), {atom})"),
    )


EXPRESSIONS = st.recursive(ATOMS, combined, max_leaves=12)
KEYWORDS = st.lists(st.tuples(WORDS, EXPRESSIONS).map("=".join), max_size=4)
TYPES = st.recursive(
    st.one_of(
        st.sampled_from(["str", "int", "dict[str, Any]", "str | None"]),
        st.lists(TEXTS, min_size=1, max_size=8).map(lambda values: f"Literal[{', '.join(values)}]"),
    ),
    lambda inner: st.one_of(inner.map(lambda t: f"list[{t}]"), inner.map(lambda t: f"NotRequired[{t}]")),
    max_leaves=3,
)


def tool_function(facts: list[str], name: str, template: str, keywords: list[str]) -> str:
    call = ", ".join([template, *keywords])
    head = f"@tool({', '.join(facts)})\nasync def {name}(args: {name.title()}, api: Api) -> Reply:\n"
    return f'{head}    """Does it."""\n    return await api.get({call})\n'


MODULES = st.one_of(
    st.builds(tool_function, KEYWORDS, WORDS, TEXTS, KEYWORDS),
    st.builds("def _{0}({0}: {1}) -> Json:\n    return body({2})\n".format, WORDS, WORDS, EXPRESSIONS),
    st.lists(WORDS, min_size=1, max_size=14, unique=True).map(lambda names: f"from ..a import {', '.join(names)}\n"),
    st.lists(st.tuples(WORDS, TYPES).map(": ".join), min_size=1, max_size=4).map(
        lambda fields: "class A(TypedDict):\n" + "".join(f"    {field}\n" for field in fields)
    ),
    st.lists(st.tuples(TEXTS, TYPES).map(": ".join), min_size=1, max_size=6).map(
        lambda fields: 'A = TypedDict("A", {' + ", ".join(fields) + "})\n"
    ),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(MODULES)
def test_breaks_as_black_does(source: str) -> None:
    try:
        broken = break_lines(source)
    except NotForBreaking:
        assume(False)
    assert broken == laid_out(source)


def test_breaks_what_the_templates_print() -> None:
    keywords = [f'query={{"{"x" * 20}": args.get("{"y" * 20}"), "{"z" * 20}": integer(args["{"w" * 20}"])}}']
    source = tool_function([f'confirm="{"long " * 30}"', "check_body=True"], "do_it", '"/a"', keywords)
    assert break_lines(source) == laid_out(source)
    assert break_lines(source) != source


@pytest.mark.parametrize(
    "code", ['a = {"k": "' + "long " * 30 + '"}', "a = " + " + ".join(["value"] * 30), 'x["' + "y" * 99 + '"]']
)
def test_leaves_to_black_what_it_does_not_know(code: str) -> None:
    with pytest.raises(NotForBreaking):
        break_lines(code + "\n")


def test_docstrings_are_left_alone() -> None:
    source = f'"""{"word " * 30}"""\n\n\ndef f() -> None:\n    """{"word " * 30}.\n\n    {"word " * 30}\n    """\n'
    assert break_lines(source) == source
