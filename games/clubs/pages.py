"""The context of the club pages, as plain values for their templates."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.accounts.friends import friends_of
from games.accounts.models import User
from games.clubs import services
from games.clubs.lobby import tables
from games.clubs.models import Club, ClubRules, Membership
from games.community import ladder, standings
from games.community.listings import lines_of
from games.community.season import Season
from games.rooms.models import USUAL_CLOCK
from games.rules.registry import GAMES
from games.table.room_form import CLOCKS
from games.table.room_settings import clock_name, in_short
from games.table.rules_choice import rules_choices


def index(user: User | None) -> dict[str, Any]:
    """Return the page of clubs: those to which the user belongs."""
    active = Count("memberships", filter=Q(memberships__user__is_active=True))
    clubs = Club.objects.filter(pk__in=Membership.objects.filter(user=user).values("club")).annotate(number=active)
    return {
        "clubs": [
            {"name": club.name, "number": club.number, "url": reverse("club", args=[club.slug])}
            for club in clubs.order_by("name", "pk")
        ],
        "guest": user is None or user.is_guest,
        "typed": "",
        "error": "",
    }


def club(club: Club, members: list[Membership], user: User) -> dict[str, Any]:
    """Return a club's page: its tables, its rules, its ladders, its members."""
    friends = frozenset(friend.pk for friend in friends_of(user))
    lead = services.organisers(members)
    return _summary(club, lead, user) | {
        "tables": tables(club, user, friends),
        "rules": rules(club),
        "games": [{"key": key, "name": _(game.name)} for key, game in GAMES.items()],
        "members": [
            lines_of(member.user)
            | {"leads": member.user_id in lead, "own": member.user_id == user.pk, "friend": member.user_id in friends}
            for member in members
        ],
        "ladders": [
            {"name": _(game.name), "url": reverse("club-ladder", args=[club.slug, key])} for key, game in GAMES.items()
        ],
    }


def manage(club: Club, members: list[Membership], user: User) -> dict[str, Any]:
    """Return the page on which an organiser manages a club."""
    lead = services.organisers(members)
    return _summary(club, lead, user) | {
        "link": reverse("club-join", args=[services.token_of(club)]),
        "days": services.LINK_LASTS.days,
        "rules": rules(club),
        "choices": rules_choices(user),
        "clocks": [(str(seconds), clock_name(seconds), seconds == USUAL_CLOCK) for seconds in CLOCKS],
        "members": [
            lines_of(member.user)
            | {
                "role": "organiser" if member.user_id in lead else "member",
                "own": member.user_id == user.pk,
                "may_lead": member.user_id not in lead and not member.user.is_guest,
            }
            for member in members
        ],
        "last": len(lead) == 1,
        "error": "",
    }


def club_ladder(club: Club, game: str, user: User, number: int) -> dict[str, Any]:
    """Return a page of a club's ladder: the members who are on the game's ladder. Raises ``ladder.NoSuchPage``."""
    season = Season.now()
    rows = standings.ranked(game, season).filter(user__in=Membership.objects.filter(club=club).values("user"))
    return ladder.shown(rows, game, season, user, number) | {
        "club": club.name,
        "address": reverse("club", args=[club.slug]),
        "whole": reverse("ladder", args=[game]),
        "name": _(GAMES[game].name),
        "season": season.name,
        "number": number,
    }


def rules(club: Club) -> list[dict[str, Any]]:
    """Return a club's house rules in words."""
    rows = sorted(club.rules.all(), key=lambda row: (list(GAMES).index(row.game), row.pk))
    return [
        {
            "pk": str(row.pk),
            "game": _(GAMES[row.game].name),
            "name": _name(row),
            "short": in_short(GAMES[row.game], row.options),
            "clock": clock_name(row.clock),
        }
        for row in rows
    ]


def _name(row: ClubRules) -> str:
    """Return the name of house rules: the one given by people, or the preset's."""
    labels = {preset.key: preset.label for preset in GAMES[row.game].presets}
    return row.name or (_(labels[row.preset]) if row.preset in labels else pgettext("of a club", "House rules"))


def _summary(club: Club, lead: set[int], user: User) -> dict[str, Any]:
    return {
        "name": club.name,
        "slug": club.slug,
        "address": reverse("club", args=[club.slug]),
        "leads": user.pk in lead,
    }
