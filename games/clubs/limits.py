"""Rate limits of clubs."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

NEW_CLUBS = RateLimit("clubs-made", 5, 60 * 60)
JOINED = RateLimit("clubs-joined", 20, 60 * 60)
#: Limit for guests, by network, because anybody can become a new guest at any time.
JOINED_OF_NETWORK = RateLimit("clubs-joined-of-network", 30, 60 * 60)
