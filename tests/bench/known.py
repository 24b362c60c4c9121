"""Does the response time reveal whether a name exists?

Goal A5. The tests count the work done for each kind (``tests/accounts/test_unknown.py``);
here the two are timed alternately, through all middleware and the database.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.test.utils import setup_test_environment

from games.accounts.models import User
from tests.bench.report import Section, middle, spread
from tests.matches.tables import person

#: Responses of each kind timed per repeat.
ROUNDS = 40
SMALL = {"ROUNDS": 4}


def run(repeats: int) -> Section:
    """Ask alternately for names that exist and names that do not."""
    setup_test_environment()
    settings.ACCOUNT_RATE_LIMITS = {}
    section = Section(
        "Known and unknown names",
        f"Milliseconds an answer, {ROUNDS * repeats} of each, alternating.",
        ("what", "a name there is", "a name there is not"),
    )
    asker = person("asker")
    for number in range(ROUNDS):
        _know(f"known{number}")
    for what, deed in _deeds(asker).items():
        times: dict[str, list[float]] = {"known": [], "unknown": []}
        for _ in range(repeats):
            asker.friends_asked.all().delete()
            for number in range(ROUNDS):
                for kind in ("known", "unknown") if number % 2 else ("unknown", "known"):
                    cache.clear()
                    start = perf_counter()
                    deed(f"{kind}{number}")
                    times[kind].append((perf_counter() - start) * 1000)
        section.rows.append((what, *map(spread, times.values())))
        known, unknown = map(middle, times.values())
        said, apart = (f"{unknown:.2f} ms", f"{known:.2f} ms"), abs(known - unknown) / known
        section.goal("A5", what, said, unknown / known, "within 10 %", apart <= 0.1)
    return section


def _know(name: str) -> None:
    user = User(username=name, name=name, email=f"{name}@example.com")
    user.set_password("seven-sided-lantern")
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True)


def _deeds(asker: User) -> dict[str, Callable[[str], Any]]:
    nobody, friend = Client(), Client()
    friend.force_login(asker, backend=settings.AUTHENTICATION_BACKENDS[0])
    return {
        "signing in": lambda name: nobody.post("/account/login/", {"login": name, "password": "wrong"}),
        "asking for a new password": lambda name: nobody.post(
            "/account/password/reset/", {"email": f"{name}@example.com"}
        ),
        "asking to be friends": lambda name: friend.post("/friends/ask/", {"name": name}),
    }
