"""The reasons for cards and calls in All Fours and its kin are true of the position, by the rules and not the text."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.ai import arena
from games.rules.cards import cards
from games.rules.four_chances.actions import PLAY
from games.rules.registry import GAMES
from games.table.game_table import why
from tests.faults.sizes import size
from tests.rules.allfours import hands as all_fours
from tests.rules.california_jack import hands as california_jack
from tests.rules.four_chances.hands import by_threes
from tests.titles.four_chances.truths import TRUTHS
from tests.titles.walks import choices, key_of, keys, reason, shown


def test_the_rules_are_asked_about_every_reason() -> None:
    assert set(TRUTHS) - {"open-card"} == keys("all-fours") == keys("pitch")
    assert set(TRUTHS) == keys("california-jack")


RULES: list[tuple[str, dict[str, Any]]] = [
    ("all-fours", {}),
    ("all-fours", {"edition": "1845"}),
    ("all-fours", {"players": 4, "game_cards": "pips"}),
    ("all-fours", {"players": 4, "discipline": "honour"}),
    ("all-fours", {"players": 4, "low": "won"}),
    ("all-fours", {"gift_can_win": True, "target": 2}),
    ("pitch", {}),
    ("pitch", {"partners": True}),
    ("pitch", {"snoozer": True, "counters": "nine-five-three"}),
    ("pitch", {"game_by": "ten", "players": 2}),
    ("pitch", {"edition": "commercial"}),
    ("pitch", {"edition": "commercial", "partners": True, "hand": "all"}),
    ("pitch", {"edition": "pedro-sancho"}),
    ("pitch", {"edition": "dom-pedro"}),
    ("california-jack", {}),
    ("california-jack", {"stock": "down", "follow": "suit"}),
]


@pytest.mark.parametrize(("key", "options"), RULES, ids=str)
def test_what_is_said_is_true(key: str, options: dict[str, Any]) -> None:
    rng, count = Random(7), 0
    for state, action in choices(key, size(20, 200), 77, **options):
        if reason_key := reason(state, action, key):
            count += 1
            assert TRUTHS[reason_key](state, action, rng), (reason_key, action)
    assert count > 40


# --- positions ----------------------------------------------------------------------------------

#: reason → the hands of six, the eldest's (seat 1) first, the actions so far, the action; hearts are trumps
POSITIONS: dict[str, tuple[list[str], str, str]] = {
    "jack-comes-home": (["2H 2C 3C KS TD 4S", "JH 3H TC AC 9D 3S"], "1 play 2H", "0 play JH"),
    "catches-jack": (["JH 2C 3C KS TD 4S", "AH 3H TC AC 9D 3S"], "1 play JH", "0 play AH"),
    "takes-counting": (["KS 2C 3C 2H TD 4S", "AS 3H TC AC 9D 3S"], "1 play KS", "0 play AS"),
    "may-catch-jack": (["QH 2C 3C KS TD 4S", "3H 4H TC AC 9D 3S"], "", "1 play QH"),
    "unbeatable": (["AH JH 3C KS TD 4S", "3H 4H TC AC 9D 3S"], "", "1 play AH"),
    "only-trump": (["AS 2C 3C KC TD 4S", "7S 3H 8C 6C 9D 3S"], "", "1 play AS"),
    "ruffs": (["5S 2C 3C KS TD 4S", "7C 3H 8C 6C 9D 5C"], "1 play 5S", "0 play 3H"),
    "lowest": (["5S 2C 3C KS TD 4S", "7S 9S 8C 6C 9D 3D"], "1 play 5S", "0 play 7S"),
    "beats": (["5S 2C 3C KS TD 4S", "7S 3S 8C 6C 9D 3D"], "1 play 5S", "0 play 7S"),
    "gives-nothing": (["KS 2C 3C 4C TD 4S", "3S TS 8C 6C 9D 3D"], "1 play KS", "0 play 3S"),
    "cannot-beat": (["KS 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "1 play KS", "0 play 3S"),
    "risks-nothing": (["KS 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "", "1 play 2C"),
    "saves-trumps": (["KS 2C 3C 4C TD 4S", "2H 3H 8C 6C 9D 4D"], "1 play KS", "0 play 6C"),
    "gives-surely": (
        ["5S 2C 3C 4C TD 4S", "AS 5C 6C 7C 2D 3D", "3S 8C 9C QC 4D 6D", "TS 6S KC 8D 9D JD"],
        "1 play 5S, 2 play AS, 3 play 3S",
        "0 play TS",
    ),
    "adds-surely": (
        ["5S 2C 3C 4C TD 4S", "QS 5C 6C 7C 2D 3D", "3S 8C 9C QC 4D 6D", "KS 6S KC 8D 9D JD"],
        "1 play 5S, 2 play QS, 3 play 3S",
        "0 play KS",
    ),
    "gives": (
        ["KS 2C 3C 4C TD 4S", "3S 5C 6C 7C 2D 3D", "TS 5S 8C 9C 4D 6D", "6S KC TC 8D 9D JD"],
        "1 play KS, 2 play 3S",
        "3 play TS",
    ),
    "leaves-partner": (
        ["9S 2C 3C 4C TD 4S", "3S 5C 6C 7C 2D 3D", "KS 5S 8C 9C 4D 6D", "6S KC TC 8D 9D JD"],
        "1 play 9S, 2 play 3S",
        "3 play 5S",
    ),
    "holds-high": (["AH 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 stand"),
    "holds-low": (["2H 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 stand"),
    "many-trumps": (["QH JH TH 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 stand"),
    "no-trump": (["AS 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 beg"),
    "one-low-trump": (["AS 2C 3C 9H TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 beg"),
    "low-trumps": (["3S 2C 3C 4C TD 4S", "3H 7H 8C 6C 9D 3D"], "answer", "0 run"),
    "no-high-trump": (["JH 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 beg"),
}


def state_after(hands: list[str], actions: str) -> Any:
    """Return a state of All Fours after some actions, the first of which is the eldest's standing; or the state in
    which they «beg», or the dealer is to «answer»."""
    state = all_fours.start({"players": len(hands)}, cards=by_threes(*hands, then="5H"))
    if actions == "beg":
        return state
    if actions == "answer":
        return all_fours.after(state, "1 beg")
    state = all_fours.after(state, "1 stand")
    return all_fours.after(state, actions) if actions else state


@pytest.mark.parametrize("reason_key", POSITIONS)
def test_each_reason_is_said_where_it_is_true(reason_key: str) -> None:
    hands, actions, now = POSITIONS[reason_key]
    state, action = state_after(hands, actions), all_fours.action(now)
    assert reason(state, action, "all-fours") == reason_key
    assert TRUTHS[reason_key](state, action, Random(1))


def test_it_says_that_the_point_would_win_the_game() -> None:
    state = all_fours.after(all_fours.start(scores=(3, 9)), "1 beg")
    assert reason(state, all_fours.action("0 run"), "all-fours") == "gift-wins"
    assert TRUTHS["gift-wins"](state, all_fours.action("0 run"), Random(1))


def test_a_two_of_trumps_is_no_point_for_whoever_holds_it_where_low_is_won() -> None:
    hands, _actions, _now = POSITIONS["holds-low"]
    for low in ("won", "dealer"):
        state = all_fours.start({"players": 2, "low": low}, cards=by_threes(*hands, then="5H"))
        assert reason(state, all_fours.action("1 stand"), "all-fours") == ""


#: what is said about the pitch: the reason, the hand of who is to speak, house rules, what was said before, the call
CALLS = [
    ("both-sure", "AS 2S 7H 8C 9D TD", {}, "", "bid 2"),
    ("both-sure", "AS 2S 7H 8C 9D TD", {"edition": "commercial"}, "", "keep"),
    ("high-sure", "AS KS 7H 8C 9D TD", {}, "", "bid 2"),
    ("low-sure", "2S KS 7H 8C 9D TD", {}, "", "bid 1"),
    ("long-suit", "4S 5S 6S 7S 9D TD", {}, "", "bid 3"),
    ("", "AS KS 7H 8C 9D TD", {}, "", "bid 3"),
    ("", "AS 2S 7H 8C 9D TD", {"edition": "pedro-sancho"}, "offer", "bid 9"),
    ("bids-last", "KS QS 7H 8C 9D TD", {}, "pass pass pass", "bid 1"),
    ("sells-surely", "KS QS 7H 8C 9D TD", {"edition": "commercial"}, "offer pass pass bid1", "sell"),
    ("", "AS QS 7H 8C 9D TD", {"edition": "commercial"}, "offer pass pass bid1", "sell"),
    ("much-to-bid", "AS QS 7H 8C 9D TD", {}, "bid2", "pass"),
    ("much-to-make", "AS QS 7H 8C 9D TD", {"edition": "commercial"}, "", "offer"),
    ("no-ace", "KS QS 7H 8C 9D TD", {}, "", "pass"),
    ("", "AS KS 7H 8C 9D TD", {}, "", "pass"),
]


@pytest.mark.parametrize(("reason_key", "hand", "options", "said", "now"), CALLS)
def test_each_reason_for_a_call_is_said_where_it_is_true(
    reason_key: str, hand: str, options: dict[str, Any], said: str, now: str
) -> None:
    game = GAMES["pitch"]
    _number, setup = next(arena.deals(game, options, 1, 3))
    state = game.start(setup)
    for word in said.split():
        state = game.step(state, called(state, word))
    seat, held = state.to_act[0], tuple(sorted(cards(hand)))
    rest = [card for card in setup.deck if card not in held]
    hands = [held if one == seat else tuple(sorted(rest[6 * one : 6 * one + 6])) for one in range(4)]
    state = state._replace(hands=tuple(hands))
    action = called(state, now.replace(" ", ""))
    assert reason(state, action, "pitch") == reason_key
    assert not reason_key or TRUTHS[reason_key](state, action, Random(1))


def called(state: Any, word: str) -> Any:
    """Return what may be said in a state by its word: «pass», «bid3»."""
    return next(move for move in GAMES["pitch"].legal(state) if f"{move.do}{getattr(move, 'points', '')}" == word)


@pytest.mark.parametrize(
    ("reason_key", "away", "instead"),
    [("keeps-trumps", "2C 3C TD", "2C 3C 2H"), ("keeps-counting", "2C 3C 2H", "2C 3C TD")],
)
def test_it_says_why_cards_are_laid_away(reason_key: str, away: str, instead: str) -> None:
    state = state_after(["2H 2C 3C KS TD 4S", "JH 3H TC AC 9D 3S"], "")._replace(phase="discard", to_act=(1,))
    state = state._replace(hands=(state.hands[0], tuple(sorted(cards("2H 2C 3C KS TD 4S 6S 7S 8S")))))
    view = GAMES["all-fours"].view(state, 1)
    action, other = (all_fours.action(f"1 discard {text}") for text in (away, instead))
    assert key_of("all-fours", why(view, action, [other])) == reason_key
    assert TRUTHS[reason_key](state, action, Random(1))


def test_it_says_that_the_open_card_of_the_stock_is_won() -> None:
    state = california_jack.start({"stock": "up"})
    action = PLAY[1][cards("AH")[0]]
    assert reason(state, action, "california-jack") == "open-card"
    assert TRUTHS["open-card"](state, action, Random(1))


def test_it_says_that_the_first_card_makes_the_longest_suit_trumps() -> None:
    state = pitched(["2C 3C 4C 5C KD", "AC KC QC JC TC", "2S 3S 4S 5S 6S", "2H 3H 4H 5H 6H"])
    action = PLAY[state.to_act[0]][cards("5C")[0]]
    assert reason(state, action, "pitch") == "longest"
    assert TRUTHS["longest"](state, action, Random(1))


def test_it_says_that_the_last_trump_is_drawn() -> None:
    suits = {suit: [f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SHCD"}
    first = [*suits["C"][1:], "2S"]
    state = pitched([" ".join(hand) for hand in (first, ["2C", *suits["S"][1:]], suits["H"], suits["D"])], hand="all")
    action = PLAY[state.to_act[0]][cards("AC")[0]]
    assert reason(state, action, "pitch") == "last-trump"
    assert TRUTHS["last-trump"](state, action, Random(1))


def pitched(hands: list[str], **options: Any) -> Any:
    """Return a state of Pitch for four at the first lead, with the leader's hand given first."""
    game = GAMES["pitch"]
    _number, setup = next(arena.deals(game, options, 1, 3))
    state = game.start(setup)
    while state.phase != "play":
        state = game.step(state, game.legal(state)[-1])
    held = [tuple(sorted(cards(hand))) for hand in hands]
    first = state.to_act[0]
    return state._replace(hands=tuple(held[(seat - first) % 4] for seat in range(4)))


