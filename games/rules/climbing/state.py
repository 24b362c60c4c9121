"""A hand at one moment, and its course: who leads, who is asked, how a trick and a hand end (/rules/winner/#5 to #7).

Each game derives its own ``State`` from this one and overrides what is specific to it: ``combo_of``, ``result_of``,
and where the course differs ``named_leader``, ``note``, ``is_over``, ``answerers`` or ``finish``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self

from games.rules.climbing.actions import MOST_PLAYERS, Give, Pass, Play
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import Odd, holder, lowest_of
from games.rules.climbing.exchange import Swap, exchanged, with_gift, without_tributes
from games.rules.climbing.log import Log
from games.rules.climbing.order import Order
from games.rules.core import Setup

#: seat → ``to_act`` with that seat alone
ALONE = tuple((seat,) for seat in range(MOST_PLAYERS))


def _next_of(seats: int, seat: int) -> int:
    after = ((seat + place) % MOST_PLAYERS for place in range(1, MOST_PLAYERS + 1))
    return next((other for other in after if seats >> other & 1), seat)


#: seats as bits → seat → the first of those seats in the order of play after it
NEXT = tuple(tuple(_next_of(seats, seat) for seat in range(MOST_PLAYERS)) for seats in range(1 << MOST_PLAYERS))


class Terms(Protocol):
    """The options that the course of a hand depends on, in any game of the family."""

    @property
    def players(self) -> int: ...
    @property
    def order(self) -> Order: ...
    @property
    def pass_out(self) -> bool: ...
    @property
    def lowest_first(self) -> bool: ...
    @property
    def next_lead(self) -> str: ...


class State:
    """A hand at one moment. It never changes once it is handed out: a step changes a copy.

    ``hands``: seat → cards as bits; ``holding``: the seats that hold cards, as bits. ``top``: the play to beat,
    ``None`` when a trick is to be led; ``top_seat``: whose it is, or who is to lead. ``to_ask``: seats that have
    still to answer it, ``passed``: those that have passed in this trick, ``played``: those that have made a play in
    this hand, all as bits. ``out``: seats that have gone out, in order. ``exchange``: the swaps before the play.
    ``odd``: the odd card. ``lowest``: the bit of the card that chose the leader; 0 if none did.
    """

    __slots__ = (
        "exchange",
        "hands",
        "holding",
        "log",
        "lowest",
        "odd",
        "out",
        "passed",
        "phase",
        "played",
        "result",
        "rules",
        "setup",
        "to_act",
        "to_ask",
        "top",
        "top_seat",
    )

    def __init__(self, setup: Setup, rules: Terms, hands: Sequence[int], odd: Odd | None = None) -> None:
        """Set up a dealt hand in which nobody is to act yet."""
        self.setup = setup
        self.rules = rules
        self.phase = "play"
        self.to_act: tuple[int, ...] = ()
        self.hands = tuple(hands)
        self.holding = sum(1 << seat for seat, hand in enumerate(hands) if hand)
        self.top: Combo | None = None
        self.top_seat = -1
        self.to_ask = 0
        self.passed = 0
        self.played = 0
        self.out: tuple[int, ...] = ()
        self.exchange: tuple[Swap, ...] = ()
        self.odd = odd
        self.lowest = 0
        self.log: Log = None
        self.result: dict[str, Any] | None = None

    def copy(self) -> Self:
        """Return a copy of the hand for a step to change."""
        twin = object.__new__(type(self))
        twin.setup = self.setup
        twin.rules = self.rules
        twin.phase = self.phase
        twin.to_act = self.to_act
        twin.hands = self.hands
        twin.holding = self.holding
        twin.top = self.top
        twin.top_seat = self.top_seat
        twin.to_ask = self.to_ask
        twin.passed = self.passed
        twin.played = self.played
        twin.out = self.out
        twin.exchange = self.exchange
        twin.odd = self.odd
        twin.lowest = self.lowest
        twin.log = self.log
        twin.result = self.result
        return twin

    @property
    def must_hold(self) -> int:
        """The bit of the card that the next play must contain; 0 for none (/rules/winner/#6)."""
        return self.lowest if self.rules.lowest_first and not self.played else 0

    # --- overridden by each game

    def combo_of(self, mask: int) -> Combo | None:
        """Return the combination that a set of cards makes, ``None`` for none."""
        raise NotImplementedError

    def result_of(self) -> dict[str, Any]:
        """Return the record's ``result`` of a hand that has just ended."""
        raise NotImplementedError

    def named_leader(self) -> int | None:
        """Return who leads first (/rules/winner/#8), ``None`` if a card decides."""
        context = self.setup.context
        if context["winner"] is None or self.rules.next_lead == "lowest":
            return None
        leader: int = context[self.rules.next_lead]
        return leader

    def leading_card(self) -> int:
        """Return the bit of the card whose holder leads first: the lowest one held."""
        return lowest_of(self.hands)

    def note(self, before: Self, combo: Combo) -> None:
        """Record what a play changes besides hands and turn."""

    def is_over(self) -> bool:
        """Return whether the hand ends now that somebody has gone out."""
        return True

    def answerers(self, before: Self) -> int:
        """Return the seats, as bits, to ask about the play just made; 0 if it ends the trick at once."""
        others = self.holding & ~(1 << self.top_seat)
        return others & ~self.passed if self.rules.pass_out else others

    def end_trick(self) -> None:
        """Let the seat of the last play lead or, if it has gone out, the next one that holds cards."""
        seat = self.top_seat
        if not self.holding >> seat & 1:
            seat = NEXT[self.holding][seat]
        self.top = None
        self.top_seat = seat
        self.to_ask = self.passed = 0
        self.to_act = ALONE[seat]

    # --- the course

    def begin_exchange(self, swaps: Sequence[Swap]) -> None:
        """Take the tributes; those who receive them are to give next."""
        self.phase = "exchange"
        self.exchange = tuple(swaps)
        self.hands = without_tributes(self.hands, swaps)
        self.to_act = tuple(swap.taker for swap in swaps)

    def begin_play(self) -> None:
        """Start the play with the first lead."""
        leader = self.named_leader()
        if leader is None:
            self.lowest = self.leading_card()
            leader = holder(self.hands, self.lowest)
        self.lead(leader)

    def lead(self, seat: int) -> None:
        """Let a seat lead."""
        self.phase = "play"
        self.top_seat = seat
        self.to_act = ALONE[seat]

    def after_give(self, action: Give) -> Self:
        """Return the state after a gift; after the last one the play begins."""
        after = self.copy()
        after.exchange, own = with_gift(self.exchange, action.seat, self.rules.order.mask_of(action.gift))
        after.hands = exchanged(self.hands, own)
        after.to_act = tuple(seat for seat in self.to_act if seat != action.seat)
        after.log = (self.log, action, False)
        if not after.to_act:
            after.begin_play()
        return after

    def after_play(self, action: Play) -> Self:
        """Return the state after a legal play, which may end the hand or the trick at once."""
        seat, hands = action.seat, self.hands
        mask = self.rules.order.mask_of(action.cards)
        combo = self.combo_of(mask)
        assert combo is not None
        left = hands[seat] ^ mask
        after = self.copy()
        after.hands = (*hands[:seat], left, *hands[seat + 1 :])
        after.top = combo
        after.top_seat = seat
        after.played = self.played | 1 << seat
        after.log = (self.log, action, self.top is None)
        after.note(self, combo)
        if not left:
            after.holding ^= 1 << seat
            after.out = (*self.out, seat)
            if after.is_over():
                after.finish()
                return after
        after.ask(after.answerers(self), seat)
        return after

    def after_pass(self, action: Pass) -> Self:
        """Return the state after a pass, which may end the trick."""
        seat = action.seat
        after = self.copy()
        after.passed = self.passed | 1 << seat
        after.log = (self.log, action, False)
        after.ask(self.to_ask & ~(1 << seat), seat)
        return after

    def ask(self, seats: int, seat: int) -> None:
        """Let the next of these seats after ``seat`` act; if there is none the trick is over (/rules/winner/#6)."""
        if not seats:
            self.end_trick()
            return
        self.to_ask = seats
        self.to_act = ALONE[NEXT[seats][seat]]

    def finish(self) -> None:
        """End the hand."""
        self.phase = "over"
        self.to_act = ()
        self.to_ask = 0
        self.result = self.result_of()
