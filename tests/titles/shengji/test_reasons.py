"""The reasons given for plays of Forty or Eighty are true of the position, by the rules and not the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.rules.cards import cards
from games.rules.registry import GAMES
from games.rules.shengji.actions import Bury
from games.rules.shengji.hands import NAMES_HELD, cards_of, hand_of, points_of
from games.rules.shengji.moves import every_play
from games.rules.shengji.shapes import split
from games.rules.shengji.state import Ground, State, banker_in, trumps_in
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import winners_of
from games.table.game_table import why
from tests.ai.test_peeking import with_slots
from tests.faults.sizes import size
from tests.rules.shengji.hands import at_play, play
from tests.titles.walks import choices, key_of, keys, reason, shown

GAME = GAMES["eighty"]
WORLDS = 8


# --- asking the rules ---------------------------------------------------------------------------


def holder(state: State) -> int:
    """Return the seat that is winning the trick, or has just won it."""
    return state.best if len(state.plays) % 4 else winners_of(state)[-1]


def lacking(state: State) -> list[set[int]]:
    """Return for each seat the suits that it did not follow."""
    table, void = trumps_in(state), [set(), set(), set(), set()]
    for at, action in enumerate(state.plays):
        led = table.suits[state.plays[at // 4 * 4].cards[0]]
        void[action.seat] |= {led} if any(table.suits[card] != led for card in action.cards) else set()
    return void


def worlds(state: State, seat: int, rng: Random) -> Iterator[State]:
    """Yield the hand as it is, and as it may be for all that a seat knows, often with the good cards in one hand."""
    yield state
    table, void = trumps_in(state), lacking(state)
    others = [other for other in range(4) if other != seat]
    pool = [card for other in others for card in cards_of(state.hands[other])]
    pool += state.ground.buried if seat != banker_in(state) else ()
    for _ in range(WORLDS):
        rng.shuffle(pool)
        order = rng.choice([lambda card: 0, lambda card: -table.strength[TRUMP][card], lambda card: -table.place[card]])
        left, hands = sorted(pool, key=order), list(state.hands)
        rng.shuffle(others)
        for other in others:
            count = state.hands[other].bit_count()
            held = [card for card in left if table.suits[card] not in void[other]][:count]
            if len(held) < count:
                break
            hands[other] = hand_of(held)
            for card in held:
                left.remove(card)
        else:
            yield with_slots(state, hands=tuple(hands))


def answers(state: State, action: Any, rng: Random) -> Iterator[tuple[Any, State]]:
    """Yield every answer by each later seat with the state after it, in all worlds; others answer at random."""
    for world in worlds(state, action.seat, rng):
        after = GAME.step(world, action)
        for before in range(3 - len(state.plays) % 4):
            now = after
            for _ in range(before):
                answer = rng.choice(GAME.legal(now))
                now = GAME.step(now, answer)
                yield answer, now
            yield from ((answer, GAME.step(now, answer)) for answer in GAME.legal(now))


def never(state: State, action: Any, rng: Random, seats: set[int]) -> bool:
    """Return whether one of some seats has the trick after the action, whatever the answers."""
    first = GAME.step(state, action)
    return holder(first) in seats and all(holder(after) in seats for _, after in answers(state, action, rng))


def winning(state: State, action: Any, rng: Random) -> Iterator[Any]:
    """Yield the answers that take the trick from the action."""
    return (one for one, after in answers(state, action, rng) if holder(after) == one.seat)


def after(state: State, action: Any) -> State:
    return GAME.step(state, action)


def partner(action: Any) -> int:
    return (action.seat + 2) % 4


def in_hand(state: State, action: Any) -> bool:
    """Return whether the trick stays with the side in any case: the last to play, whose partner has it."""
    return len(state.plays) % 4 == 3 and holder(state) == partner(action)


def points(action: Any) -> int:
    return points_of(action.cards)


def trumps(state: State, held: int) -> int:
    return (held & trumps_in(state).both[TRUMP]).bit_count()


def legal(state: State, seat: int) -> list[Any]:
    """Return every legal play of a seat that follows."""
    deal = state.ground.deal
    return list(every_play(trumps_in(state), deal.follow, seat, state.hands[seat], state.shape, state.suit, deal.throw))


def takers(state: State, seat: int) -> list[Any]:
    return [one for one in legal(state, seat) if holder(after(state, one)) == seat]


def height(state: State, action: Any) -> int:
    return trumps_in(state).strength[state.suit][action.cards[0]]


def theirs(state: State, action: Any) -> bool:
    return holder(state) not in (action.seat, partner(action))


def draws_all(state: State, action: Any, rng: Random) -> bool:
    """Return whether nobody else has a trump after the trick, however it is answered."""
    table, drawn = trumps_in(state), True
    for _ in range(WORLDS):
        now = after(state, action)
        while len(now.plays) % 4:
            now = GAME.step(now, rng.choice(GAME.legal(now)))
        drawn &= not any(hand & table.both[TRUMP] for seat, hand in enumerate(now.hands) if seat != action.seat)
    return drawn and any(trumps(state, hand) for seat, hand in enumerate(state.hands) if seat != action.seat)


def draws_trumps(state: State, action: Any, rng: Random) -> bool:
    """Return whether a trump is led by a seat with a side card higher, in all worlds, than the others' in its suit."""
    table, own = trumps_in(state), cards_of(state.hands[action.seat])

    def highest(world: State, card: int) -> bool:
        held = [one for seat, hand in enumerate(world.hands) if seat != action.seat for one in cards_of(hand)]
        suit = table.suits[card]
        return all(table.place[one] < table.place[card] for one in held if table.suits[one] == suit)

    side = [card for card in own if table.suits[card] != TRUMP]
    every = list(worlds(state, action.seat, rng))
    return table.suits[action.cards[0]] == TRUMP and any(all(highest(one, card) for one in every) for card in side)


