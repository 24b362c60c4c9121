"""Mail goes out beside the request: how long a server takes to accept it tells nobody anything.

A letter that is lost with its process is asked for again by whoever waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)
_postman = ThreadPoolExecutor(1, thread_name_prefix="letters")


class BackgroundEmailBackend(BaseEmailBackend):
    """Hands letters to a thread, which hands them to ``settings.LETTERS_BY``."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Take letters; say how many."""
        letters = list(email_messages)
        _postman.submit(_send, letters)
        return len(letters)


def all_sent() -> None:
    """Return when every letter taken so far has gone out, or could not."""
    _postman.submit(lambda: None).result()


def _send(letters: list[EmailMessage]) -> None:
    try:
        get_connection(settings.LETTERS_BY).send_messages(letters)
    except Exception as fault:  # its kind and number alone: what it says may name an address
        number = getattr(fault, "smtp_code", "") or getattr(fault, "errno", None) or ""
        log.error("%s letters could not be sent (%s)", len(letters), f"{type(fault).__name__} {number}".strip())
