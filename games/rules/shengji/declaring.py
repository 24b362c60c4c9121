"""Making trumps: what may be shown, what stands, what the bottom says (/rules/eighty/#4)."""

from __future__ import annotations

from games.rules.cards import BIG_JOKER, LITTLE_JOKER
from games.rules.core import Illegal
from games.rules.shengji.actions import Declare
from games.rules.shengji.hands import hand_of, holds
from games.rules.shengji.state import Deal, Ground, trumps_at
from games.rules.shengji.trumps import TRUMP


def strength(cards: tuple[int, ...], level: int, eighty: bool, no_trump: bool) -> int:
    """Return the strength of shown cards (/rules/eighty/#4.1), 0 where they are no declaration."""
    if len(cards) == 1:
        return int(_is_level(cards[0], level))
    if len(cards) != 2:
        return 0
    low, high = sorted(cards)
    if eighty and low == high and _is_level(low, level):
        return 2
    if not no_trump or low < LITTLE_JOKER:
        return 0
    if not eighty:
        return 3 if low < high else 0
    return 0 if low < high else 4 if low == BIG_JOKER else 3


def trump_of(cards: tuple[int, ...]) -> int:
    """Return the trump suit that a declaration makes, ``TRUMP`` for none."""
    return TRUMP if cards[0] >= LITTLE_JOKER else cards[0] // 13


def overrides(ours: tuple[int, ...], seat: int, standing: Declare, power: tuple[int, int]) -> bool:
    """Return whether a declaration replaces the standing one under ``overcall`` (/rules/eighty/#4.2).

    ``power``: the strength of ours and of the standing one.
    """
    if power[0] <= power[1]:
        return False
    return seat != standing.seat or (power[0] == 2 and ours[0] == standing.cards[0])


def check_declare(ground: Ground, action: Declare) -> None:
    """Raise ``Illegal`` where cards may not be shown; the phase has been checked."""
    deal, declared = ground.deal, ground.declared
    if deal.drawn is not None:
        raise Illegal("trump-fixed")
    earliest = declared[-1].after if declared else 1
    if not earliest <= action.after <= deal.dealt:
        raise Illegal("bad-after")
    power = strength(action.cards, deal.level, deal.eighty, deal.no_trump)
    if not power:
        raise Illegal("not-a-declaration")
    if not holds(hand_of(dealt_to(deal, action.seat, action.after)), action.cards):
        raise Illegal("not-in-hand")
    if not declared:
        return
    standing = declared[-1]
    if not deal.overcall:
        raise Illegal("already-declared", standing.cards)
    held = strength(standing.cards, deal.level, deal.eighty, deal.no_trump)
    if not overrides(action.cards, action.seat, standing, (power, held)):
        raise Illegal("declare-too-weak", standing.cards)


def dealt_to(deal: Deal, seat: int, after: int) -> tuple[int, ...]:
    """Return the cards that a seat has received when ``after`` cards are dealt in all."""
    return deal.setup.deck[(seat - deal.first) % 4 : min(after, deal.dealt) : 4]


def closed(deal: Deal, declared: tuple[Declare, ...], open: bool) -> Ground:
    """Return the ground after the draw: trumps and banker fixed (/rules/eighty/#4.2 to #4.4).

    ``open``: a record, in which declarations are accepted until the bury.
    """
    revealed: tuple[int, ...] = ()
    if deal.drawn is not None:
        suit = deal.setup.deck[deal.drawn] // 13
        banker = (deal.first + deal.drawn) % 4
    elif declared:
        suit = trump_of(declared[-1].cards)
        banker = declared[-1].seat if deal.banker is None else deal.banker
    else:
        suit, revealed = turned_up(deal)
        banker = deal.first if deal.banker is None else deal.banker
    return Ground(deal, declared, trumps_at(deal, suit), banker, revealed, None, open)


def turned_up(deal: Deal) -> tuple[int, tuple[int, ...]]:
    """Return the trump suit that the bottom makes, and the cards turned up (/rules/eighty/#4.3)."""
    bottom = deal.bottom
    for shown, card in enumerate(bottom, 1):
        if _is_level(card, deal.level):
            return card // 13, bottom[:shown]
    if deal.no_trump and any(card >= LITTLE_JOKER for card in bottom):
        return TRUMP, bottom
    # max keeps the first of equal ranks
    highest = max((card for card in bottom if card < LITTLE_JOKER), key=lambda card: card % 13)
    return highest // 13, bottom


def may_be_overridden(ground: Ground) -> bool:
    """Say, from what all can see, whether any declaration could still be accepted."""
    deal, declared = ground.deal, ground.declared
    if deal.drawn is not None:
        return False
    if not declared:
        return True
    if not deal.overcall:
        return False
    strongest = 4 if deal.no_trump else 2
    return strength(declared[-1].cards, deal.level, deal.eighty, deal.no_trump) < strongest


def _is_level(card: int, level: int) -> bool:
    return card < LITTLE_JOKER and card % 13 == level
