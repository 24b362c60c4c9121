"""Headers of static files."""

from __future__ import annotations

from wsgiref.headers import Headers


def set_headers(headers: Headers, path: str, url: str) -> None:
    """WhiteNoise's hook: set the one header of ``SecurityMiddleware`` that static files need too, and say no more than
    necessary of files that never change. A first visit fetches about forty."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Type"] = (headers["Content-Type"] or "").replace('"', "")  # of the name of the encoding
    if "immutable" in (headers["Cache-Control"] or ""):
        headers["Cache-Control"] = "max-age=31536000, immutable"
        headers["ETag"] = '"0"'  # the address names the content, so there is no other version of it
