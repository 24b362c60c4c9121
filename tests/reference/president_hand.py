"""President once more, small and slow: the course of a hand, from /rules/president/#1 to #8 alone.

Headings name the sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import climbing
from tests.reference.climbing import JOKERS, PACK_52, RANKS, Combo, Hand, after, combo
from tests.reference.verifier import are_values

# --- 1. Options ----------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {  # the default first, save for hands
    "players": [4, 3, 5, 6, 7],
    "jokers": [False, True],
    "equal": ["higher", "allow", "skip"],
    "two_clears": [True, False],
    "pass_out": [False, True],
    "revolution": [False, True],
    "finish_on_two": [True, False],
    "exchange": ["full", "one", "none"],
    "lowest_first": [True, False],
    "next_lead": ["winner", "loser", "lowest"],
    "score": ["titles", "places"],
    "hands": list(range(100)),
    "target": list(range(10000)),
}
may_be_chosen = partial(are_values, VALUES)


def resolve(options: dict[str, Any]) -> dict[str, Any]:
    return climbing.resolve(VALUES, options)


def pack(options: dict[str, Any]) -> list[str]:
    return PACK_52 + JOKERS if options["jokers"] else PACK_52


# --- 2. Cards ------------------------------------------------------------------------------


def rank(card: str) -> str:
    return "BJ" if card in JOKERS else card[0]


def best_first(cards: list[str]) -> list[str]:
    """Return cards by rank, then by the suits for the record."""

    def place(card: str) -> tuple[int, int]:
        return (99, JOKERS.index(card)) if card in JOKERS else (RANKS.index(card[0]), "DCHS".index(card[1]))

    return sorted(cards, key=place, reverse=True)


# --- 3. Combinations, 4. What beats what ----------------------------------------------------


def classify(cards: list[str], options: dict[str, Any]) -> Combo | None:
    if len({rank(card) for card in cards}) != 1:
        return None
    return combo(["single", "pair", "triple", "four"][len(cards) - 1], cards, rank(cards[0]))


def place_of(of_rank: str, turned: bool) -> int:
    """Return the height of a rank, jokers above all."""
    if of_rank == "BJ":
        return 99
    return -RANKS.index(of_rank) if turned else RANKS.index(of_rank)


def beat_error(new: Combo, last: Combo, options: dict[str, Any], turned: bool) -> str | None:
    """Return the code for a combination that does not beat the last one, or ``None``."""
    if new["size"] != last["size"]:
        return "wrong-type"
    mine, its = place_of(new["rank"], turned), place_of(last["rank"], turned)
    if mine > its or (mine == its and options["equal"] in ("allow", "skip")):
        return None
    return "too-low"


# --- 5. The deal and the exchange ------------------------------------------------------------


def tributes(options: dict[str, Any], order: list[int] | None) -> list[tuple[int, int, int]]:
    """Return (payer, taker, number of cards) for each tribute, the scum first."""
    if order is None or options["exchange"] == "none":
        return []
    if options["exchange"] == "one":
        return [(order[-1], order[0], 1)]
    vices = [(order[-2], order[1], 1)] if options["players"] >= 4 else []
    return [(order[-1], order[0], 2), *vices]


def new_hand(options: dict[str, Any], hands: list[list[str]]) -> Hand:
    hand: Hand = {"options": options, "players": len(hands), "hands": hands, "last_order": None, "result": None}
    hand |= {"top": None, "top_seat": None, "first": None, "turned": False, "skipped": None}
    hand |= {"passed": [], "answered": [], "gone": [], "on_two": []}
    return hand | {"phase": "play", "to_act": [], "owed": {}}


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options, context, deck = resolve(record.get("options", {})), record["context"], record["deck"]
    players, dealer = options["players"], context["dealer"]
    dealt = [[card for i, card in enumerate(deck) if (dealer + i) % players == seat] for seat in range(players)]
    hand = new_hand(options, dealt)
    hand["last_order"] = context["order"]
    for payer, taker, count in tributes(options, context["order"]):
        hand["owed"][taker] = (payer, best_first(dealt[payer])[:count])
    if hand["owed"]:
        hand |= {"phase": "exchange", "to_act": list(hand["owed"])}
    else:
        begin_play(hand)
    return hand


def give(hand: Hand, seat: int, cards: list[str]) -> None:
    payer, tribute = hand["owed"].pop(seat)
    hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in cards] + tribute
    hand["hands"][payer] = [card for card in hand["hands"][payer] if card not in tribute] + cards
    hand["to_act"] = [other for other in hand["to_act"] if other != seat]
    if not hand["to_act"]:
        begin_play(hand)


# --- 6. The play ---------------------------------------------------------------------------


def begin_play(hand: Hand) -> None:
    order, options = hand["last_order"], hand["options"]
    next_lead = "lowest" if order is None else options["next_lead"]
    if next_lead == "lowest":
        leader = next(seat for seat in range(hand["players"]) if "3C" in hand["hands"][seat])
        hand["first"] = "3C" if options["lowest_first"] else None
    else:
        leader = order[0] if next_lead == "winner" else order[-1]
    hand |= {"phase": "play", "to_act": [leader]}


def play_error(hand: Hand, seat: int, cards: list[str]) -> str | None:
    combo = classify(cards, hand["options"])
    if combo is None:
        return "not-a-combination"
    if hand["first"] is not None and hand["first"] not in cards:
        return "must-play-lowest"
    return None if hand["top"] is None else beat_error(combo, hand["top"], hand["options"], hand["turned"])


def to_ask(hand: Hand) -> list[int]:
    """Return the seats still to be asked about the last play."""
    out = set(hand["answered"])
    if hand["options"]["pass_out"]:
        out |= set(hand["passed"])
    return [seat for seat in after(hand["top_seat"], hand["players"]) if hand["hands"][seat] and seat not in out]


def play(hand: Hand, seat: int, cards: list[str]) -> None:
    combo, last, options = classify(cards, hand["options"]), hand["top"], hand["options"]
    assert combo is not None
    hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in cards]
    hand |= {"top": combo, "top_seat": seat, "answered": [], "first": None, "skipped": None}
    if combo["type"] == "four" and options["revolution"]:
        hand["turned"] = not hand["turned"]
    if not hand["hands"][seat]:
        faulty = not options["finish_on_two"] and combo["rank"] in ("2", "BJ")
        hand["on_two" if faulty else "gone"].append(seat)
        if sum(bool(held) for held in hand["hands"]) == 1:
            finish(hand)
            return
    if combo["rank"] == "2" and options["two_clears"] and not hand["turned"]:
        end_trick(hand)
        return
    if options["equal"] == "skip" and last is not None and last["rank"] == combo["rank"]:
        for skipped in [other for other in after(seat, hand["players"]) if other in to_ask(hand)][:1]:
            hand["answered"].append(skipped)
            hand["skipped"] = skipped
    go_on(hand, seat)


def pass_by(hand: Hand, seat: int) -> None:
    hand["answered"].append(seat)
    hand["passed"].append(seat)
    go_on(hand, seat)


def go_on(hand: Hand, seat: int) -> None:
    """Pass the turn on from a seat or end the trick."""
    waiting = to_ask(hand)
    if waiting:
        hand["to_act"] = [next(other for other in after(seat, hand["players"]) if other in waiting)]
    else:
        end_trick(hand)


def end_trick(hand: Hand) -> None:
    in_order = [hand["top_seat"], *after(hand["top_seat"], hand["players"])]
    leader = next(other for other in in_order if hand["hands"][other])
    hand |= {"to_act": [leader], "top": None, "top_seat": None, "answered": [], "passed": []}


# --- 7. The end of a hand and its score ----------------------------------------------------


def points(order: list[int], options: dict[str, Any]) -> list[int]:
    players = len(order)
    scored = [0] * players
    for place, seat in enumerate(order):
        scored[seat] = max(2 - place, 0) if options["score"] == "titles" else players - 1 - place
    return scored


def places(hand: Hand) -> list[int]:
    """Return the seats by place: out without fault, then with cards, then those out on a 2, the first of them last."""
    holding = [seat for seat in range(hand["players"]) if hand["hands"][seat]]
    return [*hand["gone"], *holding, *reversed(hand["on_two"])]


def finish(hand: Hand) -> None:
    order = places(hand)
    hand |= {"phase": "over", "to_act": []}
    hand["result"] = {
        "winner": order[0],
        "loser": order[-1],
        "order": order,
        "left": [len(cards) for cards in hand["hands"]],
        "points": points(order, hand["options"]),
    }


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    if action["do"] == "give":
        give(hand, action["seat"], action["cards"])
    elif action["do"] == "play":
        play(hand, action["seat"], action["cards"])
    else:
        pass_by(hand, action["seat"])
