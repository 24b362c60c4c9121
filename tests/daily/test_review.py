"""A deal of the day gets a second look like every hand: by its own player, and by nobody else."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.community.models import Review
from games.matches.models import Hand
from tests.daily.play import played
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def test_whoever_has_finished_a_deal_has_a_second_look_at_their_own_hand_alone():
    alice, bob = person("alice"), person("bob")
    hands = {user: Hand.objects.get(match=played(user, "winner").match) for user in (alice, bob)}
    client = signed_in(alice)
    for user, expected in ((alice, 302), (bob, 404)):
        assert client.post(reverse("replay-look", args=[hands[user].pk])).status_code == expected
    assert list(Review.objects.values_list("hand", "user")) == [(hands[alice].pk, alice.pk)]
