"""The context of the duplicate pages, as plain values for their templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.accounts.names import GONE, readable
from games.clubs.models import Club, Membership
from games.daily.pages import points as game_points
from games.daily.results import bars
from games.duplicate import services, standings
from games.duplicate.forms import minutes_in_words
from games.duplicate.models import Contestant, Event, EventBoard, Member, Score, SideAssignment, Sitting
from games.duplicate.seating import at_side, half_of, other_half_has_left, size_of
from games.foundation.moments import moment
from games.matches.models import Hand, Match
from games.rules.registry import GAMES
from games.table.room_settings import differences, rules_address
from games.table.sentences import listed

#: How many events are shown in a list, and results of a deal.
LISTED, RESULTS = 30, 40
Phase, Form, Kind, Scale = Event.Phase, Event.Form, Event.Kind, Event.Scale


def index(user: User | None) -> dict[str, Any]:
    """Return the page of all events visible to the viewer: the house's, open ones of others, and their own."""
    now = timezone.now()
    weekly = Event.objects.filter(house=True, starts_at__lte=now, ends_at__gt=now).order_by("pk")
    hidden = blocked_ids(user) if user is not None else set()
    events = Event.objects.filter(listed=True, club=None, house=False).exclude(phase=Phase.OVER)
    events = events.exclude(host__in=hidden) if hidden else events
    mine: list[Event] = []
    if user is not None:
        clubs = Membership.objects.filter(user=user).values("club")
        entered = Member.objects.filter(user=user).values("event")
        rows = Event.objects.filter(Q(pk__in=entered) | Q(host=user) | Q(club__in=clubs))
        mine = list(rows.filter(house=False).order_by("-pk")[:LISTED])
    order = list(GAMES)
    house = sorted(weekly, key=lambda event: (order.index(event.game), event.kind))
    return {
        "weekly": _lines(house, user),
        "open": _lines([event for event in events.order_by("starts_at")[:LISTED] if event not in mine], user),
        "mine": _lines(mine, user),
    }


def of_club(club: Club, user: User) -> dict[str, Any]:
    """Return the page of a club's events, for one of its members."""
    events = list(Event.objects.filter(club=club).order_by("-pk")[:LISTED])
    current, over = [event for event in events if not event.is_over], [event for event in events if event.is_over]
    return {"name": club.name, "slug": club.slug, "going": _lines(current, user), "over": _lines(over, user)}


def event(event: Event, user: User | None) -> dict[str, Any]:
    """Return an event's page. Nothing in it depends on how others played until the viewer has played the whole set, or
    the round of a tournament is over."""
    contestant = services.contestant_of(event, user)
    is_host = user is not None and event.host_id == user.pk
    is_for_viewer = services.is_for(event, user)
    club = event.club if is_for_viewer else None
    return (
        _summary(event)
        | {
            "club": {"name": club.name, "url": reverse("club", args=[club.slug])} if club is not None else None,
            "guest": user is not None and user.is_guest,
            "rules": rules_address(event.rules, event.options),
            "differences": differences(event.rules, event.rules.resolve(event.options)),
            "facts": list(_facts(event)),
            "phase": event.phase,
            "is_set": event.is_set,
            "cancelled": event.cancelled,
            "open": _is_open(event),
            "own": _own_part(event, contestant, user) if contestant is not None and user is not None else None,
            "entered": _entrants(event, contestant, user, is_for_viewer) if not event.is_set else [],
            "next": {"round": str(event.round + 1), "begins": moment(event.due_at)} if event.due_at else None,
            "proofs": list(event.deals.order_by("number").values_list("number", "board__commitment")),
            "shares": is_host and event.club_id is None and _is_open(event),
            "may_end": is_host and not event.is_over and not _has_begun(event),
        }
        | _results(event, contestant, user)
    )  # fmt: skip


