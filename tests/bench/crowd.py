"""What a crowd costs: moves a second while 2,000 watch other tables, and memory per idle socket.

Goals P5 and P6. The real site runs twice, with the crowd and without,
and both are driven in turn; a bare ASGI application holds the same crowd for its memory.
Beside them both channel layers by themselves, as Channels' own is known for the difference.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from time import perf_counter
from typing import Any

import uvloop

from tests.bench.load import flat_out
from tests.bench.measure import Goal, Section, at_least, at_most, middle, spread
from tests.bench.move_to_push import TABLES, other, seated, site
from tests.bench.servers import Server, python, told
from tests.bench.tables import AllFours
from tests.bench.wire import Person

CROWD = 2000
#: sockets at each of the tables that the crowd watches, and opened at a time
EACH, AT_ONCE = 4, 40
SECONDS = 1.5
LAYERS = {
    "channels.layers.InMemoryChannelLayer": "Channels' in-memory layer by itself",
    "games.foundation.embedded.layer.InProcessChannelLayer": "Sifang's layer by itself",
}


def run(repeats: int) -> Section:
    """Measure with and without a crowd in turn, then the layers by themselves."""
    rates, memory, connect = uvloop.run(_measured(repeats))
    layers = json.loads(told(python("-m", "tests.bench.crowd", str(repeats)), {}))
    section = Section(
        "A crowd that watches",
        f"Moves a second at {TABLES} tables, one in flight at each, alone and while {CROWD:,} sockets of logged-in "
        f"people sit at {CROWD // EACH} other tables; memory is the growth of the process per idle socket. The "
        "layers by themselves: messages a second to groups of four, in one loop.",
        ("", "alone", f"with {CROWD:,} idle", "KiB a socket"),
    )
    section.rows.append(
        ("Sifang, moves/s", spread(rates["alone"], 0), spread(rates["crowd"], 0), f"{memory['site']:.1f}")
    )
    section.rows += [
        (name, spread(layers[path]["0"], 0), spread(layers[path][str(CROWD)], 0), "") for path, name in LAYERS.items()
    ]
    section.rows.append(("bare ASGI", "", "", f"{memory['bare']:.1f}"))
    section.notes.append(f"The crowd came in at {CROWD / connect['site']:.0f} sockets a second, each with a picture.")
    section.goals = _goals(rates, memory)
    return section


def _goals(rates: dict[str, list[float]], memory: dict[str, float]) -> list[Goal]:
    alone, crowd = middle(rates["alone"]), middle(rates["crowd"])
    size = f"{memory['site']:.1f} KiB"
    return [
        at_least(
            "P5", "moves with a crowd", crowd, alone, 0.85, (f"{crowd:.0f} moves/s", f"alone {alone:.0f} moves/s")
        ),
        at_most("P6", "an idle socket", memory["site"], memory["bare"], 1.6, (size, f"bare {memory['bare']:.1f} KiB")),
        at_most("P6", "an idle socket, against 40 KiB", memory["site"], 40, 1, (size, "40 KiB")),
    ]


async def _measured(repeats: int) -> tuple[dict[str, list[float]], dict[str, float], dict[str, float]]:
    rates: dict[str, list[float]] = {"alone": [], "crowd": []}
    memory, connect = {}, {}
    with ExitStack() as servers:
        server, made = servers.enter_context(other("bare", 1, 2000))
        memory["bare"], connect["bare"], bare = await _crowded(server, made, "/ws/{}/{}", range(CROWD // EACH))
        for person in bare:
            person.leave()
        driven = {}
        for name, idle in (("alone", 1), ("crowd", CROWD // EACH)):
            server, made = servers.enter_context(site(TABLES, idle))
            driven[name] = await seated(server, made, AllFours)
            if name == "crowd":
                memory["site"], connect["site"], _ = await _crowded(server, made, "/ws/t/{}/", made["idle"])
            await flat_out(driven[name], 1.0)
        for _ in range(repeats):
            for name, tables in driven.items():
                rates[name].append(await flat_out(tables, SECONDS))
    return rates, memory, connect


async def _crowded(server: Server, made: Any, path: str, codes: Sequence[object]) -> tuple[float, float, list[Person]]:
    """Seat the crowd; return KiB a socket, the seconds it took, and the crowd."""
    sessions = made["tables"][0][1:]
    before, start = server.memory(), perf_counter()
    people, wanted = [], [path.format(code, number) for code in codes for number in range(EACH)]
    for at in range(0, len(wanted), AT_ONCE):
        group = [Person(server.port, sessions[number % 2]) for number in range(len(wanted[at : at + AT_ONCE]))]
        await asyncio.gather(
            *(person.watch(one, lambda message, now: None) for person, one in zip(group, wanted[at:], strict=False))
        )
        people += group
    passed = perf_counter() - start
    await asyncio.sleep(3)
    return (server.memory() - before) / len(wanted), passed, people


def layers(repeats: int) -> dict[str, dict[str, list[float]]]:
    """Return messages a second of each layer, by the number of idle members."""
    import django
    from django.conf import settings
    from django.utils.module_loading import import_string

    settings.configure()
    django.setup()
    found: dict[str, dict[str, list[float]]] = {path: {"0": [], str(CROWD): []} for path in LAYERS}
    for _ in range(repeats):
        for path, rates in found.items():
            for idle, rate in rates.items():
                rate.append(asyncio.run(_sent(import_string(path)(), int(idle))))
    return found


async def _sent(layer: Any, idle: int, seconds: float = 0.3) -> float:
    for number in range(idle):
        await layer.group_add(f"idle.{number // EACH}", await layer.new_channel())
    members = [await layer.new_channel() for _ in range(EACH)]
    for member in members:
        await layer.group_add("busy", member)
    sent, start = 0, perf_counter()
    while (passed := perf_counter() - start) < seconds:
        await layer.group_send("busy", {"type": "room.changed", "code": "ABCDEF"})
        for member in members:
            await layer.receive(member)
        sent += 1
    return sent / passed


if __name__ == "__main__":
    print(json.dumps(layers(int(sys.argv[1]))))
