"""Programs of a site, each a process forked from one that has imported the libraries already.

Importing Django, Celery and similar libraries takes most of a start, and a run of all tests starts a hundred
programs. Each imports settings and the site's own code in the environment that it is given.
``tests/deploy/test_stack.py`` and ``.ci/run`` run programs as a person or a supervisor starts them.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import multiprocessing
import multiprocessing.util
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
#: What can be imported before there are settings, and reads nothing from the environment.
LIBRARIES = [
    *("PIL.Image", "channels.routing", "csp.middleware", "django_htmx.middleware", "fido2.server", "openskill.models"),
    *("celery.app.amqp", "celery.apps.beat", "celery.apps.worker", "celery.backends.redis", "celery.bin.celery"),
    *("celery.concurrency.thread", "channels.auth", "kombu.transport.memory", "kombu.transport.redis"),
    *("cryptography.hazmat.primitives.asymmetric.ec", "django.contrib.admin", "django.contrib.auth.hashers"),
    *("django.core.handlers.asgi", "django.core.handlers.wsgi", "django.core.management.commands.migrate"),
    *("django.db.backends.postgresql.base", "django.db.backends.sqlite3.base", "django.template.defaulttags"),
    *("django.views.generic", "django.views.i18n", "psycopg_pool", "redis.asyncio", "uvicorn", "whitenoise.middleware"),
    *("uvicorn.loops.auto", "uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.websockets_sansio_impl"),
]
PR_SET_PDEATHSIG = 1

_forkserver = multiprocessing.get_context("forkserver")
_forkserver.set_forkserver_preload(LIBRARIES)


class Program(_forkserver.Process):
    """A running program, with as much of ``subprocess.Popen`` as tests need.

    ``main`` is called with ``arguments`` in its own environment; its output is appended to a file.
    """

    def __init__(self, main: Callable[..., Any], *arguments: Any, environment: Mapping[str, str], log: Path) -> None:
        super().__init__()
        self._main, self._arguments, self._environment, self._log = main, arguments, dict(environment), log
        # The tests' main module is not imported there, since it would bring their settings.
        tests = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            self.start()
        finally:
            sys.modules["__main__"] = tests

    def run(self) -> None:
        """Run the program, in the new process."""
        # It ends with the process that forked it, which ends with the tests, however these end.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        os.chdir(ROOT)
        os.environ.clear()
        os.environ.update(self._environment)
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.close(log)
        try:
            self._main(*self._arguments)
        finally:  # as the interpreter ends a program: executors first, which end their own processes
            threading._shutdown()
            atexit._run_exitfuncs()

    def poll(self) -> int | None:
        """Return its exit status, negative for a signal, or ``None`` while it still runs."""
        return self.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit status when it ends; raise ``subprocess.TimeoutExpired`` if that takes too long."""
        self.join(timeout)
        if self.exitcode is None:
            raise subprocess.TimeoutExpired(str(self._arguments), timeout or 0.0)
        return self.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.exitcode is None:
            assert self.pid is not None
            with contextlib.suppress(ProcessLookupError):  # it has ended, and its exit status is not here yet
                os.kill(self.pid, number)


@atexit.register
def _kill_all() -> None:
    """Kill all programs that the tests would otherwise wait for at their end."""
    for process in multiprocessing.active_children():
        if isinstance(process, Program):
            process.kill()


def python(*words: str) -> None:
    """Do what ``python WORDS`` does, for a file, ``-m`` and a module, or ``-c`` and code, with arguments."""
    if words[0] == "-m":
        sys.argv = list(words[1:])
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
    else:
        sys.argv = list(words)
        runpy.run_path(words[0], run_name="__main__")


def run(*words: str, environment: Mapping[str, str], timeout: float = 120.0) -> tuple[int, str]:
    """Run ``python WORDS`` to its end; return its exit status and output."""
    with tempfile.NamedTemporaryFile(prefix="sifang-") as log:
        program = Program(python, *words, environment=environment, log=Path(log.name))
        try:
            return program.wait(timeout), Path(log.name).read_text()
        finally:
            program.kill()
