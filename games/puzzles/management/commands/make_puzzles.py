"""``manage.py make_puzzles``: make puzzles from hands of AI players, judged twice by a long search."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games.ai import compiling
from games.puzzles import judging, making, services, shipped
from games.rules.registry import GAMES


class Command(BaseCommand):
    help = (
        "Make puzzles from hands of AI players until there are so many of the seed. Each is kept as it is made: "
        "stopped and run again, the command goes on after the last deal of that seed that gave one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", required=True, choices=sorted(GAMES))
        parser.add_argument("--count", type=int, default=200, help="how many of this seed there are to be")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--worlds", type=int, default=0, help="worlds of a judgement; as many as a long search")
        parser.add_argument("--ship", action="store_true", help="write all puzzles of the game to its shipped file")

    def handle(self, *args: Any, game: str, count: int, seed: int, worlds: int, ship: bool, **options: Any) -> None:
        worlds = worlds or judging.worlds_of(game)
        if not worlds:
            raise CommandError(f"The AI player of {game} does not search.")
        compiling.compile_here(settings.COMPILED_CODE)
        last = services.last_number(game, seed)
        there = services.count_of_seed(game, seed)
        drafts = making.drafts(game, seed, 0 if last is None else last + 1, worlds)
        while there < count:
            number, draft = next(drafts)
            if draft is not None:
                there += services.store([draft])
                self.stdout.write(f"{game} {there} of {count}: deal {number}, action {draft.at}")
        if ship:
            self.stdout.write(f"{shipped.ship(game):,} puzzles of {game} written.")
