"""Can a name that there is be told from one that there is not by the time an answer takes?

Goal A5. The tests count what is done for each (``tests/accounts/test_unknown.py``);
here it is timed, alternating, through all middleware and the database.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter
from typing import Any

from tests.bench.measure import Goal, Section, middle, spread
from tests.bench.servers import python, told

#: Answers timed of each kind in each repeat.
ROUNDS = 40
PAGES = {"sign in": "signing in", "reset": "asking for a new password", "ask": "asking to be friends"}


def run(repeats: int) -> Section:
    """Measure in a process of its own, on a database of its own."""
    with tempfile.TemporaryDirectory() as var:
        env = {"SIFANG_VAR": var, "DJANGO_SETTINGS_MODULE": "cardsite.settings", "DATABASE_URL": "", "REDIS_URL": ""}
        found = json.loads(told(python("-m", "tests.bench.known", str(repeats)), {**env, "SIFANG_MANIFEST": "0"}))
    section = Section(
        "Known and unknown names",
        f"Milliseconds an answer, {ROUNDS * repeats} of each, alternating.",
        ("what", "a name there is", "a name there is not"),
        [(said, spread(found[key]["known"]), spread(found[key]["unknown"])) for key, said in PAGES.items()],
    )
    for key, said in PAGES.items():
        known, unknown = middle(found[key]["known"]), middle(found[key]["unknown"])
        apart = abs(known - unknown) / known
        shown = f"{unknown:.2f} ms", f"{known:.2f} ms"
        section.goals.append(Goal("A5", said, shown[1], shown[0], unknown / known, "within 10 %", apart <= 0.1))
    return section


def measure(repeats: int) -> dict[str, Any]:
    """Return milliseconds an answer, by page and kind."""
    import django

    django.setup()
    from allauth.account.models import EmailAddress
    from django.conf import settings
    from django.core.cache import cache
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from games.accounts.models import User

    setup_test_environment()
    settings.ACCOUNT_RATE_LIMITS = {}
    call_command("migrate", verbosity=0, interactive=False)
    asker = User.objects.create(username="asker", name="Asker")
    people = [User(username=f"known{n}", name=f"Known {n}", email=f"known{n}@example.com") for n in range(ROUNDS)]
    for one in people:
        one.set_password("seven-sided-lantern")
        one.save()
        EmailAddress.objects.create(user=one, email=one.email, primary=True)
    nobody, friend = Client(), Client()
    friend.force_login(asker)
    deeds: dict[str, Callable[[str], Any]] = {
        "sign in": lambda name: nobody.post("/account/login/", {"login": name, "password": "wrong"}),
        "reset": lambda name: nobody.post("/account/password/reset/", {"email": f"{name}@example.com"}),
        "ask": lambda name: friend.post("/friends/ask/", {"name": name}),
    }
    found: dict[str, dict[str, list[float]]] = {key: {"known": [], "unknown": []} for key in deeds}
    for _ in range(repeats):
        for key, deed in deeds.items():
            asker.friends_asked.all().delete()
            for number in range(ROUNDS):
                for kind in ("known", "unknown") if number % 2 else ("unknown", "known"):
                    cache.clear()
                    start = perf_counter()
                    deed(f"{kind}{number}")
                    found[key][kind].append((perf_counter() - start) * 1000)
    return found


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    print(json.dumps(measure(int(sys.argv[1]))))
