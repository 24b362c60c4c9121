# ruff: noqa: E501  figures are read across
"""The site is stopped for a new version, or freezes, under players: goals R6 and R9."""

from __future__ import annotations

import asyncio
import signal
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.sizes import SCALE, SOAK, reached, share, size
from tests.faults.test_kill import goes_on, play
from tests.sites import Site

pytestmark = pytest.mark.slow
#: The close code that a server sends its sockets on shutdown: come back.
RESTARTING = 1012


@pytest.fixture(scope="module")
def site():
    site = Site(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop()
    site.remove()


@pytest.fixture(scope="module")
def bots(site):
    bots = [Bot(site.url, seed) for seed in range(2)]
    for bot in bots:
        bot.sit_down()
    return bots


async def watching(bots, many):
    """Open so many onlookers' sockets at once; return when each has received the whole table."""

    async def watch(bot):
        address = bot.url.replace("http", "ws") + "/ws" + bot.table
        ws = await connect(address, origin=bot.url, compression=None, open_timeout=60)
        assert 'id="picture"' in await asyncio.wait_for(ws.recv(), 60)
        return ws

    return await asyncio.gather(*(watch(bots[number % len(bots)]) for number in range(many)))


async def close_code(ws):
    """Return the code with which a socket is closed."""
    try:
        while True:
            await asyncio.wait_for(ws.recv(), 60)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


async def test_everybody_comes_back_from_a_deploy(site, bots):
    deploys, many, waits = size(1, 20), size(20, 50), []
    for _ in range(deploys):
        await asyncio.to_thread(play, bots, 0.5)
        sockets = await watching(bots, many)
        site.process.send_signal(signal.SIGTERM)
        codes = await asyncio.gather(*map(close_code, sockets))
        assert codes == [RESTARTING] * many
        assert await asyncio.to_thread(site.process.wait, 30) == 0
        await asyncio.to_thread(site.start)
        began = time.monotonic()
        sockets = await watching(bots, many)  # all of them at the same moment
        waits.append(time.monotonic() - began)
        await asyncio.to_thread(goes_on, bots)
        for ws in sockets:
            await ws.close()
    await asyncio.to_thread(oracle.check, site, [bot.journal for bot in bots])
    pressed = sum(len(bot.journal) for bot in bots)
    reached(
        "R6",
        f"{deploys} deploys, {many} sockets each: all closed 1012, all back within {share(waits, 0.99):.1f} s (p99) of the start, {pressed} presses, 0 lost",
    )


async def test_a_frozen_site_goes_on(site, bots):
    times, seconds, waits = size(1, 20), 2 if not SOAK else max(2, 60 * SCALE), []
    for _ in range(times):
        sockets = await watching(bots, 4)
        site.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)  # the fault itself: there is nothing to wait for
        site.process.send_signal(signal.SIGCONT)
        waits.append(await asyncio.to_thread(goes_on, bots))
        again = await watching(bots, 4)
        for ws in (*sockets, *again):
            await ws.close()
    await asyncio.to_thread(oracle.check, site, [bot.journal for bot in bots])
    reached("R9", f"{times} × frozen for {seconds:.0f} s: play went on after {share(waits, 0.99):.1f} s (p99)")
