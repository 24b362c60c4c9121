"""The order of the cards in President (/rules/president/#2); suits count for the record alone."""

from __future__ import annotations

from games.rules.climbing.order import order_of

ORDER = order_of("DCHS")
#: the card whose holder leads first, as its bit
THREE_OF_CLUBS = 2

mask_of = ORDER.mask_of
cards_of = ORDER.cards_of
