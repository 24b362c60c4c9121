"""Winner once more, small and slow: the course of a hand, from /rules/winner/#1 to #8 alone.

It shares no line with ``games.rules``: cards are names, a hand is a dict of lists. Headings name
the sections of the page. ``begin`` gives a hand, ``carry_out`` applies a legal action to it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.reference.climbing import loser
from tests.reference.verifier import are_values

Hand = dict[str, Any]

# --- 1. Options ----------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {  # the default first, save for hands and target
    "players": [4, 3],
    "jokers": [True, False],
    "joker_pair": [False, True],
    "bomb": [False, True],
    "straight_full_rank": [False, True],
    "triple_straight_min": [3, 2],
    "triple": ["none-played", "seventeen"],
    "relead": [True, False],
    "ending": ["first-out", "last-loser"],
    "next_lead": ["loser", "winner", "lowest"],
    "hands": list(range(100)),
    "target": list(range(10000)),
}
may_be_chosen = partial(are_values, VALUES)
DEFAULTS = {key: values[0] for key, values in VALUES.items()} | {"hands": 8, "target": 0}


def resolve(options: dict[str, Any]) -> dict[str, Any]:
    return {**DEFAULTS, **options}


# --- 2. Cards ------------------------------------------------------------------------------

RANKS = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "LJ", "BJ"]
SUITS = ["D", "C", "H", "S"]
SEQUENCE = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
JOKERS = ["LJ", "BJ"]
PACK_52 = [rank + suit for rank in RANKS[:13] for suit in SUITS]


def pack(options: dict[str, Any]) -> list[str]:
    return PACK_52 + JOKERS if options["jokers"] else PACK_52


def rank(card: str) -> str:
    return card if card in JOKERS else card[0]


def suit(card: str) -> str | None:
    return None if card in JOKERS else card[1]


def height(card: str) -> tuple[int, int]:
    """Return the key that compares two cards: rank, then suit."""
    return RANKS.index(rank(card)), 0 if card in JOKERS else SUITS.index(card[1])


# --- 3. Combinations -----------------------------------------------------------------------


def top_of_run(ranks: list[str]) -> str | None:
    """Return the top of ranks that are consecutive in the sequence order, else ``None``.

    Places are tried from the end of the row: ``A … K`` has the ace high.
    """
    for start in range(len(SEQUENCE) - len(ranks), -1, -1):
        row = SEQUENCE[start : start + len(ranks)]
        if sorted(row) == sorted(ranks):
            return row[-1]
    return None


def classify(cards: list[str], options: dict[str, Any]) -> dict[str, Any] | None:
    """Return type, size, rank and suit by the first row that fits, or ``None``."""
    size = len(cards)
    ranks = [rank(card) for card in cards]
    times = {r: ranks.count(r) for r in ranks}  # how many cards of each rank
    counts = sorted(times.values(), reverse=True)
    main = max(times, key=lambda r: times[r])  # the rank of the triple or four, where there is one
    is_joker_pair = options["jokers"] and options["joker_pair"] and sorted(cards) == ["BJ", "LJ"]

    def row(name: str, of_rank: str, of_suit: str | None = None) -> dict[str, Any]:
        return {"type": name, "size": size, "rank": of_rank, "suit": of_suit}

    if size == 1:
        return row("single", ranks[0], suit(cards[0]))
    if is_joker_pair:
        return row("pair", "BJ")
    if counts == [2]:
        return row("pair", main, suit(max(cards, key=height)))
    if counts == [3]:
        return row("triple", main)
    if counts == [4]:
        return row("four", main)
    if counts == [3, 1]:
        return row("triple+1", main)
    if size == 5 and counts[0] == 3:
        others = [card for card in cards if rank(card) != main]
        second = classify(others, options)
        if second is not None and second["type"] == "pair":
            return row("full-house", main)
    if counts[0] == 4 and size in (5, 6):
        return row("four+1" if size == 5 else "four+2", main)
    if any(card in JOKERS for card in cards):
        return None  # no joker is in any sequence
    if len(set(counts)) != 1:
        return None  # every rank of a sequence occurs equally often
    top = top_of_run(list(times))
    if top is None:
        return None
    suit_of_top = suit(max((card for card in cards if rank(card) == top), key=height))
    if counts[0] == 1 and size >= 3:
        suits = {suit(card) for card in cards}
        return row("straight-flush" if len(suits) == 1 else "straight", top, suit_of_top)
    if counts[0] == 2 and 3 <= len(counts) <= 6:
        return row("pair-straight", top, suit_of_top)
    if counts[0] == 3 and options["triple_straight_min"] <= len(counts) <= 6:
        return row("triple-straight", top)
    return None


# --- 4. What beats what --------------------------------------------------------------------


def beat_error(new: dict[str, Any], last: dict[str, Any], options: dict[str, Any]) -> str | None:
    """Return the code for a combination that does not beat the last one, or ``None``."""
    new_rank, last_rank = place_of(new), place_of(last)
    if options["bomb"] and new["type"] == "four":  # point 1
        if last["type"] in ("four", "four+1", "four+2"):
            return None if new_rank > last_rank else "too-low"
        return None
    straights = ("straight", "straight-flush")
    both_straights = new["type"] in straights and last["type"] in straights
    if new["size"] != last["size"] or (new["type"] != last["type"] and not both_straights):  # point 2
        return "wrong-type"
    if both_straights and new["type"] != last["type"]:  # point 3
        return None if new["type"] == "straight-flush" else "too-low"
    if new_rank != last_rank:
        return None if new_rank > last_rank else "too-low"
    if (both_straights or new["type"] == "pair-straight") and options["straight_full_rank"]:  # points 3, 4
        return "too-low"
    if both_straights or new["type"] in ("pair-straight", "single", "pair"):  # points 3 to 5
        return None if SUITS.index(new["suit"]) > SUITS.index(last["suit"]) else "too-low"
    return "too-low"


def place_of(combo: dict[str, Any]) -> int:
    """Return the place of a combination's rank; ``A A A 2 2 2`` is the lowest of its size (/rules/winner/#3)."""
    if combo["type"] == "triple-straight" and combo["rank"] == "2":
        return -1
    return RANKS.index(combo["rank"])


