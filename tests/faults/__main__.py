"""``python -m tests.faults [goal …]``: run every reliability goal at its soak size; write one table.

Each goal's tests run in a process of their own with ``SOAK=1``; the table shows what they measured
beside the requirement. It is written as a dated report after every goal. ``SOAK_SCALE=0.1`` runs a tenth.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from tests.faults.goals import GOALS, Goal
from tests.faults.sizes import SCALE

REPORTS = Path(__file__).parent / "reports"
#: Beside the goals: whole hands in a browser, and records of hundreds of AI hands.
BESIDE = ("tests/browser", "tests/replays/test_many.py")
#: Every test that uses the database, on PostgreSQL and Redis; CI runs only those that depend on them.
LARGE = ("-p tests.large", "tests", "--ignore=tests/browser")
#: AI players: thirty positions a game at strong, whole hands without a silly play, no peeking, all kernels compiled.
PLAYERS = ("tests/ai",)
#: Rules, records and what belongs to one game, with many random examples.
EXAMPLES = ("tests/rules", "tests/titles")
#: Single changes of rules and services (``mutation.py``).
CHANGES = 80
#: The number of orders in which O8 runs the quick fault and abuse tests again, and those tests.
ORDERS, AGAIN = 20, ("tests/abuse", "tests/matches", "tests/rooms", "tests/accounts")


def main() -> int:
    """Run the named goals, or all; print and write the results; return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("goals", nargs="*", metavar="goal")
    parser.add_argument(
        "--goals-alone", action="store_true", help="leave out whole hands in a browser and the AI players' long proofs"
    )
    options = parser.parse_args()
    keys = options.goals
    alone = bool(keys) or options.goals_alone
    if unknown := set(keys) - {goal.key for goal in GOALS}:
        parser.error(f"no such goal: {', '.join(sorted(unknown))}")
    REPORTS.mkdir(exist_ok=True)
    path = REPORTS / f"{datetime.now(UTC):%Y-%m-%d}.md"
    # Reruns go below the earlier results, so that a miss stays visible.
    before = path.read_text() + "\n" if path.exists() else ""
    rows: list[tuple[str, ...]] = []
    started = time.monotonic()
    for row in _rows(keys, alone):
        rows.append(row)
        print("  ".join(row), flush=True)
        # After every goal, because a soak takes hours and may be cut short.
        path.write_text(before + _report(rows, time.monotonic() - started, alone))
    print(f"Written to {path.relative_to(Path.cwd())}")
    return int(any(row[-1] != "met" for row in rows))


def _rows(keys: Sequence[str], alone: bool) -> Iterator[tuple[str, ...]]:
    """Run what was asked for and yield each row of the table as soon as it is known."""
    for goal in GOALS:
        if not keys or goal.key in keys:
            yield _run(goal)
    if not alone:
        yield _run_tests("–", "whole hands in a browser, records of AI hands", BESIDE, "all")
        yield _run_tests("–", "all that asks for the database, on PostgreSQL and Redis", LARGE, "all")
        yield _run_tests("–", "AI players: positions, whole hands, no peeking", PLAYERS, "all")
        yield _run_tests("–", "rules, records, reasons and players of each game, by chance", EXAMPLES, "all")
        yield _run_changes()


def _run(goal: Goal) -> tuple[str, ...]:
    tests = goal.tests
    if goal.key == "O8":
        return _in_other_orders(goal)
    return _run_tests(goal.key, goal.requirement, tests, goal.soak)


def _run_changes() -> tuple[str, ...]:
    """Make single changes to the code, a new sample each day, and name those that no test notices."""
    number = max(1, round(CHANGES * SCALE))
    command = [sys.executable, "-m", "tests.faults.mutation", str(number), "--seed", f"{datetime.now(UTC):%Y%m%d}"]
    result = subprocess.run(command, capture_output=True, text=True)
    survivors = "; ".join(result.stdout.splitlines())
    # survivors need a human reader: not every change to the code changes what anybody sees
    return (
        "–",
        "single changes of the code are noticed",
        f"{number} changes",
        survivors,
        "MISSED" if result.returncode else "met",
    )


def _in_other_orders(goal: Goal) -> tuple[str, ...]:
    """Run the quick tests repeatedly, each time in a different order."""
    orders = max(1, round(ORDERS * SCALE))
    failed = [str(seed) for seed in range(orders) if _pytest((*AGAIN, f"--randomly-seed={seed}"), {}, None)]
    summary = f"{orders} orders, {len(failed)} with failures" + (f" (seeds {', '.join(failed)})" if failed else "")
    return goal.key, goal.requirement, goal.soak, summary, "MISSED" if failed else "met"


def _run_tests(key: str, requirement: str, tests: Sequence[str], sizes: str) -> tuple[str, ...]:
    """Run tests at their soak sizes; return the goal's row."""
    with tempfile.TemporaryDirectory() as folder:
        figures, results = Path(folder) / "figures", Path(folder) / "results.xml"
        status = _pytest((*tests, "--timeout=0"), {"SOAK": "1", "SOAK_FIGURES": str(figures)}, results)
        reports = [json.loads(line) for line in figures.read_text().splitlines()] if figures.exists() else []
        outcome = _outcome(results)
    summary = "; ".join([outcome, *(text for of, text in reports if of == key)])
    return key, requirement, sizes, summary, "met" if status == 0 else "MISSED"


def _pytest(arguments: Sequence[str], environment: dict[str, str], results: Path | None) -> int:
    words = [word for argument in arguments for word in argument.split()]
    if results is not None:
        words += ["--junitxml", str(results)]
    command = [sys.executable, "-m", "pytest", "-q", *words]
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if result.returncode:
        print(result.stdout[-4000:], result.stderr[-2000:], sep="\n", file=sys.stderr)
    return result.returncode


def _outcome(results: Path) -> str:
    """Return a run's outcome in words: a skipped test shows nothing."""
    if not results.exists():
        return "did not run"
    suite = ElementTree.parse(results).getroot().find("testsuite")
    assert suite is not None
    tests, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
    failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    return (
        f"{tests - skipped - failed} tests"
        + (f", {failed} FAILED" if failed else "")
        + (f", {skipped} skipped" if skipped else "")
    )


def _commit() -> str:
    """Return the commit under test."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "unknown"


def _report(rows: Sequence[Sequence[str]], seconds: float, part: bool) -> str:
    """Return the report as Markdown."""
    head = ("goal", "wanted", "size", "reached", "")
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    load = os.getloadavg()[0]
    scale = "" if SCALE == 1 else f" Soak sizes were run at {SCALE:g} of what the table names."
    return (
        f"# Reliability, {datetime.now(UTC):%Y-%m-%d}\n\n"
        f"Written by `make soak`{' (some goals)' if part else ''} in {seconds / 60:.0f} minutes on {os.cpu_count()} "
        f"cores, Python {platform.python_version()}, load {load:.1f} at the end, on commit {_commit()}.{scale}\n"
        "«Met» says that every test of the goal passed at that size; times are figures, no test fails on one.\n\n"
        + "\n".join(lines)
        + "\n"
    )


if __name__ == "__main__":
    sys.exit(main())
