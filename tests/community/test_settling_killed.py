"""A season is settled by the site's own worker, after a settlement that was killed half way through."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.sites import LEASH, ROOT, Site

pytestmark = pytest.mark.slow
PEOPLE = 300
LAID = f"""
from games.community.season import Season
from tests.community.standings import crowd
crowd({PEOPLE}, season=Season(2025, 2))
"""
KILLED = """
import os, signal, django
django.setup()
from games.community import standings
from games.community.models import FinalPlace
write = FinalPlace.objects.bulk_create

def die(rows, **options):
    write(list(rows)[:200], **options)
    os.kill(os.getpid(), signal.SIGKILL)

FinalPlace.objects.bulk_create = die
standings.settle_all()
"""
LEFT = """
import json
from games.community.models import FinalPlace, SettledSeason, Standing
places = list(FinalPlace.objects.order_by("place").values_list("place", flat=True))
print(json.dumps([SettledSeason.objects.count(), Standing.objects.count(), places]))
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


def until(holds, seconds=60.0):
    """Ask until it holds: the worker says nothing of a task that it has done."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_what_a_killed_settlement_has_written_is_gone_and_the_worker_settles_the_season_when_it_starts(site):
    site.run(LAID)
    killed = subprocess.run([*LEASH, sys.executable, "-c", KILLED], cwd=ROOT, env=site.environment)
    assert killed.returncode == -signal.SIGKILL
    assert left(site) == [0, PEOPLE, []]
    site.start()
    until(lambda: left(site)[0] == 1)
    assert left(site) == [1, 0, [*range(1, PEOPLE + 1)]]
