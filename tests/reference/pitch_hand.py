"""Pitch once more, small and slow: the course of a hand, from /rules/pitch/#3 to #6 alone.

A hand is a dict of lists; options, cards and tricks are in ``pitch_cards.py``. Headings name the
sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from typing import Any

from tests.reference import four_chances
from tests.reference.four_chances import Hand, rank, score
from tests.reference.pitch_cards import (
    COUNTERS,
    NAMES,
    SNOOZER,
    ask_answer,
    best_of,
    deal,
    game_side,
    is_trump,
    pips,
    resolve,
    side_of,
    sides,
    top,
)

# --- 3. The deal ---------------------------------------------------------------------------


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options = resolve(record.get("options", {}))
    players, dealer = options["players"], record["context"]["dealer"]
    hand: Hand = {"options": options, "players": players, "dealer": dealer, "eldest": (dealer + 1) % players}
    hand |= {"before": list(record["context"]["scores"]), "scores": list(record["context"]["scores"])}
    hand |= {"items": [], "winner": None, "trump": None, "bound": None, "pitcher": None, "tricks": [], "asked": False}
    hand |= {"answers": [], "highest": None, "silent": [], "result": None}
    hand["hands"] = deal(list(record["deck"]), options, hand["eldest"])
    if options["auction"] == "none":
        pitch_follows(hand, hand["eldest"], None)
    elif options["auction"] == "bank":
        open_bidding(hand)
    else:
        hand |= {"phase": "offer", "to_act": [hand["eldest"]]}
    return hand


# --- 4. The auction ------------------------------------------------------------------------


def open_bidding(hand: Hand) -> None:
    """The eldest speaks first; in a sale the seat after the eldest, and the eldest's side is silent."""
    hand |= {"phase": "bid", "to_act": []}
    first = hand["eldest"]
    if hand["options"]["auction"] == "sell":
        sellers = side_of(hand["eldest"], hand["options"])
        hand["silent"] = [seat for seat in range(hand["players"]) if side_of(seat, hand["options"]) == sellers]
        first = (first + 1) % hand["players"]
    ask_from(hand, first)


def bid_error(hand: Hand, seat: int, points: int) -> str | None:
    """Return the code that refuses a bid by a seat that may speak, if any."""
    options, highest = hand["options"], hand["highest"]
    most = top(options)
    if not options["min_bid"] <= points <= most:
        return "no-such-bid"
    if highest is not None and points <= highest[1]:
        privilege = {"none": False, "below": highest[1] < most, "top": highest[1] == most, "any": True}
        if seat != hand["dealer"] or points < highest[1] or not privilege[options["dealer_bid"]]:
            return "bid-too-low"
    sale = options["auction"] == "sell" and not options["sale_can_win"]
    if sale and hand["scores"][side_of(hand["eldest"], options)] + points >= options["target"]:
        return "bid-would-win"
    return None


def ask_from(hand: Hand, first: int) -> None:
    """Ask the next seat, ``first`` or after it, that may still speak; if there is none, end the bidding.

    Point 5: a seat that could make no legal bid at its turn has passed; the highest bidder is not asked.
    """
    for place in range(hand["players"]):
        seat = (first + place) % hand["players"]
        if seat in hand["silent"] or (hand["highest"] is not None and hand["highest"][0] == seat):
            continue
        if any(bid_error(hand, seat, points) is None for points in range(1, 40)):
            hand["to_act"] = [seat]
            return
        hand["silent"].append(seat)
    end_bidding(hand)


def speak(hand: Hand, seat: int, points: int) -> None:
    """Let a seat bid, or pass with 0 points."""
    if points:
        hand["highest"] = [seat, points]
    if not points or not hand["options"]["rebid"]:
        hand["silent"].append(seat)
    ask_from(hand, (seat + 1) % hand["players"])


def end_bidding(hand: Hand) -> None:
    options, eldest, highest = hand["options"], hand["eldest"], hand["highest"]
    sale = options["auction"] == "sell"
    if highest is not None and sale:  # point 6
        hand |= {"phase": "answer", "to_act": [eldest]}
    elif highest is not None:
        pitch_follows(hand, highest[0], highest)
    elif options["all_pass"] == "free":  # point 7
        pitch_follows(hand, eldest, None)
    elif options["all_pass"] == "redeal":
        finish(hand, "thrown-in")
    else:
        seat = eldest if sale else hand["dealer"]
        pitch_follows(hand, seat, [seat, options["min_bid"]])


def keep(hand: Hand) -> None:
    points = top(hand["options"]) if hand["phase"] == "offer" else hand["highest"][1]
    pitch_follows(hand, hand["eldest"], [hand["eldest"], points])


def sell(hand: Hand) -> None:
    seat, points = hand["highest"]
    score(hand, "sale", side_of(hand["eldest"], hand["options"]), points)
    if hand["winner"] is not None:
        finish(hand, "sale")
    else:
        pitch_follows(hand, seat, [seat, points])


