"""California Jack once more, small and slow: the course of a hand, from /rules/california-jack/#1 to #5 alone.

It shares no line with ``games.rules``: cards are names, a hand is a dict of lists. Headings name
the sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import four_chances
from tests.reference.four_chances import PACK_52, Hand, rank, score
from tests.reference.verifier import are_values

# --- 1. Options and editions ---------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "edition": ["1897", "later", "shasta-sam"],
    "target": list(range(1, 1001)),
    "deal": ["threes", "singles"],
    "trump": ["cut", "turned"],
    "stock": ["up", "down"],
    "follow": ["or-trump", "strict", "suit"],
    "tie_game": ["none", "nondealer"],
    "games": list(range(1, 10)),
}
may_be_chosen = partial(are_values, VALUES)
OF_1897: dict[str, Any] = {
    "target": 7,
    "deal": "threes",
    "trump": "cut",
    "stock": "up",
    "follow": "or-trump",
    "tie_game": "none",
    "games": 1,
}
COLUMNS: dict[str, dict[str, Any]] = {
    "1897": {},
    "later": {"target": 10, "trump": "turned", "follow": "strict"},
    "shasta-sam": {"stock": "down"},
}


resolve = partial(four_chances.resolve, OF_1897, COLUMNS)


def pack(options: dict[str, Any]) -> list[str]:
    return PACK_52


# --- 3. The deal ---------------------------------------------------------------------------


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options, context = resolve(record.get("options", {})), record["context"]
    dealer = context["dealer"]
    hand: Hand = {"options": options, "dealer": dealer, "stock": list(record["deck"]), "hands": [[], []]}
    hand |= {"before": list(context["scores"]), "scores": list(context["scores"]), "items": [], "winner": None}
    hand |= {"trick": [], "tricks": [], "drawn": [[], []], "phase": "play", "to_act": [1 - dealer], "result": None}
    for at_once in [3, 3] if options["deal"] == "threes" else [1, 1, 1, 1, 1, 1]:
        for seat in (1 - dealer, dealer):
            for _ in range(at_once):
                hand["hands"][seat].append(hand["stock"].pop(0))
    hand["trump"] = context["trump"] if options["trump"] == "cut" else hand["stock"][0][1]
    return hand


# --- 4. The play ---------------------------------------------------------------------------


def card_error(cards: list[str], led: str | None, trump: str, card: str, follow: str) -> str | None:
    """Return the code that refuses a card of the hand ``cards``; ``led`` is the other's card."""
    if led is None:
        return None
    trumps = [c for c in cards if c[1] == trump]
    if led[1] == trump:
        return "must-follow-trump" if trumps and card not in trumps else None
    if any(c[1] == led[1] for c in cards):
        if card[1] == led[1]:
            return None
        if follow == "suit":
            return "must-follow"
        return None if card[1] == trump else "must-follow-or-trump"
    if follow != "or-trump" and trumps and card not in trumps:
        return "must-trump"
    return None


def best_of(first: str, second: str, trump: str) -> int:
    """Return 0 or 1, the index of the card that takes a trick."""
    if first[1] == second[1]:
        return int(rank(second) > rank(first))
    return int(second[1] == trump)


def play_card(hand: Hand, seat: int, card: str) -> None:
    hand["hands"][seat].remove(card)
    hand["trick"].append([seat, card])
    if len(hand["trick"]) == 1:
        hand["to_act"] = [1 - seat]
        return
    leader, led = hand["trick"][0]
    winner = leader if best_of(led, card, hand["trump"]) == 0 else seat
    hand["tricks"].append((winner, hand["trick"]))
    hand |= {"trick": [], "to_act": [winner]}
    if hand["stock"]:
        draw(hand, winner)
    if not hand["hands"][winner]:
        taken: list[list[str]] = [[], []]
        for taker, trick in hand["tricks"]:
            taken[taker] += [played for _, played in trick]
        count(hand, taken)


def draw(hand: Hand, winner: int) -> None:
    for seat in (winner, 1 - winner):
        card = hand["stock"].pop(0)
        hand["hands"][seat].append(card)
        hand["drawn"][seat].append(card)


# --- 5. The count --------------------------------------------------------------------------


def pips(won: list[str]) -> int:
    return sum({"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0) for card in won)


def count(hand: Hand, taken: list[list[str]]) -> None:
    """Score the cards that each seat has taken, and end the hand."""
    trump, options = hand["trump"], hand["options"]
    owners = [(what, int(rank + trump in taken[1])) for what, rank in (("high", "A"), ("low", "2"), ("jack", "J"))]
    counts = [pips(cards) for cards in taken]
    if counts[0] != counts[1]:
        owners.append(("game", int(counts[1] > counts[0])))
    elif options["tie_game"] == "nondealer":
        owners.append(("game", 1 - hand["dealer"]))
    for what, seat in owners:
        score(hand, what, seat, 1)
    hand |= {"phase": "over", "to_act": []}
    hand["result"] = {
        "end": "played",
        "trump": trump,
        "pips": counts,
        **four_chances.scored(hand),
    }


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    play_card(hand, action["seat"], action["card"])
