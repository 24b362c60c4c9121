"""What is said of a play of a climbing game is true of the position: the rules are asked, not the text."""

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
from games.table.game_table import why
from tests.faults.sizes import size
from tests.rules.climbing.table import after, passes, play
from tests.rules.winner import table as winner
from tests.titles.walks import choices, key_of, keys, reason, shown

FAMILY = ("winner", "big-two", "tien-len", "president")
#: so many sets of cards are tried as an answer, one by one
TRIED = 1200
WORLDS = 6


# --- asking the rules ---------------------------------------------------------------------------


def key(state: Any) -> str:
    return next(game for game in FAMILY if state.__module__ == f"games.rules.{GAMES[game].module}.state")


def game_of(state: Any) -> Any:
    return GAMES[key(state)]


def held(state: Any, seat: int) -> tuple[int, ...]:
    return state.rules.order.cards_of(state.hands[seat])


def asked(state: Any, seat: int, hand: Any, top: Any) -> Any:
    """Return a state in which a seat is to answer a combination with this hand; None: it leads."""
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
    """Return whether the rules let one play be made on the other."""
    return is_legal(asked(state, one.seat, one.cards, combo(state, other)), one)


def is_lower(state: Any, one: Any, other: Any) -> bool:
    return beats(state, other, one) and not beats(state, one, other)


def rank(card: int) -> str:
    return NAMES[card] if card >= 52 else NAMES[card][0]


def parts_a_rank(state: Any, action: Any) -> bool:
    left = set(held(state, action.seat)) - set(action.cards)
    return any(rank(card) == rank(other) for card in action.cards for other in left)


def hands_of(pool: list[int], count: int, rng: Random) -> Iterator[list[int]]:
    """Yield some hands that may be held of the unseen cards, those with high cards and rows among them."""
    for _ in range(WORLDS):
        yield rng.sample(pool, count)
    by_rank = sorted(pool, key=lambda card: "3456789TJQKA2LB".index(rank(card)[0]))
    yield by_rank[-count:]
    yield by_rank[:count]


