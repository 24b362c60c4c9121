"""The play of Winner on integers, for playouts: what may be led, what answers it, and what comes of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.climbing.score import seats_of
from games.rules.winner.options import Rules
from games.rules.winner.score import DOUBLE_FROM, points
from games.titles.climbing.bot import core
from games.titles.climbing.bot.mind import Mind
from games.titles.climbing.bot.parts import Part
from games.titles.winner.bot import tries
from games.titles.winner.bot.sight import Sight


class Table(core.Table):
    """A hand of Winner being played out."""

    __slots__ = ()

    rules: Rules

    def leads(self, seat: int, hand: int) -> list[Part]:
        return tries.leads(hand, self.rules)

    def answers(self, seat: int, hand: int, top: Part) -> list[Part]:
        return tries.answers(hand, top, self.rules)

    def mind(self, hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool) -> Mind:
        return mind(hand, unseen, sizes, follows, fresh, self.rules)

    def is_over(self) -> bool:
        return not self.rules.last_loser or self.holding & self.holding - 1 == 0

    def points(self) -> list[int]:
        left = [hand.bit_count() for hand in self.hands]
        return points(left, seats_of(self.played, len(left)), self.out[0], self.rules.seventeen)


def mind(hand: int, unseen: int, sizes: Sequence[int], follows: int | None, fresh: bool, rules: Rules) -> Mind:
    """Return what a player thinks of before one play."""
    sight = Sight(hand, unseen, sizes, rules)
    return Mind(hand, unseen, sizes, follows, fresh, sight, rules.last_loser, (DOUBLE_FROM[rules.players],))
