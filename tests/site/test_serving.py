"""A server process from its start to its end: alone with its data, and closing in good order."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import signal
import subprocess
import sys
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cardsite.management.commands import serve
from games.foundation import lifespan
from games.foundation.embedded import data_lock
from games.foundation.observability import metrics
from tests.sites import ROOT, Site


def test_data_belongs_to_one_process(tmp_path):
    lock = data_lock.acquire(tmp_path)
    with pytest.raises(data_lock.DataInUse):
        data_lock.acquire(tmp_path)
    lock.close()
    data_lock.acquire(tmp_path).close()


def test_a_lock_dies_with_its_process(tmp_path):
    code = "from pathlib import Path; from games.foundation.embedded import data_lock; "
    code += f"lock = data_lock.acquire(Path({str(tmp_path)!r}));"
    holder = subprocess.Popen(
        [sys.executable, "-c", code + "print('held', flush=True); import time; time.sleep(600)"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(data_lock.DataInUse):
        data_lock.acquire(tmp_path)
    holder.kill()
    holder.wait()
    data_lock.acquire(tmp_path).close()


def test_a_second_server_of_the_same_data_says_so(settings, tmp_path):
    settings.VAR, settings.REDIS_URL = tmp_path, ""
    with data_lock.acquire(tmp_path), pytest.raises(CommandError, match="Another process serves the data"):
        call_command("serve")


def test_several_processes_may_share_data_and_nobody_has_it_alone_meanwhile(tmp_path):
    first, second = (data_lock.acquire(tmp_path, shared=True) for _ in range(2))
    for lock in (first, second):
        with pytest.raises(data_lock.DataInUse):
            data_lock.acquire(tmp_path)
        lock.close()
    with data_lock.acquire(tmp_path), pytest.raises(data_lock.DataInUse):
        data_lock.acquire(tmp_path, shared=True)


@pytest.fixture
def free_while_serving(settings, tmp_path, monkeypatch):
    """Return a function that serves, without a real server, and returns who could take the data meanwhile: another
    server that shares it, and a restore, which needs it alone."""

    def is_free(shared):
        try:
            data_lock.acquire(tmp_path, shared=shared).close()
        except data_lock.DataInUse:
            return False
        return True

    def serve_with(redis_url, vendor):
        settings.REDIS_URL = redis_url
        monkeypatch.setattr(connection, "vendor", vendor)
        free = []
        monkeypatch.setattr(serve.uvicorn, "run", lambda *_, **__: free.extend(map(is_free, (True, False))))
        call_command("serve", prepared=True, stdout=io.StringIO())
        return free

    settings.VAR = tmp_path
    for name in ("Heart", "start_embedded_worker"):
        monkeypatch.setattr(serve, name, mock.Mock())
    handler, interval = signal.getsignal(signal.SIGTERM), sys.getswitchinterval()
    yield serve_with
    signal.signal(signal.SIGTERM, handler)
    sys.setswitchinterval(interval)


@pytest.mark.parametrize(
    ("redis_url", "vendor", "free"),
    [
        ("", "sqlite", [False, False]),
        ("", "postgresql", [False, False]),  # its worker is alone, too
        ("redis://redis/0", "sqlite", [True, False]),
        ("redis://redis/0", "postgresql", [True, True]),
    ],
)
def test_whatever_serves_an_sqlite_file_keeps_a_restore_away(free_while_serving, redis_url, vendor, free):
    assert free_while_serving(redis_url, vendor) == free


def test_several_processes_need_redis(settings):
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="need Redis"):
        call_command("serve", workers=2)


class Ends:
    """A server's own handler of SIGTERM."""

    def __init__(self):
        self.called = asyncio.Event()

    def __call__(self, number, frame):
        self.called.set()


@pytest.fixture
def ends(monkeypatch):
    monkeypatch.setattr(lifespan, "_closing", False)
    before = signal.getsignal(signal.SIGTERM)
    yield Ends()
    signal.signal(signal.SIGTERM, before)


async def test_a_server_says_that_it_closes_before_it_does(ends, settings):
    settings.DRAIN_SECONDS = 0.05
    signal.signal(signal.SIGTERM, ends)
    lifespan.drain_on_sigterm()
    signal.raise_signal(signal.SIGTERM)
    assert lifespan.closing()
    assert not ends.called.is_set()
    await asyncio.wait_for(ends.called.wait(), 10)


async def test_a_second_signal_ends_at_once(ends, settings):
    settings.DRAIN_SECONDS = 3600
    signal.signal(signal.SIGTERM, ends)
    lifespan.drain_on_sigterm()
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGTERM)
    assert ends.called.is_set()


async def test_without_a_balancer_it_closes_at_once(ends, settings):
    settings.DRAIN_SECONDS = 0
    signal.signal(signal.SIGTERM, ends)
    lifespan.drain_on_sigterm()
    signal.raise_signal(signal.SIGTERM)
    assert lifespan.closing()
    assert ends.called.is_set()


async def test_the_loops_lag_is_measured_from_start_to_end(ends, monkeypatch):
    if metrics.folder() is not None:
        pytest.skip("counted in files on the large site")
    monkeypatch.setattr(lifespan, "LAG_INTERVAL", 0.001)
    incoming, outgoing = asyncio.Queue(), asyncio.Queue()
    before = metrics.REGISTRY.get_sample_value("sifang_loop_lag_seconds_count")
    await incoming.put({"type": "lifespan.startup"})
    running = asyncio.create_task(lifespan.application({"type": "lifespan"}, incoming.get, outgoing.put))
    assert (await asyncio.wait_for(outgoing.get(), 10))["type"] == "lifespan.startup.complete"
    async with asyncio.timeout(10):
        while metrics.REGISTRY.get_sample_value("sifang_loop_lag_seconds_count") == before:
            await asyncio.sleep(0)
    await incoming.put({"type": "lifespan.shutdown"})
    assert (await asyncio.wait_for(outgoing.get(), 10))["type"] == "lifespan.shutdown.complete"
    await running


async def test_what_lives_as_long_as_the_process_is_no_work_for_the_garbage_collector(ends):
    incoming, outgoing = asyncio.Queue(), asyncio.Queue()
    loaded, frozen = [[] for _ in range(1000)], gc.get_freeze_count()
    await incoming.put({"type": "lifespan.startup"})
    await incoming.put({"type": "lifespan.shutdown"})
    await asyncio.wait_for(lifespan.application({"type": "lifespan"}, incoming.get, outgoing.put), 10)
    assert gc.get_freeze_count() >= frozen + len(loaded)


def test_what_open_sockets_hold_is_rarely_looked_through_for_garbage(tmp_path):
    """In a process of its own, which has few objects: by default every hundred young collections cause a full one."""
    code = """
import gc
from games.foundation import lifespan
lifespan.spare_what_stays()
full = gc.get_stats()[2]["collections"]
living = [[] for _ in range(300 * gc.get_threshold()[0])]
print(gc.get_stats()[2]["collections"] - full, gc.get_stats()[1]["collections"] > 20)
"""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "cardsite.settings", "SIFANG_VAR": str(tmp_path)}
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=True).stdout
    assert output == b"0 True\n"


@pytest.mark.slow
def test_prepare_may_be_run_again_and_serve_trusts_it():
    site = Site()
    site.prepare()  # all migrations have been run
    for _ in range(2):
        site.command("prepare")
    site.start()
    assert site.stop() == 0
    site.remove()
