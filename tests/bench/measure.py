"""What a bench gives back: medians, tables of figures, and goals as ratios inside one run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal of the project and what was reached: ``ours`` over ``reference`` is ``ratio``.

    ``wanted`` is the limit in words; nothing fails where it is missed, the report says so.
    """

    key: str
    what: str
    reference: str
    ours: str
    ratio: float
    wanted: str
    met: bool


@dataclass(slots=True)
class Section:
    """One bench's part of the report: a lead in plain words, figures, goals."""

    title: str
    lead: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` (0 to 1) of the values lie; NaN where there are none."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def middle(values: Sequence[float]) -> float:
    """Return the median; NaN where there are none."""
    return median(values) if values else float("nan")


def pooled(rounds: Iterable[Sequence[float]]) -> list[float]:
    """Return the values of all rounds as one list."""
    return [value for one in rounds for value in one]


def spread(values: Sequence[float], digits: int = 2) -> str:
    """Return the median with the least and the greatest: «1.62 (1.50 to 2.10)»."""
    if not values:
        return "none"
    return f"{median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def at_most(key: str, what: str, ours: float, reference: float, limit: float, said: tuple[str, str]) -> Goal:
    """Return a goal that ours is at most ``limit`` times the reference; ``said``: both in words."""
    ratio = ours / reference if reference else float("nan")
    return Goal(key, what, said[1], said[0], ratio, f"at most {limit:g}", ratio <= limit)


def at_least(key: str, what: str, ours: float, reference: float, limit: float, said: tuple[str, str]) -> Goal:
    """Return a goal that ours is at least ``limit`` times the reference; ``said``: both in words."""
    ratio = ours / reference if reference else float("nan")
    return Goal(key, what, said[1], said[0], ratio, f"at least {limit:g}", ratio >= limit)
