"""All Fours once more, small and slow: the course of a hand, from /rules/all-fours/#1 to #8 alone.

It shares no line with ``games.rules``: cards are names, a hand is a dict of lists. Headings name
the sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference import four_chances
from tests.reference.four_chances import PACK_52, Hand, rank, score
from tests.reference.verifier import are_values

CHANCES = ["high", "low", "jack", "game"]


# --- 1. Options and editions ---------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "edition": ["1807", "1814", "1814-printed", "1823", "1845", "1876"],
    "players": [2, 4],
    "pack": [52, 44],
    "target": list(range(1, 1001)),
    "deal": ["threes", "singles"],
    "cut": ["high", "low"],
    "ten": [10, 1],
    "game_cards": ["all", "trumps", "pips"],
    "low": ["dealt", "won", "dealer"],
    "discard": ["none", "to-six"],
    "beg_limit": [1, 2, 3],
    "gift_can_win": [True, False],
    "tie_game": ["none", "nondealer"],
    "discipline": ["enforced", "honour"],
    "announce": ["auto", "self"],
    "miscount": [4, 1],
    "games": list(range(1, 10)),
}
may_be_chosen = partial(are_values, VALUES)
OF_1807 = {
    "players": 2,
    "pack": 52,
    "target": 10,
    "deal": "threes",
    "cut": "high",
    "ten": 10,
    "game_cards": "all",
    "low": "dealt",
    "discard": "none",
    "beg_limit": 1,
    "gift_can_win": True,
    "tie_game": "none",
    "discipline": "enforced",
    "announce": "auto",
    "miscount": 4,
    "games": 1,
}
COLUMNS: dict[str, dict[str, Any]] = {
    "1807": {},
    "1814": {"target": 7},
    "1814-printed": {"target": 7, "ten": 1, "low": "dealer"},
    "1823": {},
    "1845": {"deal": "singles", "cut": "low", "game_cards": "trumps", "discard": "to-six"},
    "1876": {"target": 7},
}


resolve = partial(four_chances.resolve, OF_1807, COLUMNS)


def pack(options: dict[str, Any]) -> list[str]:
    """Return the cards of the game: with 44 there are no sixes and no sevens."""
    return [card for card in PACK_52 if options["pack"] == 52 or card[0] not in "67"]


# --- 3. The deal ---------------------------------------------------------------------------


def deal_cards(hand: Hand, rounds: list[int]) -> None:
    """Deal to each seat this many cards at a time, the eldest first and the dealer last."""
    for at_once in rounds:
        for place in range(1, hand["players"] + 1):
            for _ in range(at_once):
                hand["hands"][(hand["dealer"] + place) % hand["players"]].append(hand["pack"].pop(0))


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options = resolve(record.get("options", {}))
    players, dealer = options["players"], record["context"]["dealer"]
    hand: Hand = {"options": options, "players": players, "dealer": dealer, "eldest": (dealer + 1) % players}
    hand |= {"pack": list(record["deck"]), "hands": [[] for _ in range(players)]}
    hand |= {"before": list(record["context"]["scores"]), "scores": list(record["context"]["scores"])}
    hand |= {"items": [], "winner": None, "begs": 0, "was_run": False, "tricks": [], "asked": False}
    hand |= {"revokes": [], "claimed": [], "announced": {}, "answers": [], "result": None}
    deal_cards(hand, [3, 3] if options["deal"] == "threes" else [1, 1, 1, 1, 1, 1])
    hand |= {"phase": "beg", "to_act": [hand["eldest"]]}
    turn_trump(hand, hand["pack"].pop(0))
    return hand


def turn_trump(hand: Hand, card: str) -> None:
    hand["trump"] = card[1]
    if card[0] == "J":
        score(hand, "jack-turned", dealers_side(hand), 1)
        if hand["winner"] is not None:
            finish(hand, "jack-turned")


# --- 4. Begging ----------------------------------------------------------------------------


def round_needs(hand: Hand) -> int:
    return 3 * hand["players"] + 1


def run_the_cards(hand: Hand) -> None:
    hand["was_run"] = True
    while True:
        if len(hand["pack"]) < round_needs(hand):  # point 4
            finish(hand, "thrown-in")
            return
        deal_cards(hand, [3] if hand["options"]["deal"] == "threes" else [1, 1, 1])
        turned = hand["pack"].pop(0)
        if turned[1] != hand["trump"]:
            break
    turn_trump(hand, turned)
    if hand["phase"] == "over":
        return
    if hand["begs"] < hand["options"]["beg_limit"] and len(hand["pack"]) >= round_needs(hand):  # point 5
        hand |= {"phase": "beg", "to_act": [hand["eldest"]]}
    else:
        end_begging(hand)


def end_begging(hand: Hand) -> None:
    if hand["options"]["discard"] == "to-six" and hand["was_run"]:  # point 6
        hand |= {"phase": "discard", "to_act": list(range(hand["players"]))}
    else:
        begin_play(hand)


# --- 5. The play ---------------------------------------------------------------------------


def begin_play(hand: Hand) -> None:
    hand |= {"phase": "play", "to_act": [hand["eldest"]]}
    hand["held"] = [list(cards) for cards in hand["hands"]]  # what is out (/rules/all-fours/#2), by seat


def follow_error(cards: list[str], led: str | None, trump: str, card: str) -> str | None:
    """Return the code that refuses a card of the hand ``cards``, ``led`` being the first of the trick."""
    if led is None or card[1] == trump:
        return None
    if led[1] == trump:
        return "must-follow-trump" if any(c[1] == trump for c in cards) else None
    if card[1] != led[1] and any(c[1] == led[1] for c in cards):
        return "must-follow-or-trump"
    return None


def best_of(cards: list[str], trump: str) -> int:
    """Return the index of the card that takes a trick."""
    trumps = [card for card in cards if card[1] == trump]
    led = [card for card in cards if card[1] == cards[0][1]]
    return cards.index(max(trumps or led, key=rank))


def taker(hand: Hand, trick: list[list[Any]]) -> int:
    """Return the seat that takes a trick, a list of ``[seat, card]`` in order."""
    seat: int = trick[best_of([card for _, card in trick], hand["trump"])][0]
    return seat


def play_card(hand: Hand, seat: int, card: str) -> None:
    if not hand["tricks"] or len(hand["tricks"][-1]) == hand["players"]:
        hand["tricks"].append([])
    trick = hand["tricks"][-1]
    led = trick[0][1] if trick else None
    if follow_error(hand["hands"][seat], led, hand["trump"], card):
        hand["revokes"].append((len(hand["tricks"]), seat))
    hand["hands"][seat].remove(card)
    trick.append([seat, card])
    hand["asked"] = False
    if len(trick) < hand["players"]:
        hand["to_act"] = [(seat + 1) % hand["players"]]
    elif any(hand["hands"]):
        hand["to_act"] = [taker(hand, trick)]
    elif hand["options"]["discipline"] == "honour":  # /rules/all-fours/#7
        hand |= {"phase": "claims", "to_act": list(range(hand["players"]))}
    else:
        after_claims(hand)


def may_ask(hand: Hand, seat: int) -> bool:
    if not hand["tricks"] or hand["asked"]:
        return False
    latest_seat, latest_card = hand["tricks"][-1][-1]
    return bool(seat == latest_seat and latest_card[1] == hand["trump"])


def ask_answer(out: list[str], trump: str, card: str) -> tuple[bool, bool]:
    """Return whether a trump is the highest and whether it is the lowest trump out."""
    trumps = sorted((c for c in out if c[1] == trump), key=rank)
    return card == trumps[-1], card == trumps[0]


# --- 6. The count --------------------------------------------------------------------------


def dealers_side(hand: Hand) -> int:
    return int(hand["dealer"]) % 2


def pips(won: list[str], trump: str, options: dict[str, Any]) -> int:
    """Return what one side's cards count for Game."""
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": options["ten"]}
    if options["game_cards"] == "pips":  # every pip: a court card is worth ten, a number its number
        worth |= {"K": 10, "Q": 10, "J": 10, **{str(number): number for number in range(2, 10)}}
    cards = [card for card in won if options["game_cards"] != "trumps" or card[1] == trump]
    return sum(worth.get(card[0], 0) for card in cards)


