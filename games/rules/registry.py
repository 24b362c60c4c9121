"""The games of the site, one line each, in the order of every list: each family together, after its first game."""

from __future__ import annotations

from games.rules.allfours.game import AllFours
from games.rules.big_two.game import BigTwo
from games.rules.california_jack.game import CaliforniaJack
from games.rules.core import Game
from games.rules.pitch.game import Pitch
from games.rules.president.game import President
from games.rules.shengji.game import Eighty, Forty
from games.rules.tien_len.game import TienLen
from games.rules.winner.game import Winner

GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        AllFours(),
        Pitch(),
        CaliforniaJack(),
        Winner(),
        BigTwo(),
        TienLen(),
        President(),
        Forty(),
        Eighty(),
    )
}
