"""How much a fault test does: little in the ordinary test run, a lot in ``make soak``."""

from __future__ import annotations

import json
import os
from pathlib import Path

SOAK = bool(os.environ.get("SOAK"))
#: A share of the soak sizes, for a shorter soak; the report says which.
SCALE = float(os.environ.get("SOAK_SCALE", "1"))


def size(fast: int, soak: int) -> int:
    """Return how many times to do something in this run."""
    return max(fast, round(soak * SCALE)) if SOAK else fast


def reached(goal: str, text: str) -> None:
    """Record a figure of this run for the report, and print it."""
    print(f"{goal}: {text}")
    if path := os.environ.get("SOAK_FIGURES"):
        with Path(path).open("a") as file:
            file.write(json.dumps([goal, text]) + "\n")


def share(values: list[float], part: float) -> float:
    """Return the value below which a fraction (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")
