"""``manage.py ai_match A B``: two AI players on the same deals, seats exchanged, with intervals."""

from __future__ import annotations

import json
from math import isinf
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games import ai
from games.ai import LEVELS, arena, compiling
from games.rules.core import Game, Malformed
from games.rules.registry import GAMES

#: minimum deals for which compiling the searching players' kernels pays off
MANY = 20


class Command(BaseCommand):
    help = "Play two AI players against each other on duplicate deals and print how the first fared."

    # The rules and their players need no database or settings.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        players = tuple(LEVELS)
        parser.add_argument("a", choices=players, help="the player whose score is told")
        parser.add_argument("b", choices=players, help="the player it sits against")
        parser.add_argument("--game", choices=GAMES, required=True)
        parser.add_argument("--deals", type=int, default=100, help="deals, or matches with --whole")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--whole", action="store_true", help="play whole matches instead of single hands")
        parser.add_argument("--options", nargs="*", default=[], metavar="key=value", help="house rules")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, a: str, b: str, game: str, deals: int, seed: int, **options: Any) -> None:
        if deals < 1:
            raise CommandError("There must be one deal at least.")
        if deals >= MANY and any(ai.playouts(game, level) for level in (a, b)):
            compiling.compile_here(settings.COMPILED_CODE)
        try:
            house_rules = dict(_option(GAMES[game], text) for text in options["options"])
            result = arena.against(game, a, b, house_rules, deals, seed, options["whole"])
        except Malformed as fault:
            raise CommandError(f"{game} has no such house rule: {fault}.") from fault
        for name in ("margin", "wins"):
            if isinf(result[name]["plus_minus"]):
                result[name]["plus_minus"] = None  # JSON has no infinity
        result = {"game": game, "a": a, "b": b, "seed": seed, "options": house_rules, **result}
        self.stdout.write(json.dumps(result) if options["json"] else _lines(result))


def _option(game: Game, text: str) -> tuple[str, Any]:
    """Return a house rule from ``key=value``: the value is JSON if the rule allows that, else a word."""
    key, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"Write house rules as key=value, not {text!r}.")
    try:
        parsed = json.loads(value)
    except json.JSONDecodeError:
        return key, value
    rules = [option for option in game.options if option.key == key]
    return key, parsed if not rules or rules[0].allows(parsed) else value


def _lines(result: dict[str, Any]) -> str:
    """Return a human-readable report."""
    deals = f"{result['game']}, {result['deals']} deals, seed {result['seed']}"
    lines = [f"{result['a']} against {result['b']}, {deals}"]
    for name in ("margin", "wins"):
        off = result[name]["plus_minus"]
        interval = ", no interval of one deal" if off is None else f" ± {off:.3f} (95 %)"
        lines.append(f"  {name:7} {result[name]['mean']:+.3f}{interval}")
    for name in ("A", "B"):
        log = result[name]
        lines.append(
            f"  {name} {log['moves']} moves, {log['p50_ms']} / {log['p95_ms']} / {log['p99_ms']} ms "
            f"(p50 / p95 / p99), worst {log['worst_ms']}, late {log['late']}, illegal {log['illegal']}"
        )
    return "\n".join(lines)
