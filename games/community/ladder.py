"""What the pages of the ladders say, as plain values for their templates.

The number of statements per page does not depend on the number of ranked players: its rows are a range of an index
(``ladder_order``), and two counts over that index give the viewer's place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.friends import friends_of
from games.accounts.models import Block, User
from games.accounts.names import GONE, readable
from games.community import rating_scale, standings
from games.community.models import FinalPlace, SettledSeason, Standing
from games.community.season import GRACE, Season
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.moments import moment
from games.rules.registry import GAMES

#: Places on a page; the maximum number of pages (players further down only see their own place); seasons linked from
#: a page.
PAGE, MOST_PAGES, SEASONS = 50, 1000, 8
_blocked: CompiledQuery[Any] = CompiledQuery(lambda pk: Block.objects.filter(blocker=pk).values_list("blocked"), -1)


class NoSuchPage(Exception):
    """The ladder has fewer pages."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a ladder: which places are theirs and their friends', and whom they have blocked."""

    user: User | None
    friends: frozenset[int] = field(default_factory=frozenset)
    blocked: frozenset[int] = field(default_factory=frozenset)

    @classmethod
    def of(cls, user: User | None) -> Reader:
        """Return a user as a reader. People who have blocked them are not hidden: a gap would reveal it."""
        if user is None:
            return cls(None)
        friends = frozenset(friend.pk for friend in friends_of(user))
        return cls(user, friends, frozenset(pk for (pk,) in _blocked(user.pk)))

    def is_me(self, pk: int | None) -> bool:
        """Return whether a person is the reader."""
        return self.user is not None and pk == self.user.pk


def index(user: User | None) -> dict[str, Any]:
    """Return the page of all ladders: the leader of each, and the viewer's progress."""
    season, reader = Season.now(), Reader.of(user)
    first = Q()
    for game in GAMES:
        first |= Q(pk=Subquery(standings.ranked(game, season).values("pk")[:1]))
    leaders = {row.game: row for row in Standing.objects.filter(first).select_related("user")}
    own_rows = Standing.objects.filter(user=user, season=season.key) if user is not None else ()
    own = {row.game: row for row in own_rows}
    games = [
        {
            "name": _(game.name),
            "url": reverse("ladder", args=[key]),
            "leader": _running_line(1, leaders[key], reader) if key in leaders else None,
            "own": _progress(own[key]) if key in own else None,
        }
        for key, game in GAMES.items()
    ]
    return {"games": games, "season": season.name} | _viewer(user)


def running(game: str, season: Season, user: User | None, number: int = 1) -> dict[str, Any]:
    """Return a page of an unsettled ladder: this season's, or one that has just ended. Raises ``NoSuchPage``."""
    rows = standings.ranked(game, season)
    return _page(game, season, number) | shown(rows, game, season, user, number) | {"ends": moment(season.ends)}


def shown(rows: QuerySet[Standing], game: str, season: Season, user: User | None, number: int) -> dict[str, Any]:
    """Return a page of ``rows``, standings in ladder order, and the viewer's place among them."""
    reader = Reader.of(user)
    before = (number - 1) * PAGE
    # load only the people on this page, however many rank above them
    page = Standing.objects.filter(pk__in=rows.values("pk")[before : before + PAGE + 1])
    page_rows = list(page.select_related("user").order_by("-low", "user_id"))
    if not page_rows and number > 1:
        raise NoSuchPage
    own = Standing.objects.filter(user=user, game=game, season=season.key).first() if user is not None else None
    total, above = _counts(rows, own)
    mine = None
    if own is not None:
        has_place = own.ranked and user is not None and standings.wants_place(user)
        mine = _progress(own) | _figures(own) | _place(above + 1, number) | {"has_place": has_place}
    return {
        "lines": [
            line
            for place, standing in enumerate(page_rows[:PAGE], before + 1)
            if (line := _running_line(place, standing, reader)) is not None
        ],
        "total": total,
        "own": mine,
        "more": len(page_rows) > PAGE and number < MOST_PAGES,
    } | _viewer(user)


