"""A finished hand, for every number of seats in the kin: its replay, record and second look, and playing it again."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from games import ai
from games.community import reviews
from games.community.models import Review
from games.matches.models import Entry, Match
from games.replays.timeline import course_of_hand
from games.rules import proof, record
from tests.faults.sizes import SOAK
from tests.matches.tables import current, person
from tests.matches.test_kin_hands import TABLES, seats_of
from tests.replays.hands import finish, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


@pytest.fixture(autouse=True)
def quick(settings, monkeypatch):
    """Reviews are made here, and with few playouts."""
    settings.THINK_APART = False
    for game in {key for key, _seats, _rules in TABLES}:
        monkeypatch.setattr(ai.bot(game), "review_worlds", 2)
        monkeypatch.setattr(ai.bot(game), "playouts", {"strong": 4})


@pytest.mark.parametrize(("key", "seats", "rules"), TABLES if SOAK else TABLES[::3], ids=str)
def test_a_hand_is_looked_at_verified_judged_and_played_again(client, key, seats, rules):
    alice = person("alice")
    client.force_login(alice)
    hand = finished(key, alice, options=seats_of(key, seats, rules))
    course = course_of_hand(hand)
    assert hand.match.players.count() == seats

    def page(name, *more):
        answer = client.get(reverse(name, args=[hand.pk, *more]))
        assert answer.status_code == 200
        return answer.content.decode()

    for step in (0, course.last):
        page("replay-step", step)
    assert record.verify(json.loads(page("replay-record")))["ok"]
    assert proof.holds(json.loads(page("replay-deal")), hand.deck)

    client.post(reverse("replay-look", args=[hand.pk]))
    assert reviews.make_all() == 1
    own = set(Entry.objects.filter(hand=hand, by=Entry.By.PERSON).values_list("seq", flat=True))
    decisions = Review.objects.get().decisions
    assert {one["at"] for one in decisions} <= own
    for decision in decisions[:2]:
        assert "The AI would" in page("replay-step", decision["at"] + 1)

    half = course.last // 2
    client.post(reverse("replay-again", args=[hand.pk]), {"step": str(half), "seat": str(seats - 1)})
    match = Match.objects.latest("pk")
    again = current(match)
    assert (again.deck, again.version, match.practice) == (hand.deck, half, True)
    assert match.players.get(seat=seats - 1).user == alice
    assert finish(again).scored_at is not None
