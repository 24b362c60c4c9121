"""Ratings by ``openskill``, updated once after each match, for teams and any number of players.

AI players have fixed, measured ratings on the same scale (``games.ai.house_ratings``).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby, islice
from typing import Any

from django.db import IntegrityError, InterfaceError, OperationalError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from openskill.models import BradleyTerryFull

from games.ai import LEVELS, house_ratings
from games.community import rating_scale, standings
from games.community.models import Rated, Rating
from games.community.rating_rules import (
    REPEATS,
    is_far_above,
    is_rated,
    level_at_start,
    weight,
    why_match_unrated,
    win_counts,
)
from games.community.season import Season
from games.foundation.transactions import write
from games.matches import played_hands, services
from games.matches.models import Match, Player
from games.rooms import seats
from games.rules.core import Game
from games.rules.registry import GAMES

log = logging.getLogger(__name__)
_MODEL = BradleyTerryFull()
#: The strength assumed of unrated people.
NEW = float(_MODEL.mu)
#: How many matches one task rates, so that a stopping worker is not held up.
AT_ONCE = 100
#: The condition for matches that are over and have a winner.
FINISHED = {"ended_at__isnull": False, "winners__isnull": False}


def rate(match_id: int) -> bool:
    """Rate a finished match by ``rating_rules`` and show that at its table; return False if it is already rated."""
    try:
        with write():
            match = Match.objects.select_related("room").filter(pk=match_id, **FINISHED).first()
            if match is None:
                return False
            is_new = not Rated.objects.filter(match=match).exists()
            if is_new:
                # locked before ratings, as whoever merges or erases accounts does
                players = list(match.players.select_related("user").select_for_update(of=("self",), no_key=True))
                reason = why_match_unrated(match, players)
                Rated.objects.create(match=match, reason=reason)
                if not reason:
                    _apply(match, players)
    except IntegrityError:  # another worker has just rated it
        return False
    with write():  # on its own, so that ratings are not locked while the table is; also of matches rated before
        seats.touch(match.room)
        Match.objects.filter(pk=match_id).update(to_rate=False)
    return is_new


def rate_waiting() -> int:
    """Rate finished unrated matches, oldest first, at most ``AT_ONCE``; return their number. Matches that fail are
    skipped."""
    return sum(islice(filter(None, map(_try_to_rate, waiting().values_list("pk", flat=True))), AT_ONCE))


def waiting() -> QuerySet[Match]:
    """Return the finished matches that are still to be rated, oldest first."""
    return Match.objects.filter(**FINISHED, to_rate=True).order_by("ended_at", "pk")


def mark_unrated(reasons: Mapping[int, str]) -> None:
    """Store why matches, by id, are not rated, before they are over: they are never judged again, so that the reasons
    must be among ``rating_rules.LASTING``."""
    with write():
        rows = [Rated(match_id=pk, reason=reason) for pk, reason in reasons.items()]
        Rated.objects.bulk_create(rows, ignore_conflicts=True)
        Match.objects.filter(pk__in=list(reasons)).update(to_rate=False)


def _try_to_rate(match_id: int) -> bool:
    try:
        return rate(match_id)
    except (OperationalError, InterfaceError):
        raise
    except Exception as fault:  # only its type: its text may name cards
        log.error("match %s cannot be counted (%s)", match_id, type(fault).__name__)
        return False


def shown(rating: Rating) -> dict[str, Any]:
    """Return a rating as the profile shows it: a value, its uncertainty, and its title, if any."""
    settled = rating.matches >= rating_scale.SETTLED
    return {
        "value": rating_scale.value(rating.mu),
        "doubt": rating_scale.doubt(rating.sigma),
        "matches": rating.matches,
        "settled": settled,
        "title": _(rating_scale.title_of(rating_scale.sure(rating.mu, rating.sigma)).word) if settled else "",
    }


def ai_ratings(game: str) -> list[tuple[str, int]]:
    """Return the names of the AI levels at a game and their ratings as shown, weakest first."""
    measured = house_ratings.ratings(game)
    return [(level.name, rating_scale.value(measured[key])) for key, level in LEVELS.items() if key in measured]


def _apply(match: Match, players: list[Player]) -> None:
    sides = _sides(match, players)
    people = sorted(player.user_id for player in players if is_rated(player))
    ratings = _locked(match.game, people)
    assert match.ended_at is not None
    season = Season.at(match.ended_at)
    rated: dict[int, Rating] = {}
    counting: set[int] = set()
    game, options = GAMES[match.game], GAMES[match.game].resolve(match.options)
    teams = [[_standing(game, options, player, ratings) for player in side] for side in sides.values()]
    expected = [[one.mu for one in team] for team in teams]
    certain = [[rating_scale.low(one.mu, one.sigma) for one in team] for team in teams]
    ranks = _ranks(match, sides)
    for number, (side, team) in enumerate(zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True)):
        opponents = [player for player in players if player not in side]
        far_above = is_far_above(certain[number], expected[:number] + expected[number + 1 :])
        for player, new in zip(side, team, strict=True):
            if not is_rated(player):
                continue
            rating = ratings[player.user_id]
            player.mu_before = player.mu_after = rating.mu
            if new.mu > rating.mu and (far_above or not win_counts(match, player, opponents)):
                continue
            lately, this_season = _met(match, player, opponents, season)
            part = weight(lately)
            rating.mu += part * (new.mu - rating.mu)
            rating.sigma += part * (new.sigma - rating.sigma)
            rating.matches += 1
            player.mu_after = rating.mu
            rated[player.user_id] = rating
            # nobody gets a place by matches that they begin and end
            if this_season < standings.AGAINST_ONE and not match.abandoned:
                counting.add(player.user_id)
    standings.note(match.game, season, rated, counting)
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "matches"])
    Player.objects.bulk_update(players, ["mu_before", "mu_after"])


def _met(match: Match, player: Player, opponents: list[Player], season: Season) -> tuple[int, int]:
    """Return the number of recent rated matches against the most frequent opponent, and the number in a season against
    the most frequent one of that season. Matches on the same side do not count."""
    others = {opponent.user_id for opponent in opponents if opponent.user_id is not None}
    if not others:
        return 0, 0
    assert match.ended_at is not None
    recent = match.ended_at - REPEATS
    lately, of_season = Counter[int](), Counter[int]()
    for ended_at, met in _meetings(match, player, others, min(recent, season.begins)):
        lately.update(met if ended_at > recent else ())
        of_season.update(met if season.begins <= ended_at < season.ends else ())
    return max(lately.values(), default=0), max(of_season.values(), default=0)


def _meetings(match: Match, player: Player, others: set[int], since: datetime) -> Iterator[tuple[datetime, set[int]]]:
    """Yield the other rated matches that a player has had since a time against any of ``others``: when each ended, and
    who of them was on another side."""
    rated = Rated.objects.filter(reason="", match__game=match.game, match__ended_at__gte=since).exclude(match=match)
    theirs = rated.filter(match__players__user=player.user_id).filter(match__players__user__in=others).values("match")
    rows = Player.objects.filter(match__in=theirs, user__in={*others, player.user_id}).select_related("match")
    for _pk, group in groupby(rows.order_by("match_id"), lambda row: row.match_id):
        players = list(group)
        match = players[0].match
        side_of = {row.user_id: side for side, rows in _sides(match, players).items() for row in rows}
        assert match.ended_at is not None
        yield match.ended_at, {pk for pk in others & side_of.keys() if side_of[pk] != side_of[player.user_id]}


def _ranks(match: Match, sides: dict[int, list[Player]]) -> list[float]:
    """Return each side's rank (lower is better): winners first; if each plays alone, by their places, unless the match
    was abandoned: who has lost that is said by its winners alone."""
    won = set(match.winners or ())
    if not match.abandoned and all(len(side) == 1 for side in sides.values()) and len(sides) > 2:
        merits = services.standing(match, played_hands.played(match.pk)).merits
        return [float(sum(other > merits[side] for other in merits)) for side in sides]
    return [1.0 if any(player.seat in won for player in side) else 2.0 for side in sides.values()]


def _sides(match: Match, players: list[Player]) -> dict[int, list[Player]]:
    game = GAMES[match.game]
    options = game.resolve(match.options)
    sides: dict[int, list[Player]] = {}
    for player in players:
        sides.setdefault(game.side(player.seat, options), []).append(player)
    return sides


def _locked(game: str, people: list[int]) -> dict[int, Rating]:
    """Return people's ratings at a game, creating missing ones, locked in order of id."""
    fresh = [Rating(user_id=pk, game=game, mu=_MODEL.mu, sigma=_MODEL.sigma) for pk in people]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(game=game, user_id__in=people).order_by("user_id")
    return {row.user_id: row for row in rows}


def _standing(game: Game, options: Mapping[str, Any], player: Player, ratings: dict[int, Rating]) -> Any:
    if is_rated(player):
        own = ratings[player.user_id]
        return _MODEL.rating(mu=own.mu, sigma=own.sigma)
    level = level_at_start(player) or "policy"  # a person for whom it is not rated is taken to be of middle strength
    mu = house_ratings.rating(game, options, level)
    return _MODEL.rating(mu=house_ratings.MIDDLE if mu is None else mu, sigma=house_ratings.SIGMA)
