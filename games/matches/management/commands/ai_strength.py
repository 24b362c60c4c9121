"""``manage.py ai_strength``: measure the AI players' strength, in resumable steps.

It plays the matches of ``games.ai.measures`` in turn on one core and records each deal as it is
played, so it can be stopped and resumed at any moment. A match that is complete, or as long as
``--deals`` asks, is written to the file that the page «Who plays here» shows.

A deal has the same result wherever it is played, so deals may be played on a faster Python (PyPy
is four times as fast). Think times are measured only on CPython, which serves the site: the first
deals of a match played elsewhere are replayed there and must give the same results.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games import ai
from games.ai import arena, compiling, measures
from games.ai.bot import Measure
from games.ai.measures import SEED, all_measures
from games.rules.registry import GAMES

#: whether think times are measured here
IS_TIMED = platform.python_implementation() == "CPython"
#: deals, and whole matches, to replay for the times of a match played elsewhere
TIMED, TIMED_WHOLE = 12, 1


class Command(BaseCommand):
    help = "Measure the AI players' strength within a time, going on where the last run stopped."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--minutes", type=float, default=60.0, help="after which no other deal is begun")
        parser.add_argument("--game", choices=GAMES, help="measure this game alone")
        players = dict.fromkeys(measure.a for measure in all_measures())
        parser.add_argument("--level", choices=players, help="measure this player alone, against whoever they meet")
        parser.add_argument("--deals", type=int, help="fewer deals than a whole measurement has, to try it out")
        parser.add_argument("--again", action="store_true", help="measure too what has been measured of these players")
        parser.add_argument("--file", type=Path, default=measures.FILE, help="where results are written")
        parser.add_argument(
            "--list", action="store_true", help="say what is measured, what is not, and what fell short"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        selection = [
            measure
            for measure in all_measures()
            if options["game"] in (None, measure.game) and options["level"] in (None, measure.a)
        ]
        if options["list"]:
            for measure in selection:
                self.stdout.write(_line(measure, _stored_result(measure, options["file"])))
            return
        if options["deals"] is not None and options["deals"] < 2:
            raise CommandError("There must be two deals at least: one has no interval.")
        os.nice(10)
        if any(ai.playouts(measure.game, level) for measure in selection for level in (measure.a, measure.b)):
            compiling.compile_here(settings.COMPILED_CODE)
        ends = monotonic() + 60 * options["minutes"]
        for measure in selection:
            count = min(measure.deals, options["deals"] or measure.deals)
            known = _stored_result(measure, options["file"])
            is_current = known is not None and known["code"] == measures.code(measure.game, measure.a, measure.b)
            if known and is_current and known["deals"] >= count and not options["again"]:
                continue
            score = _play(measure, count, ends)
            if score is None:
                self.stdout.write(f"{measure.key}: goes on in the next run")
                return
            if not IS_TIMED:
                self.stdout.write(f"{measure.key}: all {count} deals are played; CPython takes the times")
                continue
            if (differs := _add_times(measure, score)) is not None:
                raise CommandError(f"{measure.key}: deal {differs} comes out otherwise here than where it was played")
            result = _result(measure, score)
            measures.keep(result, options["file"])
            self.stdout.write(_line(measure, result))


def _play(measure: Measure, count: int, ends: float) -> arena.Score | None:
    """Return the score of ``count`` deals, including those of earlier runs, or ``None`` if time is up."""
    notes = settings.VAR / "strength" / f"{measure.key}.{measures.code(measure.game, measure.a, measure.b)}.jsonl"
    notes.parent.mkdir(parents=True, exist_ok=True)
    score = arena.Score()
    played = 0
    for line in _lines(notes):
        if played < count:
            _add(score, line)
            played += 1
    with notes.open("a") as file:
        while played < count:
            if monotonic() > ends:
                return None
            deal = _one(measure, played)
            seconds = {name: log.seconds if IS_TIMED else [] for name, log in deal.logs.items()}
            line = {
                "margin": deal.margins[0],
                "win": deal.wins[0],
                "bids": deal.bids,
                "seconds": {name: [round(second, 5) for second in times] for name, times in seconds.items()},
                "illegal": {name: log.illegal for name, log in deal.logs.items()},
            }
            file.write(json.dumps(line) + "\n")
            file.flush()
            _add(score, line)
            played += 1
    return score


def _one(measure: Measure, number: int) -> arena.Score:
    """Return the score of one deal, or of one match."""
    play = arena.matches if measure.whole else arena.hands
    return play(GAMES[measure.game], measure.a, measure.b, measure.options, 1, SEED, first=number)


def _add_times(measure: Measure, score: arena.Score) -> int | None:
    """Measure the think times of a score that was played without them; return the number of a deal
    that comes out differently here, or ``None``."""
    if any(log.seconds for log in score.logs.values()):
        return None
    for number in range(min(TIMED_WHOLE if measure.whole else TIMED, len(score.margins))):
        one = _one(measure, number)
        if (one.margins[0], one.wins[0]) != (score.margins[number], score.wins[number]):
            return number
        for name, log in one.logs.items():
            score.logs[name].seconds += log.seconds
    return None


def _lines(notes: Path) -> Iterator[dict[str, Any]]:
    """Yield the recorded deals; drop a truncated last line, so that the next can be appended."""
    if not notes.exists():
        return
    lines = []
    for text in notes.read_text().splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            break
    notes.write_text("".join(json.dumps(line) + "\n" for line in lines))
    yield from lines


def _add(score: arena.Score, line: dict[str, Any]) -> None:
    score.margins.append(line["margin"])
    score.wins.append(line["win"])
    score.bids += line.get("bids", ())
    for name, log in score.logs.items():
        log.seconds += line["seconds"][name]
        log.illegal += line["illegal"][name]


def _result(measure: Measure, score: arena.Score) -> dict[str, Any]:
    return {
        "key": measure.key,
        "game": measure.game,
        "a": measure.a,
        "b": measure.b,
        "options": dict(measure.options),
        "whole": measure.whole,
        "seed": SEED,
        "code": measures.code(measure.game, measure.a, measure.b),
        "commit": _commit(),
        "date": datetime.now(UTC).date().isoformat(),
        **arena.report(score),
    }


def _commit() -> str:
    """Return the commit being measured, or "" if there is none."""
    git = shutil.which("git")
    if git is None:
        return ""
    command = [git, "-C", str(settings.BASE_DIR), "rev-parse", "--short", "HEAD"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  fixed words
    return result.stdout.strip() if result.returncode == 0 else ""


def _stored_result(measure: Measure, file: Path) -> dict[str, Any] | None:
    return next((result for result in measures.results(file) if result["key"] == measure.key), None)


def _line(measure: Measure, result: dict[str, Any] | None) -> str:
    bars = (("wins", measure.wins), ("margin", measure.margin), ("bids", measure.bids))
    bars_text = " ".join(f"{name} ≥ {least}" for name, least in bars if least is not None)
    if result is None:
        return f"{measure.key}: not measured; wanted {bars_text}"
    figures = " ".join(
        f"{name} {result[name]['mean']:+.3f} ± {result[name]['plus_minus']:.3f}"
        for name in ("wins", "margin", "bids")
        if name in result
    )
    verdict = "reached" if measures.reached(measure, result) else "FALLS SHORT"
    now = "" if result["code"] == measures.code(measure.game, measure.a, measure.b) else ", of earlier players"
    return (
        f"{measure.key}: {figures}, {result['deals']} deals, p95 {result['A']['p95_ms']} ms, "
        f"{result['date']} {result['commit']}{now}; wanted {bars_text}: {verdict}"
    )
