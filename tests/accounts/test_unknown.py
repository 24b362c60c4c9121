"""Known and unknown names: the site does as much work for one as for the other.

What takes time is counted: hashes, queries, rendered letters, pushes. The time itself is measured
by ``python -m tests.bench known``.
"""

from __future__ import annotations

import smtplib

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.urls import reverse

from games.accounts import friends
from games.foundation import background_email
from tests.matches.tables import person
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
PASSWORD = "seven-sided-lantern"


@pytest.fixture
def cost_of(monkeypatch):
    """Return a function that counts what an action costs: hashes, queries, letters written, pushes."""
    cache.clear()
    kinds = []

    def count(owner, name, kind):
        real = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *a, **k: kinds.append(kind) or real(*a, **k))

    count(Argon2PasswordHasher, "encode", "hash")
    count(Argon2PasswordHasher, "verify", "hash")
    count(DefaultAccountAdapter, "render_mail", "letter")
    count(__import__("games.accounts.notifications", fromlist=["x"]), "send_to_group", "push")

    def cost(action):
        kinds.clear()
        statements = statements_of(action)
        return {kind: kinds.count(kind) for kind in ("hash", "letter", "push")} | {"queries": len(statements)}

    return cost


@pytest.fixture
def alice():
    alice = person("alice")
    alice.email = "alice@example.com"
    alice.set_password(PASSWORD)
    alice.save()
    return alice


def test_signing_in(client, alice, cost_of):
    def attempt(name):
        return lambda: client.post(reverse("account_login"), {"login": name, "password": "wrong"})

    attempt("warm")()
    known, unknown = cost_of(attempt("alice")), cost_of(attempt("nobody"))
    assert known == unknown
    assert known["hash"] == 1


def test_asking_for_a_new_password(client, alice, cost_of, mailoutbox):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True)

    def attempt(email):
        return lambda: client.post(reverse("account_reset_password"), {"email": email})

    attempt("warm@example.com")()
    known, unknown = cost_of(attempt("alice@example.com")), cost_of(attempt("nobody@example.com"))
    assert known == unknown
    assert known["letter"] == 1
    assert [letter.to for letter in mailoutbox] == [["alice@example.com"]]


def test_asking_somebody_to_be_friends(alice, cost_of, django_capture_on_commit_callbacks):
    bob, carol = person("bob"), person("carol")
    friends.block(carol, bob)

    def attempt(name):
        def ask():
            with django_capture_on_commit_callbacks(execute=True):
                friends.ask(bob, friends.find_by_name(name), name)

        return ask

    for _again in range(2):
        attempts = [cost_of(attempt(name)) for name in ("alice", "nobody", "carol")]
        assert attempts[0] == attempts[1] == attempts[2]
        assert attempts[0]["push"] == 1


def test_a_letter_goes_out_beside_the_request(settings, monkeypatch):
    from django.core import mail

    settings.BACKGROUND_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    connection = mail.get_connection("games.foundation.background_email.BackgroundEmailBackend")
    assert connection.send_messages([mail.EmailMessage("s", "b", "a@example.com", ["b@example.com"])]) == 1
    background_email.wait_until_sent()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (OSError(113, "no route"), "OSError 113"),
        (smtplib.SMTPRecipientsRefused({"bob@example.com": (550, b"no bob@example.com")}), "SMTPRecipientsRefused"),
        (smtplib.SMTPDataError(554, b"bob@example.com is full"), "SMTPDataError 554"),
        (UnicodeError("bob@example.com"), "UnicodeError"),
    ],
)
def test_a_letter_that_cannot_be_sent_is_logged_without_its_address(settings, monkeypatch, caplog, fault, error):
    from django.core import mail

    settings.BACKGROUND_EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(f"{settings.BACKGROUND_EMAIL_BACKEND}.send_messages", lambda *a: (_ for _ in ()).throw(fault))
    connection = mail.get_connection("games.foundation.background_email.BackgroundEmailBackend")
    connection.send_messages([mail.EmailMessage("s", "b", "a@example.com", ["bob@example.com"])])
    background_email.wait_until_sent()
    assert f"1 letters could not be sent ({error})" in caplog.text
    assert "bob@example.com" not in caplog.text
