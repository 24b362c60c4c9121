"""The play of Winner on integers, for playouts: hands as bits, no actions, no record.

It carries out /rules/winner/#6 and #7 and is checked against the rules on thousands of hands.
Its players are the policy's twins: they know what a seat knows, how many cards the others hold and
which are out, and choose by the same reckoning.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.score import seats_of
from games.rules.winner.options import Rules
from games.rules.winner.score import DOUBLE_FROM, points
from games.titles.climbing.bot.mind import Mind, going_out
from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.shapes import Shapes
from games.titles.winner.bot.sight import Sight
from games.titles.winner.bot.tries import answers, leads


class Table:
    """A hand being played out; changed in place. ``hands``: seat → bits; ``top``: the play to beat,
    ``None`` at a lead, by ``leader``; ``passes`` in succession since; ``played``: seats that have
    made a play, as bits; ``out``: seats gone out, in order."""

    __slots__ = ("hands", "leader", "out", "passes", "played", "rules", "shapes", "top", "track")

    def __init__(
        self,
        rules: Rules,
        shapes: Shapes,
        hands: list[int],
        top: Part | None,
        leader: int,
        passes: int,
        played: int,
        out: Sequence[int],
    ) -> None:
        self.rules = rules
        self.shapes = shapes
        self.hands = hands
        self.top = top
        self.leader = leader
        self.passes = passes
        self.played = played
        self.out = list(out)
        #: (seat, cards as bits, 0 for a pass) of all that is done, where somebody wants to know
        self.track: list[tuple[int, int]] | None = None

    def over(self) -> bool:
        """Say whether the hand has ended (/rules/winner/#7)."""
        holding = len(self.hands) - self.hands.count(0)
        return holding < len(self.hands) and (not self.rules.last_loser or holding == 1)

    def play_out(self, seat: int) -> list[int]:
        """Play on to the end, ``seat`` being the next to act, and return seat → points."""
        hands, players = self.hands, len(self.hands)
        while not self.over():
            while not hands[seat]:
                seat = (seat + 1) % players
            seat = self.act(seat, self.choice(seat))
        return self.points()

    def act(self, seat: int, part: Part | None) -> int:
        """Play a part, or pass, and return who is next in turn."""
        hands, players = self.hands, len(self.hands)
        if self.track is not None:
            self.track.append((seat, part[3] if part else 0))
        if part is not None:
            hands[seat] ^= part[3]
            self.played |= 1 << seat
            self.top, self.leader, self.passes = part, seat, 0
            if not hands[seat]:
                self.out.append(seat)
        else:
            self.passes += 1
            if self.passes >= players - hands.count(0) - (1 if hands[self.leader] else 0):
                self.top, self.passes = None, 0
                return self.leader
        return (seat + 1) % players

    def points(self) -> list[int]:
        """Return seat → points of /rules/winner/#7."""
        left = [hand.bit_count() for hand in self.hands]
        return points(left, seats_of(self.played, len(left)), self.out[0], self.rules.seventeen)

    # --- a player

    def choice(self, seat: int) -> Part | None:
        """Return what a seat plays, ``None`` for a pass."""
        hands, top, rules = self.hands, self.top, self.rules
        hand = hands[seat]
        options = leads(hand, rules) if top is None else answers(hand, top, rules)
        if not options:
            return None
        unseen, sizes = 0, []
        for other, held in enumerate(hands):
            if held and other != seat:
                unseen |= held
                sizes.append(held.bit_count())
        follows = None if top is None else hands[self.leader].bit_count()
        fresh = not self.played >> seat & 1
        return chosen(hand, unseen, sizes, options, follows, fresh, len(hands), rules, self.shapes)


def chosen(
    hand: int,
    unseen: int,
    sizes: Sequence[int],
    options: Sequence[Part],
    follows: int | None,
    fresh: bool,
    players: int,
    rules: Rules,
    shapes: Shapes,
) -> Part | None:
    """Return which of some plays a player prefers, ``None`` for a pass. ``sizes``: how many cards
    each of the others that are still in holds; ``follows``: how many the player holds who is to be beaten,
    ``None`` at a lead; ``fresh``: the player has made no play yet."""
    last = going_out(hand, options)
    if last is not None:
        return last
    sight = Sight(hand, unseen, max(sizes), len(sizes), rules, shapes)
    mind = Mind(hand, unseen, sizes, follows, fresh, sight, rules.last_loser, (DOUBLE_FROM[players],))
    return mind.best(options, follows is not None)
