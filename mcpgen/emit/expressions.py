"""A tool's binding as Python expressions over the functions of the package's `runtime/wire.py`.

Every `Value`, `Convert` and parameter style has one form here; what a form needs (imports, private functions) is noted
in the module's `Wires`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import TypeAlias, assert_never

from mcpgen.emit.evaluate import arguments_read
from mcpgen.emit.literals import Python, dictionary, finished, string, tuple_of, value
from mcpgen.emit.names import TAKEN_IN_TOOLS, identifier, snake, unique
from mcpgen.emit.shapes import ArgumentType, Record, item_type
from mcpgen.model.binding import (
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
    Reshape,
    Same,
    Take,
    Value,
)

Expression: TypeAlias = Python


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeFunction:
    """A private function of a tools module that builds one object on the wire from one object of the arguments."""

    name: Python
    parameter: Python
    type: Python
    expression: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """A value of a tools module that is too large to stand in a function."""

    name: Python
    expression: Python


@dataclass(slots=True, kw_only=True)
class Wires:
    """What the functions of one module use: names of `runtime.wire`, names of other modules of the runtime, by module,
    constants, and private functions, inner ones first."""

    names: set[str] = field(default_factory=set)
    others: dict[str, set[str]] = field(default_factory=dict)
    constants: list[Constant] = field(default_factory=list)
    functions: list[ShapeFunction] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def call(self, function: str, *arguments: str, module: str = "wire") -> Expression:
        """A call of a wire function, or of one of another module of the runtime."""
        (self.names if module == "wire" else self.others.setdefault(module, set())).add(function)
        return finished(Python, f"{function}({', '.join(arguments)})")

    def constant(self, name: str, value: Expression) -> Expression:
        """A constant of a value, one for all functions that use the same; a number tells those of one name apart."""
        for known in self.constants:
            if known.expression == value:
                return known.name
        taken = {str(known.name) for known in self.constants}
        numbered = (f"{name}_{number}" for number in count(2))
        free = next(each for each in chain([name], numbered) if each not in taken)
        self.constants.append(Constant(name=finished(Python, free), expression=value))
        return self.constants[-1].name

    def name(self, function: str, *, module: str = "wire") -> Expression:
        """A function itself, of wire or of another module of the runtime."""
        (self.names if module == "wire" else self.others.setdefault(module, set())).add(function)
        return finished(Python, function)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where a `Take` reads: a variable and the class of what it holds."""

    variable: str
    record: Record | None

    def type_of(self, argument: str) -> ArgumentType | None:
        """The type of an argument, or None where the schema does not say."""
        found = self.record.field(argument) if self.record else None
        return found.type if found else None

    def lists(self, argument: str) -> bool:
        """False for a property that an open object takes without listing it, and in an object of no known class."""
        return self.record is not None and self.record.field(argument) is not None

    def requires(self, argument: str) -> bool:
        """True when the argument is always there."""
        found = self.record.field(argument) if self.record else None
        return found.required if found else False


# --- values


def expression(value_: Value, scope: Scope, wires: Wires) -> Expression:
    """What stands at a wire place; None in the generated code means that nothing is sent."""
    match value_:
        case Take():
            return _take(value_, scope, wires)
        case Fixed():
            return _constant(value_, wires)
        case Generate():
            return wires.call("fresh_uuid")
        case Context():
            return _context(value_)
        case Build():
            return _build(value_, scope, wires)
        case _:
            assert_never(value_)


def _take(take: Take, scope: Scope, wires: Wires) -> Expression:
    name = string(take.argument)
    if take.clearable:
        given = wires.call("clearable", scope.variable, name)
    elif take.or_null and not scope.requires(take.argument):
        given = finished(Python, f"{scope.variable}.get({name}, {wires.name('NULL')})")
    elif not scope.lists(take.argument):
        given = wires.call("unlisted", scope.variable, name)
    elif scope.requires(take.argument):
        given = finished(Python, f"{scope.variable}[{name}]")
    else:
        given = finished(Python, f"{scope.variable}.get({name})")
    sent = _converted(take.convert, given, scope.type_of(take.argument), take.argument, wires)
    return wires.call("null_as_blank", sent) if take.clearable and take.blank else sent


def _constant(fixed: Fixed, wires: Wires) -> Expression:
    if _holds_null(fixed.value):
        wires.names.add("NULL")
    return value(fixed.value, null="NULL")


def _holds_null(data: object) -> bool:
    match data:
        case Mapping():
            return any(_holds_null(item) for item in data.values())
        case list() | tuple():
            return any(_holds_null(item) for item in data)
        case _:
            return data is None


