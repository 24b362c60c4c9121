"""The explanation of a finished hand (/rules/eighty/#8, #10 to #13)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from games.rules.cards import names
from games.rules.core import Cards, Message, Seat
from games.rules.registry import GAMES
from games.rules.revokes import Claim
from games.rules.shengji.actions import Bury
from tests.rules.shengji.hands import FIRST_HAND, at_play, play, shuffled

#: A verb in the third person singular, and in the second person or the plural.
TWO_FORMS = re.compile(r"\{([^|]*)\|([^}]*)\}")


def in_words(value: Any) -> Any:
    """Return a sentence in English with its placeholders filled."""
    if isinstance(value, Message):
        filled = {key: in_words(place) for key, place in value.values.items()}
        several = [place for place in value.values.values() if isinstance(place, tuple)]
        owners = {
            f"{key}_owner": f"{in_words(place)}’s" for key, place in value.values.items() if isinstance(place, Seat)
        }
        return TWO_FORMS.sub(r"\2" if several else r"\1", value.text) % (filled | owners)
    if isinstance(value, Seat):
        return f"P{value.number}"
    if isinstance(value, tuple):
        return " and ".join(map(in_words, value))
    return " ".join(names(value.numbers)) if isinstance(value, Cards) else value


def lines(state: Any, key: str) -> list[str]:
    return [in_words(message) for message in GAMES[key].explain(state).messages]


def test_it_explains_tricks_and_score_in_forty() -> None:
    state = at_play("forty", ["KS 3D", "3H 4D", "TS 5D", "4S KD"])
    assert lines(play(state, "forty", "KS", "3H", "TS", "4S", "4D", "5D", "KD", "3D"), "forty") == [
        "Trick 1, 20 points: P1 wins with 3H. The lead was trumped.",
        "Trick 2, 15 points: P3 wins with KD. The highest of the suit led wins.",
        "The challengers caught 35 points.",
        "P3 won the last trick and scooped the bottom: 35 + 2 × 10 = 55.",
        "40–75 points: P1 and P3 become declarers; no level gained.",
        "P1 is the next banker.",
    ]


def test_it_explains_what_cannot_win() -> None:
    state = at_play("eighty", ["3S 3S", "AS KS", "4S 4S", "4S 9D"])
    texts = lines(play(state, "eighty", "3S 3S", "AS KS", "4S 4S", "4S 9D"), "eighty")
    assert texts[1] == "P1 played KS AS: high, but not the shape that was led."
    assert "No points at all: P0 and P2 stay declarers; 4 levels up." in texts
    assert "P0’s side goes from 2 to 6." in texts


def test_it_explains_equal_cards_and_failed_throws() -> None:
    state = at_play("eighty", ["2S 5D", "2C 3D", "3H 4D", "4H 6D"])
    assert "Of equal cards" in lines(play(state, "eighty", "2S", "2C", "3H", "4H", "5D", "3D", "4D", "6D"), "eighty")[0]
    state = at_play("eighty", ["9S 8S", "TS 3D", "3S 4D", "4S 5D"], throw=True)
    state = play(state, "eighty", "8S 9S")
    assert state.plays[0].cards == (6,)
    texts = lines(play(state, "eighty", "TS", "3S", "4S", "3D", "4D", "5D", "9S"), "eighty")
    assert texts[1] == "P0 tried to throw 8S 9S, but somebody could beat it: only 8S was led."


def test_it_explains_penalties() -> None:
    game = GAMES["forty"]
    state = game.start(game.setup({"discipline": "honour"}, FIRST_HAND, shuffled("forty", 1)))
    seat = state.to_act[0]
    texts = lines(game.step(state, Bury(seat, ())), "forty")
    assert texts[0] == f"P{seat} buried 0 cards instead of 6: the hand is over."
    assert texts[1:3] in (
        ["P0’s side stays at 2.", "P1’s side goes from 2 to 3."],
        ["P0’s side goes from 2 to 3.", "P1’s side stays at 2."],
    )
    state = play(at_play("forty", ["3S 9D", "4S 8D", "5S", "6S"], discipline="honour"), "forty", "3S", "8D")
    assert lines(game.step(state, Claim(2, 1, 1)), "forty")[0].startswith("P2 caught P1 revoking in trick 1")
    assert lines(game.step(state, Claim(1, 0, 1)), "forty")[0].startswith(
        "P1 claimed a revoke in trick 1, but P0 followed suit"
    )


def first_line(plays: list[str], *hands: str) -> str:
    state = at_play("eighty", list(hands), throw=True)
    return lines(play(state, "eighty", *plays), "eighty")[0]


def test_a_throw_is_explained_by_its_largest_part() -> None:
    killed = ["AS AS KS", "5H 5H 3H", "4H 4H BJ", "6D 7D 8D"]
    assert "Several trumped the throw; these trumps are the highest." in first_line(killed, *killed)
    equal = ["AS KS", "AH 3H", "AH KH", "6D 7D"]
    assert "Several trumps fit and tie: the first one played wins." in first_line(equal, *equal)
    trumps = ["BJ BJ AH AH", "3H 3H 4H 4H", "3S 3S 4S 4S", "5S 5S 6S 6S"]
    assert "Nobody can beat a throw of trumps." in first_line(trumps, *trumps)


def test_no_penalty_is_told_that_could_not_be_taken() -> None:
    honour = {"discipline": "honour"}
    hands = ["3S 9D", "4S 8D", "5S 6D", "6S 7D"]
    revoked = play(at_play("forty", hands, level="2", **honour), "forty", "3S", "8D")
    assert "P1’s side stays at 2." in lines(GAMES["forty"].step(revoked, Claim(2, 1, 1)), "forty")
    revoked = play(at_play("forty", hands, level="A", **honour), "forty", "3S", "8D")
    assert "P0’s side stays at A." in lines(GAMES["forty"].step(revoked, Claim(2, 1, 1)), "forty")
    state = play(at_play("forty", hands, level="5", must_play=True, **honour), "forty", "3S", "4S", "5S", "6S")
    texts = lines(GAMES["forty"].step(state, Claim(0, 1, 1)), "forty")
    assert "P1’s side stays at 5: that level must be played." in texts
    assert not any("level up" in line or "one up" in line for line in texts)


def test_it_explains_every_random_hand() -> None:
    rng = Random(5)
    for key in ("forty", "eighty") * 5:
        game = GAMES[key]
        options = {"throw": True, "must_play": True} if key == "eighty" else {"must_play": True}
        context = {"levels": ["K", "5"], "banker": 2, "first": 2}
        state = game.start(game.setup(options, context, shuffled(key, rng.randrange(999))))
        while state.result is None:
            state = game.step(state, rng.choice(game.legal(state)))
        assert len(lines(state, key)) > len(state.plays) // 4
