"""``.venv-bench/bin/python -m tests.bench.rules REPEATS SECONDS``: random play against OpenSpiel, C++ driven by Python.

Goals P1 and P2. OpenSpiel has an environment of its own (``requirements.txt``, made by ``make bench``), never
beside the site; our rules need nothing, so both play there, a batch each in turn. Prints a section as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import asdict
from statistics import median
from time import perf_counter

import pyspiel

from games.rules.core import Setup
from games.rules.registry import GAMES
from tests.bench.report import Section, spread

#: OpenSpiel's name of each peer, and ours.
PEERS = {"hearts": "OpenSpiel hearts (C++)", "dou_dizhu": "OpenSpiel dou_dizhu (C++)"}
NAMES = PEERS | {key: f"Sifang {game.name}" for key, game in GAMES.items()}
#: The goals: (key, game, peer, figure, least ratio).
GOALS = (
    *(("P1", game, "hearts", "moves", 0.35) for game in ("all-fours", "forty", "eighty")),
    *(("P1", game, "hearts", "games", 0.5) for game in ("all-fours", "forty", "eighty")),
    ("P2", "winner", "dou_dizhu", "moves", 0.15),
    # the kin: within a fifth of the game whose engine they use
    *(("P1", game, "winner", "moves", 0.8) for game in ("big-two", "tien-len", "president")),
    *(("P1", game, "all-fours", "moves", 0.8) for game in ("pitch", "california-jack")),
)
Playout = Callable[[], int]  # plays one game and returns the number of moves its players made


def main(repeats: int, seconds: float) -> None:
    """Let all engines play in turn, ``repeats`` times; print the section."""
    playouts = {name: _open_spiel(name) if name in PEERS else _ours(name) for name in NAMES}
    games, moves = ({name: list[float]() for name in NAMES} for _ in range(2))
    for repeat in range(repeats + 1):
        for name, play in playouts.items():
            game_count, move_count, spent = _batch(play, seconds)
            if repeat:  # the first warms up
                games[name].append(game_count / spent)
                moves[name].append(move_count / spent)
    rates = {name: {"games": median(games[name]), "moves": median(moves[name])} for name in NAMES}
    section = Section(
        "Rules: random play",
        "One thread; a move is: list the legal moves, choose one at random, apply it, test for the end; shuffling "
        f"and dealing are counted. Batches of {seconds:g} s in turn.",
        ("engine, game", "games/s", "moves/s", "moves a game"),
    )
    for key, name in NAMES.items():
        length = f"{rates[key]['moves'] / rates[key]['games']:.0f}"
        section.rows.append((name, spread(games[key], 0), spread(moves[key], 0), length))
    for goal, key, peer, figure, least in GOALS:
        what = f"{NAMES[key]}, {figure}/s, against {NAMES[peer]}"
        section.at_least(goal, what, rates[key][figure], rates[peer][figure], least)
    section.at_least("P1", "Eighty Points, moves/s", rates["eighty"]["moves"], 50_000, 1)
    print(json.dumps(asdict(section)))


def _batch(play: Playout, seconds: float) -> tuple[int, int, float]:
    """Play games one after the other for so many seconds; return games, moves and seconds."""
    games = moves = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        moves += play()
        games += 1
    return games, moves, spent


def _ours(key: str) -> Playout:
    """Return the playout of a game of the house, by its standard rules."""
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


def _open_spiel(name: str) -> Playout:
    """Return the playout of a game of OpenSpiel; its deal is a chain of chance nodes."""
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
