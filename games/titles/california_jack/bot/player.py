"""The AI player of California Jack as the house knows it: a policy of plain knowledge (/rules/california-jack/#4)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.ai.bot import Bot, Measure
from games.rules.california_jack.following import following_of
from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import PACK_52, SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import PLAY
from games.titles.four_chances.bot import core
from games.titles.four_chances.bot.knowledge import unseen

#: what it is worth to draw a card, in points: trumps win tricks, tens and aces go home
TRUMP, ACE, TEN = 0.30, 0.12, 0.18


class CaliforniaJackBot(Bot):
    """Wins a trick for what lies in it and on the stock, loses it where the next card is likely to be better."""

    version = 1
    second_best = 0.25
    margin_digits = 2
    measures = (Measure("california-jack", "policy", "random", 300, wins=0.65),)

    def weighed(self, view: CaliforniaJackView, rng: Random) -> list[tuple[float, Action]]:
        assert view.seat is not None
        trump = SUITS.index(view.trump)
        known = core.terms(trump, {trump * 13 + 12: 0.5}, True, True, 1.0)
        allowed = following_of(view.options).playable(view.hand, view.trick, trump)
        theirs = _theirs(view)
        gains = core.ranked(known, allowed, view.trick, False, 1 - len(view.trick), theirs, _stake(view, trump))
        return [(round(gain, 6), PLAY[view.seat][card]) for gain, card in gains]

    def margin(self, result: Mapping[str, Any], side: int) -> float:
        """Return the points won less those lost."""
        return float(result["points"][side] - result["points"][1 - side])


def _theirs(view: CaliforniaJackView) -> list[int]:
    """Return the cards that the other may hold; when the stock is gone they are known."""
    return [card for card in unseen(view, PACK_52) if card != view.top]


def _stake(view: CaliforniaJackView, trump: int) -> float:
    """Return what winning the trick brings beside its cards: the top card against the next, unknown one."""
    if not view.stock:
        return core.TRICK
    if view.top is None:
        return core.TRICK
    hidden = _theirs(view)
    usual = sum(_drawn(card, trump) for card in hidden) / len(hidden)
    return core.TRICK + 0.6 * (_drawn(view.top, trump) - usual)


def _drawn(card: int, trump: int) -> float:
    rank = card % 13
    worth = TRUMP + 0.02 * rank if card // 13 == trump else 0.0
    return worth + (TEN if rank == 8 else ACE if rank == 12 else 0.01 * rank)


BOT = CaliforniaJackBot("california-jack")
