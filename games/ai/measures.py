"""How strong the AI players are: which matches are measured, and their results.

Results are kept in ``strength.json`` beside this file, with the day and the commit. Only
``manage.py ai_strength`` writes it; it is shown as it is, including numbers that fall short.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.ai.bot import Measure, bot
from games.ai.levels import LEVELS
from games.rules.registry import GAMES

FILE = Path(__file__).with_name("strength.json")
FORMAT = "sifang-strength/1"
SEED = 20_000


def all_measures() -> tuple[Measure, ...]:
    """Return the measures of all games, weaker levels first since they are quick."""
    order = list(LEVELS)
    every = [measure for key in GAMES for measure in bot(key).measures]
    return tuple(sorted(every, key=lambda measure: (measure.whole, order.index(measure.a))))


def written(file: Path = FILE) -> str:
    """Return the text of a results file, empty if there is none."""
    return file.read_text() if file.exists() else ""


def results(file: Path = FILE) -> list[dict[str, Any]]:
    """Return the results as they were written, empty if there are none."""
    return read(written(file))


def read(text: str) -> list[dict[str, Any]]:
    """Return the results in a file's text."""
    if not text:
        return []
    report = json.loads(text)
    assert report["format"] == FORMAT
    rows: list[dict[str, Any]] = report["results"]
    return rows


def keep(result: Mapping[str, Any], file: Path = FILE) -> None:
    """Store a result, replacing an earlier one of the same match."""
    rows = [row for row in results(file) if row["key"] != result["key"]] + [dict(result)]
    order = {measure.key: place for place, measure in enumerate(all_measures())}
    rows.sort(key=lambda row: (order.get(row["key"], len(order)), row["key"]))
    lines = ",\n".join(json.dumps(row, sort_keys=True) for row in rows)
    file.write_text(f'{{"format": "{FORMAT}", "results": [\n{lines}\n]}}\n')


def reached(measure: Measure, result: Mapping[str, Any]) -> bool:
    """Return whether the lower ends of a result's intervals reach their targets."""
    targets = (("wins", measure.wins), ("margin", measure.margin), ("bids", measure.bids))
    return all(
        name in result and result[name]["mean"] - result[name]["plus_minus"] >= least
        for name, least in targets
        if least is not None
    )


def code(game: str, *levels: str) -> str:
    """Return the newest version among some levels of a game's bot, which tells them from earlier ones."""
    return f"{game}-{max(map(bot(game).version_of, levels))}"
