"""The large site as it is run: behind nginx, rolled to a new version, a worker that has gone deaf."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import threading
import time
import urllib.error
import urllib.request

import pytest
import websockets

from cardsite.deploy import probe
from tests import services
from tests.faults import oracle
from tests.faults.bot import Bot
from tests.sites import StackSite

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis]


@pytest.fixture(scope="module")
def site():
    services.unless_here(services.missing() or ("" if shutil.which("nginx") else "nginx"))
    site = StackSite(
        SIFANG_AI_PACE="0.0,0.02",
        SIFANG_NEXT_HAND_SECONDS="0.1",
        SIFANG_HEARTBEAT_SECONDS="0.5",
        SIFANG_LOG_FORMAT="json",
    )
    site.start()
    yield site
    site.stop()
    log = site.log()
    site.remove()
    assert "Traceback" not in log, log


def log_of(site):
    return (site.var / "log").read_text()


def until(holds, seconds=60.0):
    """Wait until a condition holds, checking it again and again."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.02)


class Crowd(threading.Thread):
    """Bots that play until they are told to stop; ``faults`` holds every press that failed."""

    def __init__(self, url, count):
        super().__init__(daemon=True)
        self.bots = [Bot(url, seed) for seed in range(count)]
        self.enough = threading.Event()
        self.faults = []
        for bot in self.bots:
            bot.sit_down()

    def run(self):
        while not self.enough.is_set():
            for bot in self.bots:
                try:
                    bot.turn()
                except OSError as fault:
                    self.faults.append(repr(fault))

    def finish(self):
        self.enough.set()
        self.join(30)


def test_a_rolling_deploy_fails_no_press_and_closes_sockets_so_that_they_come_back(site):
    crowd = Crowd(site.url, 2)
    crowd.start()
    bot = Bot(site.url, 99)
    bot.sit_down()
    before = [job.process.pid for job in site.stack.webs]
    codes = []

    async def hold():
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in bot.jar)
        headers = {"Cookie": cookies, "Origin": site.url}
        address = f"ws{site.url.removeprefix('http')}/ws{bot.table}"
        rolling = None
        while rolling is None or not rolling.done():
            async with websockets.connect(address, additional_headers=headers) as socket:
                try:
                    # The whole picture, whichever process serves; one that is about to close may send none.
                    assert "table" in await socket.recv()
                    rolling = rolling or asyncio.create_task(asyncio.to_thread(site.stack.roll))
                    while not rolling.done():
                        async with asyncio.timeout(0.2):
                            await socket.recv()
                except TimeoutError:
                    continue
                except websockets.ConnectionClosed as closed:
                    codes.append(closed.rcvd.code)
        await rolling

    asyncio.run(hold())
    crowd.finish()
    after = [job.process.pid for job in site.stack.webs]
    assert not set(before) & set(after)
    assert crowd.faults == []
    assert set(codes) <= {1012}
    oracle.check(site, [bot.journal for bot in [*crowd.bots, bot]])
    assert sum(len(bot.journal) for bot in crowd.bots) > 0


def test_turns_that_want_thought_are_played_by_the_workers_that_think(site):
    code = (
        "from games.matches.models import Hand\n"
        "from tests.matches.tables import match_of, person\n"
        "match = match_of('all-fours', 'intermediate', 'intermediate')\n"
        "print(Hand.objects.get(match=match).pk)"
    )
    hand = int(site.run(code))
    ask = f"from games.matches.models import Hand; print(Hand.objects.get(pk={hand}).version)"
    until(lambda: int(site.run(ask)) > 3)
    name = "sifang_thinking_seconds_count"
    metrics = urllib.request.urlopen(f"http://127.0.0.1:{site.stack.ports[0]}/metrics").read().decode()
    assert any(line.startswith(name) and 'level="intermediate"' in line for line in metrics.splitlines())


def test_a_worker_that_has_gone_deaf_ends_and_is_started_again(site):
    job = next(job for job in site.stack.others if job.name == "worker-table")
    deaf = job.process.pid
    deafen = (  # asked by name, the worker is waited for; asked while it starts, it does not hear
        "from cardsite.celery import app\n"
        "from celery.utils.nodenames import gethostname, worker_direct\n"
        "name = f'table@{gethostname()}'\n"
        "print(app.control.cancel_consumer(worker_direct(name).name, destination=[name], reply=True, timeout=10))"
    )
    until(lambda: "no longer consuming" in site.run(deafen))
    until(lambda: job.process.poll() is not None)
    until(lambda: "worker-table" in site.stack.tend())
    assert job.process.pid != deaf
    assert "hears nothing any more" in log_of(site)
    bot = Bot(site.url, 5)
    bot.sit_down()
    until(bot.turn)


def test_killed_processes_are_started_again_and_until_then_people_see_a_page_that_comes_back(site):
    killed = [*site.stack.webs, next(job for job in site.stack.others if job.name == "scheduler")]
    numbers = [job.process.pid for job in killed]
    for job in killed:
        os.killpg(job.process.pid, signal.SIGKILL)
        job.process.wait(20)
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(site.url + "/friends/")
    page = answer.value.read().decode()
    assert (answer.value.code, answer.value.headers["Retry-After"]) == (503, "3")
    assert 'http-equiv="refresh"' in page and "马上就好" in page and "nginx" not in page.lower()
    form = urllib.request.Request(site.url + "/t/ABCDEF/act/", data=b"x=1", method="POST")
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(form)
    assert answer.value.code == 503
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(site.url + "/back-soon")
    assert answer.value.code in {404, 503}
    restarted = []
    until(lambda: restarted.extend(site.stack.tend()) or len(restarted) == len(killed))
    assert sorted(restarted) == sorted(job.name for job in killed)
    assert not {job.process.pid for job in killed} & set(numbers)
    for port in site.stack.ports:
        assert probe.wait_for(f"http://127.0.0.1:{port}/readyz", 60) == ""
    nginx = next(job for job in site.stack.others if job.name == "nginx")
    os.killpg(nginx.process.pid, signal.SIGKILL)
    until(lambda: "nginx" in site.stack.tend())
    until(lambda: probe.ask(site.url + "/healthz") == "")
    assert b"nginx" not in urllib.request.urlopen(site.url + "/").read()
    bot = Bot(site.url, 6)
    bot.sit_down()
    until(bot.turn)


def test_what_is_for_machines_is_not_there_for_people(site):
    for path in ("/metrics", "/readyz"):
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(site.url + path)
        assert answer.value.code == 404
    inside = urllib.request.urlopen(f"http://127.0.0.1:{site.stack.ports[1]}/metrics").read().decode()
    assert "sifang_queue_depth" in inside


def test_a_request_has_one_number_at_the_proxy_and_in_the_log(site):
    urllib.request.urlopen(site.url + "/").read()
    until(lambda: '"kind":"/"' in (site.var / "access.log").read_text())
    lines = [json.loads(line) for line in (site.var / "access.log").read_text().splitlines()]
    number = next(line["request"] for line in lines if line["kind"] == "/")
    assert number in log_of(site)
