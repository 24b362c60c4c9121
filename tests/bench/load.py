"""Drive tables: a low open-loop rate for latencies, a closed loop for the most moves a second."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from tests.bench.report import middle
from tests.bench.tables import Table

#: Seconds in which a first move must be made, however busy the machine is.
PATIENCE = 30.0


@dataclass(slots=True)
class Figures:
    """The results of one contender's rounds: medians by round, all latencies pooled for the tails."""

    middles: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    push_bytes: list[int] = field(default_factory=list)
    answer_bytes: list[int] = field(default_factory=list)
    refused: int = 0

    def note(self, tables: Sequence[Table]) -> int:
        """Take what the tables measured, in milliseconds; return how many moves that were."""
        pushes = [1000 * value for table in tables for value in table.pushes]
        self.middles.append(middle(pushes))
        self.pushes += pushes
        for table in tables:
            self.answers += [1000 * value for value in table.answers]
            self.push_bytes += table.pushed_bytes
            self.answer_bytes += table.answered_bytes
            self.refused += table.refused
        return len(pushes)


async def at_rate(tables: Sequence[Table], rate: float, seconds: float) -> None:
    """Press ``rate`` times a second, whether answers come or not; a table that is not at rest
    passes its press to the next table."""
    await _begin(tables)
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


async def flat_out(tables: Sequence[Table], seconds: float) -> float:
    """Keep one move in flight at each table; return moves a second."""
    await _begin(tables)
    start = perf_counter()
    for table in tables:
        table.at_rest = Table.press
        table.press()
    await asyncio.sleep(seconds)
    while not (done := sum(len(table.pushes) for table in tables)):
        if perf_counter() - start > PATIENCE:
            raise RuntimeError("no table moved: the client cannot read the page, or the server is stuck")
        await asyncio.sleep(0.1)
    rate = done / (perf_counter() - start)
    for table in tables:
        table.at_rest = lambda table: None
    await asyncio.sleep(0.3)
    return rate


async def _begin(tables: Sequence[Table]) -> None:
    for table in tables:
        table.forget()
        for person in table.people:
            await person.sit()
    gc.collect()
