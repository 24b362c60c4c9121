"""A site's own Django, kept running: ``python -m tests.console`` runs code and management commands one after another.

Starting Python and Django for each would be most of what the tests take. A request is a line of JSON on
standard input, ``{"code": "print(1)"}`` or ``{"command": ["backup", "/tmp"]}``; the answer is a line of JSON,
``{"status": 0, "out": "1\\n", "err": ""}``. Nothing is kept from one request to the next: neither a
connection to the database, which a test may replace, nor hands already folded, nor settings.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


class Console:
    """The process of one site's environment."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.environment = dict(environment)
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.console"],
                cwd=ROOT,
                env=self.environment | {"SIFANG_DB_POOL": "0"},  # nothing stays open
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def ask(self, timeout: float = 120.0, **request: Any) -> subprocess.CompletedProcess[str]:
        """Run ``code`` or a ``command``; return status and output as ``subprocess.run`` does."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Timer(timeout, self._process.kill)
        late.start()
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            late.cancel()
        assert line, f"the console ended with status {self._process.wait(10)} while it ran {request}"
        answer = json.loads(line)
        return subprocess.CompletedProcess([], answer["status"], answer["out"], answer["err"])

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()


def main() -> None:
    """Answer requests until standard input is closed."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a child process prints is no answer
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    django.setup()
    for line in sys.stdin:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = _answer(json.loads(line))
        answers.write(json.dumps({"status": status, "out": out.getvalue(), "err": err.getvalue()}) + "\n")
        answers.flush()


def _answer(request: dict[str, Any]) -> int:
    from django.core.management import execute_from_command_line
    from django.db import connections
    from django.test import override_settings

    from games.matches import fold, played_hands

    changes = override_settings()
    changes.enable()  # what the code sets is undone
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
        fold.forget()
        played_hands.forget()
    return 0


if __name__ == "__main__":
    main()
