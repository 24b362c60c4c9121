"""Matches between AI players: duplicate deals with the seats exchanged, so that both get the same
cards, and their results with 95 % intervals clustered by deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from games import ai
from games.rules import live_draw
from games.rules.core import Action, Game, Illegal, Played, Setup
from games.rules.registry import GAMES

#: a move that takes longer counts as late, in seconds of an idle core
LATE = 1.0


@dataclass(slots=True)
class Log:
    """One player's record: think time of each move in seconds, and how many moves the rules refused."""

    seconds: list[float] = field(default_factory=list)
    illegal: int = 0


@dataclass(slots=True)
class Score:
    """How player A fared, deal by deal. ``margins``: in points (``Bot.margin``). ``wins``: the share of first places
    where those are counted, else 1 if A did better on the deal, ½ if both did the same. ``bids``: what each bid that
    A was bound to brought, in games with bids."""

    margins: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    bids: list[float] = field(default_factory=list)
    logs: dict[str, Log] = field(default_factory=lambda: {"A": Log(), "B": Log()})


def play(game: Game, setup: Setup, players: Sequence[str], rng: Random, logs: Sequence[Log]) -> Any:
    """Return the finished state of a hand. ``players``: seat → level, ``logs``: seat → log."""
    state = opened(game, setup, players, rng)
    while state.result is None:
        seat = state.to_act[0]
        state = game.step(state, _chosen(game, state, seat, players[seat], rng, logs[seat]))
    return state


def opened(game: Game, setup: Setup, players: Sequence[str], rng: Random) -> Any:
    """Return the state of a hand after the draw, with what the players declared."""
    state = live_draw.start(game, setup)
    for dealt in range(1, live_draw.drawing(game, state) + 1):
        for seat in range(len(players)):
            if live_draw.may_still_declare(game, state):
                shown = ai.declare(live_draw.view(game, state, seat, dealt), players[seat], rng)
                state = state if shown is None else game.step(state, shown)
    closing = live_draw.close(game, state)
    return state if closing is None else game.step(state, closing)


def _chosen(game: Game, state: Any, seat: int, level: str, rng: Random, log: Log) -> Action:
    view = game.view(state, seat)
    own = Random(rng.getrandbits(64))
    started = process_time()
    action = ai.choose(view, level, own)
    log.seconds.append(process_time() - started)
    try:
        game.check(state, action)
    except Illegal:
        log.illegal += 1
        return game.moves(view)[0]
    return action


def deals(game: Game, options: Mapping[str, Any], count: int, seed: int, first: int = 0) -> Iterator[tuple[int, Setup]]:
    """Yield numbered deals from one seed; the context changes with the deal, as in a match."""
    resolved = game.resolve(dict(options))
    for number in range(first, first + count):
        rng = Random(f"{seed}/{number}")
        deck = list(game.pack(resolved))
        rng.shuffle(deck)
        dealt = tuple(deck)
        yield number, game.setup(dict(options), ai.bot(game.key).deal_context(resolved, dealt, number, rng), dealt)


def hands(game: Game, a: str, b: str, options: Mapping[str, Any], count: int, seed: int, first: int = 0) -> Score:
    """Return how level ``a`` fares against ``b`` on duplicate deals, from deal number ``first``."""
    score, bot = Score(), ai.bot(game.key)
    for number, setup in deals(game, options, count, seed, first):
        seats = game.seats(setup.options)
        sides = max(game.side(seat, setup.options) for seat in range(seats)) + 1
        results = []
        for side in range(sides):
            ours = [game.side(seat, setup.options) == side for seat in range(seats)]
            rng = Random(f"{seed}/{number}/play")
            logs = [score.logs["A" if own else "B"] for own in ours]
            players = [a if own else b for own in ours]
            results.append(play(game, setup, players, rng, logs).result)
        margins = [bot.margin(result, side) for side, result in enumerate(results)]
        score.margins.append(fmean(margins) * bot.hands_a_margin)
        gains = [bot.bid_gain(result, side) for side, result in enumerate(results)]
        score.bids += [gain for gain in gains if gain is not None]
        if bot.counts_first_places:
            score.wins.append(fmean(bot.is_first(result, side) for side, result in enumerate(results)))
        else:
            score.wins.append((score.margins[-1] > 0) + (score.margins[-1] == 0) / 2)
    return score


