"""Two-factor pages say what is needed first before a press, offer no key to whoever has none, and are in Chinese for
readers of Chinese."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import reverse

from games.accounts.models import User
from tests.browser.languages import foreign

pytestmark = pytest.mark.django_db

PASSWORD = "seven-sided-lantern"


@pytest.fixture
def alice(client):
    user = User.objects.create_user("alice", password=PASSWORD, name="Mei")
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    return user


def sign_in_again(client):
    """Sign in with the password; return the page that asks for the second factor."""
    client.post(reverse("account_logout"))
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD}, follow=True)


def test_an_address_that_must_be_confirmed_first_is_named_before_a_press(client, alice):
    sentence = "First confirm your e-mail address"
    assert sentence not in client.get(reverse("mfa_index")).content.decode()
    EmailAddress.objects.create(user=alice, email="mei@example.org", verified=False)
    page = client.get(reverse("mfa_index")).content.decode()
    assert sentence in page and "mei@example.org" in page and f'href="{reverse("account_email")}"' in page
    EmailAddress.objects.update(verified=True)
    assert sentence not in client.get(reverse("mfa_index")).content.decode()


@pytest.mark.parametrize("has_key", [False, True])
def test_a_key_is_asked_for_where_the_account_has_one(client, alice, has_key, monkeypatch):
    monkeypatch.setattr("allauth.mfa.base.views.webauthn_auth.begin_authentication", lambda user: {})
    TOTP.activate(alice, generate_totp_secret())
    if has_key:
        Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    page = sign_in_again(client).content.decode()
    assert 'name="code"' in page
    assert ("mfa_webauthn_authenticate" in page) is has_key


def test_pages_of_two_factor_are_chinese_throughout(client, alice):
    client.get(reverse("home"))  # takes away the message shown at signing in
    alice.language = "zh-hans"
    alice.save(update_fields=["language"])
    EmailAddress.objects.create(user=alice, email="a@b.c", verified=False)
    pages = [client.get(reverse(name)) for name in ("mfa_index", "account_reauthenticate")]
    EmailAddress.objects.all().delete()
    pages.append(client.get(reverse("mfa_activate_totp"), follow=True))
    pages.append(client.get(reverse("mfa_add_webauthn"), follow=True))
    TOTP.activate(alice, generate_totp_secret())
    RecoveryCodes.activate(alice)
    names = ("mfa_index", "mfa_deactivate_totp", "mfa_reauthenticate", "mfa_view_recovery_codes")
    pages += [client.get(reverse(name), follow=True) for name in (*names, "mfa_generate_recovery_codes")]
    client.cookies["django_language"] = "zh-hans"
    pages.append(sign_in_again(client))
    for page in pages:
        assert page.status_code == 200
        assert foreign(page.content.decode(), "zh-hans", ["Mei", "a@b.c", "alice"]) == [], page.request["PATH_INFO"]
