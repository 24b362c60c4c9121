"""Prometheus metrics. Labels are games, levels and routes: never a person.

On the large site each process writes into its own files in ``SIFANG_METRICS_DIR``, and any process answers for
the whole machine (``prometheus_client``'s multiprocess mode).
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

MOVES = Counter("sifang_moves", "Actions that were stored.", ["game", "by"])
STALE = Counter("sifang_stale_moves", "Actions that came too late for the picture they were chosen on.", ["by"])
JUDGED_AGAIN = Counter("sifang_moves_judged_again", "Moves whose live room was no longer what the rows say.")
PUSH = Histogram("sifang_move_to_push_seconds", "From a press or a change to the last socket sent.", buckets=QUICK)
REPAIRED = Counter("sifang_pushes_repaired", "Tables drawn again because their push was lost.")
LOST = Counter("sifang_hints_lost", "Pushes and tasks that could not be sent.", ["kind"])
SWEEPS = Counter("sifang_sweeps", "Looks for hands that stand still.")
HANDS_SWEPT = Counter("sifang_hands_swept", "Hands that a sweep found overdue.")
THINKING = Histogram("sifang_thinking_seconds", "An AI player's thought.", ["game", "level"], buckets=QUICK)
ILLEGAL = Counter("sifang_ai_illegal", "AI players' choices that the rules refused.", ["game", "level"])
#: ``line`` is the former name of ``consumer``: both are given for one release, so that dashboards can change over.
SOCKETS = Gauge("sifang_sockets", "Open sockets.", ["consumer", "line"], multiprocess_mode="livesum")
LAG = Histogram("sifang_loop_lag_seconds", "How late the event loop wakes.", buckets=QUICK)
REQUESTS = Histogram("sifang_request_seconds", "Requests by route and answer.", ["route", "status"], buckets=QUICK)

#: The process id under which the counts of ended processes are added up.
ENDED_PID = 0


def folder() -> Path | None:
    """Return the folder that this machine's processes share, or None if there is only one process."""
    path = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    return Path(path) if path else None


def registry() -> CollectorRegistry:
    """Return the metrics of this process, or of all processes of this machine."""
    if folder() is None:
        return REGISTRY
    merge_ended_processes()
    machine = CollectorRegistry()
    MultiProcessCollector(machine)  # type: ignore[no-untyped-call]
    return machine


class MachineCollector(Collector):
    """Collects the metrics of all processes of this machine at each scrape."""

    def collect(self) -> Iterable[Metric]:
        """Return every metric."""
        return registry().collect()


def serve(port: int) -> None:
    """Serve the metrics at a port, from a thread of this process."""
    served = CollectorRegistry()
    served.register(MachineCollector())
    start_http_server(port, registry=served)


def merge_ended_processes() -> None:
    """Add up the counts of ended processes and remove their files and gauges, so that restarts leave few files."""
    metrics_folder = folder()
    assert metrics_folder is not None
    with (metrics_folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for file in sorted(metrics_folder.glob("*.db")):
            kind, _underscore, pid = file.stem.rpartition("_")
            if int(pid) == ENDED_PID or _is_running(int(pid)):
                continue
            if not kind.startswith("gauge"):
                _add(file, metrics_folder / f"{kind}_{ENDED_PID}.db")
            file.unlink()


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _add(file: Path, total_file: Path) -> None:
    total = MmapedDict(str(total_file))  # type: ignore[no-untyped-call]
    for key, value, at, _place in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
        total.write_value(key, total.read_value(key)[0] + value, at)  # type: ignore[no-untyped-call]
    total.close()  # type: ignore[no-untyped-call]
