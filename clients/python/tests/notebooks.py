"""Runs the notebooks of the examples in small form."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"


def run(name: str, small: str) -> None:
    """Runs a notebook with other values of its first cell, and requires a plot and a board."""
    notebook = nbformat.read(  # type: ignore[no-untyped-call]
        FOLDER / f"{name}.ipynb", as_version=4
    )
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code), "no outputs"
    assert "parameters" in code[0].metadata.tags
    code[0].source += "\n" + small
    path = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(notebook, timeout=120, resources=path).execute()
    shown = [output.data for cell in code for output in cell.outputs if "data" in output]
    assert any("image/png" in data for data in shown), "a plot"
    assert any("image/svg+xml" in data for data in shown), "a board"
