"""The course of hands of All Fours: begging, runs, counts, claims and announcements."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from games.rules import record
from games.rules.allfours.moves import Discards, choice
from games.rules.allfours.score import pips_of
from games.rules.cards import PACK_52, SUITS, cards, names
from games.rules.core import Malformed, Seat
from games.rules.four_chances.actions import ASK
from tests.rules.allfours.hands import GAME, PLAYED, after, dealt, start
from tests.rules.chance import random_setup

WHOLE = f"1 stand, {PLAYED}"


def items(state):
    return [tuple(item) for item in state.result["items"]]


def test_it_counts_high_low_jack_and_game() -> None:
    state = after(start(), WHOLE)
    assert items(state) == [("high", 1, 1), ("low", 0, 1), ("jack", 0, 1), ("game", 0, 1)]
    assert state.result["pips"] == [25, 7]


@pytest.mark.parametrize(
    "scores, ended",
    [([9, 9], [("high", 1, 1)]), ([9, 8], [("high", 1, 1), ("low", 0, 1)]), ([8, 8], None)],
)
def test_it_ends_the_game_the_moment_it_is_won(scores, ended) -> None:
    state = after(start(scores=scores), WHOLE)
    if ended is None:
        ended = [("high", 1, 1), ("low", 0, 1), ("jack", 0, 1)]
    assert items(state) == ended
    assert state.result["winner"] == ended[-1][1]


def test_it_gives_the_dealer_a_point_for_a_jack_turned_up() -> None:
    assert start(cards=dealt(turned="JD")).scores == (1, 0)
    won = start(scores=(9, 0), cards=dealt(turned="JD"))
    assert won.result["end"] == "jack-turned"
    assert GAME.legal(won) == []


def test_it_runs_the_cards_until_another_suit_is_turned_up() -> None:
    state = after(start(cards=dealt(then="5C 6C 7C 8C 9C TS 9H 2D 3D 4D 5D 6D 7D QS")), "1 beg, 0 run")
    assert state.phase == "play"
    assert SUITS[state.trump] == "S"
    assert names(state.course.turned) == ["5H", "9H", "QS"]
    assert [len(hand) for hand in state.hands] == [12, 12]
    assert set(cards("2D 3D 4D")) <= set(state.hands[1])


def test_it_begs_again_where_the_table_allows() -> None:
    more = "5C 6C 7C 8C 9C TS 6S 2D 3D 4D 5D 6D 7D QH"
    state = after(start({"beg_limit": 2}, cards=dealt(then=more)), "1 beg, 0 run, 1 beg, 0 run")
    assert SUITS[state.trump] == "H"
    assert state.phase == "play"


def test_it_discards_to_six_after_a_run_only() -> None:
    options = {"discard": "to-six"}
    assert after(start(options), "1 stand").phase == "play"
    assert after(start(options), "1 beg, 0 give").phase == "play"
    state = after(
        start({**options, "beg_limit": 2}, cards=dealt(then="5C 6C 7C 8C 9C TS 6S")), "1 beg, 0 run, 1 beg, 0 give"
    )
    assert (state.phase, state.to_act) == ("discard", (0, 1))
    state = after(state, "0 discard 9D 3S 8C, 1 discard 2C 3C 5C")
    assert (state.phase, state.to_act) == ("play", (1,))
    assert [len(hand) for hand in state.hands] == [6, 6]


def test_it_answers_who_asks_about_their_trump() -> None:
    state = after(start(), "1 stand, 1 play AH, 1 ask, 0 play 2H, 0 ask")
    assert [tuple(answer) for answer in GAME.view(state, None).answers] == [
        (1, cards("AH")[0], True, False),
        (0, cards("2H")[0], False, True),
    ]


def test_it_lets_a_revoke_be_claimed() -> None:
    revoked = WHOLE.replace("0 play 2H", "0 play 9D").replace("0 play 9D, 1 play 4S", "0 play 2H, 1 play 4S")
    state = after(start({"discipline": "honour"}), revoked)
    assert (state.phase, state.to_act) == ("claims", (0, 1))
    state = after(state, "1 claim 0 1, 0 accept, 1 claim 0 2, 1 accept")
    assert items(state)[:2] == [("revoke", 1, 1), ("false-claim", 0, 1)]
    assert [claimed.revoke for claimed in state.course.claims] == [True, False]


@pytest.mark.parametrize(
    "eldest, dealer, expected",
    [
        ("high", "low jack game", [("high", 1, 1), ("low", 0, 1), ("jack", 0, 1), ("game", 0, 1)]),
        ("", "jack", [("jack", 0, 1)]),
        ("high game", "low", [("high", 1, 1), ("low", 0, 1), ("miscount", 0, 4)]),
        ("low", "high", [("miscount", 0, 4), ("miscount", 1, 4)]),
    ],
)
def test_it_counts_what_is_announced(eldest, dealer, expected) -> None:
    state = after(start({"announce": "self"}), WHOLE)
    assert (state.phase, state.to_act) == ("announce", (0, 1))
    state = after(state, f"0 announce {dealer}, 1 announce {eldest}")
    assert items(state) == expected


def test_it_lets_eldest_and_dealer_announce_where_four_play() -> None:
    options = {"players": 4, "announce": "self"}
    state = after(start(options, dealer=2), "3 stand")
    while state.phase == "play":
        state = GAME.step(state, GAME.legal(state)[0])
    assert state.to_act == (2, 3)


def test_it_offers_every_discard() -> None:
    hand = tuple(range(9))
    discards = Discards([(0, hand), (1, tuple(range(20, 32)))])
    assert len(discards) == comb(9, 3) + comb(12, 6)
    assert len({(move.seat, move.cards) for move in discards}) == len(discards)
    assert {len(move.cards) for move in discards if move.seat == 1} == {6}
    assert discards[-1] == discards[len(discards) - 1]
    assert discards[:2] == [discards[0], discards[1]]
    with pytest.raises(IndexError):
        discards[len(discards)]


def test_it_numbers_choices_in_order() -> None:
    assert [choice("abcd", 2, number) for number in range(6)] == [
        ("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")
    ]  # fmt: skip


def test_it_explains_a_hand() -> None:
    texts = [line.text for line in GAME.explain(after(start(), WHOLE)).messages]
    assert all(text.startswith("Trick") for text in texts[1:7])
    assert texts[0] == "%(card)s is turned up: its suit is trump."
    assert "Trick %(number)d: %(seat)s {trumps|trump} it with %(card)s." in texts
    assert [text.split(":")[0] for text in texts[-4:]] == ["High", "Low", "Jack", "Game"]


def test_it_explains_the_cards_that_are_turned_up() -> None:
    deck = dealt(turned="6D", then="5C 6C 7C 8C 9C TS 4D 2D 3D 5H 6H 7H 8H QS")
    state = after(start(cards=deck), "1 beg, 0 run")
    while state.result is None:
        state = GAME.step(state, GAME.legal(state)[0])
    lines = [line for line in GAME.explain(state).messages if "turned up" in line.text]
    assert [names(line.values["card"].numbers) for line in lines] == [["6D"], ["4D"], ["QS"]]
    assert ["laid aside" in line.text for line in lines] == [False, True, False]


def test_it_explains_claims_and_announcements() -> None:
    state = after(start({"announce": "self", "discipline": "honour"}), f"{WHOLE}, 0 claim 1 2, 0 accept, 1 accept")
    state = after(state, "0 announce high, 1 announce high")
    values = {line.text.split(":")[0]: line.values for line in GAME.explain(state).messages}
    assert values["False claim"] == {"seat": Seat(0), "against": Seat(1), "trick": 2}
    assert values["Miscount"] == {"seat": Seat(0), "points": 4}
    assert values["Low"] == {"seat": Seat(0)}


@pytest.mark.parametrize("seed", range(40))
def test_it_goes_on_as_before_when_somebody_asks(seed: int) -> None:
    rng = Random(seed)
    setup = random_setup(GAME, rng)
    state, actions = GAME.start(setup), []
    while state.result is None:
        for asking in ASK[: state.table.players]:
            if GAME.view(state, asking.seat).may_ask:
                after_asking = GAME.step(state, asking)
                assert (after_asking.phase, after_asking.to_act, after_asking.hands) == (
                    state.phase,
                    state.to_act,
                    state.hands,
                )
                assert not GAME.view(after_asking, asking.seat).may_ask
                state = after_asking
                actions.append(asking)
        actions.append(rng.choice(GAME.legal(state)))
        state = GAME.step(state, actions[-1])
    answer = record.verify(record.write(GAME, setup, actions, state.result))
    assert answer == {"ok": True, "finished": True, "result": state.result}


# --- the form of the game that 1876 argues against ----------------------------------------------


def test_it_leaves_the_sixes_and_sevens_out_of_a_pack_of_44() -> None:
    options = GAME.resolve({"pack": 44})
    assert len(GAME.pack(options)) == 44
    assert not {name[0] for name in names(GAME.pack(options))} & set("67")
    with pytest.raises(Malformed):
        GAME.setup({"pack": 44}, {"dealer": 0, "scores": [0, 0]}, PACK_52)
    with pytest.raises(Malformed):
        GAME.read_action({"seat": 0, "do": "play", "card": "6S"}, options)


def test_it_counts_every_pip_for_game_where_the_table_wants_it() -> None:
    options = GAME.resolve({"game_cards": "pips"})
    assert pips_of(cards("AS 2S 5H 9D"), 0, options) == 4 + 2 + 5 + 9
    assert pips_of(cards("TC JC QC KC"), 0, options) == 40
    assert pips_of(cards("TC"), 0, GAME.resolve({"game_cards": "pips", "ten": 1})) == 1


def test_it_offers_the_game_as_heather_had_it() -> None:
    heather = next(preset for preset in GAME.presets if preset.key == "heather")
    options = GAME.resolve(dict(heather.options))
    assert (options["pack"], options["game_cards"], options["target"]) == (44, "pips", 7)


def test_it_writes_no_pack_into_a_record_of_the_whole_pack() -> None:
    assert "pack" not in record.chosen(GAME, GAME.resolve({"players": 4}))
