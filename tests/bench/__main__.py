"""``python -m tests.bench [name …] [--repeats 5]``: run benches, print and write what they found.

Benches report, they never fail on a time. Everything is on loopback, in processes of their own.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from time import perf_counter

from tests.bench import report
from tests.bench.measure import Section

NAMES = (
    "rules",
    "rendering",
    "replay",
    "ai",
    "decisions",
    "declarations",
    "reviews",
    "background",
    "crowd",
    "growth",
    "move_to_push",
    "known",
)


def main() -> None:
    """Run the benches named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(NAMES))
    parser.add_argument("--repeats", type=int, default=5, help="alternating repeats of each contender")
    given = parser.parse_args()
    if unknown := set(given.names) - set(NAMES):
        parser.error(f"no such bench: {', '.join(sorted(unknown))}")
    start, load = perf_counter(), os.getloadavg()[0]
    sections = [_shown(name, given.repeats) for name in given.names or NAMES]
    goals = [goal for section in sections for goal in section.goals]
    print("\n" + report.aligned(report.HEADINGS, report.goal_rows(goals)))
    taken, loads = perf_counter() - start, (load, os.getloadavg()[0])
    path = report.written(sections, given.repeats, taken, loads, again=bool(given.names))
    print(f"\nWritten to {path.relative_to(report.REPORTS.parents[2])}")


def _shown(name: str, repeats: int) -> Section:
    section: Section = import_module(f"tests.bench.{name}").run(repeats)
    print(f"\n{section.title}\n\n{report.aligned(section.headings, section.rows)}", flush=True)
    for note in section.notes:
        print(f"- {note}", flush=True)
    return section


if __name__ == "__main__":
    main()
