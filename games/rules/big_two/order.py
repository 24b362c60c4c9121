"""The orders of the cards in Big Two: one for each order of the suits (/rules/big-two/#2)."""

from __future__ import annotations

from games.rules.climbing.order import order_of

#: ``suit_order``: the suits from low to high
SUIT_ORDERS = ("DCHS", "CDHS", "CSHD")
ORDERS = {suits: order_of(suits) for suits in SUIT_ORDERS}
