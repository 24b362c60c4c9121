"""The tests' own programs: a signal to one that is just ending."""

import contextlib
import os
import signal
import time

from tests.programs import Program, python


def test_a_signal_to_a_program_that_was_collected_a_moment_ago_is_no_error(tmp_path, monkeypatch):
    """The process that forked it reaps it first, and reports its exit status a moment later."""
    program = Program(python, "-c", "import time; time.sleep(60)", environment=os.environ, log=tmp_path / "log")
    program.send_signal(signal.SIGKILL)
    end = time.monotonic() + 30
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.kill(program.pid, 0)
    with monkeypatch.context() as patch:
        patch.setattr(Program, "exitcode", None)
        program.send_signal(signal.SIGKILL)
    assert program.wait(30) == -signal.SIGKILL