# --- 5. The deal and the exchange ----------------------------------------------------------


def deal(deck: list[str], dealer: int, players: int) -> list[list[str]]:
    hands: list[list[str]] = [[] for _ in range(players)]
    for i, card in enumerate(deck):
        hands[(dealer + i) % players].append(card)
    return hands


def tribute(cards: list[str]) -> str | None:
    """Return the card that the loser of the last hand pays, or ``None``: no exchange at all."""
    return None if "LJ" in cards and "BJ" in cards else max(cards, key=height)


def new_hand(options: dict[str, Any], hands: list[list[str]]) -> Hand:
    hand: Hand = {"options": options, "players": len(hands), "hands": hands, "made_a_play": [False] * len(hands)}
    hand |= {"order": [], "top": None, "top_seat": None, "passes": 0, "tribute": None, "result": None}
    return hand


def begin(record: dict[str, Any]) -> Hand:
    """Return the hand before the first action."""
    options, context = resolve(record.get("options", {})), record["context"]
    hand = new_hand(options, deal(record["deck"], context["dealer"], options["players"]))
    hand |= {"last_winner": context["winner"], "last_loser": context["loser"]}
    if context["winner"] is not None:
        hand["tribute"] = tribute(hand["hands"][context["loser"]])
    if hand["tribute"] is not None:
        hand |= {"phase": "exchange", "to_act": [context["winner"]]}
    else:
        begin_play(hand)
    return hand


def give(hand: Hand, card: str) -> None:
    winner, loser = hand["hands"][hand["last_winner"]], hand["hands"][hand["last_loser"]]
    winner.remove(card)
    loser.remove(hand["tribute"])
    winner.append(hand["tribute"])
    loser.append(card)
    begin_play(hand)


