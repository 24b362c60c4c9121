"""Games whose rules are done and that the house does not show yet, for tests alone.

Once they stand in ``games/rules/registry.py`` this file goes, ``EVERY_GAME`` is ``GAMES`` again, and so do the two
``conftest.py`` beside the tests that use it.
"""

from __future__ import annotations

from games.rules.big_two.game import BigTwo
from games.rules.california_jack.game import CaliforniaJack
from games.rules.core import Game
from games.rules.pitch.game import Pitch
from games.rules.president.game import President
from games.rules.registry import GAMES
from games.rules.tien_len.game import TienLen

COMING: dict[str, Game] = {game.key: game for game in (Pitch(), CaliforniaJack(), BigTwo(), TienLen(), President())}
EVERY_GAME: dict[str, Game] = GAMES | COMING

#: key → how many sections the rules of a game have, for citations of its page. The page comes with its guide.
SECTIONS: dict[str, int] = {"pitch": 12, "california-jack": 11, "big-two": 14, "tien-len": 14, "president": 14}
