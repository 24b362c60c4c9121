"""Cost grows with the work and no faster: a move with 10 tables open and with 1,000, with no hand
stored and with 100,000, early in a hand and late.

Issue 8, done when 3. The first two are the real site on data of its own, driven in turn at the same
rate: processor time of the server a move, what it spends without moves taken off, and the way to
the last of the other seats. The third is one long hand in a process of its own.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from time import process_time

import uvloop

from tests.bench.load import at_rate, taken
from tests.bench.measure import Section, at_most, middle, spread
from tests.bench.move_to_push import site
from tests.bench.servers import Server, python, told
from tests.bench.tables import AllFours
from tests.bench.wire import Person

FEW, MANY, STORED = 10, 1000, 100_000
#: tables that are driven in a round, moves a second at all of them, and for how long
DRIVEN, RATE, SECONDS = 10, 20.0, 4.0
#: sockets opened at a time
AT_ONCE = 40
#: presses that are enough, and which actions are early and late in a hand
ENOUGH, EARLY, LATE = 20, range(5, 15), range(150, 160)
WAYS = {
    "few": f"{FEW} tables open",
    "many": f"{MANY:,} tables open, those that move drawn by lot",
    "stored": f"{FEW} tables open, {STORED:,} finished hands stored",
}


def run(repeats: int) -> Section:
    """Measure the three sites in turn, then the long hands."""
    costs, ways, idle = uvloop.run(_measured(repeats))
    with tempfile.TemporaryDirectory() as var:
        env = {"SIFANG_VAR": var, "DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": ""}
        ages = json.loads(told(python("-m", "tests.bench.growth", str(repeats)), {**env, "SIFANG_MANIFEST": "0"}))
    section = Section(
        "Cost grows with the work and no faster",
        f"All Fours for four, {RATE:g} moves a second at {DRIVEN} tables: processor milliseconds of the server a move "
        "without what it spends at rest, and milliseconds from the POST to the last of the other seats. The age of a "
        "hand: processor milliseconds of a press with its answer and the pictures of the other seats, in a Winner "
        "for four to the last, played card by card, so that the late pictures hold fewer cards.",
        ("", "processor ms a move", "push p50 ms", "at rest, share of a core"),
        [(WAYS[way], spread(costs[way]), spread(ways[way]), f"{middle(idle[way]):.1%}") for way in WAYS],
    )
    section.rows += [
        (f"actions {EARLY.start} to {EARLY.stop - 1} of a hand", spread(ages["early"]), "", ""),
        (f"actions {LATE.start} to {LATE.stop - 1} of a hand", spread(ages["late"]), "", ""),
    ]
    few = middle(costs["few"])
    early, late = middle(ages["early"]), middle(ages["late"])
    section.goals = [
        at_most(
            "G1", f"a move, {what}", middle(costs[way]), few, 1.2, (f"{middle(costs[way]):.2f} ms", f"{few:.2f} ms")
        )
        for way, what in (("many", f"{MANY:,} tables against {FEW}"), ("stored", f"{STORED:,} hands against none"))
    ]
    section.goals.append(
        at_most("G1", "a press, late against early in a hand", late, early, 1.2, (f"{late:.2f} ms", f"{early:.2f} ms"))
    )
    return section


async def _measured(repeats: int) -> tuple[dict[str, list[float]], dict[str, list[float]], dict[str, list[float]]]:
    """Return by way and round: milliseconds of processor a move, of the way of a move, share at rest."""
    costs, ways, idle = ({way: list[float]() for way in WAYS} for _ in range(3))
    rng = random.Random(8)
    with ExitStack() as servers:
        sites = {}
        for way in WAYS:
            server, made = servers.enter_context(site(MANY if way == "many" else FEW))
            if way == "stored":
                _store(server)
            sites[way] = server, await _open(server, made["tables"])
        for number in range(repeats + 1):
            for way, (server, tables) in sites.items():
                before = server.cpu()
                await asyncio.sleep(SECONDS)
                rest = (server.cpu() - before) / SECONDS
                driven = rng.sample(tables, DRIVEN)
                await at_rate(driven, RATE, 1.0)  # a hand that is in play is near
                before = server.cpu()
                await at_rate(driven, RATE, SECONDS)
                spent = server.cpu() - before
                pushes = taken(driven)[0]
                if number:  # the first round warms up
                    costs[way].append(1000 * (spent - rest * SECONDS) / len(pushes))
                    ways[way].append(1000 * middle(pushes))
                    idle[way].append(rest)
    return costs, ways, idle


async def _open(server: Server, made: Sequence[Sequence[str]]) -> list[AllFours]:
    """Connect everybody, some at a time."""
    tables = [AllFours(code, [Person(server.port, one) for one in sessions]) for code, *sessions in made]
    for at in range(0, len(tables), AT_ONCE // 4):
        await asyncio.gather(*(table.join() for table in tables[at : at + AT_ONCE // 4]))
    await asyncio.sleep(0.5)
    return tables


def _store(server: Server) -> None:
    """Put finished hands of other people into a site's database."""
    told(python("-m", "tests.bench.growth", "store"), server.environment)


