"""Replays: opening a step of a long hand, and the history page over many hands.

Issue 6, done when 4: a step against a view behind the same middleware that renders the page
round the same bytes; the history with 100,000 hands in the database against two hundred.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

from tests.bench.measure import Section, at_most, middle, spread
from tests.bench.servers import python, told

ROUNDS = 10
MATCHES, HANDS = 10_000, 10


def run(repeats: int) -> Section:
    """Measure both in a process of its own, on a database of its own."""
    with tempfile.TemporaryDirectory() as var:
        env = {"SIFANG_VAR": var, "DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": ""}
        found = json.loads(told(python("-m", "tests.bench.replay", str(repeats)), {**env, "SIFANG_MANIFEST": "0"}))
    section = Section(
        "Replays and history",
        "Milliseconds of processor time a request, through all middleware and the database. The hand is an Eighty of "
        f"{found['steps']} steps, every second one asked for; a page has {found['bytes'] / 1024:.0f} kB. The history "
        f"is one person's {MATCHES * HANDS:,} hands.",
        ("page", "ms"),
        [
            ("a view with the same bytes ready made", spread(found["ready"])),
            ("a view that renders the page round a step ready made", spread(found["floor"])),
            ("a step, drawn before", spread(found["again"])),
            ("a step, drawn anew, its hand in memory", spread(found["step"])),
            ("a step, its hand read and folded anew", spread(found["cold"])),
            ("history over 210 hands", spread(found["few"])),
            (f"history over {MATCHES * HANDS:,} hands", spread(found["many"])),
            ("the same, in the middle of the matches", spread(found["deep"])),
            ("the same, won with somebody", spread(found["filtered"])),
        ],
    )
    floor, again, step, few, many = (middle(found[name]) for name in ("floor", "again", "step", "few", "many"))
    section.goals = [
        at_most("R1", "a step, drawn before", again, floor, 2, (f"{again:.2f} ms", f"{floor:.2f} ms")),
        at_most("R1", "a step, drawn anew", step, floor, 2, (f"{step:.2f} ms", f"{floor:.2f} ms")),
        at_most("R2", "history over 100,000 hands", many, few, 1.5, (f"{many:.2f} ms", f"{few:.2f} ms")),
    ]
    return section


def measure(repeats: int) -> dict[str, Any]:
    """Return milliseconds a request, by page and repeat."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse
    from django.utils.safestring import SafeString

    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tests.bench.replay"
    hand, user = _long_hand()
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    from games.replays import page, timeline

    last = timeline.course_of_hand(hand).last
    steps = [reverse("replay-step", args=[hand.pk, number]) for number in range(0, last + 1, 2)]
    for number, address in zip(range(0, last + 1, 2), steps, strict=True):
        READY[number] = client.get(address).content
        PARTS[number] = SafeString(client.get(address, headers={"HX-Request": "true"}).content.decode())
    readies = [f"/ready/{number}/" for number in range(0, last + 1, 2)]
    floors = [f"/floor/{number}/" for number in range(0, last + 1, 2)]
    found: dict[str, Any] = {
        name: [] for name in ("ready", "floor", "again", "step", "cold", "few", "many", "deep", "filtered")
    }
    for _ in range(repeats):
        found["ready"].append(_each(client, readies))
        found["floor"].append(_each(client, floors))
        page._main.cache_clear()
        found["step"].append(_each(client, steps))
        found["again"].append(_each(client, steps))
        found["cold"].append(_each(client, steps[:: last // 10], timeline._of_hand.cache_clear))
    history = reverse("history")
    matches(hand, 20)
    found["few"] = [_each(client, [history] * ROUNDS) for _ in range(repeats)]
    middle_of = matches(hand, MATCHES - 21)
    for _ in range(repeats):
        found["many"].append(_each(client, [history] * ROUNDS))
        found["deep"].append(_each(client, [f"{history}?before={middle_of}"] * ROUNDS))
        found["filtered"].append(_each(client, [f"{history}?result=won&person=Tom"] * 3))
    return {**found, "steps": last, "bytes": sum(map(len, READY.values())) / len(READY)}


READY: dict[int, bytes] = {}
PARTS: dict[int, str] = {}


def ready(request: Any, number: int) -> Any:
    """Answer who is looking with the bytes of a step, ready made."""
    from django.http import HttpResponse

    assert request.user.is_authenticated
    return HttpResponse(READY[number])


def floor(request: Any, number: int) -> Any:
    """Render the page round a step that is ready made, with one query for the hand."""
    from django.shortcuts import render

    from games.matches.models import Hand

    hand = Hand.objects.only("number").get(pk=1)
    shown = {"title": f"hand {hand.number}", "about": "Eighty Points", "main": PARTS[number]}
    return render(request, "replays/replay.html", shown)


def __getattr__(name: str) -> Any:
    """Give the addresses of the site and the floor's: Django reads them from this module."""
    if name != "urlpatterns":
        raise AttributeError(name)
    from django.urls import include, path

    return [path("", include("cardsite.urls")), path("floor/<int:number>/", floor), path("ready/<int:number>/", ready)]


def _each(client: Any, addresses: list[str], before: Callable[[], None] | None = None) -> float:
    """Return the middle of the milliseconds that the addresses take."""
    times = []
    for address in addresses:
        if before is not None:
            before()
        start = process_time()
        answer = client.get(address)
        times.append((process_time() - start) * 1000)
        assert answer.status_code == 200, address
    return middle(times)


def _long_hand() -> Any:
    """Return a finished Eighty and the person who sat on seat 0: the longest of a few."""
    from django.conf import settings

    from games.matches import events
    from tests.matches.tables import person
    from tests.replays.hands import finished

    settings.AI_PACE, settings.DRAW_PACE, settings.LAST_CALL = (0.0, 0.0), 0.0001, 0.0
    events._enqueue = lambda *told: None
    mei, tom = person("mei"), person("tom")
    hands = [finished("eighty", mei, tom) for _ in range(3)]
    return max(hands, key=lambda hand: hand.version), mei


def matches(like: Any, number: int) -> int:
    """Make ended matches of ten hands each, all rows copied from one; return one in the middle."""
    from django.utils import timezone

    from games.matches.models import Hand, Match, Player

    rng, now = random.Random(1), timezone.now()
    players = list(like.match.players.all())
    made = Match.objects.bulk_create(
        [
            Match(room=like.match.room, game="eighty", options={}, ended_at=now, winners=rng.choice([[0, 2], [1, 3]]))
            for _ in range(number)
        ],
        batch_size=2000,
    )
    Player.objects.bulk_create(
        [Player(match=match, seat=one.seat, user_id=one.user_id, level=one.level) for match in made for one in players],
        batch_size=2000,
    )
    hands = (
        Hand(match=match, number=at, context=like.context, deck=[], result=like.result, scored_at=now)
        for match in made
        for at in range(1, HANDS + 1)
    )
    Hand.objects.bulk_create(hands, batch_size=2000)
    return made[len(made) // 2].pk


if __name__ == "__main__":
    from tests.bench import replay  # the module that Django reads the addresses from

    print(json.dumps(replay.measure(int(sys.argv[1]))))
