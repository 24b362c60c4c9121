"""Rate limits of notifications beyond the site."""

from __future__ import annotations

from games.foundation.rate_limit import RateLimit

#: Browsers that somebody has notifications shown in, or whose address has changed.
BROWSERS = RateLimit("push-browsers", 20, 60 * 60)
