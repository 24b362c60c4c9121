"""People who were being brought together, or told of something, by a process that was killed half way, are once, by the
site's own worker."""

from __future__ import annotations

import json

import pytest

from tests.killed import killed, until

pytestmark = pytest.mark.slow
#: Ann and Bob wish to play, with a page open; Cat has opened a table in a club that Dan and Eve belong to; Fay, whose
#: turn it is at a table over days, is not there.
LAID = """
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
services.open_table(club, cat, "winner", {}, 60)
match = match_of("all-fours", person("fay"), person("gus"))
long_ago = timezone.now() - timedelta(hours=5)
Room.objects.filter(pk=match.room_id).update(clock=DAY)
Seat.objects.filter(room=match.room_id).update(seen_at=long_ago, left_at=long_ago)
Hand.objects.filter(match=match).update(turn_at=timezone.now() - timedelta(minutes=5))
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
LEFT = """
import json
from games.accounts.models import Notification
from games.rooms.models import Room, Seat, Wish
together = Room.objects.filter(seats__user__username="ann")
told = Notification.objects.order_by("kind", "user__username").values_list("kind", "user__username")
print(json.dumps([
    Wish.objects.count(),
    sorted(Seat.objects.filter(room__in=together, user__isnull=False).values_list("user__username", flat=True)),
    [list(one) for one in told if one[0] != "turn"],
    sum(one[0] == "turn" for one in told),
]))
"""


def left(site):
    """Return the number of wishes, who sits with Ann, who was told of what, and how many of their turn."""
    return json.loads(site.run(LEFT).splitlines()[-1])


def test_what_a_killed_process_was_about_is_done_once_by_the_worker(prepared_site):
    prepared_site.run(LAID)
    for program in (KILLED_PAIRING, KILLED_TELLING, KILLED_CALLING):
        killed(prepared_site, program)
    assert left(prepared_site) == [2, [], [], 0]
    prepared_site.start()
    told = [["club-table", "dan"], ["club-table", "eve"], ["invited", "ann"], ["invited", "bob"]]
    until(lambda: left(prepared_site) == [0, ["ann", "bob"], told, 1], lambda: left(prepared_site))