# --- 6. The play, 8. The next hand ---------------------------------------------------------


def begin_play(hand: Hand) -> None:
    next_lead = "lowest" if hand["last_winner"] is None else hand["options"]["next_lead"]
    holder = next(seat for seat in range(hand["players"]) if "3D" in hand["hands"][seat])
    leader = {"loser": hand["last_loser"], "winner": hand["last_winner"], "lowest": holder}[next_lead]
    hand |= {"phase": "play", "to_act": [leader]}


def holders_after(hand: Hand, seat: int) -> list[int]:
    """Return the other seats that still hold cards, in order from the next one."""
    others = [(seat + place) % hand["players"] for place in range(1, hand["players"])]
    return [other for other in others if hand["hands"][other]]


def play(hand: Hand, seat: int, cards: list[str]) -> None:
    hand["hands"][seat] = [card for card in hand["hands"][seat] if card not in cards]
    hand["made_a_play"][seat] = True
    hand |= {"top": classify(cards, hand["options"]), "top_seat": seat, "passes": 0}
    if not hand["hands"][seat]:
        hand["order"].append(seat)
    holding = [cards for cards in hand["hands"] if cards]
    if hand["order"] and (hand["options"]["ending"] == "first-out" or len(holding) == 1):  # /rules/winner/#7
        finish(hand)
    elif is_unbeatable(cards, hand["options"]) and hand["options"]["relead"] and not hand["options"]["bomb"]:
        end_trick(hand)
    else:
        hand["to_act"] = [holders_after(hand, seat)[0]]


def pass_by(hand: Hand, seat: int) -> None:
    hand["passes"] += 1
    if hand["passes"] == len(holders_after(hand, hand["top_seat"])):
        end_trick(hand)
    else:
        hand["to_act"] = [holders_after(hand, seat)[0]]


def end_trick(hand: Hand) -> None:
    seat = hand["top_seat"]
    leader = seat if hand["hands"][seat] else holders_after(hand, seat)[0]
    hand |= {"top": None, "top_seat": None, "passes": 0, "to_act": [leader]}


def is_unbeatable(cards: list[str], options: dict[str, Any]) -> bool:
    """Return whether the table of /rules/winner/#6 names these cards."""
    if options["jokers"] and options["joker_pair"] and sorted(cards) == ["BJ", "LJ"]:
        return True
    if len(cards) == 1:
        return cards == (["BJ"] if options["jokers"] else ["2S"])
    twos = len(cards) == 2 and "2S" in cards and all(card[0] == "2" for card in cards)
    return twos and not (options["jokers"] and options["joker_pair"])


# --- 7. The end of a hand and its score ----------------------------------------------------


def points(left: list[int], made_a_play: list[bool], winner: int, triple: str) -> list[int]:
    most = 9 if len(left) == 4 else 11
    scored = []
    for n, played in zip(left, made_a_play, strict=True):
        factor = 1 if n <= most else 2
        if len(left) == 3 and triple == "seventeen":
            scored.append(-n * (3 if n >= 17 else factor))
        else:
            scored.append(-n * (factor if played else 3))
    scored[winner] = 0
    scored[winner] = -sum(scored)
    return scored


def finish(hand: Hand) -> None:
    winner = hand["order"][0]
    left = [len(cards) for cards in hand["hands"]]
    hand |= {"phase": "over", "to_act": []}
    hand["result"] = {
        "winner": winner,
        "loser": loser(left, hand["made_a_play"], winner),
        "order": hand["order"],
        "left": left,
        "points": points(left, hand["made_a_play"], winner, hand["options"]["triple"]),
    }


def carry_out(hand: Hand, action: dict[str, Any]) -> None:
    """Apply an action that is legal."""
    if action["do"] == "give":
        give(hand, action["card"])
    elif action["do"] == "play":
        play(hand, action["seat"], action["cards"])
    else:
        pass_by(hand, action["seat"])
