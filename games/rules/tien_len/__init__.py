"""Tien Len (tiến lên): the rules of /rules/tien-len/."""

from __future__ import annotations

from games.rules.climbing.actions import Pass, Play
from games.rules.climbing.combos import Combo, describe
from games.rules.tien_len.combos import TERMS, beats, classify
from games.rules.tien_len.game import TienLen
from games.rules.tien_len.view import TienLenView

__all__ = ["TERMS", "Combo", "Pass", "Play", "TienLen", "TienLenView", "beats", "classify", "describe"]
