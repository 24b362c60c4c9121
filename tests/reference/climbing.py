"""What the pages of Big Two, Tien Len and President have in common, once more, small and slow.

It shares no line with ``games.rules``: cards are names, a hand is a dict of lists. Each game's own rules are
in ``<game>_hand.py``, its record and refusals in ``<game>.py``.
"""

from __future__ import annotations

from typing import Any

from tests.reference.verifier import is_seat

Hand = dict[str, Any]
Combo = dict[str, Any]

RANKS = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2"]
PACK_52 = [rank + suit for rank in RANKS for suit in "SHCD"]
JOKERS = ["LJ", "BJ"]


def resolve(values: dict[str, list[Any]], options: dict[str, Any]) -> dict[str, Any]:
    """Return every option: the first value of each row of /rules/winner/#1, unless one is chosen."""
    return {key: choices[0] for key, choices in values.items()} | {"hands": 8, "target": 0} | options


def combo(name: str, cards: list[str], of_rank: str, of_suit: str | None = None) -> Combo:
    return {"type": name, "size": len(cards), "rank": of_rank, "suit": of_suit}


# --- the deal, and who loses (/rules/winner/#5 and #7) ---------------------------------------------


def deal_round(deck: list[str], dealer: int, players: int, each: int) -> list[list[str]]:
    """Return the hands after dealing singly round the table until each has this many cards."""
    return [[deck[i] for i in range(players * each) if (dealer + i) % players == seat] for seat in range(players)]


def sizes(options: dict[str, Any]) -> int:
    """Return how many cards each is dealt, by the table of /rules/winner/#5."""
    return 13 if options["players"] == 4 else int(options["cards"])


def after(seat: int, players: int) -> list[int]:
    """Return the other seats in the order of play, the next one first."""
    return [(seat + place) % players for place in range(1, players)]


def loser(left: list[int], made_a_play: list[bool], winner: int) -> int:
    """Return who has the most cards; of those, who played none; of those, who sits last after the winner."""
    in_order = after(winner, len(left))
    return max(in_order, key=lambda seat: (left[seat], not made_a_play[seat], in_order.index(seat)))


# --- the next hand and the match (/rules/winner/#8 and #9) -----------------------------------------


def the_loser_deals(context: dict[str, Any], result: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the hand after one with this result, in a match that goes on."""
    return {"dealer": result["loser"], "winner": result["winner"], "loser": result["loser"]}


def standing(results: list[dict[str, Any]], options: dict[str, Any]) -> dict[str, Any]:
    """Return the totals by seat, and the seats in the first place once the match is over."""
    totals = [sum(result["points"][seat] for result in results) for seat in range(options["players"])]
    by_hands = options["hands"] > 0 and len(results) >= options["hands"]
    by_target = options["target"] > 0 and any(total >= options["target"] for total in totals)
    first = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return {"scores": totals, "winners": first if by_hands or by_target else []}


# --- the record (/rules/winner/#10, games.rules.record) --------------------------------------------


def is_card_of(value: Any, cards: list[str]) -> bool:
    return isinstance(value, str) and value in cards


def is_context_of_winner_and_loser(context: Any, options: dict[str, Any]) -> bool:
    if not isinstance(context, dict) or set(context) != {"dealer", "winner", "loser"}:
        return False
    dealer, winner, lost = context["dealer"], context["winner"], context["loser"]
    if not is_seat(dealer, options):
        return False
    if winner is None and lost is None:
        return True
    return is_seat(winner, options) and is_seat(lost, options) and winner != lost and dealer == lost


def is_action(actions: list[str], cards: list[str], raw: Any, options: dict[str, Any]) -> bool:
    if not isinstance(raw, dict) or not isinstance(raw.get("do"), str) or raw["do"] not in actions:
        return False
    names_cards = raw["do"] != "pass"
    if set(raw) != {"seat", "do", *(["cards"] if names_cards else [])} or not is_seat(raw["seat"], options):
        return False
    if not names_cards:
        return True
    named = raw["cards"]
    return isinstance(named, list) and named != [] and all(is_card_of(card, cards) for card in named)
