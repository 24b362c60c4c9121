"""However many have played a deal, its pages read the same number of rows, by no more than so many statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Friendship, User
from games.daily import results, services
from games.daily.models import Attempt, Deal, Tally
from tests.daily.play import begun, played
from tests.faults.sizes import size
from tests.matches.tables import person
from tests.statements import statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
#: Numbers of players of one deal, whose pages are compared by the work that they are to the database.
FEW, MANY = 500, size(2000, 100_000)
#: How many statements each page may ask.
MOST = {"before": 12, "after": 18, "index": 12, "picture": 8, "replay": 30}


def crowd(deal: Deal, number: int, first: int = 0) -> list[User]:
    """Store rows as if so many accounts, numbered from ``first``, had finished a deal; return the accounts."""
    rng, now, numbers = Random(first), timezone.now(), range(first, first + number)
    people = User.objects.bulk_create(User(username=f"p{deal.pk}-{at}", name=f"P{at}") for at in numbers)
    Attempt.objects.bulk_create(
        Attempt(
            deal=deal,
            user=user,
            by_account=True,
            ranked=True,
            score=100 * rng.randint(-20, 20),
            finished_at=now - timedelta(seconds=at),
        )
        for at, user in zip(numbers, people, strict=True)
    )
    Tally.objects.filter(deal=deal).delete()
    scores = Counter(Attempt.objects.filter(deal=deal, ranked=True).values_list("score", flat=True))
    Tally.objects.bulk_create(Tally(deal=deal, score=score, count=count) for score, count in scores.items())
    return people


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is read as SQLite tells it")
def test_lists_are_the_beginning_of_an_index_and_the_rank_is_of_the_tally():
    deal = services.deal_of("winner", services.today())
    crowd(deal, FEW)
    plan = results._ranked(deal).order_by("-score", "finished_at")[: results.BEST].explain()
    assert "daily_best" in plan
    assert "TEMP B-TREE" not in plan
    assert len(results.spreads([deal.pk])[deal.pk]) <= 41


def work(do: Callable[[], object]) -> int:
    """Return the work of something for the database: steps of SQLite's machine, which are the same on every computer
    and grow with the rows that are read, sorted and written."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    connection.connection.set_progress_handler(step, 1)
    try:
        do()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are SQLite's")
def test_a_deal_that_very_many_have_played_is_no_more_work_than_one_of_some_hundreds(client):
    alice, bob = person("alice"), person("bob")
    own = played(alice, "winner")
    hand = results.hands([own])[own.match_id]
    pages = {
        "after": (alice, reverse("daily-game", args=["winner"])),
        "index": (alice, reverse("daily")),
        "picture": (alice, reverse("daily-picture", args=["winner", own.deal.day])),
        "replay": (alice, reverse("replay-step", args=[hand, 0])),
        "before": (bob, reverse("daily-game", args=["winner"])),
    }
    costs: list[dict[str, int]] = []
    for name, first, number in (("carol", 0, FEW), ("dave", FEW, MANY - FEW)):
        people = crowd(own.deal, number, first)
        if not costs:
            friend = people[0]
            Friendship.objects.create(asker=alice, asked=friend, called=friend.name, accepted_at=timezone.now())
        by_page = {}
        for page, (user, address) in pages.items():
            client.force_login(user)
            assert len(statements_of_page(client, address, anew=False)) <= MOST[page]
            by_page[page] = work(lambda address=address: client.get(address, follow=True))
        newcomer = person(name)
        by_page["begin"] = work(lambda newcomer=newcomer: begun(newcomer, "winner"))
        Attempt.objects.filter(pk=own.pk).update(finished_at=None, ranked=False, score=None)
        by_page["finish"] = work(lambda: services.finish(own.pk))
        assert services.attempt_of(own.deal, alice).ranked
        costs.append(by_page)
    few, many = costs
    assert all(0 < many[name] <= few[name] + 10 for name in few), costs
    assert work(lambda: list(Attempt.objects.filter(by_account=False))) > MANY, "rows that are read count"
