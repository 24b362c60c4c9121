"""``manage.py ai_learn --game GAME``: learn the weights of a game's playouts from hands against the policy.

The weights are written to a file next to the bot, whose searches read it. The same seed gives the same weights. It uses
the development packages and some minutes of one core a learner; ``ai_match`` and ``ai_strength`` then measure the gain.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games import ai
from games.ai import compiling, learning
from games.rules.registry import GAMES


class Command(BaseCommand):
    help = "Learn what the playouts of a game weigh, from hands against the policy."

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=GAMES, required=True)
        parser.add_argument("--seed", type=int, default=1, help="another seed: other deals and other luck")
        parser.add_argument("--learner", help="have this learner alone learn anew")
        parser.add_argument("--generations", type=int, default=learning.GENERATIONS)

    def handle(self, *args: Any, **options: Any) -> None:
        if not learning.is_possible():
            raise CommandError("Learning needs the development packages: make setup installs them.")
        os.nice(10)
        compiling.compile_here(settings.COMPILED_CODE)  # before learning, which would go on with plain kernels
        bot = ai.bot(options["game"])
        learners = [learner for learner in bot.learners(options["seed"]) if options["learner"] in (None, learner.name)]
        if not learners or bot.learned is None:
            raise CommandError("Nothing can be learned here: this game's player has no such learner.")
        for learner in learners:
            weights = learning.learn(learner, options["seed"], self._note(learner), options["generations"])
            gain = learner.gain(weights, learning.POOL, learning.HANDS)
            self.stdout.write(f"{learner.name}: {gain:+.4f} a hand on deals that it has not met")
            by_game = json.loads(bot.learned.read_text()) if bot.learned.exists() else {}
            by_game.setdefault(bot.game, {})[learner.name] = weights
            bot.learned.write_text(json.dumps(by_game, indent=1, sort_keys=True) + "\n")

    def _note(self, learner: learning.Learner) -> Any:
        def note(generation: int, weights: Mapping[str, float]) -> None:
            if generation % 10 == 0:
                gain = learner.gain(weights, 0, learning.HANDS)
                self.stdout.write(f"{learner.name}, generation {generation}: {gain:+.4f} a hand")
                self.stdout.flush()

        return note
