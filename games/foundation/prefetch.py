"""Requests whose answer nobody may see."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest


def is_shown(request: HttpRequest) -> bool:
    """Return whether somebody is shown the page: not if only its headers are requested, nor if the browser requests it
    in advance, for it may never show it."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose"))
    return request.method != "HEAD" and not any(purpose.startswith("prefetch") for purpose in purposes)


class Messages(FallbackStorage):
    """Django's messages to a person, which wait for a page that they are shown."""

    def __iter__(self) -> Iterator[Message]:
        return super().__iter__() if is_shown(self.request) else iter(())
