"""Moving from SQLite to PostgreSQL, with all that people have."""

from __future__ import annotations

import pytest

from tests.deploy.backed_up import press, running, seated
from tests.faults import oracle
from tests.sites import Site

#: What of every table is the same after a move: counts, and whole rows of those that matter most.
DIGEST = """
import hashlib, json
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
digests = {}
for model in apps.get_models(include_auto_created=True):
    rows = [
        {k: bytes(v).hex() if isinstance(v, (bytes, memoryview)) else v for k, v in row.items()}
        for row in model._base_manager.order_by("pk").values()
    ]
    text = json.dumps(rows, sort_keys=True, cls=DjangoJSONEncoder)
    digests[model._meta.label] = [len(rows), hashlib.sha256(text.encode()).hexdigest()]
print(json.dumps(digests, sort_keys=True))
"""


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
def test_the_embedded_site_moves_house_with_all_its_data():
    large = running("large")
    large.stop()
    small = Site(SIFANG_AI_PACE="0.0,0.02", SIFANG_NEXT_HAND_SECONDS="0.1")
    small.start()
    bots = seated(small)
    press(bots)
    file = small.var / "sifang.sqlite3"
    assert "Another process serves" in large.command("move_data", file, ok=False)
    small.stop()
    large.run("from games.accounts.models import User; User.objects.all().delete()")
    assert "all is well" in large.command("move_data", file)
    assert large.run(DIGEST) == small.run(DIGEST)
    oracle.check(large, [bot.journal for bot in bots])
    assert "must be empty" in large.command("move_data", file, ok=False)
    large.environment["SECRET_KEY"] = (small.var / "secret-key").read_text()
    large.start()
    for bot in bots:
        bot.url = large.url  # the same cookies: nobody is signed out, and new rows get new numbers
    press(bots)
    oracle.check(large, [bot.journal for bot in bots])
    large.stop()
    small.remove()
    large.remove()
