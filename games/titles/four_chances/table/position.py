"""What the seat to act in All Fours or a related game can deduce from its view alone: who may still beat what."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.rules.cards import SUITS
from games.rules.four_chances.following import JOKER, STRENGTH, SUITS_UNDER, winning_place
from games.rules.four_chances.view import FourChancesView
from games.rules.registry import GAMES
from games.titles.four_chances.bot.knowledge import unseen, voids

TEN, JACK, ACE = 8, 9, 12


@dataclass(frozen=True, slots=True)
class Terms:
    """What is specific to a game of the family. ``counting``: the cards that score for their taker, given a view and
    the trump; ``draws``: whether cards are drawn during the play, so that a void may end."""

    counting: Callable[[Any, int], Collection[int]]
    draws: bool = False


def low_won(view: FourChancesView, trump: int) -> list[int]:
    """Return the two of trumps if Low scores for its taker: whoever plays the two, it is Low."""
    return [trump * 13] if view.options["low"] == "won" else []


class Position:
    """Certain deductions from a view. ``behind``: the seats that play to the trick after the viewer."""

    def __init__(self, view: FourChancesView, terms: Terms) -> None:
        assert view.seat is not None
        self.view = view
        self.terms = terms
        self.seat: int = view.seat
        self.rules = GAMES[view.game]
        self.behind = tuple((self.seat + step) % view.seats for step in range(1, view.seats - len(view.trick)))
        #: whether cards that do not follow are refused
        self.enforced = view.options.get("discipline", "enforced") == "enforced"

    @cached_property
    def moves(self) -> Sequence[Any]:
        """The seat's legal actions."""
        return self.rules.moves(self.view)

    @property
    def follows(self) -> bool:
        """Whether the seat plays to a trick that somebody else has led."""
        return self.view.phase == "play" and bool(self.view.trick)

    def is_lead(self, action: Any) -> bool:
        """Return whether an action leads a trick."""
        return action.do == "play" and not self.view.trick

    def is_follow(self, action: Any) -> bool:
        """Return whether an action plays to a trick that somebody else has led."""
        return action.do == "play" and self.follows

    def trump(self, action: Any) -> int:
        """Return the trump when an action is played; the first card makes it (/rules/pitch/#5)."""
        if self.view.trump is not None:
            return SUITS.index(self.view.trump)
        return 0 if action.card == JOKER else action.card // 13

    def trumps(self, action: Any) -> set[int]:
        """Return the trumps of the hand when an action is played."""
        trump = self.trump(action)
        return {card for card in self.view.hand if SUITS_UNDER[trump][card] == trump}

    def length(self, suit: int) -> int:
        """Return the number of cards of a suit in the hand, before there are trumps."""
        return sum(card // 13 == suit for card in self.view.hand)

    def suit_of(self, action: Any) -> int:
        """Return the suit that a card belongs to."""
        return SUITS_UNDER[self.trump(action)][action.card]

    def counts(self, action: Any) -> bool:
        """Return whether a card scores for its taker."""
        return action.card in self.counting(self.trump(action))

    def counting(self, trump: int) -> Collection[int]:
        """Return the cards that score for their taker."""
        return self.terms.counting(self.view, trump)

    # --- the trick

    def is_ours(self, seat: int) -> bool:
        """Return whether a seat is the viewer or their partner."""
        return self.rules.side(seat, self.view.options) == self.rules.side(self.seat, self.view.options)

    @cached_property
    def best(self) -> int | None:
        """The seat that is winning the trick."""
        if not self.follows:
            return None
        return (self.view.lead + winning_place(self.view.trick, self.trump(None))) % self.view.seats

    @property
    def is_partners(self) -> bool:
        """Whether the partner has the trick so far."""
        return self.best is not None and self.is_ours(self.best)

    @property
    def is_theirs(self) -> bool:
        """Whether an opponent has the trick so far."""
        return self.best is not None and not self.is_ours(self.best)

    def strength(self, action: Any) -> int:
        """Return the strength of a card in the trick, 0 if it cannot win."""
        return self.strength_of(action.card, action)

    def strength_of(self, card: int, action: Any) -> int:
        """Return the strength of a card in the trick that an action leads or plays to."""
        return self._strengths(action)[card]

    def takes(self, action: Any) -> bool:
        """Return whether a card would be the best of the trick so far."""
        return self.strength(action) > max((self._strengths(action)[card] for card in self.view.trick), default=0)

    def surely(self, action: Any) -> bool:
        """Return whether a card takes the trick, whoever holds the unseen cards."""
        strengths, own = self._strengths(action), self.strength(action)
        behind = (card for seat in self.behind for card in self.may_hold(seat))
        return self.takes(action) and all(strengths[card] <= own for card in behind)

    @cached_property
    def partner_surely(self) -> bool:
        """Whether the partner surely takes the trick, whatever those behind hold, unless the seat itself beats it."""
        if not self.is_partners:
            return False
        strengths = STRENGTH[self.trump(None)][SUITS_UNDER[self.trump(None)][self.view.trick[0]]]
        best = max(strengths[card] for card in self.view.trick)
        return all(strengths[card] <= best for seat in self.behind for card in self.may_hold(seat))

    def _strengths(self, action: Any) -> Sequence[int]:
        trump = self.trump(action)
        led = self.view.trick[0] if self.view.trick else action.card
        return STRENGTH[trump][SUITS_UNDER[trump][led]]

    # --- what the others may hold

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that are neither in the viewer's hand nor played."""
        return unseen(self.view, self.rules.pack(self.view.options))

    @cached_property
    def _barred(self) -> list[int]:
        return voids(self.view) if self.enforced and not self.terms.draws else [0] * self.view.seats

    def may_hold(self, seat: int) -> list[int]:
        """Return the unseen cards that another seat may hold."""
        return [card for card in self.unseen if not self._barred[seat] >> card & 1]

    @cached_property
    def knows_hands(self) -> bool:
        """Whether all unseen cards are in the others' hands."""
        return len(self.unseen) == sum(self.view.counts) - len(self.view.hand)