def empties(state: State, action: Any, rng: Random) -> bool:
    table, left = trumps_in(state), after(state, action).hands[action.seat]
    suits = [suit for suit in range(4) if state.hands[action.seat] & table.both[suit] and not left & table.both[suit]]
    return bool(suits) and trumps(state, left) > 0


def only(kind: Callable[[State, Any], bool]) -> Callable[[State, Any, Random], bool]:
    return lambda state, action, rng: all(kind(state, one) for one in winning(state, action, rng))


def is_trumps(state: State, answer: Any) -> bool:
    return trumps(state, hand_of(answer.cards)) == len(answer.cards)


def parts(state: State, answer: Any) -> list[int]:
    """Return the pairs of each component of an answer."""
    return [part.pairs for part in split(trumps_in(state), hand_of(answer.cards))]


#: reason → whether it is true, by the rules alone
TRUE: dict[str, Callable[[State, Any, Random], bool]] = {
    "last-trump": draws_all,
    "last-trumps": draws_all,
    "takes-points": lambda s, a, r: s.pot > 0 and never(s, a, r, {a.seat}) and not in_hand(s, a),
    "gives-surely": lambda s, a, r: points(a) > 0 and never(s, a, r, {partner(a)}),
    "adds-surely": lambda s, a, r: points(a) > 0 and holder(s) == partner(a) and never(s, a, r, {a.seat}),
    "unbeatable": lambda s, a, r: never(s, a, r, {a.seat}),
    "they-cannot": lambda s, a, r: never(s, a, r, {a.seat, partner(a)}),
    "throw-stands": lambda s, a, r: all(after(world, a).plays[-1].cards == a.cards for world in worlds(s, a.seat, r)),
    "only-trump": only(is_trumps),
    "gives": lambda s, a, r: points(a) > 0 and holder(s) == holder(after(s, a)) == partner(a),
    "ruffs": lambda s, a, r: (
        not s.hands[a.seat] & trumps_in(s).both[s.suit] and holder(after(s, a)) == a.seat and not in_hand(s, a)
    ),
    "lowest": lambda s, a, r: height(s, a) == min(height(s, one) for one in takers(s, a.seat)),
    "beats": lambda s, a, r: theirs(s, a) and holder(after(s, a)) == a.seat,
    "leaves-partner": lambda s, a, r: holder(s) == holder(after(s, a)) == partner(a),
    "gives-nothing": lambda s, a, r: not points(a) and theirs(s, a) and theirs(after(s, a), a),
    "cannot-beat": lambda s, a, r: (
        theirs(s, a) and not takers(s, a.seat) and height(s, a) == min(height(s, one) for one in legal(s, a.seat))
    ),
    "draws-trumps": draws_trumps,
    "tractor": only(lambda s, one: max(parts(s, one)) > 1),
    "pair": only(lambda s, one: parts(s, one) == [1]),
    "empties": empties,
    "keeps-pair": lambda s, a, r: (
        s.hands[a.seat] >> NAMES_HELD == after(s, a).hands[a.seat] >> NAMES_HELD and s.hands[a.seat] >> NAMES_HELD > 0
    ),
    "risks-nothing": lambda s, a, r: not points(a),
    "saves-trumps": lambda s, a, r: trumps(s, after(s, a).hands[a.seat]) == trumps(s, s.hands[a.seat]) > 0,
    "buries-no-points": lambda s, a, r: not points(a),
    "keeps-trumps": lambda s, a, r: trumps(s, after(s, a).hands[a.seat]) == trumps(s, s.hands[a.seat]),
    "keeps-pairs": lambda s, a, r: after(s, a).hands[a.seat] >> NAMES_HELD == s.hands[a.seat] >> NAMES_HELD,
}


