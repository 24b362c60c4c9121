"""The choices of Forty and Eighty as a search weighs them: by stage and levels, and by points
(/rules/eighty/#10 to #12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from math import exp
from random import Random

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
from games.titles.shengji.bot.core import Table, play_out
from games.titles.shengji.bot.mind import voids_of
from games.titles.shengji.bot.plausible import Story
from games.titles.shengji.bot.playing import settled, weighed_plays
from games.titles.shengji.bot.terms import Holding
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

#: what each seat holds, and what is buried
World = tuple[list[Holding], Holding]


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
        self.view = view
        self.moves = [move for _, move in near]
        self.cost = max(CHEAPEST, sum(view.counts) / view.to_deal)
        self.worlds = Worlds(view)
        self.eighty = view.to_deal == 100
        self.banker = view.banker
        self.sign = 1.0 if view.seat % 2 != view.banker % 2 else -1.0
        self.voids = [0] * 4
        for seat, suit in voids_of(view, self.worlds.terms.table):
            self.voids[seat] |= 1 << suit
        # The policy weighs in points.
        self.unit = _step(self.eighty)
        self.prior = [(gain - near[0][0]) * self.unit for gain, _ in near]
        self.options = view.options.get("follow", "pairs"), view.options.get("bottom", "double")

    @cached_property
    def story(self) -> Story:
        """What the others have done; a search of few worlds never asks."""
        return Story(self.view, self.worlds.terms)

    @property
    def telling(self) -> float:
        return DEED * len(self.story.observed)

    def world(self, rng: Random, tries: int) -> World:
        """Return one of some deals, by how well what was seen agrees with each."""
        if tries < 2 or not self.story.observed:
            return self._dealt(rng)
        deals = [self._dealt(rng) for _ in range(tries)]
        return rng.choices(deals, [exp(-self.story.misfit(*deal)) for deal in deals])[0]

    def _dealt(self, rng: Random) -> World:
        holdings, bottom = self.worlds.deal(rng)
        return holdings, self.worlds.terms.holding(bottom)

    def truth(self, state: State) -> World:
        """Return the world that a state really is."""
        terms = self.worlds.terms
        held = [terms.holding(cards_of(hand)) for hand in state.hands]
        return held, terms.holding(state.ground.buried or () if self.view.phase == "play" else ())

    def played(self, holdings: list[Holding], buried: Holding, lead: int, lying: list[tuple[int, ...]]) -> float:
        """Return what comes of playing out, for the asking side."""
        table = Table(
            self.worlds.terms,
            holdings,
            buried,
            self.banker,
            self.view.points,
            self.voids,
            self.options,
            self.eighty,
        )
        points = play_out(table, lead, lying)
        return self.sign * worth(self.eighty, self.view.options["score_table"], points, self.view.level == "A")


class _Playing(_Weighing):
    """Which cards to lead or follow with."""

    def __init__(self, view: View, near: Sequence[tuple[float, Action]]) -> None:
        super().__init__(view, near)
        self.lying = [action.cards for action in view.trick]
        self.cards = [move.cards for move in self.moves if isinstance(move, Play)]
        self.left = [self._without(cards) for cards in self.cards]
        table = self.worlds.terms.table
        self.throws = [not self.lying and len(split(table, hand_of(cards))) > 1 for cards in self.cards]

    def _without(self, cards: Sequence[int]) -> Holding:
        """Return what the seat holds after a play."""
        rest = list(self.view.hand)
        for card in cards:
            rest.remove(card)
        return self.worlds.terms.holding(rest)

    def value(self, world: World, move: int) -> float:
        holdings, buried = world
        seat, cards, left = self.view.seat, self.cards[move], self.left[move]
        assert seat is not None and self.view.leader is not None
        if self.throws[move] and (stood := self._thrown(holdings, cards)) != cards:
            cards, left = stood, self._without(stood)
        after = [*holdings[:seat], left, *holdings[seat + 1 :]]
        return self.played(after, buried, self.view.leader, [*self.lying, cards])

    def _thrown(self, holdings: list[Holding], cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return what a throw comes to in a world: all of it, or the one part that is led (/rules/eighty/#9)."""
        terms = self.worlds.terms
        others = [terms.hand(*held) for seat, held in enumerate(holdings) if seat != self.view.seat]
        whole = hand_of(cards)
        really = led(terms.table, terms.table.suits[cards[0]], whole, others)
        return cards if really == whole else tuple(cards_of(really))


class _Burying(_Weighing):
    """Which cards to bury."""

    def world(self, rng: Random, tries: int) -> World:
        return self.worlds.deal(rng)[0], (0, 0)

    def value(self, world: World, move: int) -> float:
        action, seat = self.moves[move], self.view.seat
        assert isinstance(action, Bury) and seat is not None
        rest = list(self.view.hand)
        for card in action.cards:
            rest.remove(card)
        holding = self.worlds.terms.holding
        after = [*world[0][:seat], holding(rest), *world[0][seat + 1 :]]
        return self.played(after, holding(action.cards), seat, [])