def answered(state: Any, action: Any, rng: Random) -> bool:
    """Return whether another seat could have a legal answer to a play, whatever it holds of the unseen cards."""
    first = game_of(state).step(state, action)
    if first.top is None or first.result is not None:  # the trick is over at once
        return False
    others = [seat for seat in range(len(state.hands)) if seat != action.seat and state.hands[seat]]
    pool = [card for seat in others for card in held(state, seat)]
    for seat in others:
        count = state.hands[seat].bit_count()
        wanted = len(action.cards)
        if wanted <= count and comb(len(pool), wanted) <= TRIED:
            sets: Any = combinations(pool, wanted)
        else:
            sets = (rng.sample(pool, wanted) for _ in range(TRIED // 20)) if wanted <= count else ()
        if any(is_legal(asked(first, seat, some, first.top), Play(seat, tuple(some))) for some in sets):
            return True
        for hand in hands_of(pool, count, rng):
            moves = game_of(first).legal(asked(first, seat, hand, first.top))
            if any(isinstance(move, Play) for move in moves):
                return True
    return False


def left(state: Any, action: Any) -> tuple[int, ...]:
    return tuple(card for card in held(state, action.seat) if card not in action.cards)


def legal(state: Any) -> list[Any]:
    return [move for move in game_of(state).legal(state) if isinstance(move, Play)]


def counts(state: Any, seat: int) -> list[int]:
    return [hand.bit_count() for other, hand in enumerate(state.hands) if other != seat and hand]


def may_lead(state: Any, seat: int, some: tuple[int, ...]) -> bool:
    return is_legal(asked(state, seat, some, None), Play(seat, some))


def lowest_of(state: Any, seat: int, some: Any) -> bool:
    """Return whether the lowest of some cards is the lowest that a seat holds, suits left out."""
    singles = [Play(seat, (card,)) for card in held(state, seat)]
    return any(
        all(rank(card) == rank(one.cards[0]) or not beats(state, Play(seat, (card,)), one) for one in singles)
        for card in some
    )


def takes_best(state: Any, seat: int, some: Any) -> bool:
    """Return whether one of some cards is of the highest rank that a seat holds."""
    singles = [Play(seat, (card,)) for card in held(state, seat)]
    return any(
        all(rank(card) == rank(one.cards[0]) or not beats(state, one, Play(seat, (card,))) for one in singles)
        for card in some
    )


def keeps_winner(state: Any, action: Any, rng: Random) -> bool:
    """Return whether a play of the same kind stays in the hand to which nobody is found to have an answer."""
    own = combo(state, action)
    others = [Play(action.seat, some) for some in combinations(left(state, action), own.size)]
    alike = [one for one in others if (kind := combo(state, one)) is not None and kind.type == own.type]
    return any(not answered(state, one, rng) for one in alike)


def is_highest(state: Any, action: Any) -> bool:
    own = [Play(action.seat, (card,)) for card in held(state, action.seat)]
    return not any(is_lower(state, action, one) for one in own)


#: reason → whether it is true, by the rules alone
TRUE: dict[str, Callable[[Any, Any, Random], bool]] = {
    "goes-out": lambda s, a, r: not left(s, a),
    "then-out": lambda s, a, r: not answered(s, a, r) and may_lead(s, a.seat, left(s, a)),
    "unbeatable": lambda s, a, r: not answered(s, a, r),
    "highest-single": lambda s, a, r: 1 in counts(s, a.seat) and is_highest(s, a),
    "too-many": lambda s, a, r: (
        any(n <= 3 for n in counts(s, a.seat)) and all(n > 3 or n < len(a.cards) for n in counts(s, a.seat))
    ),
    "breaks-nothing": lambda s, a, r: (
        not parts_a_rank(s, a) and {True} == {parts_a_rank(s, one) for one in legal(s) if is_lower(s, one, a)}
    ),
    "lowest": lambda s, a, r: (
        not any(is_lower(s, one, a) for one in legal(s)) and any(is_lower(s, a, one) for one in legal(s))
    ),
    "parts-nothing": lambda s, a, r: s.top is not None and not parts_a_rank(s, a),
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
    kept = set(held(state, action.seat)) - set(action.gift)
    return not any(rank(card) == rank(other) for card in action.gift for other in kept)


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
    ("game", "options"), [(game, some) for game, lists in OPTIONS.items() for some in lists], ids=str
)
def test_what_is_said_is_true(game: str, options: dict[str, Any]) -> None:
    rng, told = Random(7), 0
    options = {name: value for name, value in options.items() if name in GAMES[game].resolve({})}
    for state, action in choices(game, size(4, 40), 77, **options):
        if said := reason(state, action, game):
            told += 1
            assert TRUE[said](state, action, rng), (said, action)
    assert told > 40


# --- positions ----------------------------------------------------------------------------------

#: reason → the hands, what has been played, the play ("" a pass); seat 0 leads, then 1 …
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


@pytest.mark.parametrize("said", POSITIONS)
def test_each_reason_is_said_where_it_is_true(said: str) -> None:
    hands, played, now = POSITIONS[said]
    state = winner.with_hands(*hands, **({"jokers": True} if "BJ" in " ".join(hands) else {}))
    for seat, some in enumerate(played):
        state = after(winner.GAME, state, play(seat, some))
    seat = state.to_act[0]
    action = play(seat, now) if now else passes(seat)[0]
    assert is_legal(state, action)
    assert reason(state, action, "winner") == said
    assert TRUE[said](state, action, Random(1))


@pytest.mark.parametrize(("given", "said"), [("3C", "gives-lone"), ("7D", "gives-lone-card"), ("4S", ""), ("9S", "")])
def test_it_says_why_a_card_is_given(given: str, said: str) -> None:
    """Against giving one of two kings."""
    state = winner.with_hands("3C 4S 4H 7D 9S 9C KS KH", "9D", "TS", "JS").copy()
    state.phase, state.to_act = "exchange", (0,)
    view = GAMES["winner"].view(state, 0)
    assert key_of("winner", why(view, winner.give(0, given), [winner.give(0, "KS")])) == said


def test_it_says_that_the_lowest_are_given() -> None:
    state = winner.with_hands("3C 3S 7D 9S KS KH", "9D", "TS", "JS").copy()
    state.phase, state.to_act = "exchange", (0,)
    view = GAMES["winner"].view(state, 0)
    assert key_of("winner", why(view, winner.give(0, "3C"), [winner.give(0, "KS")])) == "gives-lowest"


#: habit → the hands, what has been played, what was done, what had been better
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
    for seat, some in enumerate(played):
        state = after(winner.GAME, state, play(seat, some))
    seat = state.to_act[0]
    made, best = (play(seat, some) if some else passes(seat)[0] for some in (was, better))
    assert habit in shown("winner", state, made, best)
    assert habit not in shown("winner", state, best, made)


def test_in_a_revolution_a_low_card_is_the_high_one() -> None:
    """In President four of a kind turns the ranks round (/rules/president/#4)."""
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
    """No four aces and no four twos are out, but four threes may be (/rules/president/#4)."""
    game = GAMES["president"]
    for revolution in (True, False):
        _number, setup = next(arena.deals(game, {"revolution": revolution}, 1, 3))
        state = game.start(setup).copy()
        hands = ["KS KH KD KC AS 2S 7H", "3S 3H 3D 3C", "5S 5H 5D JH", "6S 6H 6D QH"]
        state.hands = tuple(state.rules.order.mask_of(cards(hand)) for hand in hands) + state.hands[4:]
        state.phase, state.to_act, state.top, state.top_seat, state.lowest = "play", (0,), None, 0, 0
        kings = play(0, "KS KH KD KC")
        assert answered(state, kings, Random(1)) is revolution
        said = key_of("president", why(game.view(state, 0), kings, [play(0, "7H")]))
        assert (said == "unbeatable") is not revolution


def test_a_bomb_is_not_the_lowest_that_beats() -> None:
    state = winner.with_hands("4S 4H 4D KC 9S", "3S 3H 3D 3C 6S 6H 6D 6C AS", "TS TH TD JC", "JS JH JD TC", bomb=True)
    state = after(winner.GAME, state, play(0, "4S 4H 4D KC"))
    bomb, triple = play(1, "3S 3H 3D 3C"), play(1, "6S 6H 6D AS")
    assert is_legal(state, bomb) and is_lower(state, triple, bomb)
    assert reason(state, bomb, "winner") == "parts-nothing"
