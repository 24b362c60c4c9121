"""Does the response time reveal whether a name exists?

Goal A5. The tests count the work done for each kind (``tests/accounts/test_unknown.py``);
here the two are timed alternately, through all middleware and the database.
"""

from __future__ import annotations

from time import perf_counter

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.test.utils import setup_test_environment

from tests.bench.report import Section, middle, spread
from tests.matches.tables import person

#: Responses of each kind timed per repeat.
ROUNDS = 40
SMALL = {"ROUNDS": 4}
#: A request → its address and form, in which {} is the name.
REQUESTS = {
    "signing in": ("/account/login/", {"login": "{}", "password": "wrong"}),
    "asking for a new password": ("/account/password/reset/", {"email": "{}@example.com"}),
    "asking to be friends": ("/friends/ask/", {"name": "{}"}),
}


def run(repeats: int) -> Section:
    """Ask alternately for names that exist and names that do not."""
    setup_test_environment()
    settings.ACCOUNT_RATE_LIMITS = {}
    section = Section(
        "Known and unknown names",
        f"Milliseconds an answer, {ROUNDS * repeats} of each, alternating.",
        ("what", "a name there is", "a name there is not"),
    )
    asker, friend, nobody = person("asker"), Client(), Client()
    friend.force_login(asker, backend=settings.AUTHENTICATION_BACKENDS[0])
    for number in range(ROUNDS):
        known = person(f"known{number}")
        known.email = f"known{number}@example.com"
        known.set_password("seven-sided-lantern")
        known.save()
        EmailAddress.objects.create(user=known, email=known.email, primary=True)
    for what, (path, form) in REQUESTS.items():
        browser = friend if path.startswith("/friends/") else nobody
        times: dict[str, list[float]] = {"known": [], "unknown": []}
        for _ in range(repeats):
            asker.friends_asked.all().delete()
            for number in range(ROUNDS):
                for kind in sorted(times, reverse=number % 2 == 0):
                    cache.clear()
                    start = perf_counter()
                    browser.post(path, {field: value.format(f"{kind}{number}") for field, value in form.items()})
                    times[kind].append((perf_counter() - start) * 1000)
        section.rows.append((what, *map(spread, times.values())))
        less, more = sorted(map(middle, times.values()))
        section.at_most("A5", f"{what}, the slower kind against the other", more, less, 1.1)
    return section
