"""The rest of a hand at once: tricks that surely are somebody's, and a side that gives up the rest.

Games of tricks derive from ``RestOfHand`` beside ``Game``; the functions below ask any game. Climbing games have
neither: they are played to be out of cards first, and no trick is worth anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.rules.core import Action, Game


class Lead(NamedTuple):
    """A lead of a claim: its cards, of one ``suit``. ``beaten``: cards that were not seen hold what beats it in its
    suit; ``ruffed``: they hold trumps that beat it, where it is none itself."""

    cards: tuple[int, ...]
    suit: int
    beaten: bool
    ruffed: bool


def takes_all(leads: Iterable[Lead], unseen: Mapping[int, int], trump: int, held: int) -> bool:
    """Say whether leads made in this order take every trick, whoever holds what was not seen and however they play.

    ``unseen``: suit → how many cards of it one of the others may hold at most; ``held``: cards in each hand.

    Of a suit that is led everybody plays as many cards as were led, or all they have. So whoever can beat a lead
    of ``size`` cards still has as many of its suit after all that were led of it before; of trumps likewise. That
    is all that is asked, of each lead by itself: it may say no where the claim would hold, never the other way.
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
    """What a game of tricks has beside ``Game``, where the rest of a hand may be claimed or given up."""

    @abstractmethod
    def sure_leads(self, view: Any) -> tuple[Action, ...]:
        """Return the leads, in order, with which the view's seat surely takes all tricks that are left; empty where
        it is not on lead, has but one to make, or nothing proves it.

        The proof is ``takes_all``, from what the view says alone: the seat's hand, and what was played. Whoever is
        offered a claim thus learns nothing that they could not know; and where none is offered neither, for what
        others hold is not asked for. It is bounded by the cards in hand: each lead is looked at once an order.

        At tables on the players' honour nothing is sure, for anybody may revoke.
        """

    @abstractmethod
    def taker(self, state: Any) -> tuple[int, bool]:
        """Return the seat that takes the trick so far, or has taken the last one, and whether none lies unfinished.
        Before the first card it is whoever leads."""

    @abstractmethod
    def strength(self, state: Any, play: Any) -> int:
        """Return how high a play of the seat to act stands, to compare it with its others."""


def sure_leads(game: Game, view: Any) -> tuple[Action, ...]:
    """Return the leads with which a view's seat surely takes the rest, in any game; empty where it has none."""
    return game.sure_leads(view) if isinstance(game, RestOfHand) and view.seat is not None else ()
