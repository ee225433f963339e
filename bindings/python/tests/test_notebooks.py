"""The notebooks among the examples run from top to bottom, and show what their text says."""

import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "examples/python").glob("*.ipynb"))


def executed(path):
    """A notebook after it ran, where it lies."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("pandas")
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}).execute()
    return notebook


def shown(cell):
    """The output of a cell, as text."""
    return "\n".join(output.get("text", "") + str(output.get("data", {}).get("text/plain", "")) for output in cell.outputs)


def test_there_are_notebooks_and_they_hold_no_output():
    nbformat = pytest.importorskip("nbformat")
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        assert not any(cell.get("outputs") or cell.get("execution_count") for cell in cells), path.name


def test_the_tour():
    cells = [cell for cell in executed(ROOT / "examples/python/tour.ipynb").cells if cell.cell_type == "code"]
    read, board, errors, audit, careful, judges, settle = map(shown, cells)
    assert "model_a is the item shown first" in read and "9706" in read.replace(",", "")
    assert "gpt-4" in board and "CLUSTERED_BY_CONTEXT" in errors.upper()
    assert "FLAG  positions" in audit and "FLAG  order" in audit
    first = [next(line.split()[0] for line in table.splitlines()[1:] if line.split()[6] == "1.000") for table in (board, careful)]
    assert first == ["claude-v1", "gpt-4"] and "position_driven" in judges
    assert "Closest to being settled: alpaca-13b and llama-13b" in settle
