"""Signing up, in and out: guests stay who they are, and nobody learns which names exist."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.adapter import Adapter
from games.accounts.models import User
from games.accounts.services import make_guest
from tests.accounts.signing import PASSWORD, sign_in, sign_up, with_password
from tests.matches.tables import match_of

pytestmark = pytest.mark.django_db


def test_an_account_needs_a_name_and_a_password_and_no_mail(client):
    assert sign_up(client)["Location"] == reverse("home")
    mei = User.objects.get(username="mei")
    assert (mei.name, mei.is_guest, mei.email) == ("Mei 梅", False, "")
    assert client.session["_auth_user_id"] == str(mei.pk)


def test_a_guest_who_signs_up_is_the_same_row_with_their_seat_and_matches(client):
    guest = make_guest()
    match = match_of("all-fours", guest, "policy")
    client.force_login(guest)
    before = client.session.session_key
    assert sign_up(client).status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("mei", False)
    assert guest.seats.get().room == match.room
    assert guest.played.get().match == match
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert client.session.session_key != before
    assert User.objects.count() == 1


def test_a_refused_sign_up_leaves_the_guest_as_they_were(client):
    guest = make_guest()
    client.force_login(guest)
    assert sign_up(client, password2="another").status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "alice"},
        {"username": "ALICE"},
        {"username": "guest-1234"},
        {"username": "admin"},
        {"username": "x"},
        {"name": ""},
        {"name": "аdmin"},
        {"password1": "short", "password2": "short"},
        {"password1": "a" * 129, "password2": "a" * 129},
    ],
)
def test_a_sign_up_that_cannot_be_is_refused_with_its_reason(client, alice, fields):
    answer = sign_up(client, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "first"),
    [
        ({"username": "x", "password2": "another"}, "username"),
        ({"password2": "another"}, "password2"),
        ({"name": "", "email": "x"}, "name"),
    ],
)
def test_a_refused_sign_up_has_the_focus_on_the_first_field_that_is_wrong(client, fields, first):
    assert "autofocus" not in client.get(reverse("account_signup")).content.decode()
    focused = re.findall(r"<input[^>]* autofocus[^>]*>", sign_up(client, **fields).content.decode())
    assert len(focused) == 1 and f'name="{first}"' in focused[0]


def test_a_guest_reads_before_signing_up_that_what_is_theirs_stays(client):
    words = "Your matches, friends and ratings stay yours."
    assert words not in client.get(reverse("account_signup")).content.decode()
    client.force_login(make_guest())
    assert words in client.get(reverse("account_signup")).content.decode()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"username": "x"}, "At least 3 characters: this has 1."),
        ({"username": "mei mei"}, "Only letters, digits and @ . + - _, without spaces."),
        ({"password1": "short"}, "This password is too short: at least 8 characters."),
        ({"password1": "password1"}, "Too many people use this password."),
        ({"password1": "a" * 129}, "At most 128 characters: this has 129."),
        (
            {"username": "chrysanthemum", "password1": "chrysanthemum1"},
            "This password is too much like your login name or e-mail address.",
        ),
    ],
)
def test_a_refused_name_or_password_is_refused_in_the_words_of_the_house(client, fields, reason):
    if "password1" in fields:
        fields = fields | {"password2": fields["password1"]}
    refused = re.findall(r'role="alert">([^<]+)<', sign_up(client, **fields).content.decode())
    assert refused and all(words.startswith(reason) for words in refused)


def test_an_empty_field_and_a_wrong_address_are_refused_in_the_words_of_the_house_in_chinese_too(client):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    page = sign_up(client, username="", email="nowhere").content.decode()
    assert re.findall(r'role="alert">([^<]+)<', page) == ["这里要填。", "邮箱地址不对。"]


def test_whoever_signs_up_or_in_is_greeted_by_the_name_that_others_see(client):
    sign_up(client)
    page = client.get(reverse("home")).content.decode()
    assert "You are signed in as Mei 梅." in page


@pytest.mark.parametrize("name", ["account_reset_password", "account_reset_password_done"])
@pytest.mark.parametrize(("language", "contact"), [("en", "ontact us"), ("zh-hans", "联系")])
def test_nobody_is_told_to_contact_people_of_whom_the_page_does_not_say_where_they_are(client, name, language, contact):
    assert contact not in client.get(reverse(name), headers={"accept-language": language}).content.decode()


def test_what_a_login_name_and_a_password_must_be_is_told_beforehand(client):
    page = client.get(reverse("account_signup")).content.decode()
    assert "At least 3 characters. For signing in" in page
    assert "At least 8 characters." in page and "Nothing like your login name" in page


def test_signing_in_changes_the_session_key(client, alice):
    client.get(reverse("account_login"))
    client.session["planted"] = True
    client.session.save()
    before = client.session.session_key
    assert sign_in(client)["Location"] == reverse("home")
    assert client.session.session_key != before


def test_an_unknown_name_and_a_wrong_password_are_answered_alike(client, alice, monkeypatch):
    hashed = []
    encode = Argon2PasswordHasher.encode
    verify = Argon2PasswordHasher.verify
    monkeypatch.setattr(Argon2PasswordHasher, "encode", lambda *a: hashed.append("e") or encode(*a))
    monkeypatch.setattr(Argon2PasswordHasher, "verify", lambda *a: hashed.append("v") or verify(*a))
    shut = with_password("shut")
    shut.is_active = False
    shut.save()
    answers = []
    for name, password in [("alice", "wrong"), ("nobody", "wrong"), ("shut", "wrong")]:
        hashed.clear()
        answer = sign_in(client, name, password)
        text = answer.content.decode().replace(f'value="{name}"', "")
        cut = text.index("<main"), text.index("</main")
        answers.append((answer.status_code, len(hashed), _without_tokens(text[slice(*cut)])))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][:2] == (422, 1)


def _without_tokens(text):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


def test_a_suspended_account_cannot_sign_in(client, alice):
    alice.is_active = False
    alice.save()
    sign_in(client)
    assert "_auth_user_id" not in client.session


def test_a_password_too_long_is_refused_before_it_is_hashed(client, alice, monkeypatch):
    monkeypatch.setattr(Argon2PasswordHasher, "verify", lambda *a: pytest.fail("hashed"))
    monkeypatch.setattr(Argon2PasswordHasher, "encode", lambda *a: pytest.fail("hashed"))
    assert sign_in(client, password="a" * 129).status_code == 422


def test_too_many_attempts_say_when_to_try_again(client, alice):
    for _ in range(5):
        assert sign_in(client, password="wrong").status_code == 422
    answer = sign_in(client)
    assert answer.status_code == 429
    assert "Wait one minute" in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_stranger_who_guesses_passwords_locks_nobody_out_at_home(client, alice):
    """Wrong passwords are counted by name and address."""
    stranger = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(6):
        stranger.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    answer = stranger.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    assert answer.status_code == 429
    assert sign_in(client).status_code == 302


def test_too_many_sign_ups_say_when_to_try_again(client, settings):
    assert settings.ACCOUNT_RATE_LIMITS["signup"] == f"{settings.SIGNUPS_A_MINUTE}/m/ip" == "15/m/ip"
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "3/m/ip"}
    for number in range(3):
        sign_up(client, username=f"x{number}", password2="not the same")
    answer = sign_up(client)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("addresses", "answers"),
    [
        (("2001:db8:1:2::1", "2001:db8:1:2:aaaa::9", "2001:db8:1:2:bbbb::9", "2001:db8:1:3::1"), [422, 422, 429, 422]),
        (("::ffff:192.0.2.7", "192.0.2.7", "::ffff:192.0.2.7", "::ffff:192.0.2.8"), [422, 422, 429, 422]),
    ],
)
def test_an_address_is_counted_as_its_sockets_are(client, settings, addresses, answers):
    """A household has a /64 of IPv6, and an IPv4 address written as IPv6 counts as itself."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"login": "2/m/ip"}
    assert [sign_in(client, f"nobody-{at}", REMOTE_ADDR=at).status_code for at in addresses] == answers


