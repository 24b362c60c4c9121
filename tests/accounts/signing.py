"""An account with a password, and what a person posts to sign up or in."""

from __future__ import annotations

from types import SimpleNamespace

from allauth.mfa.totp.internal import auth
from django.urls import reverse

from games.accounts.models import User
from tests.matches.tables import person

PASSWORD = "seven-sided-lantern"


def with_password(name: str) -> User:
    """Return a new account of this name, with a password."""
    user = person(name)
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_up(client, **fields):
    data = {"name": "Mei 梅", "username": "mei", "password1": PASSWORD, "password2": PASSWORD, "email": ""} | fields
    return client.post(reverse("account_signup"), data)


def sign_in(client, name="alice", password=PASSWORD, REMOTE_ADDR="127.0.0.1", **more):
    data = {"login": name, "password": password} | more
    return client.post(reverse("account_login"), data, REMOTE_ADDR=REMOTE_ADDR)


def authenticator_code(monkeypatch, secret: str, at: float = 1_800_000_000) -> str:
    """Return the code that an authenticator shows, and stop its clock ``at`` that second: a code lasts half a minute,
    which may end between two lines of a test."""
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: at))
    return auth.format_hotp_value(auth.hotp_value(secret, next(auth.yield_hotp_counters_from_time())))
