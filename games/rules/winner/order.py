"""The order of the cards in Winner (/rules/winner/#2): hands are sets of bits as ``climbing.order`` makes them."""

from __future__ import annotations

from games.rules.climbing.order import RANK_BITS, order_of

ORDER = order_of("DCHS")
#: ``A 2 3 … K A`` as ranks: the row in which straights run
SEQUENCE = (11, 12, *range(12))

#: bit position → card number, lowest card first
ASCENDING = ORDER.ascending
#: card number → bit position: a higher number is a higher card
HEIGHT = ORDER.heights
#: card number → its bit
BIT = ORDER.bits

#: the lowest card of every rank
DIAMONDS = RANK_BITS
THREE_OF_DIAMONDS = 1

mask_of = ORDER.mask_of
cards_of = ORDER.cards_of
sort_hand = ORDER.sort_hand
by_ranks = ORDER.by_ranks
by_suits = ORDER.by_suits
