"""The rest of a hand at once: a seat claims tricks that it is sure of, or a side gives up the rest.

Trick games derive from ``RestOfHand`` as well as ``Game``; the functions below accept any game. Climbing games have
neither: the aim is to be out of cards first, and no trick is worth anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.rules.core import Action, Game


class Lead(NamedTuple):
    """A lead of a claim: its cards, of one ``suit``. ``beaten``: the unseen cards include some that beat it in its
    suit; ``ruffed``: they include trumps that beat it, if it is not trumps itself."""

    cards: tuple[int, ...]
    suit: int
    beaten: bool
    ruffed: bool


def takes_all(leads: Iterable[Lead], unseen: Mapping[int, int], trump: int, held: int) -> bool:
    """Return whether leads made in this order take every trick, whoever holds the unseen cards and however they play.

    ``unseen``: suit → the most cards of it that one of the others may hold; ``held``: cards in each hand.

    Everybody plays as many cards of the suit led as were led, or all they have. So anyone who can beat a lead of
    ``size`` cards still has that many of its suit after all earlier leads of it; of trumps likewise. Only this is
    checked, for each lead by itself: the answer may be no for a claim that would hold, but never the reverse.
    """
    led: Counter[int] = Counter()
    for lead in leads:
        size = len(lead.cards)
        in_suit, trumps = (min(held, unseen.get(suit, 0) - led[suit]) for suit in (lead.suit, trump))
        if (lead.beaten and in_suit >= size) or (lead.ruffed and trumps >= size):
            return False
        led[lead.suit] += size
        held -= size
    return True


class RestOfHand(ABC):
    """What a trick game adds to ``Game`` if the rest of a hand may be claimed or given up."""

    @abstractmethod
    def sure_leads(self, view: Any) -> tuple[Action, ...]:
        """Return the leads, in order, with which the view's seat surely takes all remaining tricks; empty if it is
        not on lead, has only one to make, or nothing proves it.

        The proof is ``takes_all``, from the view alone: the seat's hand, and what was played. Being offered a claim
        thus tells players nothing that they could not know, nor does being offered none, since the others' hands
        are never consulted. The cost is bounded by the cards in hand: each lead is checked once per order.

        At tables on the players' honour nothing is sure, since anybody may revoke.
        """

    @abstractmethod
    def taker(self, state: Any) -> tuple[int, bool]:
        """Return the seat that is winning the trick, or took the last one, and whether no trick is unfinished.
        Before the first card it is the leader."""

    @abstractmethod
    def strength(self, state: Any, play: Any) -> int:
        """Return how high a play of the seat to act is, compared with its other plays."""


def sure_leads(game: Game, view: Any) -> tuple[Action, ...]:
    """Return the leads with which a view's seat surely takes the rest, in any game; empty if it has none."""
    return game.sure_leads(view) if isinstance(game, RestOfHand) and view.seat is not None else ()
