"""The games of the house, one line each."""

from __future__ import annotations

from games.rules.allfours.game import AllFours
from games.rules.core import Game
from games.rules.shengji.game import Eighty, Forty
from games.rules.winner.game import Winner

GAMES: dict[str, Game] = {game.key: game for game in (AllFours(), Winner(), Forty(), Eighty())}
