"""The house's line of play: how its strongest player plays a deal of the day, in the same seat at the same table.

It is played once somebody has finished the deal, and stored as an attempt without a person, with a replay like any
other. The other seats choose as at every table; the house's player knows only its own cards.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.ai import thinking
from games.daily.models import Attempt, Deal, Tally
from games.daily.services import SEAT, score_of, setup_of, today
from games.foundation.transactions import write
from games.matches.practice import Origin, keep_sealed
from games.rooms.models import USUAL_LEVEL
from games.rules.core import Action
from games.rules.registry import GAMES
from games.table.house_hand import play_out

log = logging.getLogger(__name__)
#: The AI level in the seat that people play.
LEVEL = "strong"


def play_all() -> int:
    """Play the deals of today and yesterday that somebody has finished but the house has not played; return how many
    were played."""
    finished = Tally.objects.filter(deal=OuterRef("pk"))
    by_house = Attempt.objects.filter(deal=OuterRef("pk"), user=None)
    deals = Deal.objects.filter(Exists(finished), ~Exists(by_house), day__gte=today() - timedelta(days=1))
    return sum(map(_play, deals))


def _play(deal: Deal) -> bool:
    try:
        actions, result = line(deal)
    except thinking.WorkerFailed as fault:
        log.error("deal %s: the house has not played it (%s)", deal.pk, fault)
        return False
    players = [LEVEL if seat == SEAT else USUAL_LEVEL for seat in range(GAMES[deal.game].seats(_options(deal)))]
    with write():
        Deal.objects.select_for_update().get(pk=deal.pk)
        if Attempt.objects.filter(deal=deal, user=None).exists():
            return False
        origin = Origin(bytes(deal.salt), bytes(deal.secret))
        match = keep_sealed(GAMES[deal.game], setup_of(deal), actions, players, origin, result)
        score = score_of(deal, result)
        Attempt.objects.create(deal=deal, user=None, match=match, score=score, finished_at=timezone.now())
    return True


def line(deal: Deal) -> tuple[list[Action], dict[str, object]]:
    """Return all actions of the house's hand, and its result. Raises ``thinking.WorkerFailed``."""
    game, setup = GAMES[deal.game], setup_of(deal)
    return play_out(game, setup, bytes(deal.salt), lambda seat: LEVEL if seat == SEAT else USUAL_LEVEL)


def _options(deal: Deal) -> dict[str, object]:
    return GAMES[deal.game].resolve(deal.options)
