"""The statements that something asks of the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.foundation.process_cache import clear_caches


def statements_of(call: Callable[..., Any], *arguments: Any) -> list[str]:
    """Return the statements that a call asks."""
    with CaptureQueriesContext(connection) as queries:
        call(*arguments)
    return [query["sql"] for query in queries.captured_queries]


def statements_of_page(client: Client, address: str, anew: bool = True) -> list[str]:
    """Return the statements that a page asks of somebody who has seen it before: the first visit notes that they are
    here. ``anew``: with nothing left in this process's caches."""
    client.get(address)
    if anew:
        clear_caches()

    def visit() -> None:
        assert client.get(address).status_code == 200

    return statements_of(visit)
