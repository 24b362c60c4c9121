"""Positions that people have complained about: AI players that search must choose well from every seed.

``right``: what may be played, ``wrong``: what may not, ``keeps``: what must not be discarded; cards or
words. Those in this file are laid out by hand; those of ``tests/cases/positions`` come from whole hands,
with all that was played before: one in twelve is tried once, by the strong player where kernels are compiled and
otherwise by a search of few playouts. ``make soak`` has the strong player try all of them, from five seeds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from games import ai
from games.ai import arena
from games.ai.search import compared
from games.rules.cards import NAMES, NUMBERS, names
from games.rules.registry import GAMES
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import table_of
from tests.ai.conftest import PLAIN_GAMES
from tests.ai.small_search import searched
from tests.faults.sizes import SOAK, size
from tests.rules.allfours.hands import after, dealt, start
from tests.rules.shengji.hands import at_play
from tests.rules.shengji.hands import play as played
from tests.rules.winner.table import after as then
from tests.rules.winner.table import passes, play, with_hands
from tests.titles.allfours.test_bot import four
from tests.titles.shengji.test_bot import full

SEEDS = range(5)
#: the seed of the deals that positions are named after
ARENA = 4242
PLAYOUTS = 300


class Position(NamedTuple):
    """A state in which the seat to act, or ``seat``, must choose well."""

    why: str
    game: str
    state: Any
    right: Sequence[str] = ()
    wrong: Sequence[str] = ()
    keeps: Sequence[str] = ()
    seat: int | None = None


def sorted_cards_of(action: Any) -> str:
    """Return an action as the sorted names of its cards, or as its word."""
    cards = getattr(action, "cards", None)
    if cards is not None:
        return " ".join(sorted(names(cards)))
    return NAMES[action.card] if hasattr(action, "card") else str(action.do)


def sorted_names(text: str) -> str:
    return " ".join(sorted(text.split()))


def followed(eldest: str, dealer: str, text: str) -> Any:
    return after(start(cards=dealt(eldest, dealer, "6H")), f"1 stand, {text}")


ALL_FOURS = [
    Position(
        "makes the jack on a ten", "all-fours", followed("TD 3C 4C 5S 6S 7S", "JH 9D 8C QC 2S 3S", "1 play TD"), ["JH"]
    ),
    Position(
        "saves the jack from the ace",
        "all-fours",
        followed("AH 3C 4C 5S 6S 7S", "JH 2H 9D 8C QC 3S", "1 play AH"),
        ["2H"],
    ),
    Position(
        "saves the jack from the ace, and not the queen",
        "all-fours",
        followed("AH 3C 4C 5S 6S 7S", "QH JH 9D 8C QC 3S", "1 play AH"),
        ["QH"],
    ),
    Position(
        "keeps its ten from an ace",
        "all-fours",
        followed("AS 3C 4C 5S 6S 7S", "TS 2S 9D 8C QC 3D", "1 play AS"),
        ["2S"],
    ),
    Position("secures its ten", "all-fours", followed("9S 3C 4C 5S 6S 7D", "TS 2S 9D 8C QC 3D", "1 play 9S"), ["TS"]),
    Position("takes a ten", "all-fours", followed("TS 3C 4C 5S 6S 7D", "KS 2S 9D 8C QC 3D", "1 play TS"), ["KS"]),
    Position(
        "leads no bare jack into higher trumps",
        "all-fours",
        after(start(cards=dealt("JH 3C 4C 5S 6S 7S", "KD 8D 9S 2C JC AC", "6H")), "1 stand"),
        wrong=["JH"],
    ),
    Position(
        "leads no ten that may be taken",
        "all-fours",
        after(start(cards=dealt("TD 3C 4C 5S 6S 7S", "KD 8D 9S 2C JC AC", "6H")), "1 stand"),
        wrong=["TD"],
    ),
    Position(
        "puts its ten on the partner's sure trick",
        "all-fours",
        after(
            four("3C 4C 5S 6S 7S 8S", "AC 4D 5D 6D 7D 9S", "9C 8C 3D 2D 2S 9H", "QH 2C TC KD QD JD"),
            "1 play 3C, 2 play AC, 3 play 8C",
        ),
        ["TC"],
    ),
    Position(
        "brings the jack home on the partner's ace",
        "all-fours",
        after(
            four("AH 4C 5S 6S 7S 8S", "2H 4D 5D 6D 7D 9S", "JH 9H 8C TD 2D 2S", "QH KC TC KD QD JD"),
            "1 play AH, 2 play 2H",
        ),
        ["JH"],
    ),
    Position(
        "begs with poor trumps",
        "all-fours",
        start(cards=dealt("3S 5S 7C 8C 9D 6D", "AH KH 2H JC 4S 9S", "7H")),
        ["beg"],
    ),
    Position(
        "stands with good trumps",
        "all-fours",
        start(cards=dealt("AH QH 2H KS TD 4S", "JH 3H TC AC 9D 3S", "5H")),
        ["stand"],
    ),
    Position(
        "never gives the point that ends the game",
        "all-fours",
        after(start(scores=(0, 9), cards=dealt("3S 5S 7C 8C 9D 6D", "AH KH JH 2H AS TS", "7H")), "1 beg"),
        ["run"],
    ),
    Position(
        "pays a point where High wins the game",
        "all-fours",
        after(start(scores=(9, 3), cards=dealt("3S 5S 7C 8C 9D 6D", "AH 5C 6C 2S 4S 4D", "7H")), "1 beg"),
        ["give"],
    ),
]

WINNER = [
    Position("goes out with a straight", "winner", with_hands("3D 4C 5H 6S", "7D 8D", "9D TD"), ["3D 4C 5H 6S"]),
    Position(
        "takes the lead with the big joker and goes out",
        "winner",
        then(with_hands("5D 9D 9C", "3C BJ", "TD JD QH"), play(0, "5D")),
        ["BJ"],
    ),
    Position(
        "leads what nothing beats before its last card",
        "winner",
        with_hands("3D 2S", "5C 6H 7H", "TD JD QH", jokers=False),
        ["2S"],
    ),
    Position(
        "leads not its lowest before another's last card",
        "winner",
        with_hands("4D 7C KS", "QD", "TD JD 5H", "6D 9C 8D"),
        wrong=["4D"],
    ),
    Position(
        "leads a pair before another's last card",
        "winner",
        with_hands("4D 4C KS", "QD", "TD JD 5H", "6D 9C 8D"),
        ["4D 4C"],
    ),
    Position(
        "lets no last card through",
        "winner",
        then(with_hands("8D QH", "3C AS 4H 6H", "TD JD QC", "5D 9C 7D"), play(0, "8D")),
        ["AS"],
    ),
    Position(
        "follows cheaply",
        "winner",
        then(with_hands("4D KD KC 9D 9C JD", "6C TH AS 2S BJ 9H", "3S 3H 4S 4H JS JH"), play(0, "4D")),
        wrong=["BJ", "2S", "AS", "pass"],
    ),
    Position(
        "passes where nothing beats", "winner", then(with_hands("AD KD", "3C 4H", "TD JD"), play(0, "AD")), ["pass"]
    ),
    Position(
        "goes out by following",
        "winner",
        then(with_hands("3D 3C 9D", "5C 5H", "TD JD"), play(0, "3D 3C")),
        ["5C 5H"],
    ),
    Position(
        "comes back after passing",
        "winner",
        then(with_hands("3D 9D", "5C 5H", "TD JD"), play(0, "3D"), *passes(1, 2)),
        ["9D"],
    ),
]


def forty(hands: list[str], seat: int) -> Any:
    """Return the state in which a seat follows, the seats before it having played the first card of their hands."""
    return played(at_play("forty", full(*hands)), "forty", *(hand.split()[0] for hand in hands[:seat]))


SHENGJI = [
    Position("gives its ten to the partner's ace", "forty", forty(["AS", "3S", "4S TS QD 6C", "6S 8S"], 2), ["TS"]),
    Position("keeps points from the other side", "forty", forty(["AS", "3S TS 9S", "4S", "6S"], 1), wrong=["TS"]),
    Position(
        "does not trump the partner's sure trick",
        "forty",
        forty(["AS", "3S", "3H 8H QD KD", "6S"], 2),
        wrong=["3H", "8H", "2C", "2D", "LJ", "BJ"],
    ),
    Position(
        "trumps a trick with points, and not with its joker",
        "forty",
        forty(["KS", "TS", "5S", "3H BJ 9H"], 3),
        ["3H", "9H"],
    ),
    Position("wins last with what is just enough", "forty", forty(["TS", "6S", "3S", "JS AS"], 3), ["JS"]),
    Position("plays low where it cannot win", "forty", forty(["AS", "3S", "4S", "KS 7S"], 3), ["7S"]),
    Position(
        "leads no lone king or ten",
        "forty",
        at_play("forty", full("KD TC 8H 4H 3D 4D", "3S AD", "5S QD AC", "7S"), buried=""),
        wrong=["KD", "TC"],
    ),
    Position(
        "leads a sure tractor",
        "eighty",
        at_play(
            "eighty",
            [
                "AS AS KS KS 3D 5C 7C 4H",
                "3S 4S 5S 6S 6D 7D 8C 9C",
                "3S 4S 5S 6S 6D 7D 8C 9C",
                "7S 7S 8S 8S 8D 9D TC TC",
            ],
        ),
        ["AS AS KS KS", "AS AS"],
    ),
]


def cases_of(file: Path) -> Iterator[Position]:
    """Yield the positions of a file, each a deal and the actions so far."""
    for line in file.read_text().splitlines():
        case = json.loads(line)
        game = GAMES[case["game"]]
        setup = game.setup(case["options"], case["context"], tuple(NUMBERS[name] for name in case["deck"].split()))
        state = game.start(setup)
        for raw in case["actions"]:
            action = game.read_action(raw, setup.options)
            game.check(state, action)
            state = game.step(state, action)
        card_lists = (case.get(name, ()) for name in ("right", "wrong", "keeps"))
        yield Position(case["why"], case["game"], state, *card_lists, seat=case["seat"])


def in_arena(key: str, number: int, plies: int = 0) -> Any:
    """Return a deal of the arena once the policy has drawn, buried and made this many plays."""
    game = GAMES[key]
    setup = next(setup for _, setup in arena.deals(game, {}, 1, ARENA, first=number))
    rng = Random(number)
    state = arena.opened(game, setup, ["policy"] * game.seats(setup.options), rng)
    while plies or game.view(state, 0).phase != "play":
        plies -= game.view(state, 0).phase == "play"
        state = game.step(state, ai.choose(game.view(state, state.to_act[0]), "policy", rng))
    return state


NAMED = [
    Position(
        "leads no high card where a long straight goes",
        "winner",
        in_arena("winner", 6),
        wrong=["KC", "2D", "LJ"],
    ),
    Position(
        "leads no high pair from a hand of low cards",
        "winner",
        in_arena("winner", 4),
        wrong=["KH KS", "AC AH", "2D 2S", "BJ", "AC", "2D"],
        keeps=["BJ"],
    ),
    Position("puts no two beside a triple", "winner", in_arena("winner", 1, 2), keeps=["2S", "2H", "AS"]),
]
#: bankers with 15, 15 and 13 trumps
DRAWING = [in_arena("eighty", number) for number in (1, 2, 3)]


CASES = Path(__file__).parents[1] / "cases" / "positions"
POSITIONS = [*ALL_FOURS, *WINNER, *SHENGJI]
FILED = [position for file in sorted(CASES.glob("*.jsonl")) for position in cases_of(file)]


def check(position: Position, seeds: Iterable[int], choose: Callable[[Any, Random], Any]) -> None:
    game, state = GAMES[position.game], position.state
    view = game.view(state, state.to_act[0] if position.seat is None else position.seat)
    for seed in seeds:
        action = choose(view, Random(seed))
        game.check(state, action)
        if position.right:
            assert sorted_cards_of(action) in map(sorted_names, position.right)
        assert sorted_cards_of(action) not in map(sorted_names, position.wrong)
        assert not set(sorted_cards_of(action).split()) & set(position.keeps)


def small_search(view: Any, rng: Random) -> Any:
    """Return what a search of few playouts chooses."""
    return searched(view, PLAYOUTS, rng)


def strong(view: Any, rng: Random) -> Any:
    return ai.choose(view, "strong", rng)


def name_of(position: Position) -> str:
    return f"{position.game}: {position.why}"


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_it_plays_as_it_should(position: Position) -> None:
    check(position, SEEDS, strong if SOAK else small_search)


@pytest.mark.parametrize("position", FILED if SOAK else FILED[::12], ids=name_of)
def test_it_plays_as_it_should_in_whole_hands(position: Position) -> None:
    check(position, SEEDS if SOAK else (0,), small_search if position.game in PLAIN_GAMES else strong)


@pytest.mark.parametrize("position", NAMED, ids=name_of)
def test_it_plays_as_it_should_in_deals_of_the_arena(position: Position) -> None:
    check(position, SEEDS, strong)


def test_the_policy_s_first_choice_on_a_triple_is_no_worse_than_passing() -> None:
    view = GAMES["winner"].view(in_arena("winner", 1, 2), 0)
    for seed in SEEDS[:3]:
        decision: Any = ai.question(view, Random(seed))
        passing = next(move for move, action in enumerate(decision.moves) if action.do == "pass")
        short, error = compared(decision, [0, passing], size(60, 600), Random(seed))[1]
        assert short > -2 * error


@pytest.mark.parametrize("state", DRAWING, ids=["deal 1", "deal 2", "deal 3"])
def test_a_banker_with_many_trumps_draws_them_from_most_seeds(state: Any) -> None:
    view = GAMES["eighty"].view(state, state.to_act[0])
    trumps = table_of(view).members[TRUMP]
    seeds = range(size(5, 15))
    led = [strong(view, Random(seed)).cards for seed in seeds]
    assert view.seat == view.banker
    assert sum(bool(trumps >> cards[0] & 1) for cards in led) > len(led) / 2


def test_there_are_enough_positions_of_each_game() -> None:
    counts = Counter(position.game for position in POSITIONS + FILED)
    assert all(counts[key] >= 30 for key in GAMES), counts
