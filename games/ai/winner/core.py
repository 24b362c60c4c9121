"""The play of Winner on integers, for playouts: hands as bits, no actions, no record.

It carries out sections 6 and 7 of winner.md and is checked against the rules on thousands of hands.
Its players are the policy's twins: they know what a seat knows, how many cards the others hold and
which are out, and choose by the same reckoning.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.ai.winner.shapes import Shapes
from games.ai.winner.sight import Sight
from games.ai.winner.split import LEAD
from games.ai.winner.tries import Part, answers, leads
from games.rules.winner.options import Rules
from games.rules.winner.score import DOUBLE_FROM

#: what the lead is worth while controls are held back, and what a card less is
HELD_BACK, CARD = 0.1, 0.06
#: what it costs to let a player play his last cards
OUT = 3.0
#: cards with which a player may see that he goes out without losing the lead
FEW = 14


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
        """Say whether the hand has ended (section 7)."""
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
            self.track.append((seat, part.mask if part else 0))
        if part is not None:
            hands[seat] ^= part.mask
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
        """Return seat → points of section 7."""
        double = DOUBLE_FROM[len(self.hands)]
        scored, winner = [], self.out[0]
        for seat, hand in enumerate(self.hands):
            left = hand.bit_count()
            times = 3 if not self.played >> seat & 1 else 2 if left >= double else 1
            scored.append(-left * times)
        scored[winner] = 0
        scored[winner] = -sum(scored)
        return scored

    # --- a player

    def choice(self, seat: int) -> Part | None:
        """Return what a seat plays, ``None`` for a pass."""
        hand, top = self.hands[seat], self.top
        options = leads(hand, self.rules) if top is None else answers(hand, top, self.rules)
        return self._chosen(seat, options) if options else None

    def _chosen(self, seat: int, options: Sequence[Part]) -> Part | None:
        """Return what a seat plays of what beats the last play, ``None`` for a pass."""
        hands, rules = self.hands, self.rules
        hand = hands[seat]
        for part in options:
            if part[3] == hand:
                return part
        unseen, sizes = 0, []
        for other, held in enumerate(hands):
            if held and other != seat:
                unseen |= held
                sizes.append(held.bit_count())
        fewest = min(sizes)
        sight = Sight(hand, unseen, max(sizes), len(sizes), rules, self.shapes)
        left = hand.bit_count()
        follows = self.top is not None
        hurries = fewest <= 4 and not rules.last_loser
        double = DOUBLE_FROM[len(hands)]
        each = 2 * CARD if hurries else CARD
        holds_back = follows and fewest > 4
        chosen, best = None, -1e9
        if follows:
            best = -sight.needs(hand)
            leader = hands[self.leader].bit_count()
            if 0 < leader <= 2:
                best -= OUT * (0.6 if leader == 1 else 0.3)
            if hurries and not self.played >> seat & 1:
                best -= 0.08 * left
        for part in options:
            _, size, strength, mask, _ = part
            rest = hand ^ mask
            chance = sight.of(part)
            need = sight.needs(rest)
            worth = (HELD_BACK if holds_back and need >= 2 else LEAD) * chance - need + each * size
            if chance != 1.0:
                if size == 1 and fewest == 1:
                    worth -= OUT * (0.3 + (unseen >> strength + 1).bit_count() / unseen.bit_count())
                elif size in sizes:
                    worth -= OUT * (0.25 if size == 2 else 0.08) * (1 - chance)
            elif left <= FEW and sight.unsure(rest) <= 1:
                worth += 50
            if hurries and left >= double > left - size:
                worth += 0.5
            if worth > best:
                chosen, best = part, worth
        return chosen
