"""E-mails in our own words, and signing in by the address they go to."""

from __future__ import annotations

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts.limits import ADDRESSES, RESETS
from games.accounts.models import User
from games.accounts.services import make_guest
from tests.accounts.signing import sign_up

pytestmark = pytest.mark.django_db
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def alice():
    return User.objects.create_user("alice", password=PASSWORD, name="Alice")


def test_one_signs_in_by_address_too_and_is_refused_alike(client, alice):
    EmailAddress.objects.update_or_create(
        user=alice, email="alice@example.com", defaults={"verified": True, "primary": True}
    )
    pages = [
        re.sub(r'value="[^"]*"', "", Client().post(reverse("account_login"), form).content.decode())
        for form in (
            {"login": "alice@example.com", "password": "wrong"},
            {"login": "nobody@example.com", "password": "wrong"},
            {"login": "nobody", "password": "wrong"},
        )
    ]
    assert pages[0] == pages[1] == pages[2]
    assert "That login name or e-mail address and password do not match." in pages[0]
    answer = client.post(reverse("account_login"), {"login": "Alice@example.com", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_letters_are_in_our_own_words_and_say_whom_to_ask(client, alice, mailoutbox, settings, language):
    settings.CONTACT = "host@cards.example"
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    client.cookies["django_language"] = language
    client.post(reverse("account_reset_password"), {"email": "alice@example.com"})
    (letter,) = mailoutbox
    assert letter.subject == {"en": "[Sifang 四方] A new password", "zh-hans": "[Sifang 四方] 设置新密码"}[language]
    assert letter.body.startswith({"en": "Hello,", "zh-hans": "你好！"}[language])
    assert "Sifang 四方" in letter.body and "host@cards.example" in letter.body
    assert "Hello from" not in letter.body and "Thank you for using" not in letter.body
    assert re.search(r"http://testserver/\S+", letter.body)


#: The start of a letter's subject, and words from it, by letter and language.
LETTERS = {
    "confirmation": {
        "en": ("Is this your address?", "Mei has given this address for an account. If that is you, press here"),
        "zh-hans": ("这是你的邮箱吗？", "Mei"),
    },
    "exists": {
        "en": ("You have an account already", "wanted to make an account with the address alice@example.com."),
        "zh-hans": ("你已经有账号了", "alice@example.com"),
    },
}


def send(letter, client):
    """Have a letter written. The one that says that an address has an account is sent by hand: it is normally written
    only where an address may have one account, which is not so here."""
    if letter == "confirmation":
        sign_up(client, name="Mei", email="mei@example.com")
        return
    request = client.get(reverse("account_signup")).wsgi_request
    with context.request_context(request), translation.override(client.cookies["django_language"].value):
        get_adapter(request).send_account_already_exists_mail("alice@example.com")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("letter", LETTERS)
def test_so_are_those_to_whom_an_address_belongs(client, mailoutbox, settings, letter, language):
    settings.CONTACT = "host@cards.example"
    client.cookies["django_language"] = language
    send(letter, client)
    (message,) = mailoutbox
    subject, words = LETTERS[letter][language]
    assert message.subject == f"[Sifang 四方] {subject}"
    assert message.body.startswith({"en": "Hello,", "zh-hans": "你好！"}[language])
    assert words in message.body and "Sifang 四方" in message.body and "host@cards.example" in message.body
    assert "Hello from" not in message.body and "Thank you for using" not in message.body
    assert re.search(r"http://testserver/\S+", message.body)
    english = ("Somebody", "If it", "press here", "Questions")
    assert language == "en" or not any(word in message.body for word in english)


#: Links that only an account has, in the bar of the settings.
OF_ACCOUNTS = ("account_email", "account_change_password", "mfa_index", "usersessions_list")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_guest_is_shown_no_settings_that_they_cannot_use(client, alice, language):
    headers = {"accept-language": language}
    client.force_login(alice)
    account = client.get(reverse("settings"), headers=headers).content.decode()
    assert all(f'href="{reverse(name)}"' in account for name in OF_ACCOUNTS)
    client.force_login(make_guest())
    guest = client.get(reverse("settings"), headers=headers).content.decode()
    assert not any(f'href="{reverse(name)}"' in guest for name in OF_ACCOUNTS)
    assert reverse("account_logout") not in guest
    assert reverse("account_signup") in guest


@pytest.mark.parametrize("name", OF_ACCOUNTS)
def test_and_is_led_on_where_they_come_to_one_by_its_address(client, name):
    client.force_login(make_guest())
    answer = client.get(reverse(name), follow=True)
    assert answer.status_code < 500
    assert answer.redirect_chain or reverse("account_signup") in answer.content.decode()


def add(browser, email):
    return browser.post(reverse("account_email"), {"action_add": "", "email": email})


def test_nobody_has_mail_sent_to_any_number_of_strangers(client, mailoutbox, time_machine):
    """An account has its address and one to replace it, and adds few in a day, even one after the other."""
    time_machine.move_to(timezone.now(), tick=False)
    sign_up(client, username="mei", email="")
    answers = [add(client, f"stranger{number}@example.com") for number in range(5)]
    assert [answer.status_code for answer in answers] == [302, 302, 200, 200, 200]
    assert 'name="action_add"' not in client.get(reverse("account_email")).content.decode()
    for number in range(8):
        time_machine.shift(60)
        for email in EmailAddress.objects.filter(primary=False).values_list("email", flat=True):
            client.post(reverse("account_email"), {"action_remove": "", "email": email})
        answer = add(client, f"next{number}@example.com")
    assert len(mailoutbox) == ADDRESSES.most
    assert answer.status_code == 429 and "Try again in 24 hours" in answer.content.decode()


@pytest.mark.parametrize("email", ["alice@example.com", "nobody@example.com"])
def test_an_address_is_not_flooded_with_mails_about_new_passwords(client, alice, mailoutbox, time_machine, email):
    """Whoever requests them and however the address is written; and the answers are alike if nobody has it."""
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    time_machine.move_to(timezone.now(), tick=False)
    answers = []
    for number in range(RESETS.most):
        for spelling in (email, email.upper()):
            browser = Client(REMOTE_ADDR=f"203.0.113.{number}")
            answers.append(browser.post(reverse("account_reset_password"), {"email": spelling}))
        time_machine.shift(60)
    assert [answer.status_code for answer in answers] == [302, 429] * RESETS.most
    assert "Try again in 60 seconds" in answers[-1].content.decode()
    for spelling in (email, email.upper()):
        answer = client.post(reverse("account_reset_password"), {"email": spelling})
        assert answer.status_code == 429 and "Try again in 24 hours" in answer.content.decode()
        time_machine.shift(60)
    assert len(mailoutbox) == (RESETS.most if email == "alice@example.com" else 0)


def test_an_address_that_many_sign_up_with_gets_few_mails(mailoutbox, time_machine):
    """No sign-up fails for it: a mail to confirm the address can be requested later."""
    time_machine.move_to(timezone.now(), tick=False)
    for number in range(10):
        answer = sign_up(Client(), username=f"mei{number}", email="stranger@example.com")
        assert answer.status_code == 302
        time_machine.shift(3 * 60)
    assert len(mailoutbox) == 6
