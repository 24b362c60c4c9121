"""The layout of the tables in which kernels keep a hand of a climbing game and its rules.

There is one table of integers and one of floats (``weights``). Both begin with what changes while a hand is played and
thought about, and end with what follows from the rules of the game, the same in all hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.ai.compiled import Engine
from games.rules.climbing.order import RANK_BITS
from games.rules.climbing.windows import Window, Windows

#: types of combinations, by name
KINDS = (
    *("flush", "four", "four+1", "four+2", "full-house", "pair", "pair-straight", "single", "straight"),
    *("straight-flush", "triple", "triple+1", "triple-straight"),
)
KIND_OF = {kind: number for number, kind in enumerate(KINDS)}
FLUSH, FOUR, FOUR_ONE, FOUR_TWO, FULL_HOUSE, PAIR, PAIR_STRAIGHT, SINGLE, STRAIGHT = range(9)
STRAIGHT_FLUSH, TRIPLE, TRIPLE_ONE, TRIPLE_STRAIGHT = range(9, 13)

#: A combination: its type, its size, its strength by the rules, its cards as bits, and, for a straight, its position
#: among those of its length. A size of 0 is a pass.
Part = tuple[int, int, int, int, int]
KIND, SIZE, STRENGTH, MASK, BEGIN = range(5)
PART = 5
PASS: Part = (0, 0, 0, 0, 0)

# --- integers

#: the most seats
MOST_SEATS = 8
#: by seat: the cards it holds
HANDS = 0
#: how many seats; all cards not yet played, including those out of play; seats that hold cards, as bits; who made the
#: play to beat; as bits, seats still to answer it, that passed, that have played at all; how many are out, and who
SEATS, LEFT, HOLDING, LEADER, TO_ASK, PASSED, PLAYED, OUT_COUNT = range(8, 16)
OUT = 16
#: the only seat whose points matter, −1 if all do; the cards with which going out costs the place
ASKING, HIGH = 24, 25
#: the play to beat
TOP = 26
#: what a game stores itself
OWN = 32
#: the length of the part of a table that is the hand itself
GROUND = 48
#: the same part as it was when the hand was set up
START = 48

# What a player considers: their cards and those that others may hold; how many others are still in; the fewest and the
# most cards that one of them holds; the sum of the squares of their numbers of cards, counting five or more; which
# numbers occur, as bits; how many cards the player to be beaten holds, −1 at a lead; whether they made no play yet; how
# many cards they hold; the cards in no straight; whether doubts were computed; whether others may go out soon.
HAND, UNSEEN, OTHERS, FEWEST, MOST, SQUARES, SIZES, FOLLOWS, FRESH, COUNT, ALONE, DOUBTED, HURRIES = range(96, 109)
#: the ranks of a hand in no row of neighbours, 15 for each; how many rows there are, and the ranks of each
FREE, ROW_COUNT, ROWS = 109, 110, 111
#: flushes in a hand: how many, the cards of each and its ranks, 15 for each
FLUSH_COUNT, FLUSHES = 119, 120
MOST_FLUSHES = 1400
#: ways to split a row of ranks, straight by straight: what is left, its lone low cards, the next straight to try, where
#: those to try end, where another could continue the last one, and the low ranks just after it
LEVELS = FLUSHES + 2 * MOST_FLUSHES
L_LEFT, L_ALONE, L_NEXT, L_END, L_GOES_ON, L_AFTER = range(6)
LEVEL, MOST_LEVELS = 6, 16
#: straights that fit into what is left, level after level
FITS = LEVELS + LEVEL * MOST_LEVELS
MOST_RUNS = 256
#: the play to carry out if it is not among those below
MADE = FITS + MOST_LEVELS * MOST_RUNS
#: what a player may try
PARTS = MADE + PART + 1
MOST_PARTS = 1600
#: what follows from the rules
TERMS = PARTS + PART * MOST_PARTS
#: whether a player who passes is out of the trick; whether the last one in loses and cards do not count; the numbers of
#: cards left from which each costs more; how far above a single card those start that beat it; whether two triples in a
#: row are a straight; whether a lone low card joins a straight wherever it can
PASS_OUT, LAST_LOSER, DEAR, BEYOND, SHORT_TRIPLES, IN_A_ROW = (TERMS + at for at in (0, 1, 2, 4, 5, 6))
#: where straights are listed and how many there are; the same for the shortest ones, for their row and for the windows
RUNS_AT, RUNS, SHORTEST_AT, SHORTEST, ROW_AT, ROW, WINDOWS_AT, WINDOWS = range(TERMS + 7, TERMS + 15)
#: cards a rank → the shortest and the longest straight
LENGTHS = TERMS + 16
#: length → where its windows begin and how many there are
BY_LENGTH = TERMS + 24
#: (cards a rank, length) → the place of the cost of the lowest straight
STRAIGHT_AT = TERMS + 52
LONGEST = 14
#: what a game reads of its own rules
RULES = TERMS + 108
LISTS = TERMS + 128
# A straight: the counts that it takes, the place of its cost, the low ranks at either end that would improve it, where
# it begins and where another could continue it.
R_TAKEN, R_PLACE, R_BEFORE, R_AFTER, R_BEGINS, R_GOES_ON = range(6)
RUN = 6
# A window: its top, its ranks, and the rank whose suit decides.
W_TOP, W_MASK, W_LAST = range(3)
WINDOW = 3

# --- floats

#: costs of combinations: thirteen ranks each for one to four cards, then straights; the chance that nobody beats each;
#: whether somebody may, 1 or 0
GROUPED, WIDTH = 52, 256
COSTS, CHANCES, DOUBTS = 0, WIDTH, 2 * WIDTH
#: the chance that there is no bomb, and that no two jokers beat a pair; the plays that the whole hand needs, and the
#: least number of its combinations in doubt; what getting rid of a card is worth, and what the lead is worth
SAFE, JOINED, NEED, UNSURE, EACH, LEAD = range(3 * WIDTH, 3 * WIDTH + 6)
#: jokers → what they cost
JOKERS_COST = 3 * WIDTH + 6
#: place in the row → the chance that another holds enough of it; the same for all ranks of straights of a length
HELD_EACH, HELD_ALL = 3 * WIDTH + 10, 3 * WIDTH + 24
#: level → the cost of the straights taken
SUMS = 3 * WIDTH + 38
#: what a flush costs, and what the hand gains by it
FLUSH_COSTS = SUMS + MOST_LEVELS
#: for each play: the chance that nobody beats it, what it is worth apart from that, and the most it may be worth
RATED = FLUSH_COSTS + 2 * MOST_FLUSHES
RATE = 3
#: tables of chances (``chances.py``), then the game's own
FIXED = RATED + RATE * MOST_PARTS

#: the ranks from 3 to 10, in which a lone card controls nothing
LOW_RANKS = RANK_BITS & (1 << 4 * 8) - 1


class Straights(NamedTuple):
    """The straights of a game. ``windows``: length → windows; ``lengths``: cards a rank → shortest, longest; ``row``:
    the ranks in the order of straights, with the ace at both ends if the game allows it; ``in_a_row``: whether every
    length in between is a straight too."""

    windows: Windows = ()
    lengths: Mapping[int, tuple[int, int]] = {}
    row: tuple[int, ...] = ()
    in_a_row: bool = False


class Terms:
    """The rules of a game as kernels read them. ``numbers``: from ``TERMS`` on; ``weights``: from ``FIXED`` on."""

    def __init__(self, numbers: Sequence[int], weights: Sequence[float]) -> None:
        self._numbers, self._weights = numbers, weights
        self._tables: dict[Engine, tuple[Any, Any]] = {}

    def tables(self, engine: Engine) -> tuple[Any, Any]:
        """Return new tables without a hand."""
        if engine not in self._tables:
            numbers = engine.integers([0] * TERMS + [*self._numbers])
            self._tables[engine] = numbers, engine.floats([0.0] * FIXED + [*self._weights])
        table, weights = self._tables[engine]
        return table.copy(), weights.copy()


def numbers_of(
    straights: Straights,
    pass_out: bool,
    last_loser: bool,
    dear: Sequence[int] = (),
    beyond: int = 1,
    rules: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return the integers from ``TERMS`` on. ``rules``: the game's own."""
    numbers = [0] * (LISTS - TERMS)

    def put(place: int, *values: int) -> None:
        numbers[place - TERMS : place - TERMS + len(values)] = values

    put(PASS_OUT, int(pass_out), int(last_loser), *dear)
    put(BEYOND, beyond, int(straights.lengths.get(3, (3, 3))[0] < 3), int(straights.in_a_row))
    put(RULES, *rules)
    lists: list[int] = []

    def put_list(place: int, rows: Sequence[Sequence[int]]) -> None:
        put(place, LISTS + len(lists), len(rows))
        lists.extend(number for row in rows for number in row)

    at = GROUPED
    runs: list[tuple[int, list[int]]] = []
    for per, (shortest, longest) in straights.lengths.items():
        put(LENGTHS + 2 * per, shortest, longest)
        for length in range(shortest, longest + 1):
            put(STRAIGHT_AT + LONGEST * per + length, at)
            for window in straights.windows[length]:
                runs.append(_run(straights, per, window, at))
                at += 1
    assert at < WIDTH and len(runs) < MOST_RUNS
    put_list(RUNS_AT, [run for _, run in sorted(runs, key=lambda run: run[0])])
    starting = {
        (per == 3, window.mask): None
        for per, (least, _) in straights.lengths.items()
        for window in straights.windows[least]
    }
    put_list(SHORTEST_AT, list(starting))
    put_list(ROW_AT, [(4 * rank,) for rank in straights.row])
    windows = [window for row in straights.windows for window in row]
    put_list(WINDOWS_AT, [(window.top, window.mask, window.ranks[-1]) for window in windows])
    before = 0
    for length, row in enumerate(straights.windows):
        put(BY_LENGTH + 2 * length, numbers[WINDOWS_AT - TERMS] + WINDOW * before, len(row))
        before += len(row)
    return (*numbers, *lists)


def _run(straights: Straights, per: int, window: Window, at: int) -> tuple[int, list[int]]:
    """Return where a straight starts in the row (−1 if the game does not track that), and its entry in the list."""
    row, length = straights.row if straights.in_a_row else (), len(window.ranks)
    start = next((place for place in range(len(row)) if row[place : place + length] == window.ranks), -1)
    ends = (start - 1, start + length) if per == 1 and start >= 0 else (-1, -1)
    before, after = (1 << 4 * row[place] & LOW_RANKS if 0 <= place < len(row) else 0 for place in ends)
    goes_on = start + length if start >= 0 else -2
    # One number holds the place where a straight begins or continues, and its cards a rank.
    return start, [per * window.mask, at, before, after, 64 * per + start, 64 * per + goes_on]
