"""After a process is killed while it brings people together, tells them something or settles a season, the site's own
worker does so, once."""

from __future__ import annotations

import json

import pytest

from tests.killed import killed, until

pytestmark = pytest.mark.slow
PEOPLE = 300
#: Ann and Bob wish to play, with a page open; Cat has opened a table in a club that Dan and Eve belong to; Fay, whose
#: turn it is at a table over days, is not there.
SETUP = f"""
from datetime import timedelta
from django.utils import timezone
from games.clubs import services
from games.rooms import wishes
from games.rooms.models import DAY, Room, Seat, Wish
from games.matches.models import Hand
from tests.matches.tables import match_of, person
for name in ("ann", "bob"):
    wishes.make(person(name), "all-fours")
Wish.objects.update(seen_at=timezone.now() + timedelta(minutes=10))
cat = person("cat")
club = services.make(cat, "The Four Winds")
for name in ("dan", "eve"):
    services.join(club, person(name))
services.open_table(club, cat, "winner", {{}}, 60)
match = match_of("all-fours", person("fay"), person("gus"))
long_ago = timezone.now() - timedelta(hours=5)
Room.objects.filter(pk=match.room_id).update(clock=DAY)
Seat.objects.filter(room=match.room_id).update(seen_at=long_ago, left_at=long_ago)
Hand.objects.filter(match=match).update(turn_at=timezone.now() - timedelta(minutes=5))
from games.community.season import Season
from tests.community.standings import crowd
crowd({PEOPLE}, season=Season(2025, 2))
"""
#: Killed when the second of two sits down; when all are told, but for the end of it.
KILLED_PAIRING = """
from games.community import pairing
pairing.occupy = then_die(pairing.occupy)
pairing.bring_all_together()
"""
KILLED_TELLING = """
from games.accounts import notifications
from games.clubs import table_notifications
notifications.notify_all = then_die(notifications.notify_all)
table_notifications.tell_all()
"""
KILLED_CALLING = """
from games.accounts import notifications
notifications._delete_old = then_die(notifications._delete_old)
from games.matches import turn_calls
turn_calls.call_all()
"""
KILLED_SETTLING = """
from games.community import standings
from games.community.models import FinalPlace
write = FinalPlace.objects.bulk_create

FinalPlace.objects.bulk_create = then_die(lambda rows, **options: write(list(rows)[:200], **options))
standings.settle_all()
"""
STATE = """
import json
from games.accounts.models import Notification
from games.rooms.models import Room, Seat, Wish
together = Room.objects.filter(seats__user__username="ann")
rows = Notification.objects.order_by("kind", "user__username").values_list("kind", "user__username")
from games.community.models import FinalPlace, SettledSeason, Standing
places = list(FinalPlace.objects.order_by("place").values_list("place", flat=True))
print(json.dumps([
    Wish.objects.count(),
    sorted(Seat.objects.filter(room__in=together, user__isnull=False).values_list("user__username", flat=True)),
    [list(row) for row in rows if row[0] != "turn"],
    sum(row[0] == "turn" for row in rows),
    [SettledSeason.objects.count(), Standing.objects.count(), places],
]))
"""


def state_of(site):
    """Return the number of wishes, who sits with Ann, who was told of what, how many of their turn, and how far the
    season is settled."""
    return json.loads(site.run(STATE).splitlines()[-1])


def test_what_a_killed_process_was_about_is_done_once_by_the_worker(prepared_site):
    prepared_site.run(SETUP)
    for program in (KILLED_PAIRING, KILLED_TELLING, KILLED_CALLING, KILLED_SETTLING):
        killed(prepared_site, program)
    assert state_of(prepared_site) == [2, [], [], 0, [0, PEOPLE, []]]
    prepared_site.start()
    expected = [["club-table", "dan"], ["club-table", "eve"], ["invited", "ann"], ["invited", "bob"]]
    done = [0, ["ann", "bob"], expected, 1, [1, 0, [*range(1, PEOPLE + 1)]]]
    until(lambda: state_of(prepared_site) == done, lambda: state_of(prepared_site))
