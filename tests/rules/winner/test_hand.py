"""Exchange, turns, ends and the words for them, where the cases leave room (/rules/winner/#5 to #9)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import cards, names
from games.rules.climbing.log import actions, last_tricks, tricks
from games.rules.climbing.order import JOKERS
from games.rules.core import Cards, Message, Played, Seat
from games.rules.record import read, replay, same, verify, write
from games.rules.winner import by_ranks, by_suits, classify, describe, sort_hand
from games.rules.winner.explanation import explain
from games.rules.winner.order import mask_of
from games.rules.winner.state import State
from tests.rules.winner.table import (
    FIRST,
    GAME,
    after,
    give,
    options,
    passes,
    play,
    random_hand,
    shuffled,
    with_hands,
)

AGAIN = {"dealer": 2, "winner": 1, "loser": 2}


def again(loser: str, winner: str, **chosen: object) -> State:
    """Return the start of a second hand, after seat 2 lost and seat 1 won, with these cards dealt first to each."""
    options = GAME.resolve(chosen)
    hands = {2: list(cards(loser)), 1: list(cards(winner))}
    rest = [card for card in GAME.pack(options) if card not in {*hands[1], *hands[2]}]
    players = options["players"]
    deck = []
    for at in range(len(GAME.pack(options))):
        cards_of_seat = hands.get((2 + at) % players)
        deck.append(cards_of_seat.pop(0) if cards_of_seat else rest.pop(0))
    return GAME.start(GAME.setup(chosen, AGAIN, tuple(deck)))


# --- exchange


def test_it_exchanges() -> None:
    state = again("BJ 3D", "4S 5S", jokers=True)
    assert (state.phase, state.to_act) == ("exchange", (1,))
    before = [hand.bit_count() for hand in state.hands]
    assert before == [13, 13, 13, 14]  # the dealer's 14, less the tribute
    assert {action.seat for action in GAME.legal(state)} == {1} and len(GAME.legal(state)) == 13
    state = after(state, give(1, "4S"))
    assert (state.phase, state.to_act) == ("play", (2,))
    assert state.hands[2] & mask_of(cards("4S 3D")) == mask_of(cards("4S 3D"))
    assert state.hands[1] & mask_of(cards("4S BJ")) == mask_of(cards("BJ"))


def test_it_leaves_out_the_exchange_for_both_jokers() -> None:
    state = again("BJ LJ 3D", "4S 5S")
    assert (state.phase, state.to_act, state.exchange) == ("play", (2,), ())
    assert GAME.view(state, 0).exchange is None


def test_it_lets_the_chosen_seat_lead() -> None:
    assert after(again("2S 3D", "4S", next_lead="winner"), give(1, "4S")).to_act == (1,)
    assert after(again("2S 4D", "3D", next_lead="lowest"), give(1, "3D")).to_act == (2,)
    assert again("BJ LJ", "3D", next_lead="lowest").to_act == (1,)


def test_it_shows_the_exchange_to_all() -> None:
    state = again("2S 3D", "4S", jokers=False)
    for seat in (None, 0, 1, 2, 3):
        exchange = GAME.view(state, seat).exchange
        assert exchange is not None and names([exchange.tribute]) == ["2S"] and exchange.gift is None
    exchange = GAME.view(after(state, give(1, "4S")), None).exchange
    assert exchange is not None and exchange.gift == cards("4S")[0]


# --- play


def test_it_lets_a_bomb_beat_anything() -> None:
    state = after(with_hands("3D 4D 5D 6D", "7D 7C 7H 7S 8D", "9D 9C 9H 9S TD", bomb=True), play(0, "3D 4D 5D"))
    state = after(state, play(1, "7D 7C 7H 7S"), play(2, "9D 9C 9H 9S"), *passes(0, 1))
    assert state.to_act == (2,) and state.top is None


def test_it_plays_to_the_last() -> None:
    state = with_hands("3D", "4D", "5D 6D", ending="last-loser")
    state = after(state, play(0, "3D"), play(1, "4D"))
    assert state.result == {"winner": 0, "loser": 2, "order": [0, 1], "left": [0, 0, 2], "points": [6, 0, -6]}


def test_it_shows_the_trick() -> None:
    state = after(with_hands("3D 6D", "4C 7C", "5H 8H", "3S 9S"), play(0, "3D"), *passes(1), play(2, "5H"), *passes(3))
    view = GAME.view(state, 1)
    assert view.hand == cards("7C 4C") and view.counts == (1, 2, 1, 2)
    assert view.to_beat == classify(cards("5H"), view.options) and view.to_beat_seat == 2
    assert view.trick == view.memory == (play(0, "3D"), *passes(1), play(2, "5H"), *passes(3))
    assert view.done == (play(0, "3D"), *passes(1), play(2, "5H"), *passes(3))
    assert view.passed == (3,) and view.last_trick == () and not view.lead
    assert view.played == (True, False, True, False)
    view = GAME.view(after(state, *passes(0, 1)), None)
    assert view.lead and view.to_beat is None and view.trick == () and view.hand == ()
    assert view.last_trick[0] == play(0, "3D") and len(view.last_trick) == 6
    assert view.done == (None, None, None, None)


def test_it_offers_moves_to_the_seat_in_turn_only() -> None:
    state = with_hands("3D 6D", "4C 7C", "5H 8H")
    assert list(GAME.moves(GAME.view(state, 0))) == list(GAME.legal(state))
    assert not GAME.moves(GAME.view(state, 1)) and not GAME.moves(GAME.view(state, None))


# --- whole hands


def outline(state: State) -> tuple[object, ...]:
    return (state.phase, state.to_act, state.hands, state.result)


@settings(max_examples=80)
@given(options, st.booleans(), st.integers(0, 1 << 30))
def test_it_plays_random_hands_to_the_end(chosen: dict[str, object], first: bool, seed: int) -> None:
    rng = Random(seed)
    setup = shuffled(chosen, rng, first)
    pack = mask_of(GAME.pack(setup.options))
    actions = []
    for state, action in random_hand(setup, rng):
        limbo = sum(swap.tribute for swap in state.exchange) if state.phase == "exchange" else 0
        out = mask_of(card for earlier in actions for card in getattr(earlier, "cards", ()))
        if action is not None:
            actions.append(action)
            out |= mask_of(getattr(action, "cards", ()))
        assert sum(state.hands) + limbo + out == pack
        assert (state.result is None) is bool(state.to_act)
        for seat in (None, *range(setup.options["players"])):
            assert list(GAME.moves(GAME.view(state, seat)))[:3] == (
                list(GAME.legal(state)[:3]) if seat in state.to_act else []
            )
    assert sum(state.result["points"]) == 0
    assert explain(state).messages
    record = write(GAME, setup, actions, state.result)
    assert verify(record) == {"ok": True, "finished": True, "result": state.result}
    *_, (replayed, _) = replay(*read(record))
    assert outline(replayed) == outline(state)
    wrong = record | {"result": state.result | {"points": [0] * len(state.hands)}}
    assert same(verify(wrong)["error"], "wrong-result")


@settings(max_examples=100)
@given(options, st.booleans(), st.integers(0, 1 << 30))
def test_it_hides_the_hands_of_others(chosen: dict[str, object], first: bool, seed: int) -> None:
    rng = Random(seed)
    states = [state for state, _ in random_hand(shuffled(chosen, rng, first), rng)]
    state = rng.choice(states)
    players = state.rules.players
    seat = rng.choice([None, *range(players)])
    one, other = rng.sample([member for member in range(players) if member != seat], 2)
    swapped = swap(state, one, other, rng)
    assert GAME.view(swapped, seat) == GAME.view(state, seat)
    assert repr(GAME.view(swapped, seat)) == repr(GAME.view(state, seat))


def swap(state: State, one: int, other: int, rng: Random) -> State:
    """Return the state with a card of each of two hands exchanged."""
    if not state.hands[one] or not state.hands[other]:
        return state
    mine, theirs = (1 << rng.choice(held(state.hands[seat])) for seat in (one, other))
    hands = list(state.hands)
    hands[one] ^= mine | theirs
    hands[other] ^= mine | theirs
    other_deal = state.copy()
    other_deal.hands = tuple(hands)
    return other_deal


def held(hand: int) -> list[int]:
    return [height for height in range(54) if hand >> height & 1]


# --- match


def test_it_draws_the_first_dealer_by_lot() -> None:
    options = GAME.resolve({})
    drawn = {GAME.following(options, (), (), Random(seed))["dealer"] for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert GAME.following(options, (), (), Random(1))["winner"] is None


def test_it_hands_winner_and_loser_on() -> None:
    hand = Played(FIRST, {"winner": 3, "loser": 1, "points": [-1, -9, -1, 11]})
    assert GAME.following(GAME.resolve({}), [hand], (), Random(1)) == {"dealer": 1, "winner": 3, "loser": 1}


def test_it_ends_the_match() -> None:
    hands = [Played(FIRST, {"points": [5, -5, 0, 0]}), Played(FIRST, {"points": [-5, 10, -5, 0]})]
    endless = GAME.standing(GAME.resolve({"hands": 0}), hands)
    assert (endless.scores, endless.over, endless.winners) == ((0, 5, -5, 0), False, ())
    assert GAME.standing(GAME.resolve({"hands": 2}), hands).winners == (1,)
    assert not GAME.standing(GAME.resolve({"hands": 3}), hands).over
    assert GAME.standing(GAME.resolve({"hands": 0, "target": 5}), hands).over
    assert not GAME.standing(GAME.resolve({"hands": 0, "target": 6}), hands).over
    tied = [Played(FIRST, {"points": [4, 4, -8, 0]})]
    assert GAME.standing(GAME.resolve({"hands": 1}), tied).winners == (0, 1)


# --- words


def test_it_describes_combinations() -> None:
    options = GAME.resolve({})
    straight = classify(cards("8D 9S TH JS"), options)
    assert straight is not None
    message = describe(straight)
    assert message == Message("a straight of %(size)s, up to %(top)s", {"top": Cards(cards("JS")), "size": "four"})
    low = classify(cards("AD 2D 3S"), options)
    assert low is not None and names(low.cards) == ["3S", "2D", "AD"]
    full = classify(cards("AD AS 3D 3S 3C"), options)
    assert full is not None and names(full.cards) == ["3S", "3C", "3D", "AS", "AD"]
    whole = classify(cards("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AS"), options)
    assert whole is not None and names(whole.cards)[0] == "AS" and names(whole.cards)[-1] == "2D"


def test_it_says_why() -> None:
    state = with_hands("3D 6D", "4C 7C", "5H 8H", "3S BJ")
    state = after(state, play(0, "3D"), *passes(1, 2), play(3, "BJ"), play(3, "3S"))
    sentences = explain(state).messages
    assert [message.text for message in sentences[:2]] == [
        "Trick %(number)s: %(seat)s {wins|win} with %(combo)s, which nothing can beat.",
        "Trick %(number)s: %(seat)s {goes|go} out with %(combo)s.",
    ]
    triple = [message for message in sentences if "triple" in message.text]
    assert [message.values["seat"] for message in triple] == [Seat(1), Seat(2)]
    for message in sentences:
        assert message.text % dict.fromkeys(message.values, "x")


def test_it_says_why_of_two_who_played_no_card_one_is_the_loser() -> None:
    state = with_hands("3D BJ", "4C 7C", "5H 8H", "3S 9S TS")
    state = after(state, play(0, "3D"), *passes(1, 2), play(3, "9S"), play(0, "BJ"))
    assert state.result is not None and state.result["left"] == [0, 2, 2, 2]
    text = "A tie for most cards left, with none played: %(seat)s {is|are} last in turn and {loses|lose}."
    assert Message(text, {"seat": Seat(2)}) in explain(state).messages


def test_it_sorts_hands() -> None:
    hand = cards("3D LJ 2S AS AH KD")
    assert names(sort_hand(hand)) == ["LJ", "2S", "AS", "AH", "KD", "3D"]
    assert names(sort_hand(hand, by_suit=True)) == ["LJ", "2S", "AS", "AH", "KD", "3D"]
    assert [names(group) for group in by_ranks(hand)] == [["LJ"], ["2S"], ["AS", "AH"], ["KD"], ["3D"]]
    assert [names(group) for group in by_suits(hand)] == [["LJ"], ["2S", "AS"], ["AH"], ["KD", "3D"]]
    assert mask_of(cards("LJ BJ")) == JOKERS


def test_the_last_tricks_are_the_end_of_all():
    rng = Random(4)
    for state, _action in random_hand(shuffled({}, rng), rng):
        every_trick = tricks(state.log)
        assert tricks(state.log, last=2) == every_trick[-2:]
        assert last_tricks(state.log) == last_tricks(state.log) == tuple(map(tuple, every_trick[-2:]))
        assert [action for trick in every_trick for action in trick] == list(actions(state.log))
