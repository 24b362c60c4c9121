"""Every number of the catalogue has a test that exists, and no page of it is out of date."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.abuse.rows import ROWS

ROOT = Path(__file__).resolve().parents[2]


@cache
def named_in(path):
    """Return the names of the tests in a file, including those in classes, without skipped ones."""
    tree = ast.parse((ROOT / path).read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {one.name for one in functions if not any("skip" in ast.unparse(mark) for mark in one.decorator_list)}


def test_every_number_is_there_once():
    numbers = [number for row in ROWS for number in row.numbers]
    assert numbers == list(range(1, 61))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(map(str, row.numbers)))
def test_what_a_row_names_is_tested(row):
    assert row.what
    assert row.answer
    assert row.shown
    for place in row.shown:
        path, _, name = place.partition("::")
        assert name in named_in(path), f"{place} is no test"
