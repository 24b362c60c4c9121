"""The hop from the event loop to the database's thread, for what is done at every move.

Channels gives the connection back before and after each hop, and the next one asks it whether it lives: a trip to
PostgreSQL, as dear as a statement. What is done many times a second keeps a connection that has answered a moment ago.
Where that turns out to be dead the hop fails, and the next one opens another: so this is for what is then done
another way, or again.
"""

from __future__ import annotations

from time import monotonic
from typing import Any

from asgiref.sync import SyncToAsync
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections

#: For so many seconds a connection is taken to live on that has answered.
LATELY = 5.0


class quick_database_sync_to_async(SyncToAsync):
    """``database_sync_to_async`` that keeps the thread's connection from hop to hop."""

    def thread_handler(self, loop: Any, *args: Any, **kwargs: Any) -> Any:
        """Run the function in the thread."""
        wrapper: Any = connections[DEFAULT_DB_ALIAS]
        answered, at = getattr(wrapper, "answered_lately", (None, 0.0))
        if answered is None or answered is not wrapper.connection or monotonic() - at > LATELY:
            close_old_connections()
        try:
            result = super().thread_handler(loop, *args, **kwargs)
        except BaseException:
            wrapper.answered_lately = None, 0.0
            close_old_connections()
            raise
        # what was done may have caught an error of the database itself
        wrapper.answered_lately = None if wrapper.errors_occurred else wrapper.connection, monotonic()
        return result
