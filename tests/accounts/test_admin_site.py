"""The operators' pages: reports arrive, people are suspended and restored, hands stay hidden."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.accounts.models import Report, User
from games.community import reports
from games.community.account_deletion import delete_account, erase_account
from games.rooms import chat, wishes
from games.rooms.models import Message, Room
from games.rules.cards import NAMES
from tests.accounts.signing import authenticator_code, sign_in, with_password
from tests.matches.tables import current, match_of, person, state_of
from tests.replays.hands import finish
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    """A browser in which an operator is signed in."""
    client.force_login(User.objects.create_superuser("operator", password="x", name="Operator"))
    return client


def act(operator, model, action, *rows, **form):
    return operator.post(
        reverse(f"admin:{model}_changelist"),
        {"action": action, "_selected_action": [row.pk for row in rows]} | form,
    )


def test_a_report_reaches_the_operators(operator, alice):
    bob = person("bob")
    match_of("all-fours", alice, bob)
    browser = signed_in(alice)
    answer = browser.post(reverse("report", args=[bob.pk]), {"reason": "words", "text": "<b>He swore.</b>"})
    assert answer.status_code == 302
    page = operator.get(reverse("admin:accounts_report_changelist")).content.decode()
    assert "&lt;b&gt;He swore.&lt;/b&gt;" in page
    inside = reverse("moderation-report", args=[Report.objects.get().pk])
    assert f'href="{inside}"' in page and operator.get(inside).status_code == 200


def test_a_player_is_suspended_without_an_end_and_restored(operator, alice):
    browser = signed_in(alice)
    assert browser.get(reverse("me")).status_code == 200
    act(operator, "accounts_user", "suspend", alice)
    assert browser.get(reverse("me")).status_code == 302
    act(operator, "accounts_user", "restore", alice)
    alice.refresh_from_db()
    assert alice.is_active


def test_a_report_carries_table_hand_and_talk_with_links_that_open(operator, alice):
    """At a private table, whose replays strangers do not see; the hand's link appears once it is over."""
    bob = person("bob")
    match = match_of("all-fours", alice, bob)
    Room.objects.filter(pk=match.room_id).update(visibility=Room.Visibility.LINK)
    elsewhere = match_of("all-fours", bob, alice)  # a newer table, where nothing happened
    chat.say(match.room, bob, "<i>I can see your cards</i>")
    chat.say(match.room, alice, phrase="thanks")
    hand = current(match)
    browser = signed_in(alice)
    address = f"{reverse('report', args=[bob.pk])}?table={match.room.code}"
    assert browser.post(address, {"reason": "cheating", "text": ""}).status_code == 302
    report = Report.objects.get()
    assert (report.room, report.hand) == (match.room.code, hand.pk)
    assert elsewhere.room.code != report.room
    Message.objects.all().delete()  # the report keeps what was said, whatever becomes of the talk
    inside = reverse("admin:accounts_report_change", args=[report.pk])
    page = operator.get(inside).content.decode()
    assert "&lt;i&gt;I can see your cards&lt;/i&gt;" in page and "Thank you!" in page
    table = reverse("admin:rooms_room_change", args=[match.room_id])
    assert f'href="{table}"' in page and operator.get(table).status_code == 200
    replay = reverse("replay-hand", args=[hand.pk])
    assert replay not in page and operator.get(replay).status_code == 404
    finish(hand)
    assert f'href="{replay}"' in operator.get(inside).content.decode()
    assert operator.get(replay, follow=True).status_code == 200


def test_a_hand_that_nobody_reported_is_shut_to_operators_and_a_reported_one_to_others(operator, alice):
    match = match_of("all-fours", alice, person("bob"))
    Room.objects.filter(pk=match.room_id).update(visibility=Room.Visibility.LINK)
    hand = current(match)
    finish(hand)
    replay = reverse("replay-hand", args=[hand.pk])
    assert operator.get(replay).status_code == 404
    reports.report(alice, User.objects.get(username="bob"), "words", "")
    assert operator.get(replay, follow=True).status_code == 200
    browser = signed_in(User.objects.create_user("helper", password="x", name="Helper", is_staff=True))
    assert browser.get(replay).status_code == 404  # no right to read reports


def test_words_of_somebody_erased_stand_in_no_report(alice):
    bob, carol = person("bob"), person("carol")
    match = match_of("all-fours", alice, carol)
    for talker, text in ((bob, "mine"), (alice, "hers")):
        Message.objects.create(room=match.room, user=talker, text=text)
    reports.report(alice, carol, "words", "text")
    delete_account(bob)
    erase_account(User.objects.get(pk=bob.pk))
    assert [line["said"] for line in Report.objects.get().talk] == ["hers"]
    delete_account(alice)
    erase_account(User.objects.get(pk=alice.pk))
    report = Report.objects.get()
    assert (report.reporter, report.text, report.talk) == (None, "", [])


def test_no_reason_is_none_of_the_reasons_offered(client, alice):
    match_of("all-fours", alice, person("bob"))
    client.force_login(alice)
    bob = User.objects.get(username="bob")
    page = client.get(reverse("report", args=[bob.pk])).content.decode()
    assert page.count('type="radio"') == len(Report.Reason)
    assert client.post(reverse("report", args=[bob.pk]), {"text": "x"}).status_code == 422


