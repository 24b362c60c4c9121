"""An AI player of California Jack by rules of thumb: it wins a trick for its cards and the top of the stock, and loses
it if the next card is likely to be better (/rules/california-jack/#4)."""

from __future__ import annotations

from functools import cache

from games.rules.california_jack.following import following_of
from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import PACK_52, SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import PLAY
from games.titles.four_chances.bot import core
from games.titles.four_chances.bot.knowledge import unseen

#: the worth of drawing a card, in points: trumps win tricks, tens and aces go home
TRUMP, ACE, TEN = 0.30, 0.12, 0.18
#: how much of the difference between the top card and the next one counts towards winning the trick
NEXT = 0.6


@cache
def terms_of(trump: int) -> core.Terms:
    """Return what cards count under a trump."""
    return core.terms(trump, {trump * 13 + 12: 0.5}, True, True, 1.0)


def weighed(view: CaliforniaJackView) -> list[tuple[float, Action]]:
    """Return the plays of the view's seat with their worth in points, best first."""
    assert view.seat is not None
    trump = SUITS.index(view.trump)
    allowed = following_of(view.options).playable(view.hand, view.trick, trump)
    theirs = _theirs(view)
    at_stake = _stake(view, trump, theirs)
    left = 1 - len(view.trick)
    gains = core.ranked(terms_of(trump), allowed, view.trick, False, left, core.mask(theirs), at_stake)
    return [(round(gain, 6), PLAY[view.seat][card]) for gain, card in gains]


def _theirs(view: CaliforniaJackView) -> list[int]:
    """Return the cards that the other may hold; when the stock is gone they are known."""
    return [card for card in unseen(view, PACK_52) if card != view.top]


def _stake(view: CaliforniaJackView, trump: int, hidden: list[int]) -> float:
    """Return what winning the trick brings beside its cards: the top card against the next, unknown one."""
    if view.top is None:
        return core.TRICK
    usual = sum(drawn_worth(card, trump) for card in hidden) / len(hidden)
    return stake(drawn_worth(view.top, trump), usual)


def stake(top: float, following: float) -> float:
    """Return the worth of winning a trick besides its cards, from the worth of the top card and of the one under it."""
    return core.TRICK + NEXT * (top - following)


@cache
def drawn_worth(card: int, trump: int) -> float:
    """Return the worth of drawing a card."""
    rank = card % 13
    worth = TRUMP + 0.02 * rank if card // 13 == trump else 0.0
    return worth + (TEN if rank == 8 else ACE if rank == 12 else 0.01 * rank)
