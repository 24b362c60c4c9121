"""Cached paths of views: reversing one costs as much as rendering a dozen fields of a page."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=8192)
def address(name: str, *of: str | int) -> str:
    """Return the path of a view. ``of``: a room's code, or the number of a person or hand."""
    return reverse(name, args=of)