#: habit → the hands, the actions so far, the action taken, a better action
HABITS: dict[str, tuple[list[str], str, str, str]] = {
    "counting-to-them": (["KS 2C 3C 4C TD 4S", "3S TS 8C 6C 9D 3D"], "1 play KS", "0 play TS", "0 play 3S"),
    "counting-led": (["KS 2C 3C 4C TD 4S", "3S TS 8C 6C 9D 3D"], "", "1 play TD", "1 play 2C"),
    "overpays": (["5S 2C 3C KS TD 4S", "7S 9S 8C 6C 9D 3D"], "1 play 5S", "0 play 9S", "0 play 7S"),
    "takes-from-partner": (
        ["5S 2C 3C 4C TD 4S", "QS 5C 6C 7C 2D 3D", "3S 8C 9C QC 4D 6D", "KS 6S KC 8D 9D JD"],
        "1 play 5S, 2 play QS, 3 play 3S",
        "0 play KS",
        "0 play 6S",
    ),
}


@pytest.mark.parametrize("habit", HABITS)
def test_each_habit_shows_in_what_was_done_and_not_in_what_was_better(habit: str) -> None:
    hands, actions, was, better = HABITS[habit]
    state, action, best = state_after(hands, actions), all_fours.action(was), all_fours.action(better)
    assert habit in shown("all-fours", state, action, best)
    assert habit not in shown("all-fours", state, best, action)


@pytest.mark.parametrize("low", ["dealt", "won"])
def test_the_two_of_trumps_counts_where_low_scores_for_its_taker(low: str) -> None:
    hands = ["AH 2C 3C 4C TD 4S", "2H 3H 8C 6C 9D 3D"]
    state = all_fours.start({"players": 2, "low": low}, cards=by_threes(*hands, then="5H"))
    state = all_fours.after(all_fours.after(state, "1 stand"), "1 play AH")
    two, three = all_fours.action("0 play 2H"), all_fours.action("0 play 3H")
    assert (reason(state, three, "all-fours") == "gives-nothing") is (low == "won")
    assert reason(state, two, "all-fours") == ("cannot-beat" if low == "dealt" else "")
    assert ("counting-to-them" in shown("all-fours", state, two, three)) is (low == "won")
