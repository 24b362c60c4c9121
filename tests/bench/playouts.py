"""Random hands of the house's own games, a batch at a time, for the rules bench.

Runs as a process: each line ``name seconds`` on standard input is answered by a line of JSON
with games, moves and seconds. ``peers`` answers the same lines for other people's engines.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Mapping
from time import perf_counter

#: plays one game and returns the number of moves its players made
Playout = Callable[[], int]


def serve(playouts: Mapping[str, Playout]) -> None:
    """Answer lines until standard input ends; the first line out says who is there."""
    print(json.dumps(sorted(playouts)), flush=True)
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(batch(playouts[name], float(seconds))), flush=True)


def batch(play: Playout, seconds: float) -> dict[str, float]:
    """Play games one after the other for so many seconds."""
    games = moves = 0
    start = perf_counter()
    while (passed := perf_counter() - start) < seconds:
        moves += play()
        games += 1
    return {"games": games, "moves": moves, "seconds": passed}


def ours(key: str) -> Playout:
    """Return the playout of a game of the house, by its standard rules: shuffle, start, list the
    legal moves, choose one, apply it, to the end."""
    from games.rules.core import Setup
    from games.rules.registry import GAMES

    game, rng = GAMES[key], random.Random(1)
    options = game.resolve({})
    deck = list(game.pack(options))
    legal, step, choice = game.legal, game.step, rng.choice

    def play() -> int:
        rng.shuffle(deck)
        dealt = tuple(deck)
        state = game.start(Setup(options, game.following(options, [], dealt, rng), dealt))
        moves = 0
        while state.result is None:
            state = step(state, choice(legal(state)))
            moves += 1
        return moves

    return play


if __name__ == "__main__":
    from games.rules.registry import GAMES

    serve({key: ours(key) for key in GAMES})