def matches(game: Game, a: str, b: str, options: Mapping[str, Any], count: int, seed: int, first: int = 0) -> Score:
    """Return how level ``a`` fares against ``b`` in whole matches, each played twice with the sides
    exchanged; the deals are the same as long as both run alike. ``wins``: matches won."""
    resolved = game.resolve(dict(options))
    score = Score()
    for number in range(first, first + count):
        won = []
        for side in (0, 1):
            ours = [game.side(seat, resolved) == side for seat in range(game.seats(resolved))]
            rng = Random(f"{seed}/{number}")
            logs = [score.logs["A" if own else "B"] for own in ours]
            winners = _match(game, options, resolved, [a if own else b for own in ours], rng, logs)
            won.append(fmean(float(ours[seat]) for seat in winners))
        score.wins.append(fmean(won))
        score.margins.append(2 * score.wins[-1] - 1)
    return score


def _match(
    game: Game, options: Mapping[str, Any], resolved: Mapping[str, Any], players: Sequence[str], rng: Random, logs: Any
) -> tuple[int, ...]:
    """Return the seats that win a match."""
    played: list[Played] = []
    while not (standing := game.standing(resolved, played)).over:
        deck = list(game.pack(resolved))
        rng.shuffle(deck)
        dealt = tuple(deck)
        setup = game.setup(dict(options), game.following(resolved, played, dealt, rng), dealt)
        state = play(game, setup, players, Random(rng.getrandbits(64)), logs)
        played.append(Played(setup.context, state.result))
    return standing.winners


def interval(figures: Sequence[float]) -> tuple[float, float]:
    """Return the mean of independent figures and half the width of its 95 % interval."""
    if len(figures) < 2:
        return fmean(figures), float("inf")
    return fmean(figures), 1.96 * stdev(figures) / sqrt(len(figures))


def report(score: Score) -> dict[str, Any]:
    """Return a score as plain values: means, half widths, think times in milliseconds."""
    margin, wins = interval(score.margins), interval(score.wins)
    figures: dict[str, Any] = {
        "deals": len(score.margins),
        "margin": {"mean": round(margin[0], 3), "plus_minus": round(margin[1], 3)},
        "wins": {"mean": round(wins[0], 3), "plus_minus": round(wins[1], 3)},
    }
    if len(score.bids) > 1:
        mean, plus_minus = interval(score.bids)
        kept_share = fmean(gain >= 0 for gain in score.bids)
        figures["bids"] = {"mean": round(mean, 3), "plus_minus": round(plus_minus, 3), "kept": round(kept_share, 3)}
    for name, log in score.logs.items():
        times = sorted(log.seconds) or [0.0]
        figures[name] = {
            "moves": len(log.seconds),
            "p50_ms": round(1000 * _quantile(times, 0.50), 2),
            "p95_ms": round(1000 * _quantile(times, 0.95), 2),
            "p99_ms": round(1000 * _quantile(times, 0.99), 2),
            "worst_ms": round(1000 * times[-1], 2),
            "late": sum(second > LATE for second in times),
            "illegal": log.illegal,
        }
    return figures


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def against(
    key: str, a: str, b: str, options: Mapping[str, Any], count: int, seed: int, whole: bool = False
) -> dict[str, Any]:
    """Return the report of level ``a`` against ``b``; ``whole``: over whole matches."""
    game = GAMES[key]
    return report((matches if whole else hands)(game, a, b, options, count, seed))
