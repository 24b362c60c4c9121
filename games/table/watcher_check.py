"""The periodic check: lost pushes, expired rights, leases to renew."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import touch_all_seen_at
from games.accounts.sockets import SIGNED_OUT, valid_sessions
from games.matches import live_room, seating
from games.rooms import onlookers, presence
from games.rooms.access import AccessLists, access_lists, may_see_room
from games.rooms.models import Room, Seat
from games.table import limits
from games.table.watchers import Watcher, looking_on

log = logging.getLogger(__name__)
#: Checks between renewals of the leases of those present, and between checks of their sessions.
RENEW_EVERY = 8
#: Close codes: the viewer knows no such room; they may no longer see it.
UNKNOWN, FORBIDDEN = 4404, 4403


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check finds: rooms to redraw, with their version if newer than what was shown (else None), and
    watchers who may no longer see theirs."""

    outdated: list[tuple[str, int | None]]
    revoked: list[tuple[Watcher, int]]


def check_watchers(
    watching: Collection[Watcher], shown_here: Mapping[str, tuple[int, ...]], number: int
) -> CheckResult:
    """Check all watchers of this process once: note that they are here, and find expired rights and rooms
    that differ from what was drawn. ``number``: how many checks there have been, this one included."""
    if number % RENEW_EVERY == 1:
        _renew([watcher.seat_id for watcher in watching if watcher.seat_id is not None])
        touch_all_seen_at({watcher.user.pk for watcher in watching if watcher.user is not None})
    codes = {watcher.code for watcher in watching}
    versions = dict(Room.objects.filter(code__in=codes).values_list("code", "version"))
    shown: dict[str, int] = {}
    for watcher in watching:
        shown[watcher.code] = max(watcher.picture, shown.get(watcher.code, -1))
    onlookers.note(looking_on(watching))
    onlooker_counts = onlookers.count_onlookers(versions)
    seated, here = _seats(codes)
    outdated: list[tuple[str, int | None]] = []
    for code, version in versions.items():
        now_here = (*here.get(code, ()), onlooker_counts[code])
        if version > shown[code] // 1000:
            outdated.append((code, version))
        elif now_here != shown_here.get(code, now_here):
            outdated.append((code, None))
    # Reading sessions is expensive: each is read once per round of renewals.
    batch = [watcher for watcher in watching if (watcher.number - number) % RENEW_EVERY == 0]
    return CheckResult(outdated, _forbidden(watching, versions, seated) + _signed_out(batch))


def _renew(seat_ids: Collection[int]) -> None:
    """Renew the leases of seats. If an owner is back after their page slept for long, and everybody
    had left the table meanwhile, resume it."""
    back = presence.lapsed(seat_ids)
    presence.renew(seat_ids)
    for room in seating.left(back) if back else []:
        try:
            seating.resume(room)
        except Exception:  # one bad table must not stop the others
            log.exception("room %s cannot go on", room.code)


def _seats(codes: Collection[str]) -> tuple[set[tuple[str, int]], dict[str, list[bool]]]:
    """Return (code, person) for everybody seated, and who is present by room. Rows, not models:
    a process checks its thousand tables every second and a half."""
    here = ExpressionWrapper(presence.here_at(timezone.now()), BooleanField())
    rows = Seat.objects.filter(room__code__in=codes).order_by("number")
    seated, present = set(), dict[str, list[bool]]()
    for code, user, is_here in rows.annotate(here=here).values_list("room__code", "user_id", "here"):
        present.setdefault(code, []).append(is_here)
        if user is not None:
            seated.add((code, user))
    return seated, present


def _forbidden(
    watching: Collection[Watcher], codes: Collection[str], seated: Collection[tuple[str, int]]
) -> list[tuple[Watcher, int]]:
    """Return who may no longer see the room they watch. Those seated codes may."""
    people = {watcher.user.pk for watcher in watching if watcher.user is not None}
    active = set(User.objects.filter(pk__in=people, is_active=True).values_list("pk", flat=True))
    outside = [watcher for watcher in watching if watcher.user is None or (watcher.code, watcher.user.pk) not in seated]
    rooms = Room.objects.filter(code__in={watcher.code for watcher in outside})
    by_code = {room.code: room for room in rooms.prefetch_related("seats")} if outside else {}
    lists = access_lists({watcher.user.pk for watcher in outside if watcher.user})
    strangers = {watcher for watcher in outside if not _may_stay(watcher, by_code.get(watcher.code), lists)}
    return [
        (watcher, FORBIDDEN)
        for watcher in watching
        if watcher in strangers
        or watcher.code not in codes
        or (watcher.user is not None and watcher.user.pk not in active)
    ]


def _signed_out(watching: Collection[Watcher]) -> list[tuple[Watcher, int]]:
    """Return watchers whose session has ended without their socket being notified."""
    own = {watcher: (watcher.session, watcher.user.pk) for watcher in watching if watcher.session and watcher.user}
    valid = valid_sessions(set(own.values()))
    return [(watcher, SIGNED_OUT) for watcher, session in own.items() if session not in valid]


def _may_stay(watcher: Watcher, room: Room | None, lists: AccessLists) -> bool:
    return room is not None and may_see_room(room, list(room.seats.all()), watcher.user, lists)


def close_code_for(watcher: Watcher, who: limits.Guesser) -> int:
    """Return the code with which to close a viewer's socket at once, or 0 if they may watch. Wrong room codes
    are counted, and too many of them close other tables too, as they do for pages."""
    try:
        live = live_room.load(watcher.code)  # the room is drawn next
    except Room.DoesNotExist:
        live = None
    if live is not None and live.row_of(watcher.user) is not None:
        return 0
    if limits.guessing(who):
        return UNKNOWN
    if live is None or not may_see_room(live.room, live.seats, watcher.user):
        limits.count_wrong(who)
        return UNKNOWN
    return 0
