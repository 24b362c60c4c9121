"""The reasons given for plays of climbing games are true of the position, by the rules and not the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from games.ai import arena
from games.rules.cards import NAMES, cards
from games.rules.climbing.actions import Play
from games.rules.core import Illegal
from games.rules.registry import GAMES
from games.table.game_table import table_of, why
from tests.faults.sizes import size
from tests.rules.big_two import hands as big_two
from tests.rules.climbing.table import after, passes, play
from tests.rules.winner import table as winner
from tests.titles.walks import choices, key_of, keys, reason, shown

FAMILY = ("winner", "big-two", "tien-len", "president")
#: up to this many sets of cards are tried as an answer, one by one
MOST_SETS = 1200
WORLDS = 6


# --- asking the rules ---------------------------------------------------------------------------


def key(state: Any) -> str:
    return next(game for game in FAMILY if state.__module__ == f"games.rules.{GAMES[game].module}.state")


def game_of(state: Any) -> Any:
    return GAMES[key(state)]


def held(state: Any, seat: int) -> tuple[int, ...]:
    return state.rules.order.cards_of(state.hands[seat])


def at_answer(state: Any, seat: int, hand: Any, top: Any) -> Any:
    """Return a state in which a seat with this hand is to answer a combination, or to lead if that is None."""
    other = state.copy()
    hands = list(state.hands)
    hands[seat] = hand if isinstance(hand, int) else state.rules.order.mask_of(hand)
    other.hands, other.top, other.to_act = tuple(hands), top, (seat,)
    other.top_seat = next(one for one in range(len(hands)) if one != seat)
    return other


def is_legal(state: Any, action: Any) -> bool:
    try:
        game_of(state).check(state, action)
    except Illegal:
        return False
    return True


def combo(state: Any, action: Any) -> Any:
    return state.combo_of(state.rules.order.mask_of(action.cards))


def beats(state: Any, one: Any, other: Any) -> bool:
    """Return whether the rules allow one play on the other."""
    return is_legal(at_answer(state, one.seat, one.cards, combo(state, other)), one)


def is_lower(state: Any, one: Any, other: Any) -> bool:
    return beats(state, other, one) and not beats(state, one, other)


def rank(card: int) -> str:
    return NAMES[card] if card >= 52 else NAMES[card][0]


def parts_a_rank(state: Any, action: Any) -> bool:
    left = set(held(state, action.seat)) - set(action.cards)
    return any(rank(card) == rank(other) for card in action.cards for other in left)


def fewest(state: Any, seat: int, hand: int, known: dict[int, int]) -> int:
    """Return the fewest plays that cards need as sets of a rank and as what the rules call straights."""
    if hand not in known:
        known[hand] = len({rank(card) for card in state.rules.order.cards_of(hand)})
        for group in game_of(state).legal(at_answer(state, seat, hand, None)).groups if hand else ():
            if "straight" in group.type and all(group.parts):
                row = sum(part[0] for part in group.parts)
                known[hand] = min(known[hand], 1 + fewest(state, seat, hand ^ row, known))
    return known[hand]


def parts_anything(state: Any, action: Any) -> bool:
    """Return whether a play splits a rank, costs the hand a straight that it needs, or its flush."""
    hand, mask = state.hands[action.seat], state.rules.order.mask_of(action.cards)
    whole, played, rest = (fewest(state, action.seat, cards, {}) for cards in (hand, mask, hand ^ mask))
    return parts_a_rank(state, action) or whole < played + rest or parts_a_flush(state, action)


def parts_a_flush(state: Any, action: Any) -> bool:
    own = combo(state, action).type
    for suit in "SHDC":
        suited, kept = (
            [card for card in some if NAMES[card][1] == suit]
            for some in (held(state, action.seat), left(state, action))
        )
        kinds = [state.combo_of(state.rules.order.mask_of(five)) for five in combinations(suited, 5)]
        if len(kept) < 5 and "flush" not in own and any(kind and "flush" in kind.type for kind in kinds):
            return True
    return False


def hands_of(pool: list[int], count: int, rng: Random) -> Iterator[list[int]]:
    """Yield some possible hands from the unseen cards, including some with high cards and rows."""
    for _ in range(WORLDS):
        yield rng.sample(pool, count)
    by_rank = sorted(pool, key=lambda card: "3456789TJQKA2LB".index(rank(card)[0]))
    yield by_rank[-count:]
    yield by_rank[:count]


def can_be_answered(state: Any, action: Any, rng: Random) -> bool:
    """Return whether another seat could have a legal answer to a play, given the unseen cards."""
    first = game_of(state).step(state, action)
    if first.top is None or first.result is not None:  # the trick is over at once
        return False
    others = [seat for seat in range(len(state.hands)) if seat != action.seat and state.hands[seat]]
    pool = [card for seat in others for card in held(state, seat)]
    for seat in others:
        count = state.hands[seat].bit_count()
        number = len(action.cards)
        if number <= count and comb(len(pool), number) <= MOST_SETS:
            sets: Any = combinations(pool, number)
        else:
            sets = (rng.sample(pool, number) for _ in range(MOST_SETS // 20)) if number <= count else ()
        if any(is_legal(at_answer(first, seat, chosen, first.top), Play(seat, tuple(chosen))) for chosen in sets):
            return True
        for hand in hands_of(pool, count, rng):
            moves = game_of(first).legal(at_answer(first, seat, hand, first.top))
            if any(isinstance(move, Play) for move in moves):
                return True
    return False


def left(state: Any, action: Any) -> tuple[int, ...]:
    return tuple(card for card in held(state, action.seat) if card not in action.cards)


def legal(state: Any) -> list[Any]:
    return [move for move in game_of(state).legal(state) if isinstance(move, Play)]


def counts(state: Any, seat: int) -> list[int]:
    return [hand.bit_count() for other, hand in enumerate(state.hands) if other != seat and hand]


def may_lead(state: Any, seat: int, chosen: tuple[int, ...]) -> bool:
    return is_legal(at_answer(state, seat, chosen, None), Play(seat, chosen))


def lowest_of(state: Any, seat: int, chosen: Any) -> bool:
    """Return whether the lowest of some cards is the lowest that a seat holds, ignoring suits."""
    singles = [Play(seat, (card,)) for card in held(state, seat)]
    return any(
        all(rank(card) == rank(single.cards[0]) or not beats(state, Play(seat, (card,)), single) for single in singles)
        for card in chosen
    )


def takes_best(state: Any, seat: int, chosen: Any) -> bool:
    """Return whether one of some cards is of the highest rank that a seat holds."""
    singles = [Play(seat, (card,)) for card in held(state, seat)]
    return any(
        all(rank(card) == rank(single.cards[0]) or not beats(state, single, Play(seat, (card,))) for single in singles)
        for card in chosen
    )


def keeps_winner(state: Any, action: Any, rng: Random) -> bool:
    """Return whether a play of the same kind to which no answer is found stays in the hand."""
    own = combo(state, action)
    others = [Play(action.seat, chosen) for chosen in combinations(left(state, action), own.size)]
    alike = [one for one in others if (kind := combo(state, one)) is not None and kind.type == own.type]
    return any(not can_be_answered(state, one, rng) for one in alike)


def is_highest(state: Any, action: Any) -> bool:
    own = [Play(action.seat, (card,)) for card in held(state, action.seat)]
    return not any(is_lower(state, action, one) for one in own)


#: reason → whether it is true, by the rules alone
TRUE: dict[str, Callable[[Any, Any, Random], bool]] = {
    "goes-out": lambda s, a, r: not left(s, a),
    "then-out": lambda s, a, r: not can_be_answered(s, a, r) and may_lead(s, a.seat, left(s, a)),
    "unbeatable": lambda s, a, r: not can_be_answered(s, a, r),
    "highest-single": lambda s, a, r: 1 in counts(s, a.seat) and is_highest(s, a),
    "too-many": lambda s, a, r: (
        any(n <= 3 for n in counts(s, a.seat)) and all(n > 3 or n < len(a.cards) for n in counts(s, a.seat))
    ),
    "breaks-nothing": lambda s, a, r: (
        not parts_anything(s, a) and {True} == {parts_a_rank(s, one) for one in legal(s) if is_lower(s, one, a)}
    ),
    "lowest": lambda s, a, r: (
        not any(is_lower(s, one, a) for one in legal(s)) and any(is_lower(s, a, one) for one in legal(s))
    ),
    "parts-nothing": lambda s, a, r: s.top is not None and not parts_anything(s, a),
    "wins-back": keeps_winner,
    "sheds-most": lambda s, a, r: len(a.cards) == max(len(one.cards) for one in legal(s)),
    "rids-lowest": lambda s, a, r: lowest_of(s, a.seat, a.cards),
    "pass-keeps-best": lambda s, a, r: all(takes_best(s, a.seat, one.cards) for one in legal(s)) and bool(legal(s)),
    "pass-keeps-together": lambda s, a, r: all(parts_a_rank(s, one) for one in legal(s)) and bool(legal(s)),
    "gives-lone": lambda s, a, r: lowest_of(s, a.seat, a.gift) and lone(s, a),
    "gives-lowest": lambda s, a, r: lowest_of(s, a.seat, a.gift),
    "gives-lone-card": lambda s, a, r: lone(s, a),
}


def lone(state: Any, action: Any) -> bool:
    rest = set(held(state, action.seat)) - set(action.gift)
    return not any(rank(card) == rank(other) for card in action.gift for other in rest)


@pytest.mark.parametrize("game", FAMILY)
def test_the_rules_are_asked_about_every_reason(game: str) -> None:
    assert set(TRUE) == keys(game)


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "winner": [{}, {"bomb": True, "jokers": True, "joker_pair": True}],
    "big-two": [{}, {"bomb": True}],
    "tien-len": [{}, {"chop_ladder": True}],
    "president": [{}, {"revolution": True, "equal": "allow"}],
}


@pytest.mark.parametrize(
    ("game", "options"), [(game, options) for game, lists in OPTIONS.items() for options in lists], ids=str
)
def test_what_is_said_is_true(game: str, options: dict[str, Any]) -> None:
    rng, count = Random(7), 0
    options = {name: value for name, value in options.items() if name in GAMES[game].resolve({})}
    for state, action in choices(game, size(4, 40), 77, **options):
        if reason_key := reason(state, action, game):
            count += 1
            assert TRUE[reason_key](state, action, rng), (reason_key, action)
    assert count > 40


# --- positions ----------------------------------------------------------------------------------

#: reason → the hands, the plays so far, the play ("" is a pass); seat 0 leads, then 1 …
POSITIONS: dict[str, tuple[list[str], list[str], str]] = {
    "goes-out": (["8S 8H", "9S 9H 9D", "TS TH TD", "JS JH JD"], [], "8S 8H"),
    "then-out": (["2S 2H 2D 5S 5H 5C", "9S 9H 9D 3S", "TS TH TD 3H", "JS JH JD 3D"], [], "2S 2H 2D"),
    "unbeatable": (["2S 2H 2D 5S 6H", "9S 9H 9D 3S", "TS TH TD 3H", "JS JH JD 3D"], [], "2S 2H 2D"),
    "highest-single": (["5S KH 9D", "9S", "TS TH TD 3H", "JS JH JD 3D"], [], "KH"),
    "too-many": (["5S 5H KH 9D", "9S", "TS TH TD 3H", "JS JH JD 3D"], [], "5S 5H"),
    "breaks-nothing": (["4S 8H 9D KC", "5S 5H 7D AS", "TS TH TD 3H", "JS JH JD 3D"], ["4S"], "7D"),
    "lowest": (["4S 8H 9D KC", "5S 6H 7D AS", "TS TH TD 3H", "JS JH JD 3D"], ["4S"], "5S"),
    "parts-nothing": (["8S 4H 9D KC", "5S 5H 6D AS", "TS TH TD 3H", "JS JH JD 3D"], ["8S"], "AS"),
    "wins-back": (["5S BJ 9D TC", "6S 8H 9C AS", "TS TH TD 3H", "JS JH JD 3D"], [], "9D"),
    "sheds-most": (["5S 6H 7D TC KS", "6S 8H 9C AS", "3S TH TD 3H", "JS JH JD 3D"], [], "5S 6H 7D"),
    "rids-lowest": (["5S 9H TC KS", "6S 8H 9C AS", "3S TH TD 3H", "JS JH JD 3D"], [], "5S"),
    "pass-keeps-best": (["8S 4H 9D KC", "5S 7H 2D", "TS TH TD 3H", "JS JH JD 3D"], ["KC"], ""),
    "pass-keeps-together": (["8S 4H 9D KC", "5S 9H 9S JC JD", "TS TH TD 3H", "JS JH JD 3D"], ["8S"], ""),
}


@pytest.mark.parametrize("reason_key", POSITIONS)
def test_each_reason_is_said_where_it_is_true(reason_key: str) -> None:
    hands, played, now = POSITIONS[reason_key]
    state = winner.with_hands(*hands, **({"jokers": True} if "BJ" in " ".join(hands) else {}))
    for seat, text in enumerate(played):
        state = after(winner.GAME, state, play(seat, text))
    seat = state.to_act[0]
    action = play(seat, now) if now else passes(seat)[0]
    assert is_legal(state, action)
    assert reason(state, action, "winner") == reason_key
    assert TRUE[reason_key](state, action, Random(1))


@pytest.mark.parametrize(
    ("hand", "card", "key"),
    [
        ("3C 4S 4H 7D 9S 9C", "3C", "gives-lone"),
        ("3C 4S 4H 7D 9S 9C", "7D", "gives-lone-card"),
        ("3C 4S 4H 7D 9S 9C", "4S", ""),
        ("3C 4S 4H 7D 9S 9C", "9S", ""),
        ("3C 3S 7D 9S", "3C", "gives-lowest"),
    ],
)
def test_it_says_why_a_card_is_given(hand: str, card: str, key: str) -> None:
    """Compared with giving one of two kings."""
    state = winner.with_hands(f"{hand} KS KH", "9D", "TS", "JS").copy()
    state.phase, state.to_act = "exchange", (0,)
    view = GAMES["winner"].view(state, 0)
    assert key_of("winner", why(view, winner.give(0, card), [winner.give(0, "KS")])) == key


#: habit → the hands, the plays so far, the action taken, a better action
HABITS: dict[str, tuple[list[str], list[str], str, str]] = {
    "leads-few": (["5S 5H KH", "9S", "TS TH", "JS JH"], [], "KH", "5S 5H"),
    "splits": (["4S 8H", "5S 5H 7D", "TS TH", "JS JH"], ["4S"], "5S", "7D"),
    "overpays": (["4S 8H", "5S 7D 2D", "TS TH", "JS JH"], ["4S"], "2D", "5S"),
    "passes": (["4S 8H", "5S 7D 2D", "TS TH", "JS JH"], ["4S"], "", "5S"),
}


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_shows_in_what_was_done_and_not_in_what_was_better(habit: str) -> None:
    hands, played, was, better = HABITS[habit]
    state = winner.with_hands(*hands)
    for seat, text in enumerate(played):
        state = after(winner.GAME, state, play(seat, text))
    seat = state.to_act[0]
    action, best = (play(seat, text) if text else passes(seat)[0] for text in (was, better))
    assert habit in shown("winner", state, action, best)
    assert habit not in shown("winner", state, best, action)


def test_in_a_revolution_a_low_card_is_the_high_one() -> None:
    """In President four of a kind reverses the ranks (/rules/president/#4)."""
    game = GAMES["president"]
    _number, setup = next(arena.deals(game, {"revolution": True}, 1, 3))
    state = game.start(setup).copy()
    order = state.rules.order
    hands = ["3S 9H KD", "4S TH", "5S JH", "6S QH"]
    state.hands = tuple(order.mask_of(cards(hand)) for hand in hands) + state.hands[4:]
    state.phase, state.to_act, state.top, state.turned, state.top_seat = "play", (0,), None, True, 0
    view = game.view(state, 0)
    three, nine, king = (play(0, card) for card in ("3S", "9H", "KD"))
    assert key_of("president", why(view, three, [nine, king])) == "unbeatable"
    assert key_of("president", why(view, king, [three])) == "wins-back"


def test_four_of_a_kind_that_turns_the_ranks_may_be_beaten_by_low_ones() -> None:
    """Nobody can hold four aces or four twos, but somebody may hold four threes (/rules/president/#4)."""
    game = GAMES["president"]
    for revolution in (True, False):
        _number, setup = next(arena.deals(game, {"revolution": revolution}, 1, 3))
        state = game.start(setup).copy()
        hands = ["KS KH KD KC AS 2S 7H", "3S 3H 3D 3C", "5S 5H 5D JH", "6S 6H 6D QH"]
        state.hands = tuple(state.rules.order.mask_of(cards(hand)) for hand in hands) + state.hands[4:]
        state.phase, state.to_act, state.top, state.top_seat, state.lowest = "play", (0,), None, 0, 0
        kings = play(0, "KS KH KD KC")
        assert can_be_answered(state, kings, Random(1)) is revolution
        reason_key = key_of("president", why(game.view(state, 0), kings, [play(0, "7H")]))
        assert (reason_key == "unbeatable") is not revolution


def test_a_bomb_is_not_the_lowest_that_beats() -> None:
    state = winner.with_hands("4S 4H 4D KC 9S", "3S 3H 3D 3C 6S 6H 6D 6C AS", "TS TH TD JC", "JS JH JD TC", bomb=True)
    state = after(winner.GAME, state, play(0, "4S 4H 4D KC"))
    bomb, triple = play(1, "3S 3H 3D 3C"), play(1, "6S 6H 6D AS")
    assert is_legal(state, bomb) and is_lower(state, triple, bomb)
    assert reason(state, bomb, "winner") == "parts-nothing"


@pytest.mark.parametrize(("card", "key"), [("TC", ""), ("QS", ""), ("AS", "parts-nothing")])
def test_it_does_not_say_that_nothing_breaks_where_a_straight_does(card: str, key: str) -> None:
    state = winner.with_hands("8S 4H 9D KC", "9H TC JD QS AS", "TS TH TD 3H", "JS JH JC 3D")
    state = after(winner.GAME, state, play(0, "8S"))
    assert reason(state, play(1, card), "winner") == key


@pytest.mark.parametrize(
    ("hand", "cards", "said"),
    [
        ("9S TS TH JD QC KH 4D", "TS TH", False),  # of the only straight
        ("9S TS TH JD QC 4D 4H", "TS TH", True),
        ("9S TH JD QC KH 4D 4H 4C", "9S TH JD QC KH", True),
        ("5S 7S 9S JS AS TH QH", "AS", False),  # of the only flush
        ("5S 7S 9S JS AS TH QH", "TH", True),
        ("5S 7S 9S JS QS AS TH", "AS", True),  # which is there without it
        ("AS 2H 3C 4D 5S 9S", "2H", False),  # of a straight from the ace
    ],
)
def test_in_big_two_straights_and_flushes_break_as_well(hand: str, cards: str, said: bool) -> None:
    state = big_two.with_hands(hand, "3D", "3C", "3H")
    position = table_of("big-two").reasons.position(GAMES["big-two"].view(state, 0))  # type: ignore[union-attr]
    assert position.breaks(play(0, cards)) is not said
