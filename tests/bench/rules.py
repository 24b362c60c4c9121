"""Random play of every game of the house against OpenSpiel's closest, which are C++ driven from Python.

Goals P1 and P2. OpenSpiel plays in an environment of its own (``requirements.txt``), never beside the site; it and
ours take turns, a batch each.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.rules.core import Setup
from games.rules.registry import GAMES
from tests.bench.peers import Playout, batch
from tests.bench.report import Section, middle, spread
from tests.sites import ROOT

HERE = Path(__file__).parent
PEERS = ROOT / ".venv-bench"
SECONDS = 0.7
SMALL = {"SECONDS": 0.1}
NAMES = {"hearts": "OpenSpiel hearts (C++)", "dou_dizhu": "OpenSpiel dou_dizhu (C++)"}
#: The goals: (key, game, peer, figure, least ratio).
GOALS = (
    *(("P1", game, "hearts", "moves", 0.35) for game in ("all-fours", "forty", "eighty")),
    *(("P1", game, "hearts", "games", 0.5) for game in ("all-fours", "forty", "eighty")),
    ("P2", "winner", "dou_dizhu", "moves", 0.15),
    # the kin: within a fifth of the game whose engine they use
    *(("P1", game, "winner", "moves", 0.8) for game in ("big-two", "tien-len", "president")),
    *(("P1", game, "all-fours", "moves", 0.8) for game in ("pitch", "california-jack")),
)
#: Moves a second required of Eighty Points by itself.
EIGHTY = 50_000
Rates = dict[str, dict[str, list[float]]]


def run(repeats: int) -> Section:
    """Let all engines play in turn, ``repeats`` times."""
    rates = _measured(repeats)
    section = Section(
        "Rules: random play",
        "One thread; a move is: list the legal moves, choose one at random, apply it, test for the end; shuffling "
        f"and dealing are counted. Batches of {SECONDS:g} s in turn.",
        ("engine, game", "games/s", "moves/s", "moves a game"),
    )
    for key, rate in rates.items():
        games, moves = rate["games"], rate["moves"]
        length = f"{middle(moves) / middle(games):.0f}"
        section.rows.append((_name(key), spread(games, 0), spread(moves, 0), length))
    for goal, key, peer, figure, least in GOALS:
        ours, theirs = middle(rates[key][figure]), middle(rates[peer][figure])
        said = (f"{ours:,.0f}/s", f"{_name(peer)} {theirs:,.0f}/s")
        section.at_least(goal, f"{GAMES[key].name}, {figure}/s", ours, theirs, least, said)
    eighty = middle(rates["eighty"]["moves"])
    section.at_least("P1", "Eighty Points, moves/s", eighty, EIGHTY, 1, (f"{eighty:,.0f}/s", f"{EIGHTY:,}/s"))
    return section


def _name(key: str) -> str:
    return NAMES.get(key) or f"Sifang {GAMES[key].name}"


def _measured(repeats: int) -> Rates:
    """Return games and moves a second of each engine, a list by repeats."""
    ours = {key: _ours(key) for key in GAMES}
    rates: Rates = {name: {"games": [], "moves": []} for name in (*ours, *NAMES)}
    with _peers() as peers:
        for repeat in range(repeats + 1):
            for name, rate in rates.items():
                done = batch(ours[name], SECONDS) if name in ours else _asked(peers, name)
                if repeat:  # the first warms up
                    rate["games"].append(done["games"] / done["seconds"])
                    rate["moves"].append(done["moves"] / done["seconds"])
    return rates


def _ours(key: str) -> Playout:
    """Return the playout of a game of the house, by its standard rules: shuffle, start, list the
    legal moves, choose one, apply it, to the end."""
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


@contextmanager
def _peers() -> Iterator[subprocess.Popen[str]]:
    command = [str(_environment()), str(HERE / "peers.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()


def _asked(peers: subprocess.Popen[str], name: str) -> dict[str, float]:
    assert peers.stdin is not None
    assert peers.stdout is not None
    peers.stdin.write(f"{name} {SECONDS}\n")
    peers.stdin.flush()
    done: dict[str, float] = json.loads(peers.stdout.readline())
    return done


def _environment() -> Path:
    """Return the Python of the peers' environment; create it first if it is missing or the lock changed."""
    python, mark, lock = PEERS / "bin" / "python", PEERS / ".installed", HERE / "requirements.txt"
    fingerprint = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not mark.exists() or mark.read_text() != fingerprint:
        print("Installing the peers of the rules bench, once …", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "-r", str(lock)], check=True)
        mark.write_text(fingerprint)
    return python
