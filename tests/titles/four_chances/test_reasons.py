"""The reasons given for cards in All Fours and its kin are true of the position, by the rules and not the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from games.ai import arena
from games.rules.allfours.score import pips_of
from games.rules.cards import cards
from games.rules.four_chances.actions import PLAY
from games.rules.four_chances.following import JOKER, SUITS_UNDER, winning_place
from games.rules.four_chances.state import NO_TRUMP
from games.rules.pitch.score import TEN, counters
from games.rules.registry import GAMES
from games.table.game_table import why
from tests.faults.sizes import size
from tests.rules.allfours import hands as all_fours
from tests.rules.california_jack import hands as california_jack
from tests.rules.four_chances.hands import by_threes
from tests.titles.walks import choices, key_of, keys, reason, shown

FAMILY = ("all-fours", "pitch", "california-jack")
WORLDS = 8


# --- asking the rules ---------------------------------------------------------------------------


def game_of(state: Any) -> Any:
    """Return the game of a state."""
    options = state.table.setup.options
    return GAMES["pitch" if "auction" in options else "california-jack" if "follow" in options else "all-fours"]


def after(state: Any, action: Any) -> Any:
    return game_of(state).step(state, action)


def trump(state: Any, action: Any) -> int:
    if state.trump != NO_TRUMP:
        return int(state.trump)
    return 0 if action.card == JOKER else int(action.card // 13)


def side(state: Any, seat: int) -> int:
    return int(state.table.sides[seat])


def holder(state: Any) -> int:
    """Return the seat that is winning the trick, or has just won it."""
    if not state.trick:
        return int(state.tricks[-1].winner)
    return int((state.lead + winning_place(state.trick, state.trump)) % state.table.players)


def trick(state: Any) -> tuple[int, ...]:
    """Return the cards of the trick in progress or just ended."""
    return state.trick or state.tricks[-1].cards


def worlds(state: Any, seat: int, rng: Random) -> Iterator[Any]:
    """Yield the hand as it is, and as it may be for all that a seat knows, often with the good cards in one hand."""
    yield state
    view = game_of(state).view(state, seat)
    played = {card for one in state.tricks for card in one.cards} | set(state.trick)
    pool = [card for card in game_of(state).pack(view.options) if card not in played and card not in view.hand]
    others = [other for other in range(state.table.players) if other != seat]
    void = lacking(state)
    suits = SUITS_UNDER[max(state.trump, 0)]
    for _ in range(WORLDS):
        rng.shuffle(pool)
        rng.shuffle(others)
        high, ranks = lambda card: (suits[card] != state.trump, -card), lambda card: -(card % 13)
        left, hands = sorted(pool, key=rng.choice([lambda card: 0, high, ranks])), list(state.hands)
        for other in others:
            held = [card for card in left if suits[card] not in void[other]][: len(hands[other])]
            if len(held) < len(hands[other]):
                break
            hands[other] = tuple(held)
            left = [card for card in left if card not in held]
        else:
            yield state._replace(hands=tuple(hands))


def lacking(state: Any) -> list[set[int]]:
    """Return for each seat the suits that it did not follow; in California Jack a suit may come back."""
    void: list[set[int]] = [set() for _ in range(state.table.players)]
    options = state.table.setup.options
    if "follow" in options or options.get("discipline") == "honour" or state.trump == NO_TRUMP:
        return void
    suits = SUITS_UNDER[state.trump]
    for lead, played in [(one.lead, one.cards) for one in state.tricks] + [(state.lead, state.trick)]:
        for place, card in enumerate(played):
            led = suits[played[0]]
            if suits[card] != led and (suits[card] != state.trump or led == state.trump):
                void[(lead + place) % state.table.players].add(led)
    return void


def answers(state: Any, action: Any, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Yield every answer by each later seat with the state after it, in all worlds; others answer at random."""
    for world in worlds(state, action.seat, rng):
        first = after(world, action)
        for before in range(state.table.players - len(state.trick) - 1):
            now = first
            for _ in range(before):
                answer = rng.choice(plays(now))
                now = after(now, answer)
                yield answer, now
            yield from ((answer, after(now, answer)) for answer in plays(now))


def plays(state: Any) -> list[Any]:
    return [one for one in game_of(state).legal(state) if one.do == "play"]


def never(state: Any, action: Any, rng: Random, own: bool = True) -> bool:
    """Return whether the seat, or its side if ``own`` is false, has the trick whatever the answers."""

    def good(now: Any) -> bool:
        return holder(now) == action.seat if own else side(now, holder(now)) == mine(state, action)

    return good(after(state, action)) and all(good(now) for _, now in answers(state, action, rng))