def deal(event: Event, row: EventBoard, contestant: Contestant | None, user: User | None) -> dict[str, Any]:
    """Return the page of one deal, for people who may see its results."""
    scores = Score.objects.filter(deal=row).select_related("contestant").order_by("-margin", "pk")
    scores = scores.prefetch_related("contestant__members__user")
    if user is not None and (hidden := blocked_ids(user)):
        scores = scores.exclude(contestant__members__user__in=hidden)
    sides = []
    tallies = standings.spreads(event)
    every = sorted(side for deal, side in tallies if deal == row.pk)
    # read from the contestant's own scores, which are few; any number may have played the deal
    scored = contestant.scores.all() if contestant is not None else ()
    own = {score.side: score for score in scored if score.deal_id == row.pk}
    by_people = Score.objects.filter(deal=row, contestant__isnull=False)
    for side in [side for side in every if by_people.filter(side=side).exists()] or every:
        spread = tuple(sorted(tallies[row.pk, side].items()))
        shown = list(scores.filter(side=side)[:RESULTS])
        mine = own.get(side)
        replays = _replays([score.match_id for score in shown if score.match_id is not None], user)
        rows = bars(spread, mine.margin if mine is not None else None)
        sides.append(
            {
                "number": str(side + 1),
                "bars": [{"label": game_points(bar.low), "count": bar.count, "own": bar.own} for bar in rows],
                "most": max((bar.count for bar in rows), default=0),
                "rows": [
                    {
                        "name": _contestant(score.contestant, contestant),
                        "points": game_points(score.margin),
                        "own": mine is not None and score.pk == mine.pk,
                        "replay": replays.get(score.match_id or 0, "") if contestant is not None else "",
                    }
                    for score in shown
                ],
            }
        )  # fmt: skip
    return _summary(event) | {"number": row.number, "sides": sides, "commitment": row.board.commitment}


def _has_begun(event: Event) -> bool:
    return Sitting.objects.filter(event=event, room__isnull=False).exists()


def entered_as(contestant: Contestant) -> str:
    """Return a contestant's name, made from its members' names."""
    return listed(readable(member.user.name) for member in contestant.members.all()) or _(GONE)


# --- one event in words ------------------------------------------------------------------------------


def _summary(event: Event) -> dict[str, Any]:
    return {
        "slug": event.slug,
        "key": event.game,
        "name": event.called,
        "game": _(event.rules.name),
        "form": str(Form(event.form).label),
        "kind": str(Kind(event.kind).label),
        "scale": str(Scale(event.scale).label),
        "starts": moment(event.starts_at),
        "ends": moment(event.ends_at) if event.ends_at is not None else "",
        "url": reverse("duplicate-event", args=[event.slug]),
    }


def _facts(event: Event) -> Iterable[str]:
    """Yield a description of an event, one sentence per fact."""
    deals = event.rounds * event.boards
    if event.is_set:
        yield ngettext(
            "%(number)s deal, the same for everybody, against AI players who play alike at every table.",
            "%(number)s deals, the same for everybody, against AI players who play alike at every table.",
            deals,
        ) % {"number": deals}
        if event.kind == Kind.TEAM:
            yield _("One half of a team plays all deals from one side, the other half from the other.")
        elif event.rounds > 1:
            yield _("Everyone plays from each side of the table in turn.")
        if event.kind == Kind.ALONE:
            yield _("Play when you like, a deal or all at once. Nobody plays on for you.")
        else:
            yield _("You play once the people you entered with are here too.")
    else:
        yield ngettext(
            "%(number)s deal a round, the same at every table.",
            "%(number)s deals a round, the same at every table.",
            event.boards,
        ) % {"number": event.boards}
        if event.form == Form.ROBIN:
            yield _("Everyone meets everyone else once. If more than eight enter, players with similar scores meet.")
        else:
            yield ngettext(
                "%(number)s round, in which players with similar scores meet.",
                "%(number)s rounds, in which players with similar scores meet.",
                event.rounds,
            ) % {"number": event.rounds}
        yield _("A round lasts at most %(minutes)s.") % {"minutes": minutes_in_words(event.minutes)}
        if event.kind == Kind.TEAM:
            yield _("Two teams meet at two tables; each team plays both sides.")


def _is_open(event: Event) -> bool:
    ended = event.ends_at is not None and event.ends_at <= timezone.now()
    return event.phase == (Phase.PLAYING if event.is_set else Phase.ENTRY) and not ended


