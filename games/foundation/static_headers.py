"""What static files are sent with."""

from __future__ import annotations

from wsgiref.headers import Headers


def not_sniffed(headers: Headers, path: str, url: str) -> None:
    """Let a browser take a file for what it is said to be: of the headers that guard pages
    (Django's SecurityMiddleware) the one that files need too."""
    headers["X-Content-Type-Options"] = "nosniff"
