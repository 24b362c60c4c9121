"""How a side of Forty or Eighty learns (``games.ai.learning``): it plays hands by its weights, the others as the policy
does, with the kernels of the search."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from games.ai import arena
from games.ai.bot import Bot
from games.ai.compiled import engine
from games.rules.shengji.hands import cards_of
from games.rules.shengji.state import banker_in, trumps_in
from games.titles.shengji.bot.chances import misses
from games.titles.shengji.bot.core import C_FIRST, WIDTH, ground, line, try_out, world_of
from games.titles.shengji.bot.search import worth
from games.titles.shengji.bot.terms import Terms, tables_of, terms_of
from games.titles.shengji.bot.weights import CHALLENGERS, POLICY, Weights


class _Deal(NamedTuple):
    """A hand before its first lead. ``seat``: of the side that learns; ``rules``: for ``worth``; ``by_policy``: what
    it brings that side if the side plays like the policy; the rest as for ``try_out``."""

    terms: Terms
    ground: Any
    world: Any
    lines: Any
    seat: int
    rules: tuple[bool, str]
    by_policy: float = 0.0


class SideLearner:
    """One side of a game, as a ``Learner``. ``name``: ``DECLARERS`` or ``CHALLENGERS``; ``seed``: of the deals."""

    def __init__(self, bot: Bot, name: str, seed: int) -> None:
        self.bot, self.name, self.seed = bot, name, seed
        self.start: Mapping[str, float] = POLICY._asdict()
        self.engine = engine()
        self._deals: list[_Deal] = []
        self._try_out: Any = self.engine.of(try_out)
        self._room, self._points = self.engine.integers([0] * WIDTH), self.engine.integers([0])
        self._first = self.engine.integers([0])

    def gain(self, weights: Mapping[str, float], first: int, count: int) -> float:
        """Return the mean gain over the policy, in steps of the score table (``search.worth``)."""
        while len(self._deals) < first + count:
            deal = self._dealt(len(self._deals))
            dear = tables_of(deal.terms, self.engine)[1]
            self._deals.append(deal._replace(by_policy=self._played(deal, dear)))
        ours, tables = Weights(**weights), {}
        gained = 0.0
        for deal in self._deals[first : first + count]:
            if deal.terms not in tables:
                tables[deal.terms] = self.engine.floats(deal.terms.weighed(ours))
            gained += self._played(deal, tables[deal.terms]) - deal.by_policy
        return gained / count

    def _played(self, deal: _Deal, ours: Any) -> float:
        """Return what a hand brings the side that learns."""
        numbers, dear = tables_of(deal.terms, self.engine)
        tables = deal.ground, numbers, dear, ours, misses(self.engine), deal.world
        self._try_out(*tables, 1, deal.lines, self._first, deal.seat, self._room, self._points)
        challengers = worth(*deal.rules, int(self._points[0]), False)
        return challengers if self.name == CHALLENGERS else -challengers

    def _dealt(self, number: int) -> _Deal:
        """Return a deal as the policy draws and buries it."""
        game, rng = self.bot.rules, Random(f"{self.seed}/{number}/learning")
        _, setup = next(arena.deals(game, {}, 1, self.seed, number))
        state = arena.opened(game, setup, ["policy"] * 4, rng)
        while state.phase != "play":
            state = game.step(state, self.bot.choose(game.view(state, state.to_act[0]), rng))
        terms, banker, integers = terms_of(trumps_in(state)), banker_in(state), self.engine.integers
        seat = banker if self.name != CHALLENGERS else (banker + 1) % 4
        held = [terms.holding(cards_of(hand)) for hand in state.hands]
        rules, double = state.ground.deal, state.ground.deal.eighty
        options = (rules.follow, setup.options.get("bottom", "double"))
        leads = line(terms, held[seat], None, 0, state.to_act[0], [])
        return _Deal(
            terms,
            integers(ground(seat, banker, state.points, options, double)),
            integers(world_of(held, terms.holding(state.ground.buried))),
            integers([0, C_FIRST, *leads]),
            seat,
            (double, setup.options["score_table"]),
        )
