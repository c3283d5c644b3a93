"""What the arguments of a flattened body are held to: presence rules, and the check of the body where these fall short.

The rules are sentences over arguments (GRA002); the check is the schema of what they and the arguments' own schemas
cannot say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcpgen.model.api import MediaType
from mcpgen.model.binding import Alternatives, Presence
from mcpgen.model.media import body_kind
from mcpgen.model.schema import Array, Map, Object
from mcpgen.shaping.bundle import Definitions
from mcpgen.shaping.clearing import Clearing
from mcpgen.shaping.fields import Fields
from mcpgen.shaping.inputs import Input
from mcpgen.shaping.tree import Node, Path, Tree, takes_others
from mcpgen.shaping.whole import CHECKED


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyRules:
    """The rules over one flattened body."""

    media: MediaType
    definitions: Definitions
    tree: Tree
    fields: Fields
    clearing: Clearing
    asked: Sequence[Node]
    """The places that are arguments."""
    names: Mapping[Path, str]
    """The arguments by their places."""
    inputs: Mapping[Path, Input]
    unsaid: bool
    """Whether a field is filled from a path parameter whose own schema does not say all of the field's."""

    def presence(self) -> Iterator[Presence]:
        """An optional object whose fields are required: any of its arguments needs those."""
        for parent in map(self.tree.at, sorted(self.tree.opened)):
            if parent.required:
                continue
            inside = [n for n in self.asked if n.path[: len(parent.path)] == parent.path]
            needed = [n for n in inside if n.required and self.tree.required_way(n.path, below=parent.path)]
            if needed and len(inside) > 1:
                yield Presence(
                    given=tuple(self.names[n.path] for n in inside if n not in needed or len(needed) > 1),
                    needs=tuple(self.names[n.path] for n in needed),
                )
        for path in sorted(self.tree.opened):
            schema = self.tree.at(path).schema
            for given, needs in schema.needs if isinstance(schema, Object) else ():
                one = self._names_of(path, (given,))
                rest = self._names_of(path, needs)
                if one and rest:
                    yield Presence(given=one, needs=rest)

    def alternatives(self) -> Iterator[Alternatives]:
        """The objects of which one of several properties must be given, where arguments can say so."""
        for place in map(self.tree.at, sorted(self.tree.opened)):
            if not isinstance(place.schema, Object) or not place.schema.any_required:
                continue
            sets = self._choices(place)
            if all(sets) and self.tree.always(place):
                yield Alternatives(sets=sets, exclusive=place.schema.one_required)

    def check(self) -> dict[str, object] | None:
        """The whole schema, where the arguments' own and the rules cannot say all of it."""
        kind = body_kind(self.media.name)
        if kind == "multipart":
            return self._check_of_parts()
        if self.media.schema is None or kind not in CHECKED:
            return None
        if self._is_exact() and not (kind == "form" and self._may_be_nothing()):
            return None
        return dict(self.definitions.bundled(self.media.schema))

    def _check_of_parts(self) -> dict[str, object] | None:
        """The schemas of those parts of which the arguments' own do not say all; a file has none."""
        inside: dict[Path, list[Node]] = {}
        for leaf in self.asked:
            inside.setdefault(leaf.path[:1], []).append(leaf)
        opened = {path[:1] for path in self.tree.opened if path and not self._says_all(self.tree.at(path))}
        loose = [
            path
            for path, leaves in inside.items()
            if (path in opened or not all(self.inputs[leaf.path].exact for leaf in leaves))
            and not any(map(self.fields.is_file, leaves))
        ]
        properties = {path[0]: self.definitions.bundled(self.tree.at(path).schema) for path in loose}
        return {"properties": properties} if properties else None

    def _may_be_nothing(self) -> bool:
        """Whether a required list or object can be given without parts: a form has nothing of it."""
        required = [n.schema for n in self.asked if n.required]
        opened = [self.tree.at(path) for path in self.tree.opened if path]
        return any(isinstance(schema, Array | Map | Object) for schema in required) or any(
            place.required and not any(n.required for n in self.tree.inside[place.path]) for place in opened
        )

    def _is_exact(self) -> bool:
        """Whether every call that passes the arguments' schema and the rules makes a valid body."""
        clears_inside = any(len(n.path) > 1 and (n.schema.nullable or self.clearing.blanks(n)) for n in self.asked)
        return (
            not clears_inside
            and not self.unsaid
            and all(made.exact for made in self.inputs.values())
            and all(self._says_all(self.tree.at(path)) for path in self.tree.opened)
        )

    def _says_all(self, place: Node) -> bool:
        """Whether the rules say what an opened object demands beyond its own fields."""
        schema, inside = place.schema, self.tree.inside[place.path]
        if not isinstance(schema, Object) or not schema.exact or takes_others(schema):
            return False
        if schema.min_properties is not None or schema.max_properties is not None:
            return False
        if place.required and not self.tree.always(place) and not any(n.required for n in inside):
            return False  # left out when nothing in it is given, though its object needs it
        if (schema.needs or schema.any_required) and any(n.schema.nullable or self.clearing.blanks(n) for n in inside):
            return False  # a field that is cleared is there too, and no argument says so
        choices_said = not schema.any_required or (self.tree.always(place) and all(self._choices(place)))
        needs_said = all(self._names_of(place.path, (one, *needs)) for one, needs in schema.needs)
        return choices_said and needs_said

    def _choices(self, place: Node) -> tuple[tuple[str, ...], ...]:
        """The arguments of each set of properties of which one must be given; () for a set they cannot say."""
        sets = place.schema.any_required if isinstance(place.schema, Object) else ()
        return tuple(self._given_by(place.path, names) for names in sets)

    def _given_by(self, path: Path, wire_names: Iterable[str]) -> tuple[str, ...]:
        """The arguments without which some properties of an opened object are not given; () where nothing tells."""
        found = list[str]()
        for inner in ((*path, name) for name in wire_names):
            needed = [n for n in self.asked if n.path[: len(inner)] == inner and n.required]
            below = [self.names[n.path] for n in needed if self.tree.required_way(n.path, below=inner)]
            own = [self.names[inner]] if inner in self.names else below if inner in self.tree.opened else []
            if not own:
                return ()
            found += own
        return tuple(found)

    def _names_of(self, path: Path, wire_names: Iterable[str]) -> tuple[str, ...]:
        """The arguments of some properties of an opened object; () where one of them is not a single argument."""
        paths = [(*path, name) for name in wire_names]
        return tuple(self.names[p] for p in paths) if all(p in self.names for p in paths) else ()
