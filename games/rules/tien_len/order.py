"""The order of the cards in Tien Len (/rules/tien-len/#2)."""

from __future__ import annotations

from games.rules.climbing.order import TWO, order_of

ORDER = order_of("SCDH")
#: the four twos
TWOS = 15 << 4 * TWO
#: the two suits of the red twos
RED_TWOS = 12 << 4 * TWO

mask_of = ORDER.mask_of
cards_of = ORDER.cards_of
