"""A deal of the day whose beginning or result was killed half way is begun, and counted, once."""

from __future__ import annotations

import json
import signal

import pytest

from tests.killed import killed, until

pytestmark = pytest.mark.slow
SETUP = """
from games.daily import services
from tests.matches.tables import person
services.prepare()
person("alice")
"""
#: Alice begins; killed once she sits at the table of her attempt, which is not stored yet.
KILLED_AT_FIRST = """
from games.accounts.models import User
from games.daily import services
from games.daily.models import Attempt

Attempt.save = die
services.begin(services.deal_of("winner", services.today()), User.objects.get(username="alice"))
"""
PLAYED = """
from games.accounts.models import User
from games.matches.models import Hand
from tests.daily.play import begun
from tests.replays.hands import finish
attempt = begun(User.objects.get(username="alice"), "winner")
finish(Hand.objects.select_related("match__room").get(match=attempt.match))
"""
#: Her result is counted; killed once it is, but for her streak.
KILLED_AT_LAST = """
from games.daily import services

services._go_on = die
services.count()
"""
LEFT = """
import json
from games.daily.models import Attempt, Streak, Tally
from games.rooms.models import Room
print(json.dumps([
    Room.objects.count(), Attempt.objects.exclude(user=None).count(),
    Attempt.objects.filter(ranked=True, finished_at__isnull=False).count(),
    sum(Tally.objects.values_list("count", flat=True)), sum(Streak.objects.values_list("days", flat=True)),
]))
"""


def left(site):
    """Return how many tables, attempts, ranked results, results counted, and days of a streak there are."""
    return json.loads(site.run(LEFT).splitlines()[-1])


def test_what_was_killed_half_way_is_begun_and_counted_once(prepared_site):
    prepared_site.run(SETUP)
    killed(prepared_site, KILLED_AT_FIRST)
    assert left(prepared_site) == [0, 0, 0, 0, 0]
    prepared_site.run(PLAYED)
    killed(prepared_site, KILLED_AT_LAST)
    assert left(prepared_site) == [1, 1, 0, 0, 0]
    prepared_site.start()
    until(lambda: left(prepared_site)[2])
    assert left(prepared_site)[1:] == [1, 1, 1, 1]
    prepared_site.stop(signal.SIGKILL)  # the house has begun to play the deal, and would be waited for
