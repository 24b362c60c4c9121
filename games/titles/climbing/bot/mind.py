"""A player by plain knowledge on integers, the same for a view and in a playout: splits the hand into few combinations,
keeps what takes tricks for the end, goes out when it can, and stands in the way of who is almost out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.titles.climbing.bot.parts import Part
from games.titles.climbing.bot.sight import LEAD, Sight

#: what a card less is worth, beside plays
CARD = 0.06
#: what winning the lead is worth, in plays saved, while controls are held back
HELD_BACK = 0.1
#: what it costs to let a player play their last cards
OUT = 3.0
#: cards with which a player may see that they go out without losing the lead, and what that is worth
FEW, SURE = 14, 50
#: what it is worth to go out, and what it costs with cards that cost the place, or to be left with such cards alone
GOES_OUT, LAST_PLACE, HIGH_ALONE = 100.0, 60.0, 2.5


class Mind:
    """What a player thinks of before one play, in plays saved. ``sizes``: how many cards each of the others that are
    still in holds; ``follows``: how many the player holds who is to be beaten, ``None`` at a lead; ``fresh``: the
    player has made no play yet; ``dear``: cards left from which a player has more to pay; ``high``: the cards, as
    bits, with which going out costs the place."""

    __slots__ = (
        "_dear",
        "_each",
        "_fewest",
        "_follows",
        "_fresh",
        "_high",
        "_hurries",
        "_lead",
        "_left",
        "_sight",
        "_sizes",
        "_unseen",
        "hand",
    )

    def __init__(
        self,
        hand: int,
        unseen: int,
        sizes: Sequence[int],
        follows: int | None,
        fresh: bool,
        sight: Sight,
        last_loser: bool,
        dear: Sequence[int] = (),
        high: int = 0,
    ) -> None:
        self.hand = hand
        self._unseen, self._sizes, self._follows, self._fresh = unseen, sizes, follows, fresh
        self._sight, self._high = sight, high
        self._left = hand.bit_count()
        self._fewest = min(sizes)
        #: others may go out soon: cards are to be got rid of before
        self._hurries = self._fewest <= 4 and not last_loser
        self._each = 2 * CARD if self._hurries else CARD
        self._dear = dear if self._hurries else ()
        #: what the lead is worth while much is still to be played
        self._lead = HELD_BACK if follows is not None and self._fewest > 4 else LEAD

    def worth(self, part: Part) -> float:
        """Return what a play is worth."""
        if part[3] == self.hand:
            return -LAST_PLACE if self.hand & self._high else GOES_OUT
        ((chance, _, worth, _),) = self._rated((part,))
        need = self._sight.needs_without(part[3])
        return worth + (self._lead if need >= 2 else LEAD) * chance - need

    def worth_of_pass(self) -> float:
        """Return what it is worth to pass."""
        return self._passing() - self._sight.needs_without(0)

    def _passing(self) -> float:
        """Return what it is worth to pass, beside what the hand needs."""
        worth, follows = 0.0, self._follows
        if follows is not None and 0 < follows <= 2:
            # They lead next, and are out or almost.
            worth -= OUT * (0.6 if follows == 1 else 0.3)
        if self._hurries and self._fresh:
            worth -= 0.08 * self._left
        return worth

    def best(self, parts: Sequence[Part], may_pass: bool) -> Part | None:
        """Return which of some plays is worth most, ``None`` for a pass. None of them goes out, but where that costs
        the place."""
        need, least_lead = self._sight.needs_without(0), self._lead
        choice, best = None, self._passing() - need if may_pass else -1e9
        ways = []
        for chance, saved, worth, part in self._rated(parts):
            least = need - saved
            most = worth - least + (least_lead if least >= 2 else LEAD) * chance
            if most > best:
                ways.append((-most, chance, worth, part))
        # What is left needs no less than the hand less what the play costs: few plays need a closer look.
        ways.sort()
        needs_without = self._sight.needs_without
        for most, chance, worth, part in ways:
            if -most <= best:
                break
            rest_needs = needs_without(part[3])
            worth += (least_lead if rest_needs >= 2 else LEAD) * chance - rest_needs
            if worth > best:
                choice, best = part, worth
        if choice is None and not may_pass:
            return parts[0]  # it goes out, and costs the place
        return choice

    def _rated(self, parts: Iterable[Part]) -> list[tuple[float, float, float, Part]]:
        """Return of plays that do not go out the chance that nobody beats them, what their cards cost at least, and
        what they are worth beside the lead that they may win and what is left."""
        sight, hand, left, sizes, high = self._sight, self.hand, self._left, self._sizes, self._high
        of, each, dears = sight.of, self._each, self._dear
        rated = []
        for part in parts:
            _, size, strength, mask, _ = part
            if mask == hand:
                continue
            chance, saved = of(part)
            worth = each * size
            for dear in dears:
                if left >= dear > left - size:
                    worth += 0.5
            if chance == 1.0:
                if left <= FEW and sight.unsure_without(mask) <= 1:
                    worth += SURE  # takes every trick from here on, and goes out with the last play
            elif size == 1 and self._fewest == 1:
                higher = (self._unseen >> sight.beyond(strength)).bit_count()
                worth -= OUT * (0.3 + higher / self._unseen.bit_count())
            elif size in sizes:
                worth -= OUT * (0.25 if size == 2 else 0.08) * (1 - chance)
            if high and not (hand ^ mask) & ~high:
                worth -= HIGH_ALONE
            rated.append((chance, saved, worth, part))
        return rated


def going_out(hand: int, parts: Sequence[Part], high: int = 0) -> Part | None:
    """Return a play that is the whole hand, and costs no place; ``None`` where there is none."""
    for part in parts:
        if part[3] == hand:
            return None if hand & high else part
    return None
