"""The house plays a deal once, from the seat that people play, and its hand is shown to whoever has finished it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.daily import house, services
from games.daily.models import Attempt
from games.matches.models import Entry, Hand
from games.rules import record
from games.rules.registry import GAMES
from tests.daily.play import played
from tests.matches.tables import person
from tests.replays.hands import replay_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """The house's own player is the usual one: these tests only look at what becomes of its hand."""
    monkeypatch.setattr(house, "LEVEL", "policy")


@pytest.mark.parametrize("game", GAMES)
def test_the_house_plays_a_hand_that_its_record_proves(game, settings):
    settings.THINK_APART = False
    alice = person("alice")
    played(alice, game)
    assert house.play_all() == 1
    assert house.play_all() == 0
    attempt = Attempt.objects.get(user=None)
    replay = replay_for(Hand.objects.get(match=attempt.match), alice)
    line = record.write(
        replay.course.game,
        replay.course.setup,
        [one.action for one in replay.course.steps if one.action is not None and one.action.recorded],
        replay.hand.result,
    )
    assert record.verify(line)["ok"]
    assert services.score_of(attempt.deal, replay.hand.result) == attempt.score


def test_the_house_plays_what_nobody_has_finished_not_at_all():
    services.prepare()
    assert house.play_all() == 0


def test_the_other_seats_answer_the_house_as_they_answer_people(settings):
    """All entries are the same until the seat itself plays differently."""
    settings.THINK_APART = False
    attempt = played(person("alice"), "winner")
    house.play_all()
    actions = [
        list(Entry.objects.filter(hand__match=match).order_by("seq").values_list("action", flat=True))
        for match in (attempt.match, Attempt.objects.get(user=None).match)
    ]
    first = next(((mine, theirs) for mine, theirs in zip(*actions, strict=False) if mine != theirs), None)
    if first is None:  # whoever plays by chance may do as the house does
        assert actions[0] == actions[1]
    else:
        assert [action["seat"] for action in first] == [services.SEAT] * 2


def test_its_line_is_linked_for_whoever_has_finished_the_deal(client, settings):
    settings.THINK_APART = False
    alice, bob = person("alice"), person("bob")
    played(alice, "winner")
    house.play_all()
    hand = Hand.objects.get(match=Attempt.objects.get(user=None).match)
    address = reverse("replay-hand", args=[hand.pk])
    client.force_login(bob)
    assert client.get(address).status_code == 404
    client.force_login(alice)
    assert address in client.get(reverse("daily-game", args=["winner"])).content.decode()
    assert client.get(address, follow=True).status_code == 200
