"""Letters in our own words, and signing in by the address they go to."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from games.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def alice():
    return User.objects.create_user("alice", password=PASSWORD, name="Alice")


def test_one_signs_in_by_address_too_and_is_refused_alike(client, alice):
    EmailAddress.objects.update_or_create(
        user=alice, email="alice@example.com", defaults={"verified": True, "primary": True}
    )
    said = [
        re.sub(r'value="[^"]*"', "", Client().post(reverse("account_login"), asked).content.decode())
        for asked in (
            {"login": "alice@example.com", "password": "wrong"},
            {"login": "nobody@example.com", "password": "wrong"},
            {"login": "nobody", "password": "wrong"},
        )
    ]
    assert said[0] == said[1] == said[2]
    assert "That login name or e-mail address and password do not match." in said[0]
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
