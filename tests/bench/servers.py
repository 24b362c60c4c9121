"""Starting and ending processes for a bench: each is ended by its own id, whatever happens."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Seconds a server may take to answer, and to end.
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Server:
    """A process that listens on a loopback port."""

    pid: int
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)

    def memory(self) -> float:
        """Return the resident memory of the process and its children, in KiB."""
        return sum(_resident(pid) for pid in _tree(self.pid))

    def cpu(self) -> float:
        """Return the seconds of processor time used so far by the process and its children."""
        return sum(_cpu(pid) for pid in _tree(self.pid))


@contextmanager
def serving(command: Sequence[str], port: int, env: Mapping[str, str]) -> Iterator[Server]:
    """Run a server until the block ends; ``RuntimeError`` with its last words where it does not answer."""
    with tempfile.TemporaryFile() as log, running(command, env, log) as process:
        end = time.monotonic() + PATIENCE
        while not answers(port):
            if process.poll() is not None or time.monotonic() > end:
                log.seek(0)
                raise RuntimeError(f"{' '.join(command[1:4])} did not start:\n{log.read().decode()[-2000:]}")
            time.sleep(0.05)
        yield Server(process.pid, port, env)


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str], log: object = None) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process until the block ends."""
    out = subprocess.DEVNULL if log is None else log
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **env}, stdout=out, stderr=out)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def told(command: Sequence[str], env: Mapping[str, str]) -> str:
    """Run a process to its end and return what it printed; ``RuntimeError`` where it fails."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:4])} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def python(*arguments: str) -> list[str]:
    """Return a command of this environment's Python."""
    return [sys.executable, *arguments]


def answers(port: int) -> bool:
    """Say whether somebody listens on a loopback port."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        children = []
    return [pid, *(one for child in children for one in _tree(int(child)))]


def _resident(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return float(next((line.split()[1] for line in lines if line.startswith("VmRSS")), 0))


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
