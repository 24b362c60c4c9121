"""Standings of a season, as tests write and read them."""

from __future__ import annotations

from random import Random

from games.accounts.models import User
from games.community import rating_scale, standings
from games.community.models import Rating, Standing
from games.community.season import Season
from games.foundation.transactions import write

#: Less than anybody's uncertainty after the matches that give a place.
SIGMA = 1.5


def wishing(*people: User) -> None:
    """Let people wish to be on the ladders."""
    for one in people:
        standings.show(one, True)
        one.refresh_from_db()


def standing(user: User, mu: float, game: str = "winner", season: Season | None = None, counted: int = 10) -> Standing:
    """Write somebody's standing, ranked where they wish it and have played enough."""
    return Standing.objects.create(
        user=user,
        game=game,
        season=(season or Season.now()).key,
        mu=mu,
        sigma=SIGMA,
        low=rating_scale.low(mu, SIGMA),
        matches=counted,
        counted=counted,
        ranked=standings.wishes_a_place(user) and counted >= standings.NEEDED,
    )


def noted(user: User, times: int, game: str = "winner", season: Season | None = None, mu: float = 30.0) -> None:
    """Have somebody's rated matches noted, all of them counting."""
    rating = Rating(user=user, game=game, mu=mu, sigma=SIGMA)
    for _ in range(times):
        with write():
            standings.note(game, season or Season.now(), {user.pk: rating}, {user.pk})


def crowd(number: int, game: str = "winner", season: Season | None = None, prefix: str = "p") -> list[User]:
    """Give so many accounts a place, as their rows are; return them, the first place first."""
    rng, key = Random(number), (season or Season.now()).key
    people = User.objects.bulk_create(
        [User(username=f"{prefix}{at}", name=f"P{at}", prefs={standings.LADDER: standings.ON}) for at in range(number)]
    )
    mus = sorted((rng.uniform(15, 45) for _ in people), reverse=True)
    Standing.objects.bulk_create(
        Standing(
            user=one,
            game=game,
            season=key,
            mu=mu,
            sigma=SIGMA,
            low=rating_scale.low(mu, SIGMA),
            matches=12,
            counted=10,
            ranked=True,
        )
        for one, mu in zip(people, mus, strict=True)
    )
    return people
