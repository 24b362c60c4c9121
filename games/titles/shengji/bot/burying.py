"""What an AI banker buries: a suit down to its winners, and points only when strong in trumps (5)."""

from __future__ import annotations

from games.rules.shengji.actions import Bury
from games.rules.shengji.hands import NAMES_HELD, POINTS, SECOND, cards_of, hand_of
from games.rules.shengji.trumps import TRUMP, Trumps
from games.rules.shengji.view import View, table_of

#: the worth of a void suit, and of each trump that could make use of it
VOID, PER_TRUMP = 2.0, 0.25


def bury(view: View) -> Bury:
    """Return the bury with the least loss, over all choices of suits to make void."""
    return buries(view)[0]


def buries(view: View) -> list[Bury]:
    """Return the best bury for each choice of suits to make void, the least loss first."""
    assert view.seat is not None
    table, hand = table_of(view), hand_of(view.hand)
    count = len(view.bottom)
    trumps = (hand & table.both[TRUMP]).bit_count()
    share = trumps / len(view.hand)
    # If half the hand is trumps, we likely win the last trick and buried points are safe.
    risk = 0.15 if share > 0.5 else 0.35 if share > 0.42 else 0.7
    loss = {card: _loss(table, hand, card, risk) for card in set(view.hand)}
    # A suit is as good as void when its winners have been led.
    tops = [_top(table, suit) for suit in range(TRUMP)]
    suits = [
        [card for card in cards_of(hand & table.both[suit]) if table.place[card] < tops[suit]] for suit in range(TRUMP)
    ]
    by_loss = sorted(view.hand, key=lambda card: (loss[card], card))
    costs: dict[tuple[int, ...], float] = {}
    for chosen in range(16):
        out = [card for suit in range(4) if chosen >> suit & 1 for card in suits[suit]]
        if len(out) > count or any(chosen >> suit & 1 and not suits[suit] for suit in range(4)):
            continue
        rest = [card for card in by_loss if not (table.suits[card] < TRUMP and chosen >> table.suits[card] & 1)]
        buried = tuple(sorted(out + rest[: count - len(out)]))
        worth = chosen.bit_count() * (VOID + PER_TRUMP * min(trumps, 10))
        total = sum(loss[card] for card in buried) - worth
        costs[buried] = min(total, costs.get(buried, total))
    return [Bury(view.seat, cards) for cards in sorted(costs, key=lambda cards: costs[cards])]


def _loss(table: Trumps, hand: int, card: int, risk: float) -> float:
    """Return what the banker loses by burying a card; its points are weighted by ``risk``."""
    place = table.place[card]
    points = risk * POINTS[card]
    if table.suits[card] == TRUMP:
        return 12.0 + place + points
    top = _top(table, table.suits[card])
    loss = 0.1 * place + points
    if place == top:
        loss += 7.0
    elif place == top - 1:
        loss += 1.5 + (2.5 if _holds_top(table, hand, card, top) else 0.0)
    if hand & SECOND[card]:
        loss += 1.0 + 0.15 * place
    return loss


def _top(table: Trumps, suit: int) -> int:
    """Return the place of the highest card of a side suit, or -1 if it has none."""
    return max((table.place[other] for other in range(52) if table.suits[other] == suit), default=-1)


def _holds_top(table: Trumps, hand: int, card: int, top: int) -> bool:
    """Return whether a hand holds the highest card of the suit of ``card``."""
    inside = cards_of(hand & table.both[table.suits[card]] & (1 << NAMES_HELD) - 1)
    return any(table.place[other] == top for other in inside)
