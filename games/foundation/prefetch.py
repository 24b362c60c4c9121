"""Requests whose answer nobody may see."""

from __future__ import annotations

from django.http import HttpRequest


def is_shown(request: HttpRequest) -> bool:
    """Return whether somebody is shown the page: not if only its headers are requested, nor if the browser requests it
    in advance, for it may never show it."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose"))
    return request.method != "HEAD" and not any(purpose.startswith("prefetch") for purpose in purposes)