def test_the_rules_are_asked_about_every_reason() -> None:
    assert set(TRUE) == keys("forty") == keys("eighty")


RULES: list[tuple[str, dict[str, Any]]] = [
    ("forty", {}),
    ("forty", {"discipline": "honour"}),
    ("eighty", {}),
    ("eighty", {"throw": True}),
    ("eighty", {"follow": "longest", "tractor": "strict"}),
]


@pytest.mark.parametrize(("key", "options"), RULES, ids=str)
def test_what_is_said_is_true(key: str, options: dict[str, Any]) -> None:
    rng, count = Random(7), 0
    for state, action in choices(key, size(4, 40), 77, **options):
        if reason_key := reason(state, action, key):
            count += 1
            assert TRUE[reason_key](state, action, rng), (reason_key, action)
    assert count > 50


# --- positions ----------------------------------------------------------------------------------

#: The banker holds or has buried all trumps but one; hearts and the twos are trumps.
LONG = "BJ LJ 2H AH KH QH JH TH 9H 8H 7H AD"
REST = [
    "3H 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
    "AS 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
    "AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
]
AWAY = "2S 2C 2D 4H 5H 6H"
#: The same with two packs: three trumps are out, one with each of the others and all cards of a side suit.
SUITS = ("3S", "4C", "5D")
LONG_PAIRS = "BJ BJ LJ LJ 2H 2H 2S 2S 2C 2C 2D 2D AH AH KH KH QH QH JH JH TH TH 9H 9H 8H"
REST_PAIRS = [
    f"{rank}H " + " ".join(f"{one}{suit} {one}{suit}" for one in "3456789TJQKA") for rank, suit in ("3S", "4C", "5D")
]
AWAY_PAIRS = "3H 4H 5H 6H 6H 7H 7H 8H"
#: reason → game, the four hands, the plays so far, the play
POSITIONS: dict[str, tuple[str, list[str], list[str], str]] = {
    "takes-points": ("forty", ["KS 3S", "9S 4S", "TS 6S", "AS 7S"], ["KS", "4S", "6S"], "AS"),
    "gives-surely": ("forty", ["3S", "AS 4S", "6S 7S", "TS 8S"], ["3S", "AS", "6S"], "TS"),
    "adds-surely": ("forty", ["3S", "QS 4S", "6S 7S", "KS 8S"], ["3S", "QS", "6S"], "KS"),
    "unbeatable": ("forty", ["BJ 3H", "4H 4S", "5H 5S", "6H 6S"], [], "BJ"),
    "only-trump": ("forty", ["AS 3S", "4S 4C", "5S 5C", "6S 6C"], [], "AS"),
    "gives": ("forty", ["AS 3C", "4S 4C", "TS 9S", "6S 6C"], ["AS", "4S"], "TS"),
    "ruffs": ("forty", ["3S 9C", "4H 4C", "5S 5C", "6S 6C"], ["3S"], "4H"),
    "lowest": ("forty", ["9S 3C", "JS AS 4S", "5S 5C", "6S 6C"], ["9S"], "JS"),
    "beats": ("forty", ["9S 3C", "JS 4S", "5S 5C", "6S 6C"], ["9S"], "JS"),
    "leaves-partner": ("forty", ["QS 3C", "4S 4C", "9S AS", "6S 6C"], ["QS", "4S"], "9S"),
    "gives-nothing": ("forty", ["AS 3C", "4S TS", "5S 5C", "6S 6C"], ["AS"], "4S"),
    "cannot-beat": ("forty", ["AS 3C", "4S 7S", "5S 5C", "6S 6C"], ["AS"], "4S"),
    "draws-trumps": ("forty", ["AS 9H 3C", "4S 4H 4C", "5S 5H 5C", "6S 6H 6C"], [], "9H"),
    "pair": ("eighty", ["9S 9S 4C", "TS TS 4C", "5S 5S 5C", "6S 6S 6C"], [], "9S 9S"),
    "tractor": ("eighty", ["9S 9S 8S 8S 4C", "3S 4S 5S 6S 4C", "3D 4D 5D 6D 7D", "8D 9D TD JD QD"], [], "8S 8S 9S 9S"),
    "empties": ("forty", ["4S 9C 9D", "3C 7D 9H", "5S 5C TC", "6S 6C JC"], ["4S"], "3C"),
    "keeps-pair": ("eighty", ["AS 3C 4D", "4S 4S 7S", "5S 5C 8C", "6S 6C 9C"], ["AS"], "7S"),
    "risks-nothing": ("forty", ["9S TS", "4S 4C", "5S 5C", "6S 6C"], [], "9S"),
    "saves-trumps": ("forty", ["AS 3H", "4C 7C 4H", "5S 5C", "6S 6C"], ["AS"], "4C"),
    "last-trump": ("forty", [LONG, *REST], [], "BJ"),
    "last-trumps": ("eighty", [LONG_PAIRS, *REST_PAIRS], [], "AH AH KH KH"),
    "they-cannot": (
        "forty",
        ["QS BJ KS 9C", "4C 5C 6C 7C", "4S 4H AS 8C", "4D 5D 6D 7D"],
        ["QS", "4C", "4S", "4D", "BJ", "5C", "4H", "5D"],
        "KS",
    ),
    "throw-stands": ("eighty", ["AS AS KS 3C", "4S 4C 5C 6C", "5S 7C 8C 9C", "6S TC JC QC"], [], "AS AS KS"),
}
BURIED = {"last-trump": AWAY, "last-trumps": AWAY_PAIRS}
OPTIONS = {"throw-stands": {"throw": True}}