def _context(context: Context) -> Expression:
    match context.signal:
        case "user_locale":
            return finished(Python, "api.context.locale")
        case "current_user_location_coarse":
            return finished(Python, "api.context.coarse_location")
        case "current_user_location_fine":
            return finished(Python, "api.context.fine_location")
        case _:
            assert_never(context.signal)


def _build(build: Build, scope: Scope, wires: Wires) -> Expression:
    inner = more_fields(build, fields(build.fields, scope, wires), scope, wires)
    return wires.call("keep", inner) if build.keep else inner


def more_fields(build: Build, inner: Expression, scope: Scope, wires: Wires) -> Expression:
    """The fields of an object, written already, with the more that an argument holds."""
    return inner if build.others is None else wires.call("extra", inner, expression(build.others, scope, wires))


def fields(items: Iterable[Field], scope: Scope, wires: Wires) -> Expression:
    """A dict literal of an object's fields."""
    return dictionary((item.name, expression(item.value, scope, wires)) for item in items)


# --- conversions


def unconverted(convert: Convert) -> bool:
    """True when the conversion changes nothing."""
    match convert:
        case Same():
            return True
        case Each():
            return unconverted(convert.item)
        case Exact() | Reshape() | Pairs() | Parsed() | File():
            return False
        case _:
            assert_never(convert)


def _converted(
    convert: Convert, given: Expression, kind: ArgumentType | None, argument: str, wires: Wires
) -> Expression:
    if unconverted(convert):
        return given
    match convert:
        case Same():
            return given
        case Exact():
            return wires.call(convert.type, given)
        case File():
            return _file("file", convert, given, wires)
        case Each(item=File() as each_file):
            return _file("files", each_file, given, wires)
        case Each():
            return wires.call("each", _function(convert.item, item_type(kind), argument, wires), given)
        case Reshape():
            return wires.call("shape", _function(convert, kind, argument, wires), given)
        case Pairs(value=Reshape() as reshape):
            return wires.call("keyed", given, _function(reshape, item_type(kind), argument, wires, key=True))
        case Pairs():
            return wires.call("pairs", given, *_optional_function(convert.value, item_type(kind), argument, wires))
        case Parsed():
            kinds = [] if convert.type == "any" else [string(convert.type)]
            return wires.call("parsed", given, *kinds)
        case _:
            assert_never(convert)


def _file(function: str, convert: File, given: Expression, wires: Wires) -> Expression:
    """A call that reads a file, or a list of files, in the scope of a tool's function."""
    accepts = [string(convert.accepts)] if convert.accepts else []
    base64 = ["base64=True"] if convert.base64 else []
    return wires.call(function, given, "api", *accepts, *base64, module="files")


def _optional_function(convert: Convert, item: ArgumentType | None, argument: str, wires: Wires) -> list[Expression]:
    if unconverted(convert):
        return []
    held = item.field("value") if isinstance(item, Record) else None
    return [_function(convert, held.type if held else None, argument, wires)]


def _function(
    convert: Convert, kind: ArgumentType | None, argument: str, wires: Wires, *, key: bool = False
) -> Expression:
    """The conversion as a function: a wire function, a private one of the module, or a lambda over them."""
    match convert:
        case Exact():
            return wires.name(convert.type)
        case Parsed(type="any"):
            return wires.name("parsed")
        case Reshape():
            return _shape_function(convert, kind, argument, wires, key=key)
        case Same() | Each() | Pairs() | Parsed() | File():
            inner = _converted(convert, finished(Python, "value"), kind, argument, wires)
            return finished(Python, f"lambda value: {inner}")
        case _:
            assert_never(convert)


def _shape_function(
    reshape: Reshape, kind: ArgumentType | None, argument: str, wires: Wires, *, key: bool
) -> Expression:
    record = kind if isinstance(kind, Record) else None
    words = snake(record.name) if record else identifier(argument, fallback="object")
    parameter = identifier(words.rpartition("_")[2], fallback="value")
    parameter = f"{parameter}_" if parameter in TAKEN_IN_TOOLS else parameter
    scope = Scope(variable=parameter, record=record)
    inner = more_fields(reshape.build, fields(reshape.build.fields, scope, wires), scope, wires)
    if reshape.open:
        read = dict.fromkeys([*(["key"] if key else []), *arguments_read(reshape.build)])
        built = wires.call("rest", parameter, inner, f"read={tuple_of(string(name) for name in read)}")
    else:
        built = wires.call("body", inner)
    type_ = record.name if record else "Json"
    same = (f.name for f in wires.functions if (f.parameter, f.type, f.expression) == (parameter, type_, built))
    known = next(same, None)
    if known is not None:
        return known
    function = finished(Python, unique(f"_{words}", wires.taken, wires.taken, "_"))
    wires.functions.append(
        ShapeFunction(
            name=function,
            parameter=finished(Python, parameter),
            type=finished(Python, type_),
            expression=built,
        )
    )
    return function
