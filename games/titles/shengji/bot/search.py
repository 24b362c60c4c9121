"""How a search weighs the choices of Forty and Eighty: by stage and levels, and by points
(/rules/eighty/#10 to #12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from random import Random
from typing import Any

from games.ai.chance import chance_of
from games.ai.compiled import engine
from games.ai.search import Question
from games.rules.core import Action
from games.rules.shengji.actions import Bury, Play
from games.rules.shengji.hands import ONES, cards_of, hand_of
from games.rules.shengji.score import row, threshold
from games.rules.shengji.shapes import Part, split
from games.rules.shengji.state import State
from games.rules.shengji.view import View
from games.titles.shengji.bot.burying import buries
from games.titles.shengji.bot.chances import misses
from games.titles.shengji.bot.core import C_FIRST, C_LINE, LINE, PART, WORLD, ground, line, try_out, world_of
from games.titles.shengji.bot.mind import Mind, voids_of
from games.titles.shengji.bot.plausible import OBSERVED, fading, misfit, observed_plays, sample, take_likely
from games.titles.shengji.bot.playing import settled, weighed_plays
from games.titles.shengji.bot.short_list import MOST, short_list
from games.titles.shengji.bot.terms import Holding, tables_of
from games.titles.shengji.bot.weights import CHALLENGERS, DECLARERS, learned
from games.titles.shengji.bot.worlds import Worlds

#: the worth of the stage, in levels; the worth of holding it at the ace, which wins the match
STAGE, MATCH = 1.0, 4.0
#: the weight of levels beside points, where the points of one step of the score table count as 1
LEVELS = 0.4
#: how many fives (in Eighty: tens) of points on either side blur the steps of the score table: a world is a
#: guess, and a step that it only just reaches says little
BLUR = 3
#: the least cost of a playout near the end, as a share of a whole hand's; the cost of checking a deal
#: against one play seen
CHEAPEST, DEED = 0.25, 0.015
#: how many deals to try for one in which the throws seen stand, or fail, as they did
THROWN = 11

#: the cards of each seat and the buried cards, as kernels take them
World = Any
Cards = tuple[int, ...]


@cache
def worth(eighty: bool, table: str, points: int, at_ace: bool) -> float:
    """Return the worth of points to the challengers, in steps of the score table. ``at_ace``: whether the
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
    """Return the worth of a point in steps of the score table."""
    return 2 / threshold(eighty)


def question(view: View, rng: Random, also: Action | None = None) -> Question | None:
    """Return the choice that the view's seat faces, or ``None`` if there is nothing to weigh; ``also`` is
    weighed whatever the policy thinks of it."""
    if view.phase == "play":
        near = _and_also(short_list(Mind(view), settled(view, weighed_plays(view, rng))), also)
        return _Playing(view, near) if len(near) > 1 else None
    if view.phase == "bury":
        choices = _and_also([(0.0, choice) for choice in buries(view)[:MOST]], also)
        return _Burying(view, choices) if len(choices) > 1 else None
    return None


def _and_also(near: Sequence[tuple[float, Action]], also: Action | None) -> list[tuple[float, Action]]:
    """Return a short list with ``also`` added if it is missing."""
    if also is None or also in [move for _, move in near]:
        return list(near)
    return [*near, (near[-1][0], also)]


