"""The only writer of standings and of settled seasons.

Every rated player has a standing in the season, so that their matches count when they join the ladders later. It is
``ranked`` (on a ladder) while the player's account is neither closed nor suspended, they want a place, and they have
played enough. This is read and changed with the standing's row locked: a player who leaves is off at once, even if
a match is being rated at that moment.

Possible abuses and the defences:

- *Play many accounts, or let a friend win.* The rating rules give repeated matches less weight; and at most
  ``AGAINST_ONE`` per season against the same person count towards the ``NEEDED`` for a place.
- *Reach the top and sit there.* Each season requires ``NEEDED`` new matches, none of them abandoned.
- *Have one lucky evening.* The order is by the conservative rating, which stays low after only a few matches.
- *Lose on purpose.* A low rating brings no benefit, and the winner's matches are weighted as above.
- *Leave before a loss.* It counts anyway (``rating_rules``). Leaving the ladders hides a place; the rating and
  its matches are kept for a return.
- *Change a season that is over.* Its places are rows that never change.

Multiple accounts and large groups of friends are left to moderators: a season is settled a day after its end, and
players suspended by then have no place in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import set_preference
from games.community import rating_scale
from games.community.models import FinalPlace, Rating, SettledSeason, Standing
from games.community.season import Season
from games.foundation.transactions import write

#: The preference for being on the ladders, and its value when chosen.
LADDER, ON = "ladder", "on"
#: Matches in a season needed for a place, and how many of them may be against the same person.
NEEDED, AGAINST_ONE = 10, 3
#: Places written by one statement.
BATCH = 1000


def note(game: str, season: Season, ratings: Mapping[int, Rating], counting: Collection[int]) -> None:
    """Record a rated match in its season's standings, within the transaction that rates it.

    ``ratings``: the people for whom it was rated, with their new ratings; ``counting``: those of them for whom it
    counts towards a place.
    """
    if not ratings:
        return
    fresh = [Standing(user_id=pk, game=game, season=season.key, mu=0, sigma=0, low=0) for pk in sorted(ratings)]
    Standing.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Standing.objects.select_for_update().filter(game=game, season=season.key, user__in=ratings)
    standings = list(rows.order_by("user_id"))
    want_place = set(_want_place().filter(pk__in=ratings).values_list("pk", flat=True))
    for standing in standings:
        rating = ratings[standing.user_id]
        standing.mu, standing.sigma, standing.low = rating.mu, rating.sigma, rating_scale.low(rating.mu, rating.sigma)
        standing.matches += 1
        standing.counted += standing.user_id in counting
        standing.ranked = standing.user_id in want_place and standing.counted >= NEEDED
    Standing.objects.bulk_update(standings, ["mu", "sigma", "low", "matches", "counted", "ranked"])


def wants_place(user: User) -> bool:
    """Return whether a person has chosen to be on the ladders; always False for a guest."""
    return not user.is_guest and user.prefs.get(LADDER) == ON


def show(user: User, on: bool) -> None:
    """Put an account on the ladders of this and future seasons, or take it off."""
    with write():
        set_preference(user, LADDER, ON if on else "")
        set_ranked(user, on)


def set_ranked(user: User, on: bool) -> None:
    """Rank or unrank a person's standings by the preference stored in the same transaction."""
    own = Standing.objects.filter(user=user)
    if not on:
        own.update(ranked=False)
    elif not user.is_guest:
        own.filter(counted__gte=NEEDED).update(ranked=True)


def hide(user: User, **_signal: Any) -> None:
    """Take a person whose account was closed or suspended off the ladders; their preference stays."""
    set_ranked(user, False)


def come_back(user: User, **_signal: Any) -> None:
    """Put a person whose account is open again back on the ladders, if they want to be there."""
    fresh = User.objects.get(pk=user.pk)
    if fresh.is_active:
        set_ranked(fresh, wants_place(fresh))


def ranked(game: str, season: Season) -> QuerySet[Standing]:
    """Return the standings that have a place on a ladder, in its order: a range of the index ``ladder_order``."""
    return Standing.objects.filter(game=game, season=season.key, ranked=True).order_by("-low", "user_id")


def settle_all(now: datetime | None = None) -> int:
    """Settle all seasons that ended long enough ago; return how many ladders were settled."""
    now = now or timezone.now()
    keys = Standing.objects.order_by("season", "game").values_list("season", "game").distinct()
    over = [(Season.of_key(key), game) for key, game in keys if Season.of_key(key).is_to_be_settled(now)]
    return sum(settle(game, season) for season, game in over)


def settle(game: str, season: Season) -> bool:
    """Write the final places of an ended season, once; return whether this call did.

    It is one transaction, so a killed run leaves no trace. Standings are deleted, including those of late ratings.
    """
    with write():
        rows = ranked(game, season).filter(user__is_active=True)
        places = list(rows.values_list("user", "mu", "sigma", "matches"))
        _settled, new = SettledSeason.objects.get_or_create(
            game=game, season=season.key, defaults={"people": len(places)}
        )
        if new:
            finals = (_final(game, season, place, *row) for place, row in enumerate(places, 1))
            FinalPlace.objects.bulk_create(finals, batch_size=BATCH)
        Standing.objects.filter(game=game, season=season.key).delete()
    return new


def _final(game: str, season: Season, place: int, user: int, mu: float, sigma: float, matches: int) -> FinalPlace:
    return FinalPlace(
        game=game,
        season=season.key,
        place=place,
        user_id=user,
        value=rating_scale.value(mu),
        doubt=rating_scale.doubt(sigma),
        matches=matches,
        title=rating_scale.title_of(rating_scale.sure(mu, sigma)).key,
    )


def _want_place() -> QuerySet[User]:
    return User.objects.filter(is_active=True, is_guest=False, **{f"prefs__{LADDER}": ON})
