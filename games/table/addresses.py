"""Addresses that stand in a picture: the same for as long as a table is open."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=8192)
def address(name: str, *of: str | int) -> str:
    """Return the path of a view, of a room by its code or of a hand by its number."""
    return reverse(name, args=of)