class _Weighing:
    """What both choices share: worlds, playouts, the worth of points."""

    trust = 5.0
    fewest = MOST

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
        integers = self.engine.integers
        hand = ground(view.seat, view.banker, view.points, options, self.eighty)
        #: the tables that every kernel takes, then those that dealing kernels take
        self.tables = (integers(hand), *tables_of(self.terms, self.engine), misses(self.engine))
        ours = learned(view.game, DECLARERS if self.sign < 0 else CHALLENGERS)
        self._playout_tables = (*self.tables[:3], tables_of(self.terms, self.engine, ours)[1], self.tables[3])
        self.dealer = self.worlds.tables(self.engine)
        self._sample: Any = self.engine.of(sample)
        self._take_likely: Any = self.engine.of(take_likely)
        self._try_out: Any = self.engine.of(try_out)
        self._room = integers(hand)
        self._fading, self._nothing = fading(self.engine), integers([])
        #: all lines, and move → where its choice starts among them
        self.lines, self.choices = self._laid_out()

    @cached_property
    def observed(self) -> Any:
        """The plays of the others; a search of few worlds never needs them."""
        return self.engine.integers(observed_plays(self.view, self.terms))

    @property
    def check_cost(self) -> float:
        return DEED * len(self.observed) / OBSERVED

    def values(self, moves: Sequence[int], worlds: int, tries: int, rng: Random) -> list[list[float]]:
        return self._values_in(moves, self._dealt(worlds, tries, rng), worlds)

    def world(self, rng: Random, tries: int) -> World:
        """Return one of ``tries`` deals, picked by how well each explains the plays seen."""
        return self._dealt(1, tries, rng)[:WORLD]

    def value(self, world: World, move: int) -> float:
        return self._values_in([move], world, 1)[0][0]

    def misfit(self, world: World) -> float:
        """Return how much the plays seen count against a deal."""
        return self.engine.of(misfit)(*self.tables, self.observed, world, 0)

    def _dealt(self, count: int, tries: int, rng: Random) -> World:
        """Return ``count`` worlds, each picked from ``tries`` deals, with spare room at the end."""
        chance, worlds = chance_of(rng, self.engine), self.engine.integers([0] * WORLD * (count + tries))
        observed = self.observed if tries > 1 else self._nothing
        seen = (*self.tables, observed, self._fading, chance, worlds)
        if not self.worlds.has_throws:
            self._sample(*seen, *self.dealer, 0, count, tries)
            return worlds
        for at in range(0, count * WORLD, WORLD):
            for place in range(at, at + tries * WORLD, WORLD):
                for _ in range(THROWN):
                    self._sample(*seen, *self.dealer, place, 1, 1)
                    # A lucky throw may be all but impossible; the last deal then stands although it disagrees.
                    if self.worlds.throws_agree(worlds[place : place + WORLD]):
                        break
            if tries > 1 and len(observed):
                self._take_likely(*seen, at, tries)
        return worlds

    def truth(self, state: State) -> World:
        """Return the real world of a state."""
        held = [self.terms.holding(cards_of(hand)) for hand in state.hands]
        buried = state.ground.buried or () if self.view.phase == "play" else ()
        return self.engine.integers(world_of(held, self.terms.holding(buried)))

    def _values_in(self, moves: Sequence[int], worlds: World, count: int) -> list[list[float]]:
        """Return for each move its value to the asking side in ``count`` worlds."""
        points = self.engine.integers([0] * (count * len(moves)))
        choices = self.engine.integers([self.choices[move] for move in moves])
        self._try_out(*self._playout_tables, worlds, count, self.lines, choices, self.seat, self._room, points)
        values = [self._worth(int(taken)) for taken in points]
        return [values[place :: len(moves)] for place in range(len(moves))]

    def _worth(self, points: int) -> float:
        return self.sign * worth(self.eighty, self.view.options["score_table"], points, self.view.level == "A")

    def _laid_out(self) -> tuple[Any, list[int]]:
        """Return the lines of all moves as one table, and where the choice of each move starts in it."""
        numbers: list[int] = []
        choices = []
        for move in self.moves:
            whole, parts = self._lines(move)
            choice = [len(parts), 0, *(number for part, _ in parts for number in (*part, 0))]
            choices.append(len(numbers))
            start = len(numbers) + len(choice)
            choice[C_LINE] = start
            for number in range(len(parts)):
                choice[C_FIRST + PART * number + PART - 1] = start + LINE * (number + 1)
            numbers += [*choice, *whole, *(number for _, led in parts for number in led)]
        return self.engine.integers(numbers), choices

    def _lines(self, move: Action) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
        """Return the line of a move and, for a throw, each part with its line."""
        raise NotImplementedError

    def _without(self, cards: Sequence[int]) -> Holding:
        """Return the seat's cards after a play."""
        rest = list(self.view.hand)
        for card in cards:
            rest.remove(card)
        return self.terms.holding(rest)


class _Playing(_Weighing):
    """Which cards to lead or follow with."""

    def _lines(self, move: Action) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
        assert isinstance(move, Play)
        parts = [] if self.view.trick else split(self.terms.table, hand_of(move.cards))
        if len(parts) < 2:
            return self._line(move.cards), []
        parts.sort(key=lambda part: (part.top, -part.pairs, part.cards & ONES))
        return self._line(move.cards), [(self._part(part), self._line(cards_of(part.cards))) for part in parts]

    def _part(self, part: Part) -> list[int]:
        """Return suit, pairs and top of a component."""
        card = max(cards_of(part.cards), key=self.terms.table.place.__getitem__)
        return [self.terms.table.suits[card], part.pairs, self.terms.bit[card]]

    def _line(self, cards: Cards) -> list[int]:
        assert self.view.leader is not None
        cards_on_table = [action.cards for action in self.view.trick]
        return line(self.terms, self._without(cards), None, self.voids, self.view.leader, [*cards_on_table, cards])


class _Burying(_Weighing):
    """Which cards to bury."""

    def _lines(self, move: Action) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
        assert isinstance(move, Bury)
        buried = self.terms.holding(move.cards)
        return line(self.terms, self._without(move.cards), buried, self.voids, self.seat, []), []
