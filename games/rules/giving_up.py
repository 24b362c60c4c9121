"""A side gives up the rest of a hand: how it is played so that the other side takes it.

All seats cooperate, so this is no contest but a search: after each play the most promising positions are kept. Some
tricks cannot be lost, since nothing beats the highest trump; they stay with the side that gives up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from typing import Any, NamedTuple

from games.rules.core import Action, Game
from games.rules.rest import RestOfHand

#: Positions kept after each play, and plays tried in each of them.
KEPT, TRIED = 8, 12


class _Position(NamedTuple):
    """A position in the search; the least is the best. Tricks that the side has taken, whether it is winning the
    current one, how little strength it has shed; the plays so far as ``((None, first), second)``."""

    own: int
    winning: bool
    strength: int
    number: int
    state: Any
    past: Any


def may_give_up(game: Game, view: Any) -> bool:
    """Return whether a view's seat may give up the rest of a hand: during the play, where the rules are enforced, and
    between two sides."""
    if view.seat is None or view.result is not None or view.phase != "play" or len(view.hand) < 2:
        return False
    return view.options.get("discipline") != "honour" and _may(game, view.seats, tuple(view.options.items()))


def nobody_may_give_up(game: Game, view: Any) -> bool:
    """Return whether this is a game of tricks between more than two sides. Giving up the rest would then also choose
    which of the others gains what is lost, and no order of play would be fair to all of them."""
    return isinstance(game, RestOfHand) and _sides(game, view.seats, view.options) > 2


def _sides(game: Game, seats: int, options: Mapping[str, Any]) -> int:
    return len({game.side(seat, options) for seat in range(seats)})


@lru_cache(maxsize=256)
def _may(game: Game, seats: int, options: tuple[tuple[str, Any], ...]) -> bool:
    return isinstance(game, RestOfHand) and _sides(game, seats, dict(options)) == 2


def given_up(game: Game, state: Any, side: int, options: Any) -> tuple[Action, ...]:
    """Return all remaining plays of a hand in which a side gives up, in order."""
    best = min(_best(game, state, side, options, leads_high) for leads_high in (False, True))
    plays, past = [], best.past
    while past is not None:
        past, play = past
        plays.append(play)
    return tuple(reversed(plays))


def _best(game: Any, state: Any, side: int, options: Any, leads_high: bool) -> _Position:
    """Return the best end of the hand that the search finds."""
    waiting, finished = {0: [_Position(0, False, 0, 0, state, None)]}, list[_Position]()
    number = 0
    while waiting:
        # compare only positions with the same number of cards played
        cards = min(waiting)
        for position in nsmallest(KEPT, waiting.pop(cards)):
            if position.state.phase != "play":
                number += 1
                finished.append(position._replace(number=number))
                continue
            for play, after in _after(game, position, side, options, leads_high):
                number += 1
                waiting.setdefault(cards + _size(play), []).append(after._replace(number=number))
    return min(finished)._replace(strength=0, number=int(leads_high))


def _after(
    game: Any, position: _Position, side: int, options: Any, leads_high: bool
) -> Iterator[tuple[Action, _Position]]:
    """Yield the plays of a position, each with the position it leads to. High cards should be shed by the side and
    kept by the others; with ``leads_high`` it is the other way round for leads."""
    state = position.state
    gives_up, leads = game.side(state.to_act[0], options) == side, game.taker(state)[1]
    for play in islice(game.legal(state), TRIED):
        after = game.step(state, play)
        seat, is_over = game.taker(after)
        takes = game.side(seat, options) == side
        high = game.strength(state, play)
        strength = position.strength + (-high if gives_up != (leads and leads_high) else high)
        own = position.own + (takes and is_over)
        yield play, _Position(own, takes and not is_over, strength, 0, after, (position.past, play))


def _size(play: Any) -> int:
    return len(play.cards) if hasattr(play, "cards") else 1
