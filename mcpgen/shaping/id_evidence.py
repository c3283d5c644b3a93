"""What an API as a whole says about its numbers: which things have a number for an id, which names hold ids (PAR004).

Built once from the operations and all schemas they reach; a value that `identified` asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.model.api import Api, Operation, Parameter
from mcpgen.model.schema import Array, Map, Object, Ref, Scalar, Schema, Schemas, Union
from mcpgen.shaping.evidence import ITEM_NAMES
from mcpgen.shaping.numeric_ids import (
    AGGREGATES,
    MEASURES,
    ORDINALS,
    POSITION_WORDS,
    PROCESS_WORDS,
    Number,
    described,
    named,
    path_key,
)
from mcpgen.shaping.route import read_route
from mcpgen.shaping.words import singular, split_words

Noun: TypeAlias = "tuple[str, ...]"

_NOISE = frozenset("""
    response request dto model schema entity resource object detail details summary view read out in full simple public
    output input result results list page paged paginated create created update updated get post put patch new api v1
    v2 v3 info option options rest serializer payload body data brief mini base
    """.split())
"""Words of component names that do not say what the thing is."""
_GENERIC = ITEM_NAMES | {"item", "from", "to", "key", "target", "source", "name", "type", "input", "ref", "object"}
"""Names that say nothing by themselves, so that one place says nothing about another."""
_ROLES = frozenset("""
    parent child source target default primary secondary main base root home from to old current previous next original
    destination origin related linked assigned selected preferred billing shipping backup owner other excluded included
    """.split())
"""What a name may say of a thing before its noun: `home_shelf` is one, `moved_shelf` is not."""
_MOST_PLACES = 200_000
"""Places that are looked at: descriptions of hundreds of thousands of properties say no more in the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Nouns and names of one API."""

    resources: frozenset[Noun] = frozenset()
    """Things that have a number for an id, in singular."""
    numbered: frozenset[Noun] = frozenset()
    """Things that a path picks by number or index."""
    names: frozenset[Noun] = frozenset()
    """Names that are said somewhere to hold an id, or by which a path picks."""
    keys: frozenset[tuple[Noun, str]] = frozenset()
    """Names that say little (`num`) of what a path picks by, with the description there."""

    @classmethod
    def of(cls, api: Api) -> Evidence:
        """What the paths, parameters and schemas of an API say."""
        found = _Findings(api.schemas)
        for operation in api.operations:
            found.look_at_operation(operation)
        return cls(
            resources=frozenset(found.resources),
            numbered=frozenset(found.numbered),
            names=frozenset(found.names),
            keys=frozenset(found.keys),
        )

    def stands_for(self, number: Number) -> bool:
        """Whether a number stands for a thing of this API: `milestone`, `volumes` as a list, `bill_stage`."""
        words = number.words
        if not words or number.fraction or number.small or set(words[:-1]) & (AGGREGATES | PROCESS_WORDS):
            return False
        if not number.many and words[-1] != number.last_written:
            return False  # a lone number called `volumes` counts them
        nouns = [words[i:] for i in range(len(words)) if _ROLES.issuperset(words[:i])]
        return any((n in self.resources or n in self.numbered) and self._is_thing(n, number) for n in nouns)

    def _is_thing(self, noun: Noun, number: Number) -> bool:
        """Whether a noun alone is enough: `bill_type`, but not a lone `type`."""
        return number.many or len(noun) > 1 or noun[-1] not in ORDINALS

    def said(self, number: Number) -> bool:
        """Whether a number of that name is said elsewhere in this API to be an id."""
        words = number.words
        if number.fraction or number.small or (not number.many and words[-1:] != (number.last_written,)):
            return False
        if words in self.names or (number.text and (words, number.text) in self.keys):
            return True
        return any(words[i:] in self.names and words[-1] in number.text.split() for i in range(1, len(words)))

    def picked_by(self, number: Number) -> bool:
        """Whether it is the number by which paths pick the thing: `number` of an Issue, `issue_number`."""
        words = number.words
        if not words or words[-1] not in POSITION_WORDS or number.fraction:
            return False
        owner = words[:-1] or tuple(w for w in map(singular, split_words(number.owner)))
        return any(owner[i:k] in self.numbered for i in range(len(owner)) for k in range(i + 1, len(owner) + 1))


class _Findings:
    """Collects the evidence; each component is looked at once."""

    def __init__(self, schemas: Schemas) -> None:
        self.resources: set[Noun] = set()
        self.numbered: set[Noun] = set()
        self.names: set[Noun] = set()
        self.keys: set[tuple[Noun, str]] = set()
        self._schemas = schemas
        self._seen: set[str] = set()
        self._places = 0

    def look_at_operation(self, operation: Operation) -> None:
        """Its path, its parameters, and the schemas of its bodies and answers."""
        for parameter in operation.parameters:
            if parameter.place == "path":
                self._look_at_key(operation.path, parameter)
            self._look_at(parameter.schema, parameter.name, "", parameter.description)
        contents = [*(r.content for r in operation.responses), operation.body.content if operation.body else ()]
        for content in contents:
            for media in content:
                if media.schema is not None:
                    self._look_at(media.schema, "", "", "")

    def _look_at_key(self, path: str, parameter: Parameter) -> None:
        """A path parameter after a collection: `/charts/{pk}`, `/issues/{index}`."""
        scalar = next((s for s in self._scalars(parameter.schema) if is_integral(s)), None)
        if scalar is None:
            return
        literal = nearest_literal(path, parameter.name)
        number = Number(scalar, parameter.name, description=parameter.description, collection=literal)
        words, before = number.words, collection_before(path, parameter.name)
        if words and not named(number) and not number.measured and path_key(number):
            if words[-1] in POSITION_WORDS:
                self.keys.add((words, number.text))
            else:
                self.names.add(words)
        noun = (*before[:-1], singular(before[-1])) if before else ()
        if not words or not noun or noun[-1] in MEASURES:
            return
        if words[-1] in ("id", "pk", "uid"):
            self.resources.add(noun)
        elif words[-1] in POSITION_WORDS and (len(words) == 1 or words[-2] == noun[-1]):
            self.numbered.add(noun)

    def _scalars(self, schema: Schema) -> Iterator[Scalar]:
        match self._schemas.resolve(schema):
            case Scalar() as found:
                yield found
            case Union(variants=variants):
                yield from (s for v in variants if isinstance(s := self._schemas.resolve(v.schema), Scalar))
            case _:
                pass

    def _look_at(self, schema: Schema, name: str, owner: str, description: str) -> None:
        """A schema and what it holds, each reference once."""
        stack = [(schema, name, owner, description, False)]
        while stack and self._places < _MOST_PLACES:
            schema, name, owner, description, many = stack.pop()
            self._places += 1
            if isinstance(schema, Ref):
                found = self._schemas.resolve(schema)
                if isinstance(found, Object | Union | Array | Map):
                    if isinstance(found, Object) and _has_numeric_id(found, self._schemas):
                        self._add_resource(name)
                    if schema.target in self._seen:
                        continue
                    self._seen.add(schema.target)
                owner, schema = schema.name, found
            match schema:
                case Scalar() if is_integral(schema):
                    self._look_at_number(Number(schema, name, description=description, many=many))
                case Array(items=items):
                    stack.append((items, name, owner, description or schema.description, True))
                case Map(values=values):
                    stack.append((values, "", owner, "", many))
                case Union(variants=variants):
                    stack.extend((v.schema, name, owner, description, many) for v in variants)
                case Object():
                    if _has_numeric_id(schema, self._schemas):
                        self._add_resource(name)
                        self._add_resource(owner.rpartition(".")[2])
                    stack.extend((p.schema, p.name, p.name, "", False) for p in schema.properties)
                case _:
                    pass

    def _look_at_number(self, number: Number) -> None:
        words = number.words
        if not words or words[-1] in MEASURES:
            return
        if named(number):
            for stem in (words[:-1], words[-2:-1]):
                if stem and stem[-1] not in MEASURES and stem[-1] not in _GENERIC:
                    self.resources.add((*stem[:-1], singular(stem[-1])))
        elif described(number) and words[-1] not in _GENERIC and words[-1] not in POSITION_WORDS:
            self.names.add(words)

    def _add_resource(self, name: str) -> None:
        words = [w.rstrip("0123456789") for w in split_words(name)]
        while words and (words[-1] in _NOISE or not words[-1]):
            words.pop()
        while words and words[0] in _NOISE:
            words.pop(0)
        if words and (len(words) > 1 or words[0] not in _GENERIC) and singular(words[-1]) not in MEASURES:
            self.resources.add((*words[:-1], singular(words[-1])))


def collection_before(path: str, wire_name: str) -> Noun:
    """The words of the literal segment right before a placeholder: `issues` in `/issues/{index}`; () for none."""
    segments = read_route(path).segments
    at = next((i for i, s in enumerate(segments) if s.parameter and s.text == wire_name), 0)
    return segments[at - 1].words if at and not segments[at - 1].parameter else ()


def nearest_literal(path: str, wire_name: str) -> Noun:
    """The words of the last literal segment before a placeholder: `posts` in `/posts/{board}/{num}`; () for none."""
    segments = read_route(path).segments
    at = next((i for i, s in enumerate(segments) if s.parameter and s.text == wire_name), 0)
    return next((s.words for s in reversed(segments[:at]) if not s.parameter), ())


def is_integral(schema: Schema) -> bool:
    return isinstance(schema, Scalar) and (
        schema.type == "integer" or (schema.type == "number" and schema.format not in ("float", "double", "decimal"))
    )


def _has_numeric_id(schema: Object, schemas: Schemas) -> bool:
    key = next((p for p in schema.properties if p.name.lower() in ("id", "pk", "_id")), None)
    return key is not None and is_integral(schemas.resolve(key.schema))
