"""Showing what the benches found: a table on the terminal, and one dated Markdown file a day."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench.measure import Goal, Section

REPORTS = Path(__file__).parent / "reports"
PACKAGES = ("django", "channels", "asgiref", "uvicorn", "uvloop", "httptools", "websockets", "celery", "kombu", "redis")
HEADINGS = ("goal", "what", "floor or peer", "ours", "ratio", "wanted", "")


def goal_rows(goals: Iterable[Goal]) -> list[tuple[str, ...]]:
    """Return goals as rows under ``HEADINGS``."""
    return [
        (
            goal.key,
            goal.what,
            goal.reference,
            goal.ours,
            f"{goal.ratio:.2f}",
            goal.wanted,
            "met" if goal.met else "MISSED",
        )
        for goal in goals
    ]


def _verdict(goal: Goal) -> str:
    return "met" if goal.met else "MISSED"


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table for the terminal."""
    widths = [max(len(row[at]) for row in [headings, *rows]) for at in range(len(headings))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [headings, *rows]]
    return "\n".join(line.rstrip() for line in [lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    cells = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def machine() -> str:
    """Return the facts that figures hang on: processor, system, versions. No names, no paths."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{os.cpu_count()} cores ({_processor()}), {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}; {versions}."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def written(
    sections: Sequence[Section], repeats: int, seconds: float, load: tuple[float, float], again: bool = False
) -> Path:
    """Write the day's report and return where it is; an earlier one of the day is replaced, where it
    is not some benches ``again``: those stand below."""
    now = datetime.now(UTC)
    text = [
        f"# Benches, {now:%Y-%m-%d}",
        f"{machine()}",
        f"Medians of {repeats} alternating repeats, with the least and the greatest beside them where it matters; "
        f"taken in {seconds:.0f} s from {now:%H:%M} UTC back. Load of the machine before {load[0]:.1f}, after "
        f"{load[1]:.1f}: read the ratios, which are from one run, and not the digits.",
        "## Goals",
        markdown(HEADINGS, goal_rows(goal for section in sections for goal in section.goals)),
    ]
    for section in sections:
        text += [f"## {section.title}", section.lead, markdown(section.headings, section.rows)]
        if section.notes:
            text.append("\n".join(f"- {note}" for note in section.notes))
    REPORTS.mkdir(exist_ok=True)
    path = REPORTS / f"{now:%Y-%m-%d}.md"
    before = path.read_text() + "\n" if again and path.exists() else ""
    path.write_text(before + "\n\n".join(text) + "\n")
    return path
