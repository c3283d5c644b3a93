"""`types/<module>.py`: the arguments of each tool as TypedDicts.

datamodel-code-generator turns JSON Schema into types, once for all modules of a run. It is handed `p0`, `p1` … in place
of property names, because it renames some (`_x`), and because names are untrusted; what comes back is read as a syntax
tree, and only names, literals and subscripts are written out again, with the true property names.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
from datamodel_code_generator.enums import DataModelType

from mcpgen.emit.literals import Python, dictionary, finished, sequence, string
from mcpgen.emit.shapes import Record, nested_records, record_schema
from mcpgen.model.json import Json

_REFERENCE = "#/components/schemas/"
_IMPORTABLE = ("Any", "Literal", "NotRequired", "TypedDict")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedField:
    """A line of a TypedDict."""

    name: Python
    annotation: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedClass:
    """A TypedDict. `functional` is its dict of types where a name cannot stand in a class body (a keyword, or one that
    hides a type), else empty."""

    name: Python
    fields: tuple[TypedField, ...]
    functional: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class TypesModule:
    """The view of one module of types; `imports` are names of `typing`, sorted."""

    module: Python
    imports: Python
    classes: tuple[TypedClass, ...]


def types_modules(records: Mapping[str, Sequence[Record]]) -> tuple[TypesModule, ...]:
    """The types of each module (module name → the records of its tools)."""
    everything = {module: [r for top in tops for r in nested_records(top)] for module, tops in records.items()}
    annotations = _annotations(everything)
    return tuple(
        _module(module, [_typed_class(record, annotations[module][record.name]) for record in classes])
        for module, classes in everything.items()
    )


def _module(module: str, classes: Sequence[tuple[TypedClass, set[str]]]) -> TypesModule:
    used = {"TypedDict"}.union(*(names for _, names in classes))
    imports = ", ".join(name for name in _IMPORTABLE if name in used)
    return TypesModule(
        module=finished(Python, module),
        imports=finished(Python, imports),
        classes=tuple(view for view, _ in classes),
    )


def _typed_class(record: Record, annotations: Sequence[ast.expr]) -> tuple[TypedClass, set[str]]:
    used: set[str] = set()
    written = {
        field.name: _expression(annotation, used) for field, annotation in zip(record.fields, annotations, strict=True)
    }
    name, whole = finished(Python, record.name), dictionary(written.items())
    types = {node.id for text in annotations for node in ast.walk(text) if isinstance(node, ast.Name)}
    if not all(_stands_in_class(field) and field not in types for field in written):
        return TypedClass(name=name, fields=(), functional=whole), used
    fields = (TypedField(name=finished(Python, name), annotation=text) for name, text in written.items())
    return TypedClass(name=name, fields=tuple(fields), functional=finished(Python, "")), used


def _stands_in_class(name: str) -> bool:
    """True for a name that is the key it says when it stands in a class body (`__x` would be another there)."""
    return name.isascii() and name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")


# --- through the generator and back


def _annotations(records: Mapping[str, Sequence[Record]]) -> dict[str, dict[str, list[ast.expr]]]:
    """Module → class → the annotations of its fields, in the record's order."""
    schemas = {
        f"{module}.{record.name}": _placeholders(record_schema(record, f"{_REFERENCE}{module}."))
        for module, classes in records.items()
        for record in classes
    }
    modules = _generate(schemas)
    found: dict[str, dict[str, list[ast.expr]]] = {}
    for module, classes in records.items():
        bodies = {node.name: node for node in modules[module].body if isinstance(node, ast.ClassDef)}
        found[module] = {record.name: _fields(bodies[record.name]) for record in classes}
    return found


def _placeholders(schema: Json) -> Json:
    names = {name: f"p{index}" for index, name in enumerate(schema["properties"])}
    return {
        **schema,
        "properties": {names[name]: value for name, value in schema["properties"].items()},
        "required": [names[name] for name in schema["required"]],
    }


def _generate(schemas: Mapping[str, Json]) -> dict[str, ast.Module]:
    if not schemas:
        return {}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Arguments", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    generated = generate(
        document,
        input_file_type=InputFileType.OpenAPI,
        output_model_type=DataModelType.TypingTypedDict,
        target_python_version=PythonVersion.PY_311,
        enum_field_as_literal=LiteralType.All,
        use_standard_collections=True,
        use_union_operator=True,
        disable_timestamp=True,
        formatters=[],
    )
    assert isinstance(generated, dict)
    return {path[-1].removesuffix(".py"): ast.parse(str(text)) for path, text in generated.items()}


def _fields(body: ast.ClassDef) -> list[ast.expr]:
    named = {
        node.target.id: node.annotation
        for node in body.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return [named[f"p{index}"] for index in range(len(named))]


def _expression(node: ast.expr, used: set[str]) -> Python:
    """A type expression written anew; the names of `typing` in it are added to `used`."""
    match node:
        case ast.Name(id=name):
            if name in _IMPORTABLE:
                used.add(name)
            return finished(Python, name)
        case ast.Constant(value=str() as text):
            return string(text)
        case ast.Constant(value=bool() | int() | None as constant):
            return finished(Python, repr(constant))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return finished(Python, f"-{number}")
        case ast.Subscript(value=outer, slice=ast.Tuple(elts=items)):
            inner = sequence([_expression(item, used) for item in items])
            return finished(Python, f"{_expression(outer, used)}{inner}")
        case ast.Subscript(value=outer, slice=item):
            return finished(Python, f"{_expression(outer, used)}[{_expression(item, used)}]")
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return finished(Python, f"{_expression(left, used)} | {_expression(right, used)}")
        case _:
            raise AssertionError(f"not a type: {ast.dump(node)}")
