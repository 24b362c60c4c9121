"""However many have played a set, its pages and what is done in it are the same work to the database."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.duplicate import counting, services, standings
from games.duplicate.models import Contestant, Event, Member, Score, SideAssignment, Sitting, Tally
from games.rooms.models import Room
from tests.daily.test_growth import work
from tests.duplicate.events import a_set, play_deal, play_set
from tests.faults.sizes import size
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("at_once"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's"),
]
FEW, MANY = 200, size(1000, 50_000)


def crowd(event: Event, number: int) -> None:
    """Store rows as if so many more accounts had played a set that is played from two sides."""
    now, first = timezone.now(), Contestant.objects.count()
    rng, names = Random(first), [f"c{first + at}" for at in range(number)]
    people = User.objects.bulk_create(User(username=name, name=name) for name in names)
    rooms = Room.objects.bulk_create(
        Room(code=f"{name}-{side}", game=event.game, closed_at=now) for name in names for side in range(2)
    )
    contestants = Contestant.objects.bulk_create(Contestant(event=event, finished_at=now) for _ in names)
    Member.objects.bulk_create(
        Member(contestant=entrant, event=event, user=user) for entrant, user in zip(contestants, people, strict=True)
    )
    sittings = Sitting.objects.bulk_create(
        Sitting(event=event, round=at % 2 + 1, room=room, ended_at=now) for at, room in enumerate(rooms)
    )
    sides = [(contestants[at // 2], sitting, at % 2) for at, sitting in enumerate(sittings)]
    SideAssignment.objects.bulk_create(
        SideAssignment(contestant=entrant, sitting=sitting, round=side + 1, side=side)
        for entrant, sitting, side in sides
    )
    deals = {side: [deal for deal in event.deals.all() if deal.round == side + 1] for side in range(2)}
    Score.objects.bulk_create(
        Score(deal=deal, sitting=sitting, side=side, contestant=entrant, margin=100 * rng.randint(-9, 9))
        for entrant, sitting, side in sides
        for deal in deals[side]
    )
    tallies = Counter(Score.objects.filter(deal__event=event).values_list("deal", "side", "margin"))
    Tally.objects.filter(deal__event=event).delete()
    Tally.objects.bulk_create(
        Tally(deal_id=deal, side=side, margin=margin, count=count) for (deal, side, margin), count in tallies.items()
    )
    standings.rank(event)


def page_costs(user: User, *addresses: str) -> dict[str, int]:
    """Return the work of pages when somebody looks at them."""
    client, by_page = signed_in(user), {}
    for address in addresses:
        client.get(address)  # whoever comes first notes their presence
        by_page[f"{user} {address}"] = work(partial(client.get, address))
    return by_page


def costs(event: Event, user: User, *addresses: str) -> dict[str, int]:
    """Return the work of a newcomer's looking at pages, entering, sitting down, and having a deal counted."""
    by_step = {name.removeprefix(f"{user} "): cost for name, cost in page_costs(user, *addresses).items()}
    by_step["enter"] = work(partial(services.enter, event, user))
    by_step["sit down"] = work(partial(services.sit_down, event, user))
    room = Room.objects.get(seats__user=user)
    match = play_deal(room)
    return by_step | {"count": work(partial(counting.count_match, room.pk, match.pk))}


@pytest.mark.any_database
def test_a_set_that_very_many_have_played_is_no_more_work_than_one_of_some_hundreds():
    event, alice = a_set("all-fours"), person("alice")
    services.enter(event, alice)
    play_set(event, alice)
    page, deal = (
        reverse(f"duplicate-{name}", args=[event.slug, *more]) for name, more in (("event", ()), ("deal", [1]))
    )
    index, counts = reverse("duplicate"), []
    for name, number in (("bob", FEW), ("carol", MANY - FEW)):
        crowd(event, number)
        counts.append(costs(event, person(name), index, page) | page_costs(alice, index, page, deal))
    few, many = counts
    grown = {name: (few[name], many[name]) for name in few if many[name] > few[name] * 1.1 + 50}
    assert not grown
