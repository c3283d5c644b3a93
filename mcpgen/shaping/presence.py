"""Rules over which arguments, or properties of an object, are given together, in words (GRA002)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcpgen.model.binding import Alternatives, Presence
from mcpgen.model.schema import Object
from mcpgen.shaping.text import listed

_MOST_SAID: Final = 160
"""Characters of the rules of one object argument; longer ones are left to the check."""


def presence_sentence(rule: Presence) -> str:
    """A rule of arguments that are given together, in words."""
    others = [name for name in rule.given if name not in rule.needs]
    if not others:
        return f"Give {listed(rule.needs, 'and')} together or not at all."
    both = [name for name in rule.given if name in rule.needs]
    if not both:
        return f"{_needs(rule.given, rule.needs)}."
    rest = [name for name in rule.needs if name not in both]
    if not rest:
        return f"Give {listed(both, 'and')} together, with or without {listed(others, 'or')}."
    return f"{_needs(others, rule.needs)}; give {listed(both, 'and')} with {listed(rest, 'and')}."


def alternatives_sentence(choice: Alternatives) -> str:
    """Of which sets of arguments one has to be given, in words."""
    sets = [" with ".join(names) for names in choice.sets]
    return f"Give {'exactly' if choice.exclusive else 'at least'} one of {listed(sets, 'or')}."


def object_rules(schema: Object, names: Mapping[str, str]) -> str:
    """What an object asks for beside its required properties; `names` are those of its properties that are listed.

    '' where a rule is about another property, or where they would be long.
    """
    text = " ".join(_object_rules(schema, names))
    return text if len(text) <= _MOST_SAID else ""


def _object_rules(schema: Object, names: Mapping[str, str]) -> Iterator[str]:
    known = {prop.name: names.get(prop.name, prop.name) for prop in schema.properties}
    if schema.any_required and all(name in known for names_ in schema.any_required for name in names_):
        sets = tuple(tuple(known[name] for name in names_) for names_ in schema.any_required)
        yield alternatives_sentence(Alternatives(sets=sets, exclusive=schema.one_required))
    for given, needs in schema.needs:
        if all(name in known for name in (given, *needs)):
            yield presence_sentence(Presence(given=(known[given],), needs=tuple(known[name] for name in needs)))


def _needs(given: Sequence[str], needs: Sequence[str]) -> str:
    return f"{listed(given, 'or')} {'needs' if len(given) == 1 else 'need'} {listed(needs, 'and')}"
