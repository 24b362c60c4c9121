"""Big Two (大老二): the rules of /rules/big-two/."""

from __future__ import annotations

from games.rules.big_two.combos import TERMS, beats, classify, describe
from games.rules.big_two.game import BigTwo
from games.rules.big_two.view import BigTwoView
from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.combos import Combo

__all__ = ["TERMS", "BigTwo", "BigTwoView", "Combo", "Pass", "Play", "beats", "classify", "describe"]
