"""However many have played a deal, its pages ask the same statements and read the same number of rows."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Friendship, User
from games.daily import results, services
from games.daily.models import Attempt, Deal, Tally
from tests.daily.play import played
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
FEW, MANY = 100, 3000
#: What each page may ask.
MOST = {"before": 12, "after": 18, "index": 12, "picture": 8}


def crowd(deal: Deal, number: int) -> list[User]:
    """Let so many accounts have finished a deal, as their rows are; return them."""
    rng, now = Random(1), timezone.now()
    people = User.objects.bulk_create(User(username=f"p{deal.pk}-{at}", name=f"P{at}") for at in range(number))
    Attempt.objects.bulk_create(
        Attempt(
            deal=deal,
            user=one,
            by_account=True,
            ranked=True,
            score=100 * rng.randint(-20, 20),
            finished_at=now - timedelta(seconds=at),
        )
        for at, one in enumerate(people)
    )
    Tally.objects.filter(deal=deal).delete()
    scores = list(Attempt.objects.filter(deal=deal, ranked=True).values_list("score", flat=True))
    Tally.objects.bulk_create(Tally(deal=deal, score=one, count=scores.count(one)) for one in set(scores))
    return people


def statements(client, address: str) -> list[str]:
    client.get(address)  # whoever comes first notes their presence
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return [one["sql"] for one in asked.captured_queries]


def test_pages_ask_the_same_of_three_thousand_plays_as_of_a_hundred(client):
    alice, bob = person("alice"), person("bob")
    counted = []
    for game, number in (("winner", FEW), ("pitch", MANY)):
        deal = played(alice, game).deal
        friend = crowd(deal, number)[0]
        Friendship.objects.filter(asker=alice).delete()
        Friendship.objects.create(asker=alice, asked=friend, called=friend.name, accepted_at=timezone.now())
        pages = {
            "after": (alice, reverse("daily-game", args=[game])),
            "index": (alice, reverse("daily")),
            "picture": (alice, reverse("daily-picture", args=[game, deal.day])),
            "before": (bob, reverse("daily-game", args=[game])),
        }
        found = {}
        for name, (user, address) in pages.items():
            client.force_login(user)
            found[name] = len(statements(client, address))
        counted.append(found)
    assert counted[0] == counted[1]
    assert all(counted[0][name] <= most for name, most in MOST.items()), counted[0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is read as SQLite tells it")
def test_lists_are_the_beginning_of_an_index_and_the_rank_is_of_the_tally():
    deal = services.deal_of("winner", services.today())
    crowd(deal, MANY)
    plan = results._ranked(deal).order_by("-score", "finished_at")[: results.BEST].explain()
    assert "daily_best" in plan
    assert "TEMP B-TREE" not in plan
    assert len(results.spreads([deal.pk])[deal.pk]) <= 41