def test_a_foreign_next_leads_home(client, alice):
    for address in ("//evil.example", "https://evil.example/", "javascript:alert(1)"):
        client.logout()
        assert sign_in(client, next=address)["Location"] == reverse("home")


def test_whoever_has_an_account_is_led_home(client, alice):
    client.force_login(alice)
    for name in ("account_login", "account_signup"):
        assert client.get(reverse(name))["Location"] == reverse("home")


def test_a_reset_is_answered_alike_for_known_and_unknown_mail(client, alice, mailoutbox):
    alice.email = "alice@example.com"
    alice.save()
    answers = [
        client.post(reverse("account_reset_password"), {"email": mail})
        for mail in ("alice@example.com", "nobody@example.com")
    ]
    assert [(one.status_code, one["Location"]) for one in answers] == [
        (302, reverse("account_reset_password_done"))
    ] * 2
    assert [mail.to for mail in mailoutbox] == [["alice@example.com"]]


def test_a_reset_link_that_is_used_expired_or_foreign_gets_one_page(client, alice, mailoutbox, time_machine):
    alice.email = "alice@example.com"
    alice.save()
    client.post(reverse("account_reset_password"), {"email": alice.email})
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    form = client.get(link)["Location"]
    assert client.post(form, {"password1": PASSWORD + "2", "password2": PASSWORD + "2"}).status_code == 302
    client.get(reverse("home"))  # shows once that it has been changed
    pages = [_main(client.get(link, follow=True))]
    time_machine.move_to(timezone.now() + timedelta(minutes=1))  # for another mail to this address
    client.post(reverse("account_reset_password"), {"email": alice.email})
    other = re.search(r"http://testserver(/\S+)", mailoutbox[-1].body)[1]
    pages.append(_main(client.get(re.sub(r"key/\w+-", "key/zzz-", other), follow=True)))
    time_machine.move_to(timezone.now() + timedelta(days=4))
    pages.append(_main(client.get(other, follow=True)))
    assert pages[0] == pages[1] == pages[2]
    assert sign_in(client, password=PASSWORD + "2").status_code == 302


