"""What every answer says to the browser: no inline script or style, no frame, no guess at types."""

from __future__ import annotations

import re

EXPECTED = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}


def guarded(answer):
    """Assert that an answer has the site's policy and headers."""
    policy = answer["Content-Security-Policy"]
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    assert {name: directives.get(name) for name in EXPECTED} == EXPECTED
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    # frame-ancestors says so to every browser in use; this one to the rest
    assert answer.get("X-Frame-Options", "DENY") == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


def has_nothing_inline(html):
    """Assert that a page has no inline script, style or handler."""
    assert not re.search(r"<[^>]*\s(style|on\w+)\s*=", html)
    assert "<style" not in html
    for tag in re.findall(r"<script[^>]*>", html):
        assert "src=" in tag or 'type="application/json"' in tag, tag