def game_side(counts: list[int], dealer: int, options: dict[str, Any]) -> int | None:
    if counts[0] != counts[1]:
        return 0 if counts[0] > counts[1] else 1
    return (dealer + 1) % 2 if options["tie_game"] == "nondealer" else None


def pips_by_side(hand: Hand) -> list[int]:
    won: list[list[str]] = [[], []]
    for trick in hand["tricks"]:
        won[taker(hand, trick) % 2] += [card for _, card in trick]
    return [pips(cards, hand["trump"], hand["options"]) for cards in won]


def owners(hand: Hand) -> dict[str, int | None]:
    """Return the side that scores each chance."""
    taken_by = {card: taker(hand, trick) % 2 for trick in hand["tricks"] for _, card in trick}
    held = {card: seat % 2 for seat, cards in enumerate(hand["held"]) for card in cards}
    trumps = sorted((card for card in held if card[1] == hand["trump"]), key=rank)
    sides: dict[str, int | None] = {"high": None, "low": None, "jack": None}
    if trumps:
        sides["high"] = held[trumps[-1]]
        lows = {"dealt": held[trumps[0]], "won": taken_by[trumps[0]], "dealer": dealers_side(hand)}
        sides["low"] = lows[hand["options"]["low"]]
    if "J" + hand["trump"] in trumps:
        sides["jack"] = taken_by["J" + hand["trump"]]
    sides["game"] = game_side(pips_by_side(hand), hand["dealer"], hand["options"])
    return sides