@pytest.mark.parametrize("reason_key", POSITIONS)
def test_each_reason_is_said_where_it_is_true(reason_key: str) -> None:
    key, hands, played, now = POSITIONS[reason_key]
    state = play(at_play(key, hands, buried=BURIED.get(reason_key), **OPTIONS.get(reason_key, {})), key, *played)
    (action,) = {one for one in GAMES[key].legal(state) if one.cards == tuple(sorted(cards(now)))}
    assert reason(state, action, key) == reason_key
    assert TRUE[reason_key](state, action, Random(1))


def burying(hand: str) -> State:
    """Return a hand of Forty in which seat 0 is to bury; hearts and twos are trumps."""
    state = at_play("forty", [hand, "4S", "5S", "6S"])
    ground = Ground(state.ground.deal, (), state.ground.trumps, 0, (), None, False)
    return with_slots(state, ground=ground, phase="bury", leaders=())


@pytest.mark.parametrize(
    ("reason_key", "buried", "instead"),
    [
        ("empties", "3C 4C 5C 7D 8D 9S", "6S 7S 9S 7D 8D AH"),
        ("buries-no-points", "6S 7S 9S 7D 8D 4C", "6S 7S 9S TS 7D 8D"),
        ("keeps-trumps", "6S 7S 9S TS 7D 8D", "6S 7S 9S TS 7D AH"),
    ],
)
def test_it_says_why_cards_are_buried(reason_key: str, buried: str, instead: str) -> None:
    state = burying("AH KH QH 3C 4C 5C 6S 7S 9S TS 7D 8D 9D TD")
    action, other = (Bury(0, tuple(sorted(cards(text)))) for text in (buried, instead))
    view = GAMES["forty"].view(state, 0)
    assert key_of("forty", why(view, action, [other])) == reason_key
    assert key_of("forty", why(view, action, [action])) == ""


