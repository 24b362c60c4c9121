"""Rate limits of duplicate."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

HELD = RateLimit("duplicate-held", 5, 60 * 60)
ENTERED = RateLimit("duplicate-entered", 30, 60 * 60)
