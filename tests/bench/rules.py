"""Random play of every game of the house against OpenSpiel, RLCard and python-chess.

Goals P1 and P2. One process plays ours, one the peers', from an
environment of their own; they take turns, a batch each.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.measure import Goal, Section, at_least, middle, spread
from tests.bench.servers import ROOT

HERE = Path(__file__).parent
LOCK = HERE / "requirements.txt"
PEERS = ROOT / ".venv-bench"
SECONDS = 0.7
NAMES = {
    "all-fours": "Sifang All Fours",
    "forty": "Sifang Forty Points",
    "eighty": "Sifang Eighty Points",
    "winner": "Sifang Winner",
    "hearts": "OpenSpiel hearts (C++)",
    "dou_dizhu": "OpenSpiel dou_dizhu (C++)",
    "doudizhu-step": "RLCard doudizhu, env.step",
    "doudizhu-rules": "RLCard doudizhu, rules alone",
    "chess": "python-chess, at most 200 plies",
}
TRICKS = ("all-fours", "forty", "eighty")
#: What is asked for: (key, peer, figure, least ratio).
TRICK_GOALS = (
    ("P1", "chess", "moves", 5.0),
    ("P1", "doudizhu-step", "moves", 10.0),
    ("P1", "hearts", "moves", 0.35),
    ("P1", "hearts", "games", 0.5),
)
CLIMBING_GOALS = (("P2", "doudizhu-rules", "moves", 5.0), ("P2", "dou_dizhu", "moves", 0.15))
#: moves a second that the issue asks of Eighty Points by itself
EIGHTY = 50_000


def run(repeats: int) -> Section:
    """Let all engines play in turn, ``repeats`` times."""
    rates = _measured(repeats)
    section = Section(
        "Rules: random play",
        "One thread; a move is: list the legal moves, choose one at random, apply it, test for the end; shuffling "
        f"and dealing are counted. Batches of {SECONDS:g} s in turn.",
        ("engine, game", "games/s", "moves/s", "moves a game"),
        [
            (
                name,
                spread(rates[key]["games"], 0),
                spread(rates[key]["moves"], 0),
                f"{middle(rates[key]['moves']) / middle(rates[key]['games']):.0f}",
            )
            for key, name in NAMES.items()
            if key in rates
        ],
    )
    for key in TRICKS:
        section.goals += [_goal(rates, key, *wanted) for wanted in TRICK_GOALS if key in rates]
    section.goals += [_goal(rates, "winner", *wanted) for wanted in CLIMBING_GOALS if "winner" in rates]
    if "eighty" in rates:
        reached = middle(rates["eighty"]["moves"])
        what = "Eighty Points, moves/s against 50,000"
        section.goals.append(at_least("P1", what, reached, EIGHTY, 1, (f"{reached:,.0f}/s", f"{EIGHTY:,}/s")))
    return section


def _goal(rates: dict[str, dict[str, list[float]]], key: str, goal: str, peer: str, figure: str, least: float) -> Goal:
    ours, theirs = middle(rates[key][figure]), middle(rates[peer][figure])
    what = f"{NAMES[key].removeprefix('Sifang ')}, {'deals' if figure == 'games' else figure}/s"
    return at_least(goal, what, ours, theirs, least, (f"{ours:,.0f}/s", f"{NAMES[peer]} {theirs:,.0f}/s"))


def _measured(repeats: int) -> dict[str, dict[str, list[float]]]:
    """Return games and moves a second of each engine, a list by repeats."""
    with ExitStack() as processes:
        ours = processes.enter_context(_player([sys.executable, "-m", "tests.bench.playouts"]))
        theirs = processes.enter_context(_player([str(environment()), str(HERE / "peers.py")]))
        there = {name: player for player in (ours, theirs) for name in json.loads(_line(player))}
        rates: dict[str, dict[str, list[float]]] = {name: {"games": [], "moves": []} for name in NAMES if name in there}
        for name in rates:
            _played(there[name], name, 0.1)
        for _ in range(repeats):
            for name, rate in rates.items():
                done = _played(there[name], name, SECONDS)
                rate["games"].append(done["games"] / done["seconds"])
                rate["moves"].append(done["moves"] / done["seconds"])
    return rates


@contextmanager
def _player(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _line(player: subprocess.Popen[str]) -> str:
    assert player.stdout is not None
    line = player.stdout.readline()
    if not line:
        raise RuntimeError("an engine's process ended; its reason stands above")
    return line


def _played(player: subprocess.Popen[str], name: str, seconds: float) -> dict[str, float]:
    assert player.stdin is not None
    player.stdin.write(f"{name} {seconds}\n")
    player.stdin.flush()
    done: dict[str, float] = json.loads(_line(player))
    return done


def environment() -> Path:
    """Return the Python of the peers' environment; made, or made again, where the lock changed."""
    python, mark = PEERS / "bin" / "python", PEERS / ".installed"
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not mark.exists() or mark.read_text() != lock:
        print("Installing the peers of the rules bench, once …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([*pip, "-r", str(LOCK)], check=True)
        mark.write_text(lock)
    return python
