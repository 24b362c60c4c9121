"""The play of a climbing game on integers, for playouts: hands as bits, no actions, no record.

It carries out what ``games.rules.climbing.state`` does and is checked against it on thousands of hands. Each game
says what may be led, what answers a play, who is asked about it and what comes of the hand. Its players know what a
seat knows, how many cards the others hold and which are out, and choose by the policy itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.climbing.state import NEXT
from games.titles.climbing.bot.mind import Mind, going_out
from games.titles.climbing.bot.parts import Part

#: nobody is to act: the hand is over
NOBODY = -1


class Table:
    """A hand being played out; changed in place. ``hands``: seat → bits; ``left``: all cards not yet played, those
    out of play among them; the rest as in a ``State``, ``top`` as playouts have it."""

    #: cards with which going out costs the place
    high = 0

    __slots__ = (
        "asking",
        "hands",
        "holding",
        "leader",
        "left",
        "out",
        "pass_out",
        "passed",
        "played",
        "rules",
        "to_ask",
        "top",
        "track",
    )

    def __init__(self, state: Any, hands: Sequence[int], left: int, top: Part | None) -> None:
        self.rules: Any = state.rules
        self.pass_out: bool = state.rules.pass_out
        self.hands = list(hands)
        self.left = left
        self.holding: int = state.holding
        self.top = top
        self.leader: int = state.top_seat
        self.to_ask: int = state.to_ask
        self.passed: int = state.passed
        self.played: int = state.played
        self.out: list[int] = list(state.out)
        #: the seat whose points alone are asked for
        self.asking: int | None = None
        #: (seat, cards as bits, 0 for a pass) of all that is done, where somebody wants to know
        self.track: list[tuple[int, int]] | None = None

    # --- what each game says of its own

    def leads(self, seat: int, hand: int) -> list[Part]:
        """Return what a seat may lead: every type and rank once, in the lowest suits."""
        raise NotImplementedError

    def answers(self, seat: int, hand: int, top: Part) -> list[Part]:
        """Return what a seat may play on another's play."""
        raise NotImplementedError

    def may_pass(self, seat: int, parts: Sequence[Part]) -> bool:
        """Say whether a seat that may answer so may pass."""
        return True

    def mind(self, hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool) -> Mind:
        """Return what a player thinks of."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Say whether the hand ends now that somebody has gone out."""
        return True

    def answerers(self, seat: int, before: Part | None) -> int:
        """Return the seats, as bits, that are asked about the play that a seat has just made on another."""
        others = self.holding & ~(1 << seat)
        return others & ~self.passed if self.pass_out else others

    def note(self, seat: int, part: Part) -> Part:
        """Note what a play on ``top`` changes beside hands and turn; return it as it is compared from now on."""
        return part

    def end_trick(self) -> None:
        """Note what the end of a trick changes beside."""

    def is_settled(self, seat: int) -> bool:
        """Say whether a seat's points no longer change, however the hand goes on."""
        return False

    def points(self) -> list[int]:
        """Return seat → points of a hand that is over, or settled for some: for these."""
        raise NotImplementedError

    # --- the course

    def play_out(self, seat: int) -> None:
        """Play on, ``seat`` being the next to act, until the hand is over, or settled for the one who is asking."""
        while seat != NOBODY:
            seat = self.act(seat, self.choice(seat))

    def act(self, seat: int, part: Part | None) -> int:
        """Play a part, or pass, and return who is next to act, ``NOBODY`` where the hand is over."""
        if self.track is not None:
            self.track.append((seat, part[3] if part else 0))
        if part is None:
            self.passed |= 1 << seat
            asked = self.to_ask & ~(1 << seat)
        else:
            before, mask = self.top, part[3]
            self.hands[seat] ^= mask
            self.left ^= mask
            self.top, self.leader = self.note(seat, part), seat
            self.played |= 1 << seat
            if not self.hands[seat]:
                self.holding ^= 1 << seat
                self.out.append(seat)
                if self.is_over() or (self.asking is not None and self.is_settled(self.asking)):
                    self.end_trick()
                    return NOBODY
            asked = self.answerers(seat, before)
        if asked:
            self.to_ask = asked
            return NEXT[asked][seat]
        self.end_trick()
        leader = self.leader if self.holding >> self.leader & 1 else NEXT[self.holding][self.leader]
        self.top, self.leader = None, leader
        self.to_ask = self.passed = 0
        return leader

    def choice(self, seat: int) -> Part | None:
        """Return what a seat plays, ``None`` for a pass."""
        hands, top = self.hands, self.top
        hand = hands[seat]
        parts = self.leads(seat, hand) if top is None else self.answers(seat, hand, top)
        if not parts:
            return None
        may_pass = top is not None and self.may_pass(seat, parts)
        if len(parts) == 1 and not may_pass:
            return parts[0]
        last = going_out(hand, parts, self.high)
        if last is not None:
            return last
        sizes = [held.bit_count() for other, held in enumerate(hands) if held and other != seat]
        follows = None if top is None else hands[self.leader].bit_count()
        fresh = not self.played >> seat & 1
        return self.mind(hand, self.left ^ hand, sizes, follows, fresh).best(parts, may_pass)