def store() -> None:
    """Make the finished hands, all rows copied from one."""
    import django

    django.setup()
    from games.matches import events
    from tests.bench.replay import HANDS, matches
    from tests.matches.tables import person
    from tests.replays.hands import finished

    events._enqueue = lambda *told: None
    matches(finished("all-fours", person("one"), person("other")), STORED // HANDS)


def ages(repeats: int) -> dict[str, list[float]]:
    """Return the middle milliseconds of presses early and late in hands, by repeat."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["*"]
    settings.AI_PACE, settings.PRESSES_A_SECOND = (0.0, 0.0), 0
    from games.matches import events

    events._enqueue = lambda *told: None
    found: dict[str, list[float]] = {"early": [], "late": []}
    for repeat in range(repeats + 1):
        early: list[float] = []
        late: list[float] = []
        for number in itertools.count():
            _play_through(f"{repeat}-{number}", early, late)
            if len(late) >= ENOUGH:
                break
        if repeat:
            found["early"].append(middle(early))
            found["late"].append(middle(late))
    return found


def _play_through(name: str, early: list[float], late: list[float]) -> None:
    """Play a hand by chance and note the milliseconds of its early and late presses."""
    from django.conf import settings
    from django.test import Client

    from games.matches.models import Hand
    from games.table import fragments
    from games.table.scene_builder import load_snapshot, press_key, scene
    from tests.matches.tables import match_of, person, state_of

    rng = random.Random(name)
    people = [person(f"{name}-{seat}") for seat in range(4)]
    match = match_of("winner", *people, options={"ending": "last-loser"})
    hand, code = Hand.objects.get(match=match), match.room.code
    clients = [Client() for _ in people]
    for client, one in zip(clients, people, strict=True):
        client.force_login(one, backend=settings.AUTHENTICATION_BACKENDS[0])
    for seq in range(LATE.stop):
        state = state_of(hand)
        if state.result is not None:
            return
        seat = state.to_act[0]
        # Single cards and many passes make a hand long.
        legal = match.room.rules.legal(state)
        passes = [move for move in legal if move.do == "pass"] if rng.random() < 0.97 else []
        move = rng.choice(passes or [move for move in legal if len(getattr(move, "cards", ())) == 1] or legal)
        raw = match.room.rules.write_action(move)
        raw = match.room.rules.write_action(move)
        press = {**raw, "hand": hand.pk, "seq": seq, "key": press_key(hand.pk, seat, seq)}
        start = process_time()
        answer = clients[seat].post(f"/t/{code}/act/", press, headers={"HX-Request": "true"})
        snapshot = load_snapshot(code)
        for other in people:
            fragments.parts(scene(snapshot, other))
        took = 1000 * (process_time() - start)
        assert answer.status_code == 200, answer.content
        (early if seq in EARLY else late if seq in LATE else []).append(took)


if __name__ == "__main__":
    if sys.argv[1] == "store":
        store()
    else:
        print(json.dumps(ages(int(sys.argv[1]))))
