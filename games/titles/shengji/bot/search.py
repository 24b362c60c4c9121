"""The choices of Forty and Eighty as a search weighs them: by stage and levels, and by points
(/rules/eighty/#10 to #12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from math import exp
from random import Random
from typing import Any

from games.ai.compiled import engine
from games.ai.search import Question
from games.rules.core import Action
from games.rules.shengji.actions import Bury, Play
from games.rules.shengji.hands import cards_of, hand_of
from games.rules.shengji.score import row, threshold
from games.rules.shengji.shapes import split
from games.rules.shengji.state import State
from games.rules.shengji.throws import led
from games.rules.shengji.view import View
from games.titles.shengji.bot.burying import buries
from games.titles.shengji.bot.chances import misses
from games.titles.shengji.bot.core import ground, line, play_out, world_of
from games.titles.shengji.bot.mind import voids_of
from games.titles.shengji.bot.plausible import OBSERVED, misfit, observed_plays
from games.titles.shengji.bot.playing import settled, weighed_plays
from games.titles.shengji.bot.terms import tables_of
from games.titles.shengji.bot.worlds import Worlds

#: plays that are weighed at most, and by how many points worse than the best one to the policy
SHORT_LIST = 8
FAR = 25.0
#: what the stage is worth, in levels; what holding it at the ace is, which wins the match
STAGE, MATCH = 1.0, 4.0
#: how much levels count beside points, of which a step of the score table counts for one
LEVELS = 0.4
#: so many fives of points on either side blur the steps of the score table: a world is a guess, and
#: a step that it just reaches says little
BLUR = 3
#: a playout near the end costs little, the least is this part of a hand's; what it costs to hold a
#: deal against one play seen
CHEAPEST, DEED = 0.25, 0.015

#: what each seat holds, and what is buried, as kernels take it
World = Any
Cards = tuple[int, ...]


@cache
def worth(eighty: bool, table: str, points: int, at_ace: bool) -> float:
    """Return what points are worth to the challengers, in steps of the score table. ``at_ace``: the
    declarers win the match if they hold the stage."""
    five = 10 if eighty else 5
    around = [max(0, points + five * off) for off in range(-BLUR, BLUR + 1)]
    levels = sum(_levels(eighty, table, some, at_ace) for some in around) / len(around)
    return LEVELS * levels + points * _step(eighty)


def _levels(eighty: bool, table: str, points: int, at_ace: bool) -> float:
    score = row(eighty, table, points)
    if score.held:
        return -(MATCH if at_ace else STAGE / 2 + score.up)
    return STAGE / 2 + score.up


def _step(eighty: bool) -> float:
    """Return what part of a step of the score table a point is."""
    return 2 / threshold(eighty)


def question(view: View, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice before the view's seat, ``None`` where there is nothing to weigh; ``also`` is
    weighed whatever the policy thinks of it."""
    if view.phase == "play":
        ranked = settled(view, weighed_plays(view, rng))
        near: list[tuple[float, Action]] = [(gain, action) for gain, action in ranked if gain >= ranked[0][0] - FAR]
        near = _and_also(near[:SHORT_LIST], also)
        return _Playing(view, near) if len(near) > 1 else None
    if view.phase == "bury":
        choices = _and_also([(0.0, choice) for choice in buries(view)[:SHORT_LIST]], also)
        return _Burying(view, choices) if len(choices) > 1 else None
    return None


def _and_also(near: list[tuple[float, Action]], also: Action | None) -> list[tuple[float, Action]]:
    """Return a short list with one more action, where it is not there."""
    if also is None or also in [move for _, move in near]:
        return near
    return [*near, (near[-1][0], also)]


