"""The whole interface is there: every function of duel.json is called by these tests, and every word is as it says."""

import ast
import inspect
import json

import pytest
from conftest import ROOT

import duel
from duel import _constants, _description, _functions, _methods, _structs

DESCRIPTION = json.loads((ROOT / "include/duel.json").read_text())
SOURCES = sorted((ROOT / "bindings/python/src/duel").rglob("*.py"))

# Functions that Python replaces: columns are views of duel_table_get; a status comes with its exception.
UNUSED = {
    "duel_version_number", "duel_status_name", "duel_last_status", "duel_table_f64", "duel_table_i64", "duel_table_bool",
    "duel_table_codes",
    # Given to duel_gars_run as a pointer, not called from here.
    "duel_nuisance_mu",
}  # fmt: skip


@pytest.mark.last
def test_every_function_was_called():
    functions = {function["name"] for function in DESCRIPTION["functions"]}
    assert functions - _functions.CALLED == UNUSED
    assert _functions.CALLED <= functions


def calls():
    """Every call by name in the package: file, line, function, names of parameters."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("call", "saved") and node.args:
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    yield f"{path.name}:{node.lineno}", name.value, [k.arg for k in node.keywords if k.arg]


def test_calls_name_parameters_that_there_are():
    checked = 0
    for place, name, given in calls():
        known = [parameter[0] for parameter in _description.FUNCTIONS[name][1]]
        assert set(given) <= set(known), f"{place}: {name} has {known}"
        checked += 1
    assert checked > 100


def test_the_generated_modules_are_those_of_duel_json():
    assert {name for name in _description.FUNCTIONS} == {f["name"] for f in DESCRIPTION["functions"] + DESCRIPTION["callbacks"]}
    for structure in DESCRIPTION["structs"]:
        fields = _structs.structure(structure["name"])
        assert [name for name, _ in fields._fields_] == [field["name"] for field in structure["fields"]]
        for field in structure["fields"]:
            assert getattr(fields, field["name"]).offset == field["offset"], (structure["name"], field["name"])
    for enumeration in DESCRIPTION["enums"]:
        members = getattr(_constants, _description.ENUMS[enumeration["name"]]).__members__
        assert [int(m) for m in members.values()] == [value["value"] for value in enumeration["values"]]
    assert _description.VERSION == DESCRIPTION["version"]


def test_labels_of_tables_are_the_words_of_enumerations():
    """Where a column lists labels that an enumeration has too, they are the same words."""
    words = {word: name for name in _description.ENUMS.values() for word in [m.lower() for m in getattr(_constants, name).__members__]}
    listed = [column["labels"] for table in DESCRIPTION["tables"] for column in table["columns"] if column["labels"]]
    assert listed and all(label == label.lower() for labels in listed for label in labels)
    assert any(label in words for labels in listed for label in labels)


def public():
    for name in dir(duel):
        value = getattr(duel, name)
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("duel"):
            yield name, value


def test_everything_public_is_documented_in_terms_of_python():
    seen = 0
    for name, value in public():
        parts = [(name, value)]
        if inspect.isclass(value):
            parts += [(f"{name}.{part}", member) for part, member in inspect.getmembers(value)
                      if not part.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
                      and (getattr(getattr(member, "fget", member), "__module__", "") or "").startswith("duel")]  # fmt: skip
        for label, part in parts:
            doc = inspect.getdoc(part)
            if getattr(part, "__origin__", None) is None:
                assert doc, label
                assert "DUEL_" not in doc and "NULL" not in doc and "duel_" not in doc, label
                seen += 1
    assert seen > 200


def test_nothing_leaks_into_the_namespace():
    for name in ("Any", "Dict", "IntEnum", "Literal", "Optional", "Union", "TYPE_CHECKING"):
        assert not hasattr(duel, name), name
    assert "lambda_: " in _methods.PolicyFacts.__doc__ and "lambda_" in _methods.PolicyFacts.__annotations__
