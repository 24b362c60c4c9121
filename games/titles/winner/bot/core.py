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
from games.titles.winner.bot.shapes import Shapes
from games.titles.winner.bot.sight import Sight
from games.titles.winner.bot.split import LEAD
from games.titles.winner.bot.tries import Part, answers, leads

#: what the lead is worth while controls are held back, and what a card less is
HELD_BACK, CARD = 0.1, 0.06
#: what it costs to let a player play their last cards
OUT = 3.0
#: cards with which a player may see that they go out without losing the lead
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
    for part in options:
        if part[3] == hand:
            return part
    fewest = min(sizes)
    sight = Sight(hand, unseen, max(sizes), len(sizes), rules, shapes)
    left = hand.bit_count()
    hurries = fewest <= 4 and not rules.last_loser
    double = DOUBLE_FROM[players] if hurries else 99
    each = 2 * CARD if hurries else CARD
    holds_back = follows is not None and fewest > 4
    need = sight.needs(hand)
    choice, best = None, -1e9
    if follows is not None:
        best = -need
        if 0 < follows <= 2:
            best -= OUT * (0.6 if follows == 1 else 0.3)
        if hurries and fresh:
            best -= 0.08 * left
    ways = []
    for part in options:
        _, size, strength, mask, _ = part
        chance, saved = sight.of(part)
        worth = each * size
        if left >= double > left - size:
            worth += 0.5
        if chance == 1.0:
            if left <= FEW and sight.unsure(hand ^ mask) <= 1:
                worth += 50
        elif size == 1 and fewest == 1:
            worth -= OUT * (0.3 + (unseen >> strength + 1).bit_count() / unseen.bit_count())
        elif size in sizes:
            worth -= OUT * (0.25 if size == 2 else 0.08) * (1 - chance)
        least = need - saved
        most = worth - least + (HELD_BACK if holds_back and least >= 2 else LEAD) * chance
        if most > best:
            ways.append((-most, chance, worth, part))
    # What is left needs no less than the hand less what the play costs: few plays need a closer look.
    ways.sort()
    for most, chance, worth, part in ways:
        if -most <= best:
            break
        rest = sight.needs(hand ^ part[3])
        worth += (HELD_BACK if holds_back and rest >= 2 else LEAD) * chance - rest
        if worth > best:
            choice, best = part, worth
    return choice
