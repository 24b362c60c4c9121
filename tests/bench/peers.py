"""Random play of OpenSpiel's games, driven from one Python thread.

Runs in an environment of its own (``requirements.txt`` beside it) and imports nothing of the site: each line
``name seconds`` on standard input is answered by a line of JSON with games, moves and seconds.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import perf_counter

#: plays one game and returns the number of moves its players made
Playout = Callable[[], int]


def batch(play: Playout, seconds: float) -> dict[str, float]:
    """Play games one after the other for so many seconds."""
    games = moves = 0
    start = perf_counter()
    while (passed := perf_counter() - start) < seconds:
        moves += play()
        games += 1
    return {"games": games, "moves": moves, "seconds": passed}


def open_spiel(name: str) -> Playout:
    """Return the playout of a game of OpenSpiel; its deal is a chain of chance nodes."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                drawn, passed = rng.random(), 0.0
                for outcome, chance in state.chance_outcomes():  # noqa: B007  applied after the loop
                    passed += chance
                    if drawn < passed:
                        break
                state.apply_action(outcome)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    playouts = {name: open_spiel(name) for name in ("hearts", "dou_dizhu")}
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(batch(playouts[name], float(seconds))), flush=True)
