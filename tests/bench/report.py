"""The results of a bench, as tables on the terminal and one dated Markdown file a day."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

REPORTS = Path(__file__).parent / "reports"
PACKAGES = ("django", "channels", "asgiref", "uvicorn", "uvloop", "httptools", "websockets", "celery", "kombu", "redis")
HEADINGS = ("goal", "what", "reference", "ours", "ratio", "wanted", "")


@dataclass(slots=True)
class Section:
    """One bench's part of the report: an introduction, figures, and goals as rows under ``HEADINGS``."""

    title: str
    lead: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    goals: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def at_most(self, key: str, what: str, ours: float, reference: float, limit: float, unit: str = "ms") -> None:
        """Note a goal that ours is at most ``limit`` times the reference; a missed goal fails nothing."""
        self._note(key, what, ours, reference, f"at most {limit:g}", unit, ours <= limit * reference)

    def at_least(self, key: str, what: str, ours: float, reference: float, limit: float, unit: str = "/s") -> None:
        """Note a goal that ours is at least ``limit`` times the reference."""
        self._note(key, what, ours, reference, f"at least {limit:g}", unit, ours >= limit * reference)

    def _note(self, key: str, what: str, ours: float, reference: float, bound: str, unit: str, is_met: bool) -> None:
        figures = (f"{value:,.{0 if value >= 1000 else 2}f} {unit}" for value in (reference, ours))
        self.goals.append((key, what, *figures, f"{ours / reference:.2f}", bound, "met" if is_met else "MISSED"))

    def __str__(self) -> str:
        parts = [f"## {self.title}", self.lead, table(self.headings, self.rows)]
        return "\n\n".join([*parts, *(["\n".join(f"- {note}" for note in self.notes)] if self.notes else [])])


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` (0 to 1) of the values lie; NaN where there are none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def middle(values: Sequence[float]) -> float:
    """Return the median; NaN where there are no values."""
    return median(values) if values else float("nan")


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Return the median with the least and the greatest: «1.62 (1.50 to 2.10)»."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    return f"{middle(values):,.{digits}f} ({least:,.{digits}f} to {most:,.{digits}f})"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, its columns aligned."""
    lines = [headings, *rows]
    widths = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(f"| {' | '.join(map(str.ljust, line, widths))} |" for line in lines)


def goals(sections: Sequence[Section]) -> str:
    """Return the goals of all sections as a table."""
    return table(HEADINGS, [goal for section in sections for goal in section.goals])


def cores() -> str:
    """Return how many cores there are, and of which processor."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
    return f"{os.cpu_count()} cores ({name})"


def write(sections: Sequence[Section], repeats: int, seconds: float, load: float) -> Path:
    """Add a run to the day's report, with what its figures depend on but no names and no paths; return the path."""
    now, memory = datetime.now(UTC), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    text = [
        f"# Benches, {now:%Y-%m-%d}",
        f"{cores()}, {memory:.0f} GiB, {platform.system()} {platform.machine()}, CPython {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}; {', '.join(f'{name} {version(name)}' for name in PACKAGES)}.",
        f"Medians of {repeats} alternating repeats, with the least and the greatest beside them where it matters; "
        f"taken in {seconds:.0f} s until {now:%H:%M} UTC. Load of the machine before {load:.1f}, after "
        f"{os.getloadavg()[0]:.1f}: read the ratios, which are from one run, and not the digits.",
        f"## Goals\n\n{goals(sections)}",
        *map(str, sections),
    ]
    REPORTS.mkdir(exist_ok=True)
    path = REPORTS / f"{now:%Y-%m-%d}.md"
    with path.open("a") as file:
        file.write(("\n" if file.tell() else "") + "\n\n".join(text) + "\n")
    return path