def pitch_follows(hand: Hand, seat: int, bound: list[int] | None) -> None:
    hand |= {"phase": "play", "to_act": [seat], "pitcher": seat, "bound": bound}
    hand["held"] = [list(cards) for cards in hand["hands"]]  # what is out (/rules/pitch/#2), by seat


# --- 5. The play ---------------------------------------------------------------------------


def taker(hand: Hand, trick: list[list[Any]]) -> int:
    """Return the seat that takes a trick, a list of ``[seat, card]`` in order."""
    seat: int = trick[best_of([card for _, card in trick], hand["trump"])][0]
    return seat


def play_card(hand: Hand, seat: int, card: str) -> None:
    if hand["trump"] is None:
        hand["trump"] = "S" if card == SNOOZER else card[1]
    if not hand["tricks"] or len(hand["tricks"][-1]) == hand["players"]:
        hand["tricks"].append([])
    trick = hand["tricks"][-1]
    hand["hands"][seat].remove(card)
    trick.append([seat, card])
    hand["asked"] = False
    if len(trick) < hand["players"]:
        hand["to_act"] = [(seat + 1) % hand["players"]]
    elif any(hand["hands"]):
        hand["to_act"] = [taker(hand, trick)]
    else:
        count(hand)


def may_ask(hand: Hand, seat: int) -> bool:
    if not hand["tricks"] or hand["asked"]:
        return False
    latest_seat, latest_card = hand["tricks"][-1][-1]
    return bool(seat == latest_seat and is_trump(latest_card, hand["trump"]))


# --- 6. The count --------------------------------------------------------------------------


def pips_by_side(hand: Hand) -> list[int]:
    won: list[list[str]] = [[] for _ in range(sides(hand["options"]))]
    for trick in hand["tricks"]:
        won[side_of(taker(hand, trick), hand["options"])] += [card for _, card in trick]
    return [pips(cards) for cards in won]


def points_list(hand: Hand) -> list[tuple[str, int, int]]:
    """Return who scores each point of the list: ``(what, side, points)``, in its order."""
    options, trump = hand["options"], hand["trump"]
    taken_by = {card: side_of(taker(hand, trick), options) for trick in hand["tricks"] for _, card in trick}
    held = {card: side_of(seat, options) for seat, cards in enumerate(hand["held"]) for card in cards}
    trumps = sorted((card for card in held if card[1] == trump), key=rank)
    due: list[tuple[str, int, int]] = []
    if trumps:
        due.append(("high", held[trumps[-1]], 1))
        due.append(("low", (held if options["low"] == "dealt" else taken_by)[trumps[0]], 1))
    if "J" + trump in trumps:
        due.append(("jack", taken_by["J" + trump], 1))
    if options["game_by"] == "pips":
        side = game_side(pips_by_side(hand), hand["dealer"], options)
        if side is not None:
            due.append(("game", side, 1))
    elif "T" + trump in trumps:
        due.append(("game", taken_by["T" + trump], 1))
    for counter in COUNTERS[options["counters"]]:
        if f"{counter}{trump}" in trumps:
            due.append((NAMES[counter], taken_by[f"{counter}{trump}"], counter))
    if SNOOZER in taken_by:
        due.append(("snoozer", taken_by[SNOOZER], 15))
    return due


def count(hand: Hand) -> None:
    due, options = points_list(hand), hand["options"]
    hand["made"] = None
    if hand["bound"] is not None:
        seat, promised = hand["bound"]
        bound_side = side_of(seat, options)
        hand["made"] = sum(points for _, side, points in due if side == bound_side)
        if hand["made"] < promised:
            score(hand, "set-back", bound_side, -promised)
            due = [item for item in due if item[1] != bound_side]
        elif options["count_first"] == "bidder":
            due = [i for i in due if i[1] == bound_side] + [i for i in due if i[1] != bound_side]
    for what, side, points in due:
        score(hand, what, side, points)
    finish(hand, "played")


# --- the course of a hand ------------------------------------------------------------------


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    seat, do = action["seat"], action["do"]
    if do == "offer":
        open_bidding(hand)
    elif do == "keep":
        keep(hand)
    elif do == "sell":
        sell(hand)
    elif do == "bid":
        speak(hand, seat, action["points"])
    elif do == "pass":
        speak(hand, seat, 0)
    elif do == "play":
        play_card(hand, seat, action["card"])
    elif do == "ask":
        hand["asked"] = True
        out = [card for cards in hand["held"] for card in cards]
        latest = hand["tricks"][-1][-1]
        hand["answers"].append([*latest, *ask_answer(out, hand["trump"], latest[1])])


def finish(hand: Hand, end: str) -> None:
    hand |= {"phase": "over", "to_act": []}
    contract = None
    if end == "played" and hand["bound"] is not None:
        contract = {"seat": hand["bound"][0], "points": hand["bound"][1], "made": hand["made"]}
    by_pips = end == "played" and hand["options"]["game_by"] == "pips"
    hand["result"] = {
        "end": end,
        "trump": hand["trump"],
        "contract": contract,
        "pips": pips_by_side(hand) if by_pips else None,
        **four_chances.scored(hand),
    }
