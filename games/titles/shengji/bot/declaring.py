"""When an AI player declares trumps: with a long suit and its level card (/rules/eighty/#4)."""

from __future__ import annotations

from games.rules.cards import LITTLE_JOKER, RANKS, SUITS
from games.rules.registry import GAMES
from games.rules.shengji.actions import Declare
from games.rules.shengji.trumps import TRUMP, trumps_by
from games.rules.shengji.view import View

#: how many trumps beyond a third of the hand a declaration needs: early, and once all cards are dealt
EAGER, LAST = 1.0, 0.3
#: the same to overcall an opponent's declaration, or the partner's
AGAINST, OVER_PARTNER = 2.0, 4.5


def best_declaration(view: View) -> Declare | None:
    """Return the best declaration for the cards dealt so far, or ``None`` if none pays."""
    offered = GAMES[view.game].declarations(view)  # type: ignore[attr-defined]
    best, gain = None, 0.0
    for action in offered:
        surplus = _gain(view, action)
        if surplus > gain:
            best, gain = action, surplus
    return best


def _gain(view: View, action: Declare) -> float:
    """Return by how much a declaration exceeds what it needs; at 0 or below, wait."""
    held = view.hand
    level = RANKS.index(view.level)
    standing = view.standing
    if action.cards[0] >= LITTLE_JOKER:
        return _without_trumps(view, level) - (2.0 if standing else 0.0)
    suits = trumps_by(view.options, SUITS[action.cards[0] // 13], view.level).suits
    trumps = sum(suits[card] == TRUMP for card in held)
    over = trumps - len(held) / 3
    if standing is None:
        first_hand = view.banker is None
        needed = LAST if view.dealt == view.to_deal else EAGER
        return over - needed + (0.5 if first_hand else 0.0)
    if standing.seat == view.seat:
        # A second card protects one's own declaration against overcalls.
        return over + 0.5
    partner = (standing.seat - (view.seat or 0)) % 2 == 0
    return over - (OVER_PARTNER if partner else AGAINST)


def _without_trumps(view: View, level: int) -> float:
    """Return the case for no trump suit: jokers, level cards and aces, once most cards are dealt."""
    held = view.hand
    share = len(held) * 4 / view.to_deal
    if share < 0.75:
        return 0.0
    suits = trumps_by(view.options, None, view.level).suits
    tops = sum(suits[card] == TRUMP for card in held)
    aces = sum(card < LITTLE_JOKER and card % 13 == 12 and level != 12 for card in held)
    return tops + 0.7 * aces - (4.0 if view.to_deal == 48 else 7.0)
