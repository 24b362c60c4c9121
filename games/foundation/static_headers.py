"""Headers of static files."""

from __future__ import annotations

from wsgiref.headers import Headers


def add_nosniff(headers: Headers, path: str, url: str) -> None:
    """Set the one header of ``SecurityMiddleware`` that static files need too, as WhiteNoise's hook."""
    headers["X-Content-Type-Options"] = "nosniff"
