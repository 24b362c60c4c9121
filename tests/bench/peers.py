"""Random play of other people's rules engines, driven from one Python thread.

Runs in an environment of its own (``requirements.txt`` beside it) and answers as ``playouts``
does. It imports nothing of the site.
"""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from playouts import Playout, serve

MOST_PLIES = 200
rng = random.Random(1)


def open_spiel(name: str) -> Playout:
    """Return the playout of a game of OpenSpiel; its deal is a chain of chance nodes."""
    import pyspiel

    game = pyspiel.load_game(name)

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


def rlcard_step(name: str) -> Playout:
    """Return the playout of an RLCard environment, as its users drive it."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return play


def rlcard_rules(name: str) -> Playout:
    """Return the playout of RLCard's rules alone, without what it computes for learners."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def play() -> int:
        game, moves = env.game, 0
        game.init_game()
        while not game.is_over():
            action = rng.choice(list(env._get_legal_actions()))
            game.step(env._decode_action(action))
            moves += 1
        return moves

    return play


def chess_() -> int:
    """Play a game of chess with python-chess, cut off at 200 plies."""
    import chess

    board, moves = chess.Board(), 0
    while moves < MOST_PLIES and (legal := list(board.legal_moves)):
        board.push(rng.choice(legal))
        moves += 1
    return moves


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    serve(
        {
            "hearts": open_spiel("hearts"),
            "dou_dizhu": open_spiel("dou_dizhu"),
            "doudizhu-step": rlcard_step("doudizhu"),
            "doudizhu-rules": rlcard_rules("doudizhu"),
            "chess": chess_,
        }
    )