def test_an_operator_without_a_second_factor_is_told_to_set_one_up(operator):
    page = operator.get(reverse("admin:index")).content.decode()
    assert f'href="{reverse("mfa_index")}"' in page


def test_an_operator_with_a_second_factor_shows_it_before_anything_opens(operator, monkeypatch):
    """Even in a session that is older than the second factor."""
    secret = generate_totp_secret()
    TOTP.activate(User.objects.get(username="operator"), secret)
    address = reverse("admin:accounts_report_changelist")
    answer = operator.get(address)
    assert answer["Location"] == f"{reverse('mfa_reauthenticate')}?next={quote(address, safe='')}"
    assert operator.post(reverse("admin:accounts_user_changelist"), {"action": "suspend"}).status_code == 302
    code = authenticator_code(monkeypatch, secret)
    assert operator.post(answer["Location"], {"code": "000000"}).status_code == 200
    assert operator.get(address).status_code == 302
    assert operator.post(answer["Location"], {"code": code})["Location"] == address
    page = operator.get(reverse("admin:index"))
    assert page.status_code == 200 and reverse("mfa_index") not in page.content.decode()


def test_an_operator_is_not_suspended_by_a_slip(operator):
    act(operator, "accounts_user", "suspend", User.objects.get(username="operator"))
    assert operator.get(reverse("admin:index")).status_code == 200


def test_nobody_is_deleted_from_under_their_matches(operator, alice):
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


def test_whoever_is_no_operator_is_told_why_they_are_led_home(client):
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
    form = {"login": "operator", "password": "x", "next": reverse("admin:index")}
    assert client.post(reverse("account_login"), form)["Location"] == reverse("admin:index")
    assert client.get(reverse("admin:index")).status_code == 200


def test_an_operator_made_at_the_command_line_is_asked_for_a_name():
    """Operators may sit down at a table, where everybody has a name."""
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


def test_operators_look_at_wishes_and_make_none(operator, alice):
    wishes.make(alice, "eighty")
    wish = alice.wishes.get()
    page = operator.get(reverse("admin:rooms_wish_changelist")).content.decode()
    assert "Alice" in page and "eighty" in page
    address = reverse("admin:rooms_wish_change", args=[wish.pk])
    assert operator.get(address).status_code == 200
    operator.post(address, {"game": "winner", "user": alice.pk})
    assert alice.wishes.get().game == "eighty"
    assert operator.get(reverse("admin:rooms_wish_add")).status_code == 403
    operator.post(reverse("admin:rooms_wish_delete", args=[wish.pk]), {"post": "yes"})
    assert not alice.wishes.exists()


def test_no_operator_sees_the_secret_of_a_second_factor_but_each_may_be_taken_off(operator):
    alice = with_password("alice")
    secret = generate_totp_secret()
    TOTP.activate(alice, secret)
    codes = RecoveryCodes.activate(alice)
    for row in alice.authenticator_set.all():
        address = reverse("admin:mfa_authenticator_change", args=[row.pk])
        page = operator.get(address).content.decode()
        assert row.get_type_display() in page
        assert not any(words in page for words in (secret, codes.instance.data["seed"], row.data.get("secret", secret)))
        assert operator.post(address, {"user": alice.pk, "type": row.type, "data": "{}"}).status_code == 403
    assert operator.get(reverse("admin:mfa_authenticator_add")).status_code == 403
    rows = list(alice.authenticator_set.all())
    act(operator, "mfa_authenticator", "delete_selected", *rows, post="yes")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("how", ["one", "many"])
def test_operators_see_no_session_key_and_end_sessions(operator, how):
    with_password("alice")
    browser = Client()
    sign_in(browser, "alice")
    browser.get(reverse("home"))
    row = UserSession.objects.get(user__username="alice")
    page = operator.get(reverse("admin:usersessions_usersession_change", args=[row.pk])).content.decode()
    assert row.ip in page and row.session_key not in page
    if how == "one":
        operator.post(reverse("admin:usersessions_usersession_delete", args=[row.pk]), {"post": "yes"})
    else:
        act(operator, "usersessions_usersession", "delete_selected", row, post="yes")
    assert browser.get(reverse("me")).status_code == 302


@pytest.mark.parametrize("how", ["one", "many"])
def test_operators_confirm_no_address_and_take_off_wrong_ones(operator, alice, how):
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    row = EmailAddress.objects.create(user=alice, email="alice@example.com", primary=True)
    act(operator, "account_emailaddress", "make_verified", row)
    address = reverse("admin:account_emailaddress_change", args=[row.pk])
    assert operator.get(address).status_code == 200
    form = {"user": alice.pk, "email": "mine@example.com", "verified": "on"}
    assert operator.post(address, form).status_code == 403
    row.refresh_from_db()
    assert (row.email, row.verified) == ("alice@example.com", False)
    if how == "one":
        operator.post(reverse("admin:account_emailaddress_delete", args=[row.pk]), {"post": "yes"})
    else:
        act(operator, "account_emailaddress", "delete_selected", row, post="yes")
    alice.refresh_from_db()
    assert alice.email == "" and not EmailAddress.objects.exists()


def test_no_other_app_registers_an_admin_of_its_own_but_groups():
    """An app that is installed may register models of its own, with every field."""
    foreign = {model._meta.label for model, how in admin.site._registry.items() if how.__module__[:5] != "games"}
    assert foreign == {"auth.Group"}