def _lines(events: Sequence[Event], user: User | None) -> list[dict[str, Any]]:
    """Return events as lines of a list, with the viewer's progress in each."""
    own = {}
    if user is not None:
        rows = Contestant.objects.filter(pk__in=Member.objects.filter(user=user).values("contestant"))
        rows = rows.filter(event__in=list(events))
        own = {row.event_id: row for row in rows.select_related("event").prefetch_related("members")}
    played = _played_by(own.values(), user) if user is not None else {}
    return [
        _summary(event)
        | {
            "name": event.name or _(event.rules.name),
            "state": _state(event, own.get(event.pk)),
            "played": played[own[event.pk].pk] if event.pk in own else 0,
            "of": event.rounds * event.boards,
            "is_set": event.is_set,
        }
        for event in events
    ]


def _played_by(contestants: Collection[Contestant], user: User) -> dict[int, int]:
    """Return how many deals a person has played as each contestant: pk → number. In a team, count only their own half,
    because the other half may be ahead."""
    sides: dict[int, dict[int, int]] = {contestant.pk: {} for contestant in contestants}
    rows = Score.objects.filter(contestant__in=list(sides)).values_list("contestant", "side")
    for pk, side, number in rows.annotate(number=Count("deal")):
        sides[pk][side] = number
    played = {}
    for contestant in contestants:
        members = list(contestant.members.all())
        own = next(member for member in members if member.user_id == user.pk)
        played[contestant.pk] = sum(
            number for side, number in sides[contestant.pk].items() if own in at_side(contestant.event, members, side)
        )
    return played


def _state(event: Event, contestant: Contestant | None) -> str:
    """Return ``over``, ``off``, ``done``, ``entered``, ``open`` or ``going``."""
    if event.cancelled:
        return "off"
    if event.is_over:
        return "over"
    if contestant is not None:
        return "done" if contestant.finished_at is not None else "entered"
    return "open" if _is_open(event) else "going"


# --- the viewer's part ----------------------------------------------------------------------------------


def _own_part(event: Event, contestant: Contestant, user: User) -> dict[str, Any]:
    members = list(contestant.members.all())
    room = services.room_of(contestant, user)
    size = size_of(event)
    since = timezone.now() - services.READY
    waits = [member for member in members if member.ready_at is not None and member.ready_at > since]
    begun = contestant.side_assignments.exists()
    missing = 0 if begun else size - len(members)
    wanted = missing if _is_open(event) else 0
    own_row = next(member for member in members if member.user_id == user.pk)
    gone = contestant.withdrawn or own_row.left_at is not None
    played, deals = _played_by([contestant], user)[contestant.pk], event.rounds * event.boards
    return {
        "name": entered_as(contestant),
        "alone": size == 1,
        "wanted": wanted,
        "link": reverse("duplicate-join", args=[event.slug, contestant.key]) if wanted else "",
        "left": _left(event, members, own_row, begun) if begun or event.is_set else [],
        "missed": not event.is_set and not begun and event.phase != Phase.ENTRY and not event.cancelled,
        "half_left": not missing and other_half_has_left(event, contestant, own_row),
        "table": reverse("table", args=[room.code]) if room is not None else "",
        "replaced": services.is_replaced(contestant, user),
        "waits": any(member.user_id == user.pk for member in waits) and room is None,
        "awaited": [readable(member.user.name) for member in waits if member.user_id != user.pk],
        "played": played,
        "of": deals,
        "may_go_on": event.is_set and services.may_go_on(event, begun),
        "rests": event.is_set and event.kind == Kind.TEAM and contestant.finished_at is None and played == deals,
        "done": contestant.finished_at is not None,
        "gone": gone,
        "begun": begun,
        "place": standings.final_place(event, contestant),
        "may_leave": not event.is_over and not gone and not (event.is_set and begun),
    }


def _left(event: Event, members: Sequence[Member], own: Member, begun: bool) -> list[str]:
    """Return the names of those partners in whose seats AI players play: in a set, of one's own half of a team."""
    size = size_of(event)
    if event.is_set and event.kind == Kind.TEAM:
        members, size = at_side(event, members, half_of(event, members, own)), size // 2
    names = [member.user.name for member in members if member != own and not member.is_playing]
    erased = size - len(members) if begun else 0
    return [readable(name) for name in names + [GONE] * erased]


