"""Games whose rules are here and which the house does not show yet. Once they stand in ``GAMES`` this
module goes, ``HOUSE`` is ``GAMES``, and the fixtures that put them there go too."""

from __future__ import annotations

from games.rules.california_jack.game import CaliforniaJack
from games.rules.core import Game
from games.rules.pitch.game import Pitch
from games.rules.registry import GAMES

COMING: dict[str, Game] = {game.key: game for game in (Pitch(), CaliforniaJack())}
HOUSE: dict[str, Game] = {**GAMES, **COMING}
