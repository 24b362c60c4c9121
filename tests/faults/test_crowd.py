# ruff: noqa: E501  figures are read across
"""Many onlookers beside tables in play: nothing piles up. Goals O1 and O2."""

from __future__ import annotations

import asyncio
import re
import time
import urllib.request
from pathlib import Path

import pytest

from tests.faults import oracle
from tests.faults.bot import Bot
from tests.faults.sizes import SCALE, SOAK, reached, size
from tests.faults.test_deploys import watching
from tests.faults.test_kill import play
from tests.sites import Site

pytestmark = pytest.mark.slow


@pytest.fixture
def site():
    site = Site(SIFANG_AI_PACE="0.05,0.1", SIFANG_NEXT_HAND_SECONDS="0.1", SIFANG_SOCKETS_PER_ADDRESS="5000")
    site.start()
    yield site
    if site.process.poll() is None:
        site.stop()
    site.remove()


def standing(site):
    """Return what the server uses: memory in MiB, threads, open files."""
    folder = Path(f"/proc/{site.process.pid}")
    status = folder.joinpath("status").read_text()
    memory = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
    return memory, int(re.search(r"Threads:\s+(\d+)", status)[1]), len(list(folder.joinpath("fd").iterdir()))


def late(site):
    """Return the share of looks at the loop that found it no more than 50 ms late, if it is counted."""
    with urllib.request.urlopen(site.url + "/metrics", timeout=20) as answer:
        text = answer.read().decode()
    buckets = {
        float(edge): float(count)
        for edge, count in re.findall(r'loop_lag\w*_bucket\{[^}]*le="([\d.]+)"\} ([\d.e+]+)', text)
    }
    total = re.search(r"loop_lag\w*_count(?:\{\})? ([\d.e+]+)", text)
    within = [count for edge, count in sorted(buckets.items()) if edge <= 0.05]
    return within[-1] / float(total[1]) if total and within and float(total[1]) else None


async def test_a_crowd_leaves_nothing_behind(site):
    people, tables = size(60, 1000), size(2, 25)
    seconds = 3 if not SOAK else max(3, 600 * SCALE)
    bots = [Bot(site.url, seed) for seed in range(tables)]
    for bot in bots:
        await asyncio.to_thread(bot.sit_down)
    await asyncio.to_thread(play, bots, 1)
    before = standing(site)
    sockets = []
    for start in range(0, people, 50):
        sockets += await watching(bots, min(50, people - start))
    full, end = standing(site), time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.to_thread(play, bots, min(seconds, 5))
    later = standing(site)
    ending = [asyncio.create_task(ws.close()) for ws in sockets]
    await asyncio.gather(*ending)
    await asyncio.to_thread(play, bots, 2)
    after = standing(site)
    assert full[2] - before[2] >= people * 0.9, "the sockets were not open"
    assert after[2] <= before[2] + 10, f"files stay open: {before[2]} before, {after[2]} after"
    assert later[1] <= before[1] + 8, f"threads grow: {before[1]} before, {later[1]} with a crowd"
    await asyncio.to_thread(oracle.check, site, [bot.journal for bot in bots])
    within = await asyncio.to_thread(late, site)
    reached(
        "O1",
        f"{people} sockets, {tables} tables, {seconds:.0f} s: {before[0]:.0f} → {full[0]:.0f} → {later[0]:.0f} MiB, {later[1]} threads; files {before[2]} → {full[2]} → {after[2]}",
    )
    if within is not None:
        reached("O2", f"the loop woke within 50 ms in {within:.1%} of looks")
