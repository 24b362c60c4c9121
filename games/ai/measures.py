"""How strong the AI players are: which matches are measured, and what they have come to.

What was measured stands in ``strength.json`` beside this file, with the day and the commit. It is
written by ``manage.py ai_strength`` alone, and shown as it is, numbers that fall short among them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.ai.levels import LEVELS
from games.rules.registry import GAMES

FILE = Path(__file__).with_name("strength.json")
FORMAT = "sifang-strength/1"
SEED = 20_000
#: files of the players' folder that decide no move
OTHER_THINGS = {"levels.py", "measures.py", "review.py", "thinking.py", "arena.py"}


@dataclass(frozen=True, slots=True)
class Measure:
    """One match of levels: ``a`` against ``b`` on so many duplicate deals (``whole``: matches).
    ``wins`` and ``margin``: what the lower end of the 95 % interval is wanted to reach; ``wins`` is
    a share of deals, of Winner of first places."""

    game: str
    a: str
    b: str
    deals: int
    wins: float | None = None
    margin: float | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    whole: bool = False

    @property
    def key(self) -> str:
        """A name for it, the same whenever the same is measured."""
        rules = "".join(f"-{name}-{self.options[name]}" for name in sorted(self.options))
        return f"{self.game}{rules}-{self.a}-{self.b}{'-whole' if self.whole else ''}"


THREE, FOUR = {"players": 3}, {"players": 4}
#: The quickest first.
MEASURES: tuple[Measure, ...] = (
    Measure("all-fours", "beginner", "random", 1000, margin=0.0),
    Measure("winner", "beginner", "random", 300, margin=0.0),
    Measure("forty", "beginner", "random", 300, wins=0.5),
    Measure("eighty", "beginner", "random", 300, wins=0.5),
    Measure("all-fours", "policy", "beginner", 1000, margin=0.0),
    Measure("winner", "policy", "beginner", 300, margin=0.0),
    Measure("forty", "policy", "beginner", 300, wins=0.5),
    Measure("eighty", "policy", "beginner", 300, wins=0.5),
    Measure("all-fours", "policy", "random", 2000, margin=0.22),
    Measure("winner", "policy", "random", 300, wins=0.70),
    Measure("winner", "policy", "random", 300, wins=0.80, options=THREE),
    Measure("forty", "policy", "random", 300, wins=0.92),
    Measure("eighty", "policy", "random", 300, wins=0.98),
    Measure("all-fours", "intermediate", "policy", 1000, margin=0.10),
    Measure("winner", "intermediate", "policy", 300, wins=0.36),
    Measure("winner", "intermediate", "policy", 300, wins=0.52, options=THREE),
    Measure("forty", "intermediate", "policy", 300, wins=0.68, margin=8.0),
    Measure("eighty", "intermediate", "policy", 300, wins=0.58, margin=8.0),
    Measure("all-fours", "strong", "policy", 1000, margin=0.16),
    Measure("all-fours", "strong", "policy", 1000, margin=0.0, options=FOUR),
    Measure("winner", "strong", "policy", 300, wins=0.40, margin=8.0),
    Measure("winner", "strong", "policy", 300, wins=0.55, options=THREE),
    Measure("forty", "strong", "policy", 900, wins=0.82, margin=15.0),
    Measure("eighty", "strong", "policy", 480, wins=0.77, margin=20.0),
    Measure("forty", "strong", "policy", 40, wins=0.95, whole=True),
)


def results(file: Path = FILE) -> list[dict[str, Any]]:
    """Return what has been measured, as it was written; nothing where nothing was."""
    if not file.exists():
        return []
    told = json.loads(file.read_text())
    assert told["format"] == FORMAT
    found: list[dict[str, Any]] = told["results"]
    return found


def keep(result: Mapping[str, Any], file: Path = FILE) -> None:
    """Write a result down in place of an earlier one of the same match."""
    kept = [one for one in results(file) if one["key"] != result["key"]] + [dict(result)]
    order = {measure.key: place for place, measure in enumerate(MEASURES)}
    kept.sort(key=lambda one: (order.get(one["key"], len(order)), one["key"]))
    lines = ",\n".join(json.dumps(one, sort_keys=True) for one in kept)
    file.write_text(f'{{"format": "{FORMAT}", "results": [\n{lines}\n]}}\n')


def reached(measure: Measure, result: Mapping[str, Any]) -> bool:
    """Say whether the lower ends of a result's intervals are where they are wanted."""
    wanted = (("wins", measure.wins), ("margin", measure.margin))
    return all(
        result[name]["mean"] - result[name]["plus_minus"] >= least for name, least in wanted if least is not None
    )


@cache
def code(game: str) -> str:
    """Return what tells a game's players from others: a digest of their code and their playouts."""
    here, module = Path(__file__).parent, GAMES[game].module
    files = [*here.glob("*.py"), *(here / module).rglob("*.py"), *(here / "reference").glob("*.py")]
    digest = sha256(json.dumps({key: level.playouts.get(game, 0) for key, level in LEVELS.items()}).encode())
    for path in sorted(files):
        if path.name not in OTHER_THINGS:
            digest.update(path.relative_to(here).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