def mine(state: Any, action: Any) -> int:
    return side(state, action.seat)


def counting(state: Any, action: Any) -> set[int]:
    """Return the cards that count for their taker, by the game's own count."""
    options, suit = state.table.setup.options, trump(state, action)
    jack, two = suit * 13 + 9, suit * 13
    if game_of(state).key == "california-jack":
        return {jack, two, *(card for card in range(52) if card % 13 >= 8)}
    low = {two} if options["low"] == "won" else set()
    if game_of(state).key == "pitch" and options["game_by"] == "ten":
        return {jack, suit * 13 + TEN, *low, *counters(suit, options)}
    if game_of(state).key == "pitch":
        return {jack, *low, *counters(suit, options), *(card for card in range(52) if card % 13 >= 8)}
    return {jack, *low, *(card for card in range(52) if pips_of([card], suit, options))}


def counts(state: Any, action: Any) -> bool:
    return action.card in counting(state, action)


def theirs(state: Any, action: Any) -> bool:
    return side(state, holder(state)) != mine(state, action)


def takers(state: Any) -> list[Any]:
    return [one for one in plays(state) if holder(after(state, one)) == one.seat]


def is_last(state: Any) -> bool:
    return len(state.trick) == state.table.players - 1


def is_lower(state: Any, one: Any, other: Any) -> bool:
    """Return whether a card of a trick is beaten by another played after it."""
    return winning_place([*state.trick, one.card, other.card], state.trump) == len(state.trick) + 1


def suit_of(state: Any, card: int) -> int:
    return SUITS_UNDER[state.trump][card]


def jack_taken(state: Any, action: Any, rng: Random) -> bool:
    jack = state.trump * 13 + 9
    owner = (state.lead + state.trick.index(jack)) % state.table.players
    return side(state, owner) != mine(state, action) and never(state, action, rng)


def draws_last(state: Any, action: Any, rng: Random) -> bool:
    now = after(state, action)
    while now.trick:
        now = after(now, rng.choice(plays(now)))
    others = [card for seat, hand in enumerate(now.hands) if seat != action.seat for card in hand]
    drawn = [card for card in trick(now) if suit_of(now, card) == now.trump and card != action.card]
    return bool(drawn) and not any(suit_of(now, card) == now.trump for card in others)


def may_catch(state: Any, action: Any, rng: Random) -> bool:
    """Return whether an opponent may hold the jack of trumps, for all that is known, and the card led takes it."""
    suit = trump(state, action)
    jack, played = suit * 13 + 9, [card for one in state.tricks for card in one.cards]
    void = lacking(state)
    opponents = [seat for seat in range(state.table.players) if side(state, seat) != mine(state, action)]
    hidden = jack not in (*state.hands[action.seat], *played) and any(suit not in void[seat] for seat in opponents)
    return hidden and winning_place([action.card, jack], suit) == 0 and SUITS_UNDER[suit][action.card] == suit