def count(hand: Hand) -> None:
    """Score the chances; with ``announced`` (side → chances), as /rules/all-fours/#8 has it."""
    belongs = owners(hand)
    announced = hand["announced"] if hand["options"]["announce"] == "self" else {0: CHANCES, 1: CHANCES}
    for chance in CHANCES:
        side = belongs[chance]
        if side is not None and chance in announced[side]:
            score(hand, chance, side, 1)
    if hand["options"]["announce"] == "self":
        for side in (hand["eldest"] % 2, dealers_side(hand)):
            if any(belongs[chance] != side for chance in announced[side]):
                score(hand, "miscount", 1 - side, hand["options"]["miscount"])
    finish(hand, "played")


# --- 7. discipline, 8. announce ------------------------------------------------------------


def claim(hand: Hand, seat: int, against: int, trick: int) -> None:
    hand["claimed"].append((trick, against))
    if (trick, against) in hand["revokes"]:
        score(hand, "revoke", seat % 2, 1)
    else:
        score(hand, "false-claim", against % 2, 1)
    if hand["winner"] is not None:
        finish(hand, "penalty")


def after_claims(hand: Hand) -> None:
    if hand["options"]["announce"] == "self":
        hand |= {"phase": "announce", "to_act": sorted([hand["eldest"], hand["dealer"]])}
    else:
        count(hand)


# --- the course of a hand ------------------------------------------------------------------


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    seat, do = action["seat"], action["do"]
    if do == "stand":
        end_begging(hand)
    elif do == "beg":
        hand["begs"] += 1
        hand |= {"phase": "answer", "to_act": [hand["dealer"]]}
    elif do == "give":
        score(hand, "gift", hand["eldest"] % 2, 1)
        if hand["winner"] is not None:
            finish(hand, "gift")
        else:
            end_begging(hand)
    elif do == "run":
        run_the_cards(hand)
    elif do == "discard":
        hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in action["cards"]]
        hand["to_act"].remove(seat)
        if not hand["to_act"]:
            begin_play(hand)
    elif do == "play":
        play_card(hand, seat, action["card"])
    elif do == "ask":
        hand["asked"] = True
        out = [card for cards in hand["held"] for card in cards]
        latest = hand["tricks"][-1][-1]
        hand["answers"].append([*latest, *ask_answer(out, hand["trump"], latest[1])])
    elif do == "claim":
        claim(hand, seat, action["against"], action["trick"])
    elif do == "accept":
        hand["to_act"].remove(seat)
        if not hand["to_act"]:
            after_claims(hand)
    elif do == "announce":
        hand["announced"][seat % 2] = action["items"]
        hand["to_act"].remove(seat)
        if not hand["to_act"]:
            count(hand)


def finish(hand: Hand, end: str) -> None:
    hand |= {"phase": "over", "to_act": []}
    hand["result"] = {
        "end": end,
        "trump": hand["trump"],
        "pips": pips_by_side(hand) if end == "played" else None,
        **four_chances.scored(hand),
    }
