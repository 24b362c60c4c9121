"""A round that was begun by a process which was killed half way is begun once, by the site's own worker."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.sites import LEASH, ROOT, Site

pytestmark = pytest.mark.slow
LAID = """
import json
from django.utils import timezone
from games.duplicate import services
from tests.duplicate.events import a_tournament
from tests.matches.tables import person
event = a_tournament(begins=timezone.now())
for number in range(6):
    services.enter(event, person(f"p{number}"))
"""
KILLED = """
import os, signal, django
django.setup()
from games.duplicate import rounds
from games.duplicate.models import Event
opened, plain = [], rounds.open_table

def die(*arguments, **options):
    opened.append(plain(*arguments, **options))
    if len(opened) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return opened[-1]

rounds.open_table = die
rounds.advance(Event.objects.get().pk)
"""
LEFT = """
import json
from games.accounts.models import Notification
from games.duplicate.models import Event, EventBoard, Sitting
from games.matches.models import Hand
event = Event.objects.get(house=False)
rooms = Sitting.objects.filter(event=event, room__isnull=False).count()
hands = Hand.objects.filter(match__room__sitting__event=event, number=1, match__room__board=1).count()
boards = EventBoard.objects.filter(event=event).count()
print(json.dumps([event.round, rooms, boards, Notification.objects.filter(kind="round").count(), hands]))
"""


@pytest.fixture
def site():
    site = Site()
    site.prepare()
    yield site
    if site.process is not None and site.process.poll() is None:
        site.stop()
    site.remove()


def left(site):
    return json.loads(site.run(LEFT).splitlines()[-1])


def test_a_round_whose_beginning_was_killed_begins_once(site):
    site.run(LAID)
    killed = subprocess.run([*LEASH, sys.executable, "-c", KILLED], cwd=ROOT, env=site.environment)
    assert killed.returncode == -signal.SIGKILL
    assert left(site) == [0, 0, 0, 0, 0]
    site.start()
    end = time.monotonic() + 60
    while left(site)[0] == 0:  # the worker says nothing of a task that it has done
        assert time.monotonic() < end
        time.sleep(0.2)
    assert left(site) == [1, 3, 2, 6, 3]
