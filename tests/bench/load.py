"""Drive tables: a low open-loop rate for latencies, a closed loop for the most moves a second."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from time import perf_counter

from tests.bench.report import middle
from tests.bench.tables import Figures, Table


async def at_rate(tables: Sequence[Table], rate: float, seconds: float, figures: Figures) -> int:
    """Press ``rate`` times a second, whether answers come or not; a table that is not at rest passes its press to the
    next. Add what was measured to the figures; return how many moves that were."""
    before = len(figures.pushes)
    await _begin(tables, figures)
    start, waiting = perf_counter(), list(tables)
    for number in range(int(rate * seconds)):
        left = start + number / rate - perf_counter()
        if left > 0:
            await asyncio.sleep(left)
        for at, table in enumerate(waiting):
            if table.press():
                waiting.append(waiting.pop(at))
                break
    await asyncio.sleep(0.3)
    figures.middles.append(middle(figures.pushes[before:]))
    return len(figures.pushes) - before


async def flat_out(tables: Sequence[Table], seconds: float) -> Figures:
    """Keep one move in flight at each table; return the figures, with moves a second."""
    await _begin(tables, figures := Figures())
    start = perf_counter()
    for table in tables:
        table.goes_on = True
        table.press()
    await asyncio.sleep(seconds)
    async with asyncio.timeout(30):  # else the client cannot read the page, or the server is stuck
        while not figures.pushes:
            await asyncio.sleep(0.1)
    figures.rates.append(len(figures.pushes) / (perf_counter() - start))
    for table in tables:
        table.goes_on = False
    await asyncio.sleep(0.3)
    return figures


async def _begin(tables: Sequence[Table], figures: Figures) -> None:
    for table in tables:
        table.figures = figures
        for person in table.people:
            await person.sit()
    gc.collect()
