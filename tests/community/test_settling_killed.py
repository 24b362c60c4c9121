"""The site's own worker settles a season after a settlement was killed half way through."""

from __future__ import annotations

import json

import pytest

from tests.killed import killed, until

pytestmark = pytest.mark.slow
PEOPLE = 300
SETUP = f"""
from games.community.season import Season
from tests.community.standings import crowd
crowd({PEOPLE}, season=Season(2025, 2))
"""
KILLED = """
from games.community import standings
from games.community.models import FinalPlace
write = FinalPlace.objects.bulk_create

FinalPlace.objects.bulk_create = then_die(lambda rows, **options: write(list(rows)[:200], **options))
standings.settle_all()
"""
STATE = """
import json
from games.community.models import FinalPlace, SettledSeason, Standing
places = list(FinalPlace.objects.order_by("place").values_list("place", flat=True))
print(json.dumps([SettledSeason.objects.count(), Standing.objects.count(), places]))
"""


def state_of(site):
    return json.loads(site.run(STATE).splitlines()[-1])


def test_what_a_killed_settlement_has_written_is_gone_and_the_worker_settles_the_season_when_it_starts(prepared_site):
    prepared_site.run(SETUP)
    killed(prepared_site, KILLED)
    assert state_of(prepared_site) == [0, PEOPLE, []]
    prepared_site.start()
    until(lambda: state_of(prepared_site)[0] == 1)
    assert state_of(prepared_site) == [1, 0, [*range(1, PEOPLE + 1)]]
