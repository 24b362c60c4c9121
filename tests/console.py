"""A site's own Django, kept running: it runs code and management commands one after another.

Starting Python and Django for each would take most of the tests' time. A request is ``{"code": "print(1)"}`` or
``{"command": ["backup", "/tmp"]}``; the answer is its status and what it printed. Nothing is kept from one request to
the next: neither a connection to the database, which a test may replace, nor hands already folded, nor settings.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import traceback
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from games.foundation.process_cache import clear_caches
from tests.programs import Program


class Console:
    """A process with one site's environment."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.environment = dict(environment)
        self._ours, theirs = multiprocessing.Pipe()
        # no database connection stays open
        self._process = Program(answer, theirs, environment=environment | {"SIFANG_DB_POOL": "0"}, log=log)
        theirs.close()

    def ask(self, **request: Any) -> subprocess.CompletedProcess[str]:
        """Run ``code`` or a ``command``; return status and output as ``subprocess.run`` does. Only the timeout of the
        whole test limits it."""
        self._ours.send(request)
        try:
            return subprocess.CompletedProcess([], *self._ours.recv())
        except EOFError:
            status = self._process.wait(10)
            raise AssertionError(f"the console ended with status {status} while it ran {request}") from None

    def close(self) -> None:
        """End the process."""
        self._ours.close()
        self._process.wait(20)


def answer(requests: Connection) -> None:
    """Answer requests until the other end is closed."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    django.setup()
    while True:
        try:
            request = requests.recv()
        except EOFError:
            return
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = _answer(request)
        requests.send((status, out.getvalue(), err.getvalue()))


def _answer(request: dict[str, Any]) -> int:
    from django.core.management import execute_from_command_line
    from django.db import connections
    from django.test import override_settings

    changes = override_settings()
    changes.enable()  # undo what the code sets
    try:
        if "code" in request:
            exec(request["code"], {"__name__": "console"})
        else:
            execute_from_command_line(["manage.py", *request["command"]])
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        changes.disable()
        connections.close_all()
        clear_caches()
    return 0
