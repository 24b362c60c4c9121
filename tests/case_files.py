"""The conformance cases of the games' rules pages, ``tests/cases/*.cases.jsonl``: one JSON object per line."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"


class Cases:
    """The cases of some pages. ``keys``: prefixes of the file names."""

    def __init__(self, *keys: str) -> None:
        texts = [(CASES / f"{key}.cases.jsonl").read_text(encoding="utf-8") for key in keys]
        self.all: list[dict[str, Any]] = [
            json.loads(line) for text in texts for line in text.splitlines() if line.strip()
        ]

    def kinds(self) -> dict[str, int]:
        """Return how many cases there are of each kind."""
        return dict(Counter(case["kind"] for case in self.all))

    def of_kind(self, kind: str) -> pytest.MarkDecorator:
        """Return a decorator that runs a test on each case of a kind, passed as ``case``."""
        params = [pytest.param(case, id=case["id"]) for case in self.all if case["kind"] == kind]
        assert params, kind
        return pytest.mark.parametrize("case", params)


def cases(kind: str, *keys: str) -> pytest.MarkDecorator:
    """Return a decorator that runs a test on each case of a kind from some pages."""
    return Cases(*keys).of_kind(kind)
