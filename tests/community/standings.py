"""Standings of a season, as tests write them."""

from __future__ import annotations

from random import Random

from games.accounts.models import User
from games.community import rating_scale, standings
from games.community.models import Rating, Standing
from games.community.season import Season
from games.foundation.transactions import write

#: Lower than anybody's uncertainty after the matches that earn a place.
SIGMA = 1.5


def wishing(*people: User) -> None:
    """Put people on the ladders as they wish."""
    for user in people:
        standings.show(user, True)
        user.refresh_from_db()


def standing(user: User, mu: float, game: str = "winner", season: Season | None = None, counted: int = 10) -> Standing:
    """Store somebody's standing, ranked if they wish it and have played enough."""
    return Standing.objects.create(
        user=user,
        game=game,
        season=(season or Season.now()).key,
        mu=mu,
        sigma=SIGMA,
        low=rating_scale.low(mu, SIGMA),
        matches=counted,
        counted=counted,
        ranked=standings.wants_place(user) and counted >= standings.NEEDED,
    )


def note_matches(user: User, times: int, game: str = "winner", season: Season | None = None, mu: float = 30.0) -> None:
    """Note this many rated matches of somebody, all of which count."""
    rating = Rating(user=user, game=game, mu=mu, sigma=SIGMA)
    for _ in range(times):
        with write():
            standings.note(game, season or Season.now(), {user.pk: rating}, {user.pk})


def crowd(number: int, game: str = "winner", season: Season | None = None, prefix: str = "p") -> list[User]:
    """Give this many new accounts a place by writing their rows; return them, the first place first."""
    rng, key = Random(number), (season or Season.now()).key
    people = User.objects.bulk_create(
        [User(username=f"{prefix}{at}", name=f"P{at}", prefs={standings.LADDER: standings.ON}) for at in range(number)]
    )
    mus = sorted((rng.uniform(15, 45) for _ in people), reverse=True)
    Standing.objects.bulk_create(
        Standing(
            user=user,
            game=game,
            season=key,
            mu=mu,
            sigma=SIGMA,
            low=rating_scale.low(mu, SIGMA),
            matches=12,
            counted=10,
            ranked=True,
        )
        for user, mu in zip(people, mus, strict=True)
    )
    return people
