"""Big Two once more, small and slow: the course of a hand, from /rules/big-two/#1 to #8 alone.

Headings name the sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import climbing
from tests.reference.climbing import PACK_52, RANKS, Combo, Hand, after, combo
from tests.reference.verifier import are_values

# --- 1. Options ----------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {  # the default first, save for hands
    "players": [4, 3, 2],
    "cards": [17, 13],
    "suit_order": ["DCHS", "CDHS", "CSHD"],
    "straights": ["hong-kong", "poker", "taiwan", "plain"],
    "flush": [True, False],
    "flush_order": ["rank", "suit"],
    "ladder": [True, False],
    "bomb": [False, True],
    "pass_out": [False, True],
    "last_card": ["highest", "forced", "off"],
    "lowest_first": [True, False],
    "next_lead": ["winner", "lowest"],
    "doubling": ["10", "8", "none"],
    "twos_double": [False, True],
    "settle": ["winner", "pairs"],
    "hands": list(range(100)),
    "target": list(range(10000)),
}
may_be_chosen = partial(are_values, VALUES)


def resolve(options: dict[str, Any]) -> dict[str, Any]:
    return climbing.resolve(VALUES, options)


def pack(options: dict[str, Any]) -> list[str]:
    return PACK_52


# --- 2. Cards ------------------------------------------------------------------------------


def height(card: str, options: dict[str, Any]) -> tuple[int, int]:
    """Return the key that compares two cards: rank, then suit."""
    return RANKS.index(card[0]), options["suit_order"].index(card[1])


def highest(cards: list[str], options: dict[str, Any]) -> str:
    return max(cards, key=lambda card: height(card, options))


# --- 3. Combinations -----------------------------------------------------------------------

PLAIN = ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
ROWS = {
    "hong-kong": [*PLAIN, "23456", "A2345"],
    "poker": ["A2345", "23456", *PLAIN],
    "taiwan": ["A2345", *PLAIN, "23456"],
    "plain": [*PLAIN, "JQKA2"],
}
DECIDED_BY_THE_TWO = {"hong-kong": ["23456", "A2345"], "poker": [], "taiwan": ["23456"], "plain": []}


def row_of(cards: list[str], options: dict[str, Any]) -> str | None:
    """Return the row of five that these cards form, if ``straights`` allows it."""
    ranks = sorted(card[0] for card in cards)
    return next((row for row in ROWS[options["straights"]] if sorted(row) == ranks), None)


def classify(cards: list[str], options: dict[str, Any]) -> Combo | None:
    """Return type, size, rank and suit by the first row that fits, or ``None``."""
    ranks = [card[0] for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    main = max(ranks, key=ranks.count)
    one_suit = len({card[1] for card in cards}) == 1
    top = highest(cards, options)
    if counts == [1]:
        return combo("single", cards, ranks[0], cards[0][1])
    if counts == [2]:
        return combo("pair", cards, main, top[1])
    if counts == [3]:
        return combo("triple", cards, main)
    if counts == [3, 2]:
        return combo("full-house", cards, main)
    if counts == [4, 1]:
        return combo("four+1", cards, main)
    if len(cards) != 5:
        return None
    row = row_of(cards, options)
    if row is not None:
        by_two = row in DECIDED_BY_THE_TWO[options["straights"]]
        deciding = next(card for card in cards if card[0] == ("2" if by_two else row[-1]))
        return combo("straight-flush" if one_suit else "straight", cards, row[-1], deciding[1])
    if one_suit and options["flush"]:
        return combo("flush", cards, top[0], top[1])
    return None


# --- 4. What beats what --------------------------------------------------------------------

BOMBS = ["four+1", "straight-flush"]
LADDER = ["straight", "flush", "full-house", "four+1", "straight-flush"]


def beat_error(new: Combo, last: Combo, options: dict[str, Any]) -> str | None:
    """Return the code for a combination that does not beat the last one, or ``None``."""
    if options["bomb"] and new["type"] in BOMBS and last["type"] not in BOMBS:  # point 1
        return None
    if new["size"] != last["size"]:  # point 2
        return "wrong-type"
    if new["type"] != last["type"]:  # point 3
        if not options["ladder"] and new["type"] not in BOMBS:
            return "wrong-type"
        return None if LADDER.index(new["type"]) > LADDER.index(last["type"]) else "too-low"
    return None if value(new, options) > value(last, options) else "too-low"


def value(combo: Combo, options: dict[str, Any]) -> tuple[int, int]:
    """Return the key that compares combinations of one type and size (points 4 to 7)."""
    rank = RANKS.index(combo["rank"])
    suit = -1 if combo["suit"] is None else options["suit_order"].index(combo["suit"])
    if combo["type"] in ("straight", "straight-flush"):
        ends = [row[-1] for row in ROWS[options["straights"]]]
        return ends.index(combo["rank"]), suit
    if combo["type"] == "flush" and options["flush_order"] == "suit":
        return suit, rank
    return rank, suit


# --- 5. The deal ---------------------------------------------------------------------------


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options, context, deck = resolve(record.get("options", {})), record["context"], record["deck"]
    players = options["players"]
    hands = climbing.deal_round(deck, context["dealer"], players, climbing.sizes(options))
    hand = new_hand(options, hands)
    if players == 3 and climbing.sizes(options) == 17:
        lowest = min(deck[:51], key=lambda card: height(card, options))
        taker = next(seat for seat in range(players) if lowest in hands[seat])
        hands[taker].append(deck[51])
        hand |= {"odd": deck[51], "odd_seat": taker}
    hand["lowest"] = min((card for cards in hands for card in cards), key=lambda card: height(card, options))
    by_lowest = context["winner"] is None or options["next_lead"] == "lowest"
    holder = next(seat for seat in range(players) if hand["lowest"] in hands[seat])
    hand["to_act"] = [holder if by_lowest else context["winner"]]
    if by_lowest and options["lowest_first"]:
        hand["first"] = hand["lowest"]
    return hand


def new_hand(options: dict[str, Any], hands: list[list[str]]) -> Hand:
    hand: Hand = {"options": options, "players": len(hands), "hands": hands, "made_a_play": [False] * len(hands)}
    hand |= {"top": None, "top_seat": None, "passed": [], "first": None, "result": None, "odd": None, "odd_seat": None}
    return hand | {"phase": "play", "order": []}


# --- 6. The play ---------------------------------------------------------------------------


def next_after(hand: Hand, seat: int, passed: list[int]) -> int:
    """Return who acts after a seat if these have passed (with ``pass_out`` off: since the last play)."""
    others = after(seat, hand["players"])
    return next((other for other in others if not hand["options"]["pass_out"] or other not in passed), seat)


def owes_highest(hand: Hand, seat: int) -> bool:
    """Return whether the next to act after a play by this seat holds exactly one card."""
    following = next_after(hand, seat, hand["passed"])
    return hand["options"]["last_card"] != "off" and len(hand["hands"][following]) == 1


def play_error(hand: Hand, seat: int, cards: list[str]) -> str | None:
    options, held = hand["options"], hand["hands"][seat]
    combo = classify(cards, options)
    if combo is None:
        return "not-a-combination"
    if hand["first"] is not None and hand["first"] not in cards:
        return "must-play-lowest"
    if hand["top"] is not None:
        error = beat_error(combo, hand["top"], options)
        if error is not None:
            return error
    if combo["type"] == "single" and owes_highest(hand, seat) and cards != [highest(held, options)]:
        return "must-play-highest"
    return None


def pass_error(hand: Hand, seat: int) -> str | None:
    top, options = hand["top"], hand["options"]
    if top is None:
        return "cannot-pass-lead"
    if options["last_card"] == "forced" and top["type"] == "single" and owes_highest(hand, seat):
        best = classify([highest(hand["hands"][seat], options)], options)
        assert best is not None
        if beat_error(best, top, options) is None:
            return "must-play-highest"
    return None


def play(hand: Hand, seat: int, cards: list[str]) -> None:
    hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in cards]
    hand["made_a_play"][seat] = True
    hand |= {"top": classify(cards, hand["options"]), "top_seat": seat, "first": None}
    if not hand["options"]["pass_out"]:
        hand["passed"] = []
    if not hand["hands"][seat]:
        finish(hand, seat)
    else:
        hand["to_act"] = [next_after(hand, seat, hand["passed"])]


def pass_by(hand: Hand, seat: int) -> None:
    hand["passed"] = [*hand["passed"], seat]
    if set(hand["passed"]) >= set(after(hand["top_seat"], hand["players"])):
        hand |= {"to_act": [hand["top_seat"]], "top": None, "top_seat": None, "passed": []}
    else:
        hand["to_act"] = [next_after(hand, seat, hand["passed"])]


# --- 7. The end of a hand and its score ----------------------------------------------------


def payment(cards: list[str], played: bool, options: dict[str, Any]) -> int:
    n = len(cards)
    factor = 1
    if options["doubling"] == "10":
        factor = 3 if not played else 2 if n >= 10 else 1
    if options["doubling"] == "8":
        factor = 4 if not played else 3 if n >= 10 else 2 if n >= 8 else 1
    twos = sum(card[0] == "2" for card in cards) if options["twos_double"] else 0
    return n * factor * 2**twos


def points(hands: list[list[str]], made_a_play: list[bool], winner: int, options: dict[str, Any]) -> list[int]:
    paid = [payment(cards, played, options) for cards, played in zip(hands, made_a_play, strict=True)]
    paid[winner] = 0
    if options["settle"] == "pairs":
        return [sum(paid) - len(paid) * own for own in paid]
    return [sum(paid) if seat == winner else -own for seat, own in enumerate(paid)]


def finish(hand: Hand, winner: int) -> None:
    left = [len(cards) for cards in hand["hands"]]
    hand |= {"phase": "over", "to_act": [], "order": [winner]}
    hand["result"] = {
        "winner": winner,
        "loser": climbing.loser(left, hand["made_a_play"], winner),
        "order": [winner],
        "left": left,
        "points": points(hand["hands"], hand["made_a_play"], winner, hand["options"]),
    }


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    if action["do"] == "play":
        play(hand, action["seat"], action["cards"])
    else:
        pass_by(hand, action["seat"])
