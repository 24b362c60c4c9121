"""Who may press at a table, whatever the press is about."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.rooms.models import Room, Seat
from tests.matches.tables import match_of, person
from tests.table.test_act import fields

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
#: Addresses of presses, and what each sends besides the picture that it was made on.
PRESSES = {
    "act": {"do": "play"},
    "hint": {"do": "hint"},
    "take-back": {"do": "take-back"},
    "rest": {"do": "claim-rest"},
    "deal-rest": {"do": "", "rest": "deal"},
    "read": {"do": "play", "cards": ""},
}
#: Presses that need no picture, and some no seat.
OTHER_PRESSES = {
    "seat": {"do": "back"},
    "say": {"text": "Hello"},
    "sort": {"do": "sort"},
    "table-settings": {"tips": "off"},
}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match():
    return match_of("winner", person("alice"), person("bob"), person("carol"), person("dora"))


@pytest.fixture
def browser(client, match):
    client.force_login(match.room.host)
    return client


def press(browser, match, name, headers=HTMX):
    data = OTHER_PRESSES[name] if name in OTHER_PRESSES else fields(match, 0, **PRESSES[name])
    return browser.post(reverse(name, args=[match.room.code]), data, headers=headers)


@pytest.mark.parametrize("name", PRESSES)
def test_nobody_presses_without_a_seat(client, match, name):
    client.force_login(person("stranger"))
    assert press(client, match, name).status_code == 403


@pytest.mark.parametrize("who_comes", [{}, {"visibility": "friends"}, {"onlookers": False, "take_over": False}])
@pytest.mark.parametrize("name", [*PRESSES, *OTHER_PRESSES])
def test_whoever_is_signed_out_signs_in_and_comes_back(client, match, name, who_comes):
    Room.objects.update(**who_comes)
    answer = press(client, match, name)
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next=%2Ft%2F{match.room.code}%2F"
    assert press(client, match, name, headers={}).status_code == (404 if who_comes else 403)


@pytest.mark.parametrize("name", [*PRESSES, *OTHER_PRESSES])
def test_whoever_is_signed_out_does_not_learn_whether_there_is_such_a_table(client, name):
    answer = client.post(reverse(name, args=["NOROOM"]), {**PRESSES, **OTHER_PRESSES}[name], headers=HTMX)
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer["HX-Redirect"].endswith("?next=%2Ft%2FNOROOM%2F")


@pytest.mark.parametrize("do", ["sit 0", "take 0"])
def test_whoever_takes_a_seat_need_not_sign_in(client, match, do):
    answer = client.post(reverse("seat", args=[match.room.code]), {"do": do}, headers=HTMX)
    assert answer.headers.get("HX-Redirect") == reverse("table", args=[match.room.code])


@pytest.mark.parametrize("name", PRESSES)
def test_all_presses_of_a_second_count_together_but_describing_cards_is_none(
    browser, match, settings, time_machine, name
):
    time_machine.move_to(timezone.now(), tick=False)
    settings.PRESSES_A_SECOND = 1
    press(browser, match, "hint")
    answer = press(browser, match, name)
    assert (answer.status_code == 429) is (name != "read")
    assert name == "read" or (answer["Retry-After"] == "1" and "Too fast!" in answer.content.decode())


@pytest.mark.parametrize("name", PRESSES)
def test_whoever_presses_is_present(browser, match, name):
    """A page without scripts has no socket that would say so."""
    Seat.objects.filter(room=match.room).update(seen_at=timezone.now() - timedelta(hours=1))
    press(browser, match, name, headers={})
    assert Seat.objects.get(room=match.room, number=0).seen_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.parametrize("name", ["act", "hint", "take-back", "rest", "read"])
def test_nobody_presses_with_another_seats_key(browser, match, name):
    data = fields(match, 1, **PRESSES[name])
    assert browser.post(reverse(name, args=[match.room.code]), data, headers=HTMX).status_code == 403
