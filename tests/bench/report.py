"""The results of a bench, as tables on the terminal and one dated Markdown file a day."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

REPORTS = Path(__file__).parent / "reports"
PACKAGES = ("django", "channels", "asgiref", "uvicorn", "uvloop", "httptools", "websockets", "celery", "kombu", "redis")
HEADINGS = ("goal", "what", "floor or peer", "ours", "ratio", "wanted", "")


@dataclass(slots=True)
class Section:
    """One bench's part of the report: an introduction, figures, and goals as rows under ``HEADINGS``."""

    title: str
    lead: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    goals: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Section:
        """Return the section that another process has made."""
        return cls(**fields)

    def at_most(self, key: str, what: str, ours: float, reference: float, limit: float, said: tuple[str, str]) -> None:
        """Note a goal that ours is at most ``limit`` times the reference; ``said``: both in words."""
        ratio = ours / reference if reference else float("nan")
        self.goal(key, what, said, ratio, f"at most {limit:g}", ratio <= limit)

    def at_least(self, key: str, what: str, ours: float, reference: float, limit: float, said: tuple[str, str]) -> None:
        """Note a goal that ours is at least ``limit`` times the reference; ``said``: both in words."""
        ratio = ours / reference if reference else float("nan")
        self.goal(key, what, said, ratio, f"at least {limit:g}", ratio >= limit)

    def goal(self, key: str, what: str, said: tuple[str, str], ratio: float, wanted: str, met: bool) -> None:
        """Note a goal and whether it is met; a missed goal fails nothing."""
        self.goals.append((key, what, said[1], said[0], f"{ratio:.2f}", wanted, "met" if met else "MISSED"))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` (0 to 1) of the values lie; NaN where there are none."""
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def middle(values: Sequence[float]) -> float:
    """Return the median; NaN where there are none."""
    return median(values) if values else float("nan")


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Return the median with the least and the greatest: «1.62 (1.50 to 2.10)»."""
    if not values:
        return "none"
    return f"{median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def aligned(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table for the terminal."""
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def markdown(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (headings, ["---"] * len(headings), *rows))


def goals_table(sections: Iterable[Section], table: Callable[..., str]) -> str:
    """Return the goals of all sections as a table."""
    return table(HEADINGS, [goal for section in sections for goal in section.goals])


def machine() -> str:
    """Return what the figures depend on: processor, system, versions. No names, no paths."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{cores()}, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        + ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    )


def cores() -> str:
    """Return how many cores there are, and of which processor."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
    return f"{os.cpu_count()} cores ({name})"


def write(sections: Sequence[Section], repeats: int, seconds: float, load: float, again: bool = False) -> Path:
    """Write the day's report and return its path. Replace an earlier one of that day, except when some
    benches run ``again``: those are appended."""
    now = datetime.now(UTC)
    text = [
        f"# Benches, {now:%Y-%m-%d}",
        f"{machine()}.",
        f"Medians of {repeats} alternating repeats, with the least and the greatest beside them where it matters; "
        f"taken in {seconds:.0f} s from {now:%H:%M} UTC back. Load of the machine before {load:.1f}, after "
        f"{os.getloadavg()[0]:.1f}: read the ratios, which are from one run, and not the digits.",
        "## Goals",
        goals_table(sections, markdown),
    ]
    for section in sections:
        text += [f"## {section.title}", section.lead, markdown(section.headings, section.rows)]
        text += ["\n".join(f"- {note}" for note in section.notes)] if section.notes else []
    REPORTS.mkdir(exist_ok=True)
    path = REPORTS / f"{now:%Y-%m-%d}.md"
    before = path.read_text() + "\n" if again and path.exists() else ""
    path.write_text(before + "\n\n".join(text) + "\n")
    return path
