"""Headers of static files."""

from __future__ import annotations

from wsgiref.headers import Headers


def add_nosniff(headers: Headers, path: str, url: str) -> None:
    """WhiteNoise's hook: set the one header of ``SecurityMiddleware`` that static files need too."""
    headers["X-Content-Type-Options"] = "nosniff"