def longest(state: Any, action: Any, rng: Random) -> bool:
    suits = [card // 13 for card in state.hands[action.seat] if card != JOKER]
    suit = after(state, action).trump
    return state.trump == NO_TRUMP and suits.count(suit) == max(map(suits.count, suits))


#: reason → whether it is true, by the rules alone
TRUE: dict[str, Callable[[Any, Any, Random], bool]] = {
    "jack-comes-home": lambda s, a, r: a.card == trump(s, a) * 13 + 9 and never(s, a, r, own=False),
    "catches-jack": jack_taken,
    "last-trump": draws_last,
    "takes-counting": lambda s, a, r: (
        never(s, a, r) and bool(counting(s, a) & set(s.trick)) and (theirs(s, a) or not is_last(s))
    ),
    "gives-surely": lambda s, a, r: counts(s, a) and not theirs(s, a) and never(s, a, r, own=False),
    "adds-surely": lambda s, a, r: counts(s, a) and not theirs(s, a) and never(s, a, r),
    "may-catch-jack": may_catch,
    "unbeatable": lambda s, a, r: never(s, a, r),
    "only-trump": lambda s, a, r: all(
        suit_of(now, answer.card) == now.trump for answer, now in answers(s, a, r) if holder(now) == answer.seat
    ),
    "gives": lambda s, a, r: counts(s, a) and not theirs(s, a) and holder(after(s, a)) == holder(s),
    "ruffs": lambda s, a, r: (
        not any(suit_of(s, card) == suit_of(s, s.trick[0]) for card in s.hands[a.seat])
        and holder(after(s, a)) == a.seat
        and (theirs(s, a) or not is_last(s))
    ),
    "lowest": lambda s, a, r: a in takers(s) and not any(is_lower(s, one, a) for one in takers(s) if one != a),
    "beats": lambda s, a, r: theirs(s, a) and holder(after(s, a)) == a.seat,
    "leaves-partner": lambda s, a, r: not theirs(s, a) and holder(after(s, a)) == holder(s),
    "gives-nothing": lambda s, a, r: not counts(s, a) and theirs(s, a) and holder(after(s, a)) == holder(s),
    "cannot-beat": lambda s, a, r: not takers(s) and a.card == min(one.card for one in plays(s)),
    "longest": longest,
    "risks-nothing": lambda s, a, r: not counts(s, a),
    "saves-trumps": lambda s, a, r: (
        suit_of(s, a.card) != s.trump and any(suit_of(s, card) == s.trump for card in s.hands[a.seat])
    ),
    "holds-high": lambda s, a, r: s.trump * 13 + 12 in s.hands[a.seat],
    "no-trump": lambda s, a, r: not any(suit_of(s, card) == s.trump for card in s.hands[a.seat]),
    "keeps-trumps": lambda s, a, r: not any(suit_of(s, card) == s.trump for card in a.cards),
    "keeps-counting": lambda s, a, r: not {*a.cards} & counting(s, PLAY[a.seat][a.cards[0]]),
    "open-card": lambda s, a, r: never(s, a, r) and wins_open(s, a),
}


def wins_open(state: Any, action: Any) -> bool:
    """Return whether the top card of the stock, seen by all, is drawn by the seat and is a trump or counts."""
    top = game_of(state).view(state, action.seat).top
    now = after(state, action)
    while now.trick:
        now = after(now, plays(now)[0])
    return top in now.hands[action.seat] and (suit_of(state, top) == state.trump or top in counting(state, action))


def test_the_rules_are_asked_about_every_reason() -> None:
    assert set(TRUE) - {"open-card"} == keys("all-fours") == keys("pitch")
    assert set(TRUE) == keys("california-jack")


RULES: list[tuple[str, dict[str, Any]]] = [
    ("all-fours", {}),
    ("all-fours", {"edition": "1845"}),
    ("all-fours", {"players": 4, "game_cards": "pips"}),
    ("all-fours", {"players": 4, "discipline": "honour"}),
    ("all-fours", {"players": 4, "low": "won"}),
    ("pitch", {}),
    ("pitch", {"partners": True}),
    ("pitch", {"snoozer": True, "counters": "nine-five-three"}),
    ("pitch", {"game_by": "ten", "players": 2}),
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
            assert TRUE[reason_key](state, action, rng), (reason_key, action)
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
    "no-trump": (["AS 2C 3C 4C TD 4S", "3S 7S 8C 6C 9D 3D"], "beg", "1 beg"),
}


def state_after(hands: list[str], actions: str) -> Any:
    """Return a state of All Fours after some actions, the first of which is the eldest's standing."""
    state = all_fours.start({"players": len(hands)}, cards=by_threes(*hands, then="5H"))
    if actions == "beg":
        return state
    state = all_fours.after(state, "1 stand")
    return all_fours.after(state, actions) if actions else state


@pytest.mark.parametrize("reason_key", POSITIONS)
def test_each_reason_is_said_where_it_is_true(reason_key: str) -> None:
    hands, actions, now = POSITIONS[reason_key]
    state, action = state_after(hands, actions), all_fours.action(now)
    assert reason(state, action, "all-fours") == reason_key
    assert TRUE[reason_key](state, action, Random(1))


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
    assert TRUE[reason_key](state, action, Random(1))


def test_it_says_that_the_open_card_of_the_stock_is_won() -> None:
    state = california_jack.start({"stock": "up"})
    action = PLAY[1][cards("AH")[0]]
    assert reason(state, action, "california-jack") == "open-card"
    assert TRUE["open-card"](state, action, Random(1))


def test_it_says_that_the_first_card_makes_the_longest_suit_trumps() -> None:
    state = pitched(["2C 3C 4C 5C KD", "AC KC QC JC TC", "2S 3S 4S 5S 6S", "2H 3H 4H 5H 6H"])
    action = PLAY[state.to_act[0]][cards("5C")[0]]
    assert reason(state, action, "pitch") == "longest"
    assert TRUE["longest"](state, action, Random(1))


def test_it_says_that_the_last_trump_is_drawn() -> None:
    suits = {suit: [f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SHCD"}
    first = [*suits["C"][1:], "2S"]
    state = pitched([" ".join(hand) for hand in (first, ["2C", *suits["S"][1:]], suits["H"], suits["D"])], hand="all")
    action = PLAY[state.to_act[0]][cards("AC")[0]]
    assert reason(state, action, "pitch") == "last-trump"
    assert TRUE["last-trump"](state, action, Random(1))


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
