"""A round whose beginning or end was killed half way is begun, and ended, once, by the site's own worker."""

from __future__ import annotations

import json

import pytest

from tests.killed import killed, until

pytestmark = pytest.mark.slow
SETUP = """
import json
from django.utils import timezone
from games.duplicate import services
from tests.duplicate.events import a_tournament
from tests.matches.tables import person
event = a_tournament(begins=timezone.now(), name="first")
for number in range(6):
    services.enter(event, person(f"p{number}"))
"""
KILLED = """
from games.duplicate import rounds
from games.duplicate.models import Event
opened, plain = [], rounds.open_table

def open_two(*arguments, **options):
    opened.append(plain(*arguments, **options))
    if len(opened) == 2:
        die()
    return opened[-1]

rounds.open_table = open_two
rounds.advance(Event.objects.get(name="first").pk)
"""
LEFT = """
import json
from games.accounts.models import Notification
from games.duplicate.models import Event, EventBoard, Sitting
from games.matches.models import Hand
event = Event.objects.get(name="first")
rooms = Sitting.objects.filter(event=event, room__isnull=False).count()
hands = Hand.objects.filter(match__room__sitting__event=event, number=1, match__room__board=1).count()
boards = EventBoard.objects.filter(event=event).count()
told = Notification.objects.filter(kind="round", user__username__startswith="p").count()
print(json.dumps([event.round, rooms, boards, told, hands]))
"""
#: A tournament of one round, which has begun, and which nobody plays.
BEGUN = """
from django.utils import timezone
from tests.duplicate.events import a_tournament, begin
from tests.matches.tables import person
from games.duplicate import services
event = a_tournament(rounds=1, name="last")
for number in range(4):
    services.enter(event, person(f"q{number}"))
begin(event)
"""
#: Its time is up: what is left is played out; killed while the third of four deals is stored.
KILLED_AT_LAST = """
from django.conf import settings
from django.utils import timezone
from games.duplicate import counting, rounds
from games.duplicate.models import Event
settings.THINK_APART = False
stored, plain = [], counting._end

def store_two(*arguments):
    stored.append(arguments)
    if len(stored) == 3:
        die()
    plain(*arguments)

counting._end = store_two
Event.objects.filter(name="last").update(due_at=timezone.now())
rounds.advance(Event.objects.get(name="last").pk)
"""
ENDED = """
import json
from games.duplicate.models import Contestant, Event, Score, Tally
event = Event.objects.get(name="last")
scores = Score.objects.filter(deal__event=event, sitting__room__isnull=False)
own = Score.objects.filter(deal__event=event)
tallies = Tally.objects.filter(deal__event=event).values_list("count", flat=True)
print(json.dumps([
    event.phase, scores.count(), scores.values("contestant", "deal").distinct().count(),
    sum(tallies) == own.count(), Contestant.objects.filter(event=event, rank__isnull=False).count(),
]))
"""


def output_of(site, program):
    return json.loads(site.run(program).splitlines()[-1])


def test_rounds_whose_beginning_and_whose_end_were_killed_begin_and_end_once_and_every_deal_counts_once(prepared_site):
    prepared_site.run(SETUP)
    killed(prepared_site, KILLED)
    assert output_of(prepared_site, LEFT) == [0, 0, 0, 0, 0]
    prepared_site.run(BEGUN)
    killed(prepared_site, KILLED_AT_LAST)
    assert output_of(prepared_site, ENDED) == ["playing", 4, 4, True, 0]
    prepared_site.start()
    until(lambda: output_of(prepared_site, LEFT)[0] and output_of(prepared_site, ENDED)[0] == "over")
    assert output_of(prepared_site, LEFT) == [1, 3, 2, 6, 3]
    assert output_of(prepared_site, ENDED) == ["over", 8, 8, True, 4]
