"""Today's deals as tests begin and finish them."""

from __future__ import annotations

from random import Random

from games.accounts.models import User
from games.daily import services
from games.daily.models import Attempt
from games.matches.models import Hand
from games.table import bidding
from tests.replays.hands import finish


def begun(user: User, game: str, seed: int = 1) -> Attempt:
    """Return a person's attempt at today's deal, with answers by chance in its bidding."""
    rng, answers = Random(seed), []
    deal = services.deal_of(game, services.today())
    while not isinstance(outcome := services.begin(deal, user, answers), Attempt):
        answers = [*outcome.answers, rng.choice(["-", *map(bidding.written, outcome.choices)])]
    return outcome


def played(user: User, game: str, seed: int = 7) -> Attempt:
    """Return a person's finished attempt at today's deal."""
    attempt = begun(user, game)
    finish(Hand.objects.select_related("match__room").get(match=attempt.match), seed=seed)
    return services.attempt_of(attempt.deal, user)