def test_it_says_that_pairs_are_kept() -> None:
    state = at_play("eighty", ["AH 3C 3C TC 6S 7S 9S TS 7D 8D", "4S", "5S", "6S"])
    ground = Ground(state.ground.deal, (), state.ground.trumps, 0, (), None, False)
    view = GAMES["eighty"].view(with_slots(state, ground=ground, phase="bury", leaders=()), 0)
    with_pairs, split_up = "6S 7S 9S TS 7D 8D TC AH", "3C 7S 9S TS 7D 8D TC AH"
    action, other = (Bury(0, tuple(sorted(cards(text)))) for text in (with_pairs, split_up))
    assert key_of("eighty", why(view, action, [other])) == "keeps-pairs"


#: habit → game, the four hands, the plays so far, the action taken, a better action
HABITS: dict[str, tuple[str, list[str], list[str], str, str]] = {
    "points-to-them": ("forty", ["AS 3C", "4S TS", "5S 5C", "6S 6C"], ["AS"], "TS", "4S"),
    "points-led": ("forty", ["9S TS", "4S 4C", "5S 5C", "6S 6C"], [], "TS", "9S"),
    "takes-from-partner": ("forty", ["3S 4C", "QS 4S", "6S 7S", "AS 8S"], ["3S", "QS", "6S"], "AS", "8S"),
    "ruffs-for-nothing": ("forty", ["3S 9C", "4H 4C", "5S 5C", "6S 6C"], ["3S"], "4H", "4C"),
    "overpays": ("forty", ["9S 3C", "JS AS 4S", "5S 5C", "6S 6C"], ["9S"], "AS", "JS"),
    "splits": ("eighty", ["AS 3C 4D", "4S 4S 7S", "5S 5C 8C", "6S 6S 9C"], ["AS"], "4S", "7S"),
}


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_shows_in_what_was_done_and_not_in_what_was_better(habit: str) -> None:
    key, hands, played, was, better = HABITS[habit]
    state = play(at_play(key, hands), key, *played)
    action, best = (
        next(move for move in GAMES[key].legal(state) if move.cards == tuple(sorted(cards(text))))
        for text in (was, better)
    )
    assert habit in shown(key, state, action, best)
    assert habit not in shown(key, state, best, action)
