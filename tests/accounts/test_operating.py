"""The operators' pages: reports arrive, people are suspended and restored, hands stay shut."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.accounts import friends
from games.accounts.models import Report, User
from games.rules.cards import NAMES
from tests.hands.tables import current, match_of, person, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    """A browser in which an operator is signed in."""
    client.force_login(User.objects.create_superuser("operator", password="x", name="Operator"))
    return client


@pytest.fixture
def alice():
    return person("alice")


def act(operator, model, action, *rows):
    return operator.post(
        reverse(f"admin:accounts_{model}_changelist"),
        {"action": action, "_selected_action": [row.pk for row in rows]},
    )


def test_a_report_reaches_the_operators(operator, alice):
    bob = person("bob")
    match_of("all-fours", alice, bob)
    browser = Client()
    browser.force_login(alice)
    answer = browser.post(reverse("report", args=[bob.pk]), {"reason": "words", "text": "<b>He swore.</b>"})
    assert answer.status_code == 302
    page = operator.get(reverse("admin:accounts_report_changelist")).content.decode()
    assert "&lt;b&gt;He swore.&lt;/b&gt;" in page
    act(operator, "report", "handled", Report.objects.get())
    assert Report.objects.get().handled_at is not None


def test_a_reported_player_is_suspended_and_restored(operator, alice):
    friends.report(person("bob"), alice, "cheating", "")
    browser = Client()
    browser.force_login(alice)
    assert browser.get(reverse("me")).status_code == 200
    act(operator, "report", "suspend_reported", Report.objects.get())
    assert browser.get(reverse("me")).status_code == 302
    act(operator, "user", "restore", alice)
    alice.refresh_from_db()
    assert alice.is_active


def test_an_operator_is_not_suspended_by_a_slip(operator):
    act(operator, "user", "suspend", User.objects.get(username="operator"))
    assert operator.get(reverse("admin:index")).status_code == 200


def test_nobody_is_deleted_from_under_his_matches(operator, alice):
    match_of("all-fours", alice, "policy")
    assert operator.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403


def test_no_page_of_the_operators_shows_a_card_of_a_live_hand(operator, alice):
    match = match_of("all-fours", alice, "policy")
    hand = current(match)
    held = [NAMES[number] for cards in state_of(hand).hands for number in cards]
    for address in (
        reverse("admin:hands_hand_change", args=[hand.pk]),
        reverse("admin:hands_match_change", args=[match.pk]),
        reverse("admin:rooms_room_change", args=[match.room.pk]),
    ):
        page = operator.get(address).content.decode()
        assert not any(f"&quot;{name}&quot;" in page or f"&#x27;{name}&#x27;" in page for name in held)


def test_the_operators_pages_are_shut_to_players(client, alice):
    client.force_login(alice)
    assert client.get(reverse("admin:index")).status_code == 302


def test_whoever_is_no_operator_is_told_why_he_is_led_home(client):
    client.force_login(User.objects.create_user("player", password="x", name="Player"))
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("home")
    assert "This account may not go there" in answer.content.decode()


def test_an_operator_signs_in_where_all_do(client):
    User.objects.create_superuser("operator", password="x", name="Operator")
    to = unquote(client.get(reverse("admin:index"), follow=True).redirect_chain[-1][0])
    assert to == f"{reverse('account_login')}?next={reverse('admin:index')}"
    assert "_auth_user_id" not in client.session
    client.post(reverse("admin:login"), {"username": "operator", "password": "x"})
    assert "_auth_user_id" not in client.session
    asked = {"login": "operator", "password": "x", "next": reverse("admin:index")}
    assert client.post(reverse("account_login"), asked)["Location"] == reverse("admin:index")
    assert client.get(reverse("admin:index")).status_code == 200


def test_an_operator_made_at_the_command_line_is_asked_for_a_name():
    """He may sit down at a table, and nobody there is without a name."""
    with pytest.raises(CommandError, match="--name"):
        call_command("createsuperuser", interactive=False, username="boss", email="")
    call_command("createsuperuser", interactive=False, username="boss", email="", name="Ann of the house")
    assert User.objects.get().name == "Ann of the house"


def test_a_player_made_by_an_operator_has_a_name(operator):
    form = {"username": "bob", "usable_password": "true", "password1": "seven-sided-lantern"}
    form["password2"] = form["password1"]
    assert "This field is required" in operator.post(reverse("admin:accounts_user_add"), form).content.decode()
    assert operator.post(reverse("admin:accounts_user_add"), form | {"name": "Bob"}).status_code == 302
    assert User.objects.get(username="bob").name == "Bob"
