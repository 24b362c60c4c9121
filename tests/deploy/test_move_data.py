"""Moving from SQLite to PostgreSQL, with all that people have."""

from __future__ import annotations

import io
from unittest import mock

import pytest
from django.core.management import CommandError, call_command

from cardsite.management.commands import move_data
from tests.deploy.backed_up import QUICK, press, seated, site_of
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
    large, small = site_of("large", **QUICK), Site(**QUICK)
    large.prepare()
    large.prepares = True
    small.start()
    bots = seated(small)
    press(bots)
    file = small.var / "sifang.sqlite3"
    assert "Another process serves" in large.command("move_data", file, ok=False)
    small.stop()
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


def test_a_hand_that_was_faulty_before_moves_too_and_the_operator_is_told_so(tmp_path, monkeypatch):
    """Otherwise an operator who reads of faults may think that nothing has moved, and sign everybody out."""
    file = tmp_path / "sifang.sqlite3"
    file.touch()
    monkeypatch.setattr(move_data.transfer, "move", lambda source: {"matches.Hand": 2})
    monkeypatch.setattr(move_data, "call_command", commands := mock.Mock(side_effect=[None, CommandError("1 faults.")]))
    output = io.StringIO()
    with pytest.raises(CommandError, match=r"^All data have moved.* 1 faults\.") as fault:
        call_command("move_data", file, stdout=output)
    assert "the old database has the same" in str(fault.value)
    assert "Set SECRET_KEY" in output.getvalue()
    assert [call.args[0] for call in commands.call_args_list] == ["migrate", "check_hands"]