def final(settled: SettledSeason, season: Season, user: User | None, number: int = 1) -> dict[str, Any]:
    """Return a page of a season's final ladder. Raises ``NoSuchPage``."""
    reader, before = Reader.of(user), (number - 1) * PAGE
    places = FinalPlace.objects.filter(game=settled.game, season=season.key)
    rows = list(places.filter(place__gt=before, place__lte=before + PAGE).select_related("user").order_by("place"))
    if not rows and number > 1:
        raise NoSuchPage
    own = places.filter(user=user).first() if user is not None else None
    mine = _final_figures(own) | _place(own.place, number) | {"has_place": True} if own is not None else None
    lines = [_line(row.place, row.user, _final_figures(row), reader) for row in rows]
    return _page(settled.game, season, number) | {
        "lines": [line for line in lines if line is not None],
        "total": settled.people,
        "own": mine,
        "more": before + PAGE < settled.people and number < MOST_PAGES,
        "settled": settled.settled_at,
    }


def settled_season(game: str, season: Season) -> SettledSeason | None:
    """Return a season's final ladder, if it is settled."""
    return SettledSeason.objects.filter(game=game, season=season.key).first()


def was_played(game: str, season: Season) -> bool:
    """Return whether anybody has a standing in an unsettled season."""
    return Standing.objects.filter(game=game, season=season.key).exists()


def _page(game: str, season: Season, number: int) -> dict[str, Any]:
    """Return the context common to every page of a ladder."""
    rows = SettledSeason.objects.filter(game=game, people__gt=0).exclude(season=season.key).order_by("-season")
    past = [Season.of_key(key) for key in rows.values_list("season", flat=True)[:SEASONS]]
    now = Season.now()
    return {
        "key": game,
        "name": _(GAMES[game].name),
        "season": season.name,
        "now": season == now,
        "settled": None,
        "settled_on": season.ends + GRACE,
        "number": number,
        "seasons": [(season.name, reverse("ladder-season", args=[game, season])) for season in past],
        "current": "" if season == now else reverse("ladder", args=[game]),
    }


def _viewer(user: User | None) -> dict[str, Any]:
    """Return the viewer's state (``on``, ``off``, ``guest`` or ``nobody``), and the matches needed for a place."""
    on_ladder = user is not None and standings.wants_place(user)
    state = "nobody" if user is None else "guest" if user.is_guest else "on" if on_ladder else "off"
    return {"viewer": state, "needed": standings.NEEDED, "against_one": standings.AGAINST_ONE}


def _counts(rows: QuerySet[Standing], own: Standing | None) -> tuple[int, int]:
    """Return how many have a place, and how many rank above ``own``, in one statement."""
    above = Q(user=None)
    if own is not None:
        above = Q(low__gt=own.low) | Q(low=own.low, user__lt=own.user_id)
    counts = rows.order_by().aggregate(total=Count("user"), above=Count("user", filter=above))
    return counts["total"], counts["above"]


def _place(place: int, number: int) -> dict[str, Any]:
    """Return the viewer's place, and its page unless that is page ``number``."""
    page = (place - 1) // PAGE + 1
    return {"place": place, "page": page if number != page <= MOST_PAGES else 0}


def _progress(own: Standing) -> dict[str, Any]:
    return {
        "ranked": own.ranked,
        "played": own.matches,
        "counted": min(own.counted, standings.NEEDED),
        "left": max(0, standings.NEEDED - own.counted),
    }


def _figures(one: Standing) -> dict[str, Any]:
    sure = rating_scale.sure(one.mu, one.sigma)
    return {
        "value": rating_scale.value(one.mu),
        "doubt": rating_scale.doubt(one.sigma),
        "sure": sure,
        "matches": one.matches,
        "title": _(rating_scale.title_of(sure).word),
    }


def _final_figures(one: FinalPlace) -> dict[str, Any]:
    return {
        "value": one.value,
        "doubt": one.doubt,
        "sure": one.value - one.doubt,
        "matches": one.matches,
        "title": _(rating_scale.WORDS[one.title]),
    }


def _running_line(place: int, one: Standing, reader: Reader) -> dict[str, Any] | None:
    """Return a place on an unsettled ladder, or None if it must be hidden."""
    return _line(place, one.user, _figures(one), reader) if one.user.is_active and not one.user.is_guest else None


def _line(place: int, user: User | None, figures: dict[str, Any], reader: Reader) -> dict[str, Any] | None:
    """Return a place as its reader sees it, or None if they have blocked the player.

    The name of a deleted or suspended account is hidden. Only friends' profiles are linked.
    """
    pk = user.pk if user is not None else None
    if pk in reader.blocked:
        return None
    own, friend = reader.is_me(pk), pk in reader.friends
    link = reverse("me") if own else reverse("person", args=[pk]) if friend else ""
    name = readable(user.name if user is not None and user.is_active else GONE)
    return figures | {"place": place, "name": name, "own": own, "friend": friend, "url": link}