class _Weighing:
    """What both choices share: worlds, playouts, what points are worth."""

    trust = 5.0
    fewest = SHORT_LIST

    def __init__(self, view: View, near: Sequence[tuple[float, Action]]) -> None:
        assert view.banker is not None and view.seat is not None
        self.view, self.seat = view, view.seat
        self.moves = [move for _, move in near]
        self.cost = max(CHEAPEST, sum(view.counts) / view.to_deal)
        self.worlds = Worlds(view)
        self.terms = self.worlds.terms
        self.eighty = view.to_deal == 100
        self.sign = 1.0 if view.seat % 2 != view.banker % 2 else -1.0
        self.voids = sum(1 << 5 * seat + suit for seat, suit in voids_of(view, self.terms.table))
        # The policy weighs in points.
        self.unit = _step(self.eighty)
        self.prior = [(gain - near[0][0]) * self.unit for gain, _ in near]
        options = view.options.get("follow", "pairs"), view.options.get("bottom", "double")
        self.engine = engine()
        hand = ground(view.seat, view.banker, view.points, options, self.eighty)
        #: what every kernel is given
        self.tables = (
            self.engine.integers(hand),
            *tables_of(self.terms, self.engine),
            misses(self.engine),
        )
        self._play_out, self._misfit = self.engine.of(play_out), self.engine.of(misfit)

    @cached_property
    def observed(self) -> Any:
        """What the others have done; a search of few worlds never asks."""
        return self.engine.integers(observed_plays(self.view, self.terms))

    @property
    def telling(self) -> float:
        return DEED * len(self.observed) / OBSERVED

    def world(self, rng: Random, tries: int) -> World:
        """Return one of some deals, by how well what was seen agrees with each."""
        if tries < 2 or not len(self.observed):
            return self._dealt(rng)
        deals = [self._dealt(rng) for _ in range(tries)]
        return rng.choices(deals, [exp(-self.misfit(deal)) for deal in deals])[0]

    def misfit(self, world: World) -> float:
        """Return how much what was seen speaks against a deal."""
        return self._misfit(*self.tables, self.observed, world, 0)

    def _dealt(self, rng: Random) -> World:
        holdings, bottom = self.worlds.deal(rng)
        return self.engine.integers(world_of(holdings, self.terms.holding(bottom)))

    def truth(self, state: State) -> World:
        """Return the world that a state really is."""
        held = [self.terms.holding(cards_of(hand)) for hand in state.hands]
        buried = state.ground.buried or () if self.view.phase == "play" else ()
        return self.engine.integers(world_of(held, self.terms.holding(buried)))

    def line(
        self, left: Sequence[int], buried: Sequence[int] | None, leader: int, played: list[tuple[int, ...]]
    ) -> Any:
        """Return a choice as kernels take it; ``left`` and ``buried``: cards of the seat that chooses."""
        under = None if buried is None else self.terms.holding(buried)
        return self.engine.integers(line(self.terms, self.terms.holding(left), under, self.voids, leader, played))

    def played(self, world: World, line: Any) -> float:
        """Return what comes of playing out a choice, for the asking side."""
        points = self._play_out(*self.tables, world, line, 0, self.seat)
        return self.sign * worth(self.eighty, self.view.options["score_table"], points, self.view.level == "A")


class _Playing(_Weighing):
    """Which cards to lead or follow with."""

    def __init__(self, view: View, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(view, near)
        self.lying = [action.cards for action in view.trick]
        self.cards = [move.cards for move in self.moves if isinstance(move, Play)]
        table = self.terms.table
        self.throws = [not self.lying and len(split(table, hand_of(cards))) > 1 for cards in self.cards]
        #: cards played → the choice as kernels take it
        self.lines = {cards: self._line(cards) for cards in self.cards}

    def _line(self, cards: tuple[int, ...]) -> Any:
        rest = list(self.view.hand)
        for card in cards:
            rest.remove(card)
        assert self.view.leader is not None
        return self.line(rest, None, self.view.leader, [*self.lying, cards])

    def value(self, world: World, move: int) -> float:
        cards = self._thrown(world, self.cards[move]) if self.throws[move] else self.cards[move]
        if cards not in self.lines:
            self.lines[cards] = self._line(cards)
        return self.played(world, self.lines[cards])

    def _thrown(self, world: World, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return what a throw comes to in a world: all of it, or the one part that is led (/rules/eighty/#9)."""
        terms, others = self.terms, [seat for seat in range(4) if seat != self.seat]
        hands = [terms.hand(int(world[seat]), int(world[4 + seat])) for seat in others]
        return tuple(cards_of(led(terms.table, terms.table.suits[cards[0]], hand_of(cards), hands)))


class _Burying(_Weighing):
    """Which cards to bury."""

    def __init__(self, view: View, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(view, near)
        self.lines = [self._line(move.cards) for move in self.moves if isinstance(move, Bury)]

    def _line(self, cards: tuple[int, ...]) -> Any:
        rest = list(self.view.hand)
        for card in cards:
            rest.remove(card)
        return self.line(rest, cards, self.seat, [])

    def world(self, rng: Random, tries: int) -> World:
        return self._dealt(rng)

    def value(self, world: World, move: int) -> float:
        return self.played(world, self.lines[move])