def _main(answer):
    page = answer.content.decode()
    return _without_tokens(page[page.index("<main") : page.index("</main")])


def test_a_form_from_nowhere_is_answered_with_a_page_that_offers_to_reload(alice):
    strict = Client(enforce_csrf_checks=True)
    for headers in ({}, {"HX-Request": "true"}):
        answer = sign_in_of(strict, headers)
        assert answer.status_code == 403
        assert "Load the page again" in answer.content.decode()


def sign_in_of(client, headers):
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD}, headers=headers)


def test_a_guest_who_comes_again_and_again_stays_who_they_are(client, time_machine):
    start = datetime(2026, 1, 1, tzinfo=UTC)
    time_machine.move_to(start)
    client.post(reverse("play-now", args=["winner"]))
    guest = User.objects.get()
    for day in range(0, 400, 40):
        time_machine.move_to(start + timedelta(days=day))
        assert client.get(reverse("home")).wsgi_request.user == guest, day


def test_a_session_that_has_run_out_is_nobodys(client, alice):
    sign_in(client)
    assert client.get(reverse("home")).wsgi_request.user == alice
    Session.objects.update(expire_date=timezone.now())
    assert not client.get(reverse("home")).wsgi_request.user.is_authenticated


def test_of_two_who_choose_one_login_name_at_once_one_is_told_that_it_is_taken(client, monkeypatch):
    """It is no fault of ours, which would be logged with the name."""
    new_user = Adapter.new_user

    def just_then(self, request):
        User.objects.get_or_create(username="mei")
        return new_user(self, request)

    monkeypatch.setattr(Adapter, "new_user", just_then)
    answer = sign_up(client)
    assert answer.status_code == 422
    assert "That login name is taken" in answer.content.decode()
    assert User.objects.count() == 1


def test_what_cannot_be_asked_for_leads_back_to_the_page_it_was_pressed_on(client):
    press = reverse("friend-ask")
    answer = client.post(press, {"name": "bob"}, headers={"referer": "http://testserver/friends/?x=1"})
    assert answer["Location"] == f"{reverse('account_login')}?next=/friends/"
    strange = client.post(press, {"name": "bob"}, headers={"referer": "http://elsewhere.example/friends/"})
    assert strange["Location"] == f"{reverse('account_login')}?next=/"
