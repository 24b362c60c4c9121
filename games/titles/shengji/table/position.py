"""What the seat to act in Forty or Eighty can deduce from its view alone: who may still beat what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from games.rules.cards import SUITS
from games.rules.registry import GAMES
from games.rules.shengji.hands import NAMES_HELD, ONES, hand_of, names_of, points_of, without
from games.rules.shengji.playing import power_of
from games.rules.shengji.shapes import Shape, places, shape_of, split, top_run
from games.rules.shengji.throws import beaten
from games.rules.shengji.trumps import ABOVE, TRUMP
from games.rules.shengji.view import View, table_of, unseen_by


class Position:
    """Certain deductions from a view. ``behind``: the seats that play to the trick after the viewer."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat: int = view.seat
        self.partner = (self.seat + 2) % 4
        self.table = table_of(view)
        self.hand = hand_of(view.hand)
        self.unseen = unseen_by(view)
        self.behind = tuple((self.seat + step) % 4 for step in range(1, 4 - len(view.trick)))
        self._powers: dict[tuple[int, Shape, int], int] = {}

    @cached_property
    def moves(self) -> Sequence[Any]:
        """The seat's legal actions, without some throws and, where there are many, some follows."""
        return GAMES[self.view.game].moves(self.view)

    @property
    def leads(self) -> bool:
        """Whether the seat leads a trick."""
        return self.view.phase == "play" and not self.view.trick

    @property
    def follows(self) -> bool:
        """Whether the seat plays to a trick that somebody else has led."""
        return bool(self.view.trick) and self.view.phase == "play"

    # --- the trick

    @cached_property
    def led(self) -> tuple[Shape, int]:
        """Shape and suit of the lead that is to be followed."""
        cards = self.view.trick[0].cards
        return shape_of(split(self.table, hand_of(cards))), self.table.suits[cards[0]]

    @cached_property
    def power(self) -> int:
        """The power of the best play in the trick."""
        place = (self.view.best - self.view.trick[0].seat) % 4  # type: ignore[operator]
        shape, suit = self.led
        power = power_of(self.table, shape, suit, hand_of(self.view.trick[place].cards))
        return power if place else max(power, 1)

    def is_lead(self, action: Any) -> bool:
        """Return whether an action leads a trick."""
        return self.leads and action.do == "play"

    def is_follow(self, action: Any) -> bool:
        """Return whether an action plays to a trick that somebody else has led."""
        return self.follows and action.do == "play"

    def suit_of(self, action: Any) -> int:
        """Return the suit of a play, or −1 if its cards are of several suits."""
        suits = {self.table.suits[card] for card in action.cards}
        return suits.pop() if len(suits) == 1 else -1

    def takes(self, action: Any) -> bool:
        """Return whether a play would be the best in the trick so far."""
        shape, suit = self.led
        return power_of(self.table, shape, suit, hand_of(action.cards)) > self.power

    def stands(self, action: Any) -> bool:
        """Return whether nobody can beat any part of a lead in its own suit, whoever holds the unseen cards."""
        suit, parts = self.suit_of(action), split(self.table, hand_of(action.cards))
        return not any(beaten(self.table, suit, part, (self.unseen,)) for part in parts)

    def surely(self, action: Any, but: int | None = None) -> bool:
        """Return whether a play takes the trick whoever holds the unseen cards, ignoring what seat ``but`` does."""
        cards = hand_of(action.cards)
        if self.leads:
            shape, suit = shape_of(split(self.table, cards)), self.suit_of(action)
            power = max(power_of(self.table, shape, suit, cards), 1)
            if shape.throw and not self.stands(action):
                return False
        else:
            shape, suit = self.led
            power = power_of(self.table, shape, suit, cards)
            if power <= self.power:
                return False
        return all(self.best_of(seat, shape, suit) <= power for seat in self.behind if seat != but)

    @cached_property
    def partner_surely(self) -> bool:
        """Whether the partner surely takes the trick, whatever those behind hold, unless the seat itself beats it."""
        if self.view.best != self.partner:
            return False
        return all(self.best_of(seat, *self.led) <= self.power for seat in self.behind)

    @property
    def is_partners(self) -> bool:
        """Whether the partner has the trick so far."""
        return self.follows and self.view.best == self.partner

    @property
    def is_theirs(self) -> bool:
        """Whether an opponent has the trick so far."""
        return self.follows and self.view.best not in (self.partner, self.seat)

    # --- what the others may hold

    @cached_property
    def out(self) -> tuple[frozenset[int], ...]:
        """By seat, the suits that it has shown to be out of; none where revokes may happen (/rules/eighty/#7, #13)."""
        shown: tuple[set[int], ...] = (set(), set(), set(), set())
        if self.view.options["discipline"] == "enforced":
            for at, play in enumerate(self.view.plays):
                suit = self.table.suits[self.view.plays[at - at % 4].cards[0]]
                if any(self.table.suits[card] != suit for card in play.cards):
                    shown[play.seat].add(suit)
        return tuple(map(frozenset, shown))

    def may_hold(self, seat: int) -> int:
        """Return the unseen cards that another seat may hold, as a hand."""
        cards = self.unseen
        for suit in self.out[seat]:
            cards &= ~self.table.both[suit]
        return cards

    def best_of(self, seat: int, shape: Shape, suit: int) -> int:
        """Return the highest power that a seat's play may have in a trick of this lead (/rules/eighty/#8, #9)."""
        key = seat, shape, suit
        if key not in self._powers:
            self._powers[key] = self._best_of(self.may_hold(seat), shape, suit)
        return self._powers[key]

    def _best_of(self, pool: int, shape: Shape, suit: int) -> int:
        best = 0
        # a throw that stands is not beaten in its own suit
        for own in {suit, TRUMP} - ({suit} if shape.throw else set()):
            held = pool & self.table.both[own]
            if held.bit_count() < shape.size or (held >> NAMES_HELD).bit_count() < shape.all_pairs:
                continue
            top = self._top(held, shape)
            if top >= 0:
                best = max(best, (ABOVE if own == TRUMP else 1) + top)
        return best

    def _top(self, held: int, shape: Shape) -> int:
        """Return the highest top of a shape's largest component among cards of a suit, or −1 for none."""
        if shape.longest:
            return top_run(places(self.table, held >> NAMES_HELD), shape.longest)
        names = held >> NAMES_HELD if shape.pairs else held & ONES
        return max((self.table.place[card] for card in names_of(names)), default=-1)

    @cached_property
    def knows_hands(self) -> bool:
        """Whether all unseen cards are in the others' hands, which is so for the seat that buried the bottom."""
        return self.unseen.bit_count() == sum(self.view.counts) - self.view.counts[self.seat]

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps are unseen."""
        return (self.unseen & self.table.both[TRUMP]).bit_count()

    # --- the seat's own hand

    def points(self, action: Any) -> int:
        """Return the points of the cards played or buried."""
        return points_of(action.cards)

    def counts(self, action: Any) -> bool:
        """Return whether the cards played or buried have points."""
        return self.points(action) > 0

    def left(self, action: Any) -> int:
        """Return the rest of the hand after an action, as a hand."""
        return without(self.hand, hand_of(action.cards))

    def splits(self, action: Any) -> bool:
        """Return whether one card of a pair is played and the other kept."""
        cards = hand_of(action.cards)
        return bool(self.hand >> NAMES_HELD & cards & ~(cards >> NAMES_HELD) & ONES)

    def emptied(self, action: Any) -> list[int]:
        """Return the side suits that an action voids while others may still hold cards of them."""
        left = self.left(action)
        return [
            suit
            for suit in range(len(SUITS))
            if self.hand & self.table.both[suit]
            and not left & self.table.both[suit]
            and self.unseen & self.table.both[suit]
        ]