def _entrants(
    event: Event, contestant: Contestant | None, user: User | None, is_for_viewer: bool
) -> list[dict[str, Any]]:
    """Return the entrants of a tournament, except where a block exists between the viewer and a member, with the number
    of members each still needs. Whoever is out of its club sees only their own until it begins."""
    rows = Contestant.objects.filter(event=event).prefetch_related("members__user").order_by("pk")
    if not is_for_viewer and event.phase == Phase.ENTRY:
        rows = rows.filter(pk=contestant.pk if contestant is not None else None)
    if user is not None and (blocked := blocked_ids(user)):
        rows = rows.exclude(members__user__in=blocked)
    rows, size = rows.annotate(begun=Exists(SideAssignment.objects.filter(contestant=OuterRef("pk")))), size_of(event)
    return [
        {
            "name": entered_as(entrant),
            "wanted": 0 if entrant.begun else size - len(entrant.members.all()),
            "gone": entrant.withdrawn,
        }
        for entrant in rows[: services.MOST]
    ]


def may_see_results(event: Event, contestant: Contestant | None) -> bool:
    """Return whether an event's results may be shown: a set's to people who have played all of it, and to everybody
    once it is over; a tournament's for its finished rounds."""
    if event.is_set:
        return event.is_over or (contestant is not None and contestant.finished_at is not None)
    return True


def deal_is_open(event: Event, row: EventBoard, contestant: Contestant | None) -> bool:
    """Return whether the results of a deal may be shown."""
    if event.is_over:
        return True
    if event.is_set:
        return may_see_results(event, contestant)
    return row.round < event.round or (row.round == event.round and event.phase == Phase.BREAK)


def _results(event: Event, contestant: Contestant | None, user: User | None) -> dict[str, Any]:
    if not may_see_results(event, contestant):
        return {"ranked": [], "deals": [], "total": ""}
    rows = standings.ranked(event, user)
    open_deals = {
        row.pk: row.number for row in EventBoard.objects.filter(event=event) if deal_is_open(event, row, contestant)
    }
    played = standings.own_results(event, contestant) if contestant is not None else []
    played = [result for result in played if result.deal in open_deals]
    whole = standings.total(event, played)
    own = {result.deal: result for result in played}
    replays = _replays([match for result in played for match in result.matches], user)
    return {
        "ranked": [
            {
                "rank": str(row.rank or ""),
                "name": _contestant(row, contestant),
                "total": total_in_words(event, row.total or 0),
                "own": contestant is not None and row.pk == contestant.pk,
            }
            for row in rows
        ],
        "deals": [
            {
                "number": number,
                "url": reverse("duplicate-deal", args=[event.slug, number]),
                "points": game_points(own[pk].margin) if pk in own else "",
                "worth": worth_in_words(event, own[pk].points) if pk in own else "",
                "replays": [replays[match] for match in own[pk].matches if match in replays] if pk in own else [],
            }
            for pk, number in sorted(open_deals.items(), key=lambda pair: pair[1])
        ],
        "total": total_in_words(event, whole) if whole is not None else "",
    }


def _contestant(one: Contestant | None, own: Contestant | None) -> str:
    if one is None:
        return _("The house")
    return _("You") if own is not None and one.pk == own.pk and len(one.members.all()) == 1 else entered_as(one)


def total_in_words(event: Event, hundredths: int) -> str:
    """Return a contestant's total on the event's scale, in words."""
    return worth_in_words(event, hundredths / 100)


def worth_in_words(event: Event, worth: float) -> str:
    """Return the value of a result on the event's scale, in words."""
    if event.scale == Scale.MATCHPOINTS:
        return f"{worth:.1f} %".replace(".0 ", " ")
    number = f"{abs(worth):.1f}".removesuffix(".0")
    signed = f"+{number}" if worth > 0.04 else f"−{number}" if worth < -0.04 else "0"
    if event.scale == Scale.IMPS:
        return pgettext("international match points", "%(number)s IMPs") % {"number": signed}
    return signed


def _replays(matches: Sequence[int], user: User | None) -> dict[int, str]:
    """Return the replay URL of each match, except others' where a block exists between the viewer and a player."""
    hands = Hand.objects.filter(match__in=matches, number=1, replaced_by=None, scored_at__isnull=False)
    if user is not None and (hidden := blocked_ids(user)):
        hands = hands.exclude(match__in=Match.objects.filter(players__user__in=hidden).exclude(players__user=user))
    return {match: reverse("replay-hand", args=[pk]) for match, pk in hands.values_list("match", "pk")}
