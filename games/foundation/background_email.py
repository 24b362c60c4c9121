"""An e-mail backend that sends from a background thread.

A request must take equally long whether or not an address has an account, so it must not wait for the mail
server. A Celery task would put addresses and reset links into Redis. A mail that is lost with its process
is simply requested again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

log = logging.getLogger(__name__)
_executor = ThreadPoolExecutor(1, thread_name_prefix="email")


class BackgroundEmailBackend(BaseEmailBackend):
    """Passes messages to a thread that sends them through ``settings.BACKGROUND_EMAIL_BACKEND``."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue messages; return their number."""
        messages = list(email_messages)
        _executor.submit(_send, messages)
        return len(messages)


def wait_until_sent() -> None:
    """Wait until every message queued so far has been sent or has failed."""
    _executor.submit(lambda: None).result()


def _send(messages: list[EmailMessage]) -> None:
    try:
        get_connection(settings.BACKGROUND_EMAIL_BACKEND).send_messages(messages)
    except Exception as fault:  # only its type and number: its text may name an address
        number = getattr(fault, "smtp_code", "") or getattr(fault, "errno", None) or ""
        log.error("%s letters could not be sent (%s)", len(messages), f"{type(fault).__name__} {number}".strip())
