"""Coordinates of small SVG charts; templates also give their values as text."""

from __future__ import annotations

from typing import Any

from games.community.statistics import Figures

WIDE = 220
LEFT = 118
ROW = 34
TALL = 104


def bars(rows: list[tuple[str, Figures]]) -> dict[str, Any] | None:
    """Return the chart of matches won: one bar per game, with a line at the value of chance; None without games."""
    if not rows:
        return None
    return {
        "height": str(len(rows) * ROW + 12),
        "left": str(LEFT),
        "wide": str(WIDE),
        "rows": [
            {
                "name": name,
                "text": str(place * ROW + 27),
                "top": str(place * ROW + 12),
                "mark_top": str(place * ROW + 9),
                "mark_end": str(place * ROW + 35),
                "width": _px(WIDE * figures.won / figures.matches),
                "chance": _px(LEFT + WIDE * figures.chance / figures.matches),
                "percent": str(round(100 * figures.won / figures.matches)),
                "matches": str(figures.matches),
            }
            for place, (name, figures) in enumerate(rows)
        ],
    }


def line(points: list[int], mark: int) -> dict[str, Any]:
    """Return the chart of points per hand, newest last, with a line at ``mark``, the target."""
    top = max(*points, mark) * 1.1
    step = 390 / max(1, len(points) - 1)
    dots = [
        {"x": _px(30 + step * place), "y": _px(TALL - 90 * value / top), "reached": value >= mark}
        for place, value in enumerate(points)
    ]
    return {
        "path": " ".join(f"{'L' if place else 'M'}{dot['x']} {dot['y']}" for place, dot in enumerate(dots)),
        "dots": dots,
        "mark": str(mark),
        "mark_y": _px(TALL - 90 * mark / top),
        "mark_text": _px(TALL + 4 - 90 * mark / top),
        "reached": str(sum(value >= mark for value in points)),
        "hands": str(len(points)),
    }


def losses(values: list[float]) -> dict[str, Any]:
    """Return the chart of points lost per decision by hand, newest last; lower is better."""
    top = max(*values, 0.1) * 1.15
    step = 390 / max(1, len(values) - 1)
    dots = [{"x": _px(30 + step * place), "y": _px(TALL - 90 * value / top)} for place, value in enumerate(values)]
    mean = sum(values) / len(values)
    return {
        "path": " ".join(f"{'L' if place else 'M'}{dot['x']} {dot['y']}" for place, dot in enumerate(dots)),
        "dots": dots,
        "mean": f"{mean:.2f}" if mean < 1 else f"{mean:.1f}",
        "mean_y": _px(TALL - 90 * mean / top),
        "mean_text": _px(TALL + 4 - 90 * mean / top),
        "hands": str(len(values)),
    }


def _px(value: float) -> str:
    return f"{value:.1f}"
