"""Tien Len once more, small and slow: the course of a hand, from /rules/tien-len/#1 to #8 alone.

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
    "cards": [13, 17],
    "four_chops_pair": [False, True],
    "chop_ladder": [True, False],
    "pass_out": [True, False],
    "chop_after_pass": ["none", "four-pairs", "any"],
    "instant": [False, True],
    "lowest_first": [True, False],
    "next_lead": ["winner", "lowest"],
    "ending": ["last-loser", "first-out"],
    "twos_left": [False, True],
    "chop_points": [False, True],
    "hands": list(range(100)),
    "target": list(range(10000)),
}
may_be_chosen = partial(are_values, VALUES)


def resolve(options: dict[str, Any]) -> dict[str, Any]:
    return climbing.resolve(VALUES, options)


def pack(options: dict[str, Any]) -> list[str]:
    return PACK_52


# --- 2. Cards ------------------------------------------------------------------------------

SUITS = "SCDH"


def height(card: str) -> tuple[int, int]:
    """Return the key that compares two cards: rank, then suit."""
    return RANKS.index(card[0]), SUITS.index(card[1])


# --- 3. Combinations -----------------------------------------------------------------------


def classify(cards: list[str], options: dict[str, Any]) -> Combo | None:
    """Return type, size, rank and suit, or ``None``."""
    ranks = sorted({card[0] for card in cards}, key=RANKS.index)
    counts = {sum(card[0] == rank for card in cards) for rank in ranks}
    top = max(cards, key=height)
    if len(ranks) == 1:
        name = ["single", "pair", "triple", "four"][len(cards) - 1]
        return combo(name, cards, ranks[0], top[1] if len(cards) <= 2 else None)
    in_a_row = "".join(ranks) in "3456789TJQKA" and len(ranks) >= 3
    if in_a_row and counts == {1}:
        return combo("straight", cards, top[0], top[1])
    if in_a_row and counts == {2}:
        return combo("pair-straight", cards, top[0], top[1])
    return None


# --- 4. What beats what --------------------------------------------------------------------


def strength(combo: Combo) -> int | None:
    """Return the strength of a chopper; ``None`` for other combinations."""
    if combo["type"] == "four":
        return 2
    if combo["type"] == "pair-straight":
        pairs = combo["size"] // 2
        return 1 if pairs == 3 else pairs - 1
    return None


def is_twos(combo: Combo) -> bool:
    return combo["rank"] == "2" and combo["type"] in ("single", "pair", "triple")


def chops_twos(new: Combo, last: Combo, options: dict[str, Any]) -> bool:
    """Return whether a four or a pair straight beats 2s, by the table of point 1."""
    pairs = new["size"] // 2 if new["type"] == "pair-straight" else 0
    if last["type"] == "single":
        return True
    if last["type"] == "pair":
        return pairs >= 4 or (new["type"] == "four" and bool(options["four_chops_pair"]))
    return pairs >= 5


def beat_error(new: Combo, last: Combo, options: dict[str, Any]) -> str | None:
    """Return the code for a combination that does not beat the last one, or ``None``."""
    mine, its = strength(new), strength(last)
    if is_twos(last) and mine is not None:  # point 1
        return None if chops_twos(new, last, options) else "wrong-type"
    if last["type"] == "four" and last["rank"] == "2":  # point 2
        return "wrong-type" if mine is None else "too-low"
    if options["chop_ladder"] and mine is not None and its is not None and mine != its:  # point 3
        return None if mine > its else "too-low"
    if (new["type"], new["size"]) != (last["type"], last["size"]):  # point 4
        return "wrong-type"
    return None if value(new) > value(last) else "too-low"


def value(combo: Combo) -> tuple[int, int]:
    """Return the key that compares combinations of one type and size (points 5 and 6)."""
    return RANKS.index(combo["rank"]), -1 if combo["suit"] is None else SUITS.index(combo["suit"])


# --- 5. The deal and the instant win --------------------------------------------------------


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options, context, deck = resolve(record.get("options", {})), record["context"], record["deck"]
    players = options["players"]
    hands = climbing.deal_round(deck, context["dealer"], players, climbing.sizes(options))
    hand = new_hand(options, hands)
    if players == 3 and climbing.sizes(options) == 17:
        lowest = min(deck[:51], key=height)
        taker = next(seat for seat in range(players) if lowest in hands[seat])
        hands[taker].append(deck[51])
        hand |= {"odd": deck[51], "odd_seat": taker}
    hand["lowest"] = min((card for cards in hands for card in cards), key=height)
    by_lowest = context["winner"] is None or options["next_lead"] == "lowest"
    holder = next(seat for seat in range(players) if hand["lowest"] in hands[seat])
    leader = holder if by_lowest else context["winner"]
    hand["to_act"] = [leader]
    if by_lowest and options["lowest_first"]:
        hand["first"] = hand["lowest"]
    if options["instant"] and climbing.sizes(options) == 13:
        win_at_once(hand, leader)
    return hand


def new_hand(options: dict[str, Any], hands: list[list[str]]) -> Hand:
    hand: Hand = {"options": options, "players": len(hands), "hands": hands, "made_a_play": [False] * len(hands)}
    hand |= {"top": None, "top_seat": None, "first": None, "result": None, "odd": None, "odd_seat": None}
    hand |= {"passed": [], "answered": [], "instant": None, "order": [], "phase": "play"}
    # what the last play would earn whoever made it: (who pays, how much), and what is paid so far
    return hand | {"chop": None, "chops": [0] * len(hands)}


NAMES = ["dragon", "four-twos", "five-pairs", "six-pairs"]


def instant(cards: list[str]) -> str | None:
    """Return the name of what wins at the deal: the first in the list that the cards contain."""
    counts = [sum(card[0] == rank for card in cards) for rank in RANKS]
    if all(counts[:12]):
        return "dragon"
    if counts[12] == 4:
        return "four-twos"
    if any(all(count >= 2 for count in counts[start : start + 5]) for start in range(8)):
        return "five-pairs"
    return "six-pairs" if sum(count // 2 for count in counts) >= 6 else None


def win_at_once(hand: Hand, leader: int) -> None:
    names = {seat: instant(cards) for seat, cards in enumerate(hand["hands"])}
    for name in NAMES:
        for seat in [leader, *after(leader, hand["players"])]:
            if names[seat] == name:
                hand["instant"] = name
                hand["order"] = [seat]
                finish(hand)
                return


# --- 6. The play ---------------------------------------------------------------------------


def is_choppable(combo: Combo) -> bool:
    return is_twos(combo) or combo["type"] in ("four", "pair-straight")


def to_ask(hand: Hand) -> list[int]:
    """Return the seats still to be asked about the last play, in order from its seat on."""
    options, top = hand["options"], hand["top"]
    others = [seat for seat in after(hand["top_seat"], hand["players"]) if hand["hands"][seat]]
    if not options["pass_out"] or (options["chop_after_pass"] != "none" and is_choppable(top)):
        return [seat for seat in others if seat not in hand["answered"]]
    return [seat for seat in others if seat not in hand["passed"]]


def may_chop_with(combo: Combo, options: dict[str, Any]) -> bool:
    """Return whether this play is allowed even after a pass."""
    if options["chop_after_pass"] == "any":
        return combo["type"] in ("four", "pair-straight")
    return bool(combo["type"] == "pair-straight" and combo["size"] >= 8)


def play_error(hand: Hand, seat: int, cards: list[str]) -> str | None:
    options, top = hand["options"], hand["top"]
    combo = classify(cards, options)
    if combo is None:
        return "not-a-combination"
    if hand["first"] is not None and hand["first"] not in cards:
        return "must-play-lowest"
    if top is None:
        return None
    if options["pass_out"] and seat in hand["passed"] and not may_chop_with(combo, options):
        return "passed-out"
    return beat_error(combo, top, options)


def play(hand: Hand, seat: int, cards: list[str]) -> None:
    combo = classify(cards, hand["options"])
    assert combo is not None
    if hand["top"] is not None:
        note_chop(hand, seat, combo)
    hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in cards]
    hand["made_a_play"][seat] = True
    hand |= {"top": combo, "top_cards": cards, "top_seat": seat, "answered": [], "first": None}
    if not hand["hands"][seat]:
        hand["order"].append(seat)
        holding = [held for held in hand["hands"] if held]
        if hand["options"]["ending"] == "first-out" or len(holding) == 1:
            settle_chop(hand)
            finish(hand)
            return
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
        return
    settle_chop(hand)
    in_order = [hand["top_seat"], *after(hand["top_seat"], hand["players"])]
    leader = next(other for other in in_order if hand["hands"][other])
    hand |= {"to_act": [leader], "top": None, "top_seat": None, "answered": [], "passed": []}


# --- 7. The end of a hand and its score ----------------------------------------------------


def worth(cards: list[str], combo: Combo) -> int:
    """Return what a play is worth when it is chopped."""
    if is_twos(combo):
        return sum(1 if card[1] in "SC" else 2 for card in cards)
    if combo["type"] == "four":
        return 4
    return 3 if combo["size"] == 6 else 5


def note_chop(hand: Hand, seat: int, new: Combo) -> None:
    """Note who would pay how much for the last play, which a new one beats (part 5)."""
    last, mine, its = hand["top"], strength(new), strength(hand["top"])
    by_rule_1 = is_twos(last) and mine is not None
    by_rule_3 = hand["options"]["chop_ladder"] and mine is not None and its is not None and mine != its
    if by_rule_1 or by_rule_3 or hand["chop"] is not None:
        earlier = 0 if hand["chop"] is None else hand["chop"][2]
        hand["chop"] = (hand["top_seat"], seat, worth(hand["top_cards"], last) + earlier)


def settle_chop(hand: Hand) -> None:
    if hand["chop"] is not None and hand["options"]["chop_points"]:
        payer, taker, amount = hand["chop"]
        hand["chops"][payer] -= amount
        hand["chops"][taker] += amount
    hand["chop"] = None


def base_points(hand: Hand, winner: int, lost: int) -> list[int]:
    """Return the points of parts 1 to 4."""
    players, options, hands = hand["players"], hand["options"], hand["hands"]
    scored = [0] * players

    def pay(payer: int, taker: int, amount: int) -> None:
        scored[payer] -= amount
        scored[taker] += amount

    others = after(winner, players)
    places = options["ending"] == "last-loser"
    if hand["instant"] is not None:
        for seat in others:
            pay(seat, winner, 2 if places else 26)
        return scored
    if places:
        pay(lost, winner, 2)
        if players == 4:
            pay(hand["order"][2], hand["order"][1], 1)
    else:
        for seat in others:
            pay(seat, winner, len(hands[seat]) * (1 if hand["made_a_play"][seat] else 2))
    if options["twos_left"]:
        for seat in others:
            twos = [card for card in hands[seat] if card[0] == "2"]
            pay(seat, hand["order"][-1] if places else winner, sum(1 if card[1] in "SC" else 2 for card in twos))
    return scored


def finish(hand: Hand) -> None:
    winner, left = hand["order"][0], [len(cards) for cards in hand["hands"]]
    lost = climbing.loser(left, hand["made_a_play"], winner)
    scored = base_points(hand, winner, lost)
    hand |= {"phase": "over", "to_act": []}
    hand["result"] = {
        "winner": winner,
        "loser": lost,
        "order": hand["order"],
        "left": left,
        "points": [own + chop for own, chop in zip(scored, hand["chops"], strict=True)],
        "instant": hand["instant"],
        "chops": hand["chops"],
    }


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    if action["do"] == "play":
        play(hand, action["seat"], action["cards"])
    else:
        pass_by(hand, action["seat"])
