"""Rate limits of notifications beyond the site."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

#: How often a person may register a browser for notifications, or change its address.
BROWSERS = RateLimit("push-browsers", 20, 60 * 60)
