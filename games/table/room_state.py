"""A viewer's state in a room: what they may do there besides playing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.accounts.models import User
from games.community import rating_scale
from games.community.rating_rules import REASONS, why_unrated
from games.matches import clock, consent, rest_claims
from games.matches.models import Hand
from games.matches.undo import may_take_back
from games.rooms.access import sits_alone, takeable
from games.rooms.models import Room, Seat
from games.rooms.seats import absent, is_host_here
from games.rules.core import View
from games.table import learning, newcomers, next_level, take_back
from games.table.cached_gettext import gettext as _
from games.table.room_settings import kept_so
from games.table.scene import RoomState
from games.table.sentences import rating_moved
from games.table.snapshot import RoomSnapshot, once, options_of

#: Preference key for the room in which a person plays their first hand of a game.
COACHED = "coached"


def room_state(snapshot: RoomSnapshot, seat: int | None, user: User | None, view: View | None = None) -> RoomState:
    """Return what a viewer may do in the room besides playing, and what the table tells them. ``view``: what they
    know of its hand, None if they may not watch it."""
    room, running = snapshot.room, snapshot.running
    mine, own = (snapshot.seats[seat] if seat is not None else None), snapshot.row_of(user)
    host = _is_host(snapshot, seat, user)
    return RoomState(
        host=host,
        running=running,
        takeable=once(snapshot, _free) if own is None or room.waiting else (),
        reserved=own.number if own is not None and mine is None else None,
        away=tuple([number for number in once(snapshot, _away) if number != seat]) if room.waiting else (),
        decides=host and seat is not None,
        seats_now=host and seat is not None and sits_alone(snapshot.seats, user) and _is_played(snapshot),
        autoplay=mine is not None and mine.autoplay and running,
        newcomer=own is None and (user is None or user.is_guest),
        choice=(*kept_so(room), *_rated(snapshot, seat)) if room.waiting else (),
        rest_of_draw=_rest_of_draw(snapshot, seat),
        coached=mine is not None and running and _is_coached(snapshot, mine),
        taps=_taps(mine.user if mine is not None else user),
        spoiling=_spoiling(snapshot, mine) if mine is not None else (),
        next_level=_next_level(snapshot, seat),
        to_be_rated=mine is not None and _is_to_be_rated(snapshot, mine),
        rating=_rating(snapshot, seat),
        **once(snapshot, _settings),
        **_learning(snapshot, seat),
        **(_of_hand(snapshot, view) if view is not None else {}),
    )


def _settings(snapshot: RoomSnapshot) -> dict[str, Any]:
    """Return the room's settings, the same for all viewers."""
    room = snapshot.room
    return {
        "open_tricks": room.open_tricks or room.is_learning,
        "sealed": room.sealed,
        "board": room.board,
        "boards": room.boards,
        "boards_in_all": room.boards_in_all,
        "pace": room.pace if room.pace != Room.Pace.USUAL else "",
    }


def _is_host(snapshot: RoomSnapshot, seat: int | None, user: User | None) -> bool:
    """Return whether a viewer had the host's rights (``rooms.seats.is_host``) at the snapshot."""
    if user is not None and snapshot.room.host_id == user.pk:
        return seat is not None or not any(row.user_id for row in snapshot.seats)
    return seat is not None and not once(snapshot, _is_host_here)


def _is_host_here(snapshot: RoomSnapshot) -> bool:
    return is_host_here(snapshot.room, snapshot.seats, snapshot.at)


def _spoiling(snapshot: RoomSnapshot, mine: Seat) -> tuple[int, ...]:
    """Return the seats in which somebody is about to sit down against a viewer and stop their win counting."""
    coming = once(snapshot, _coming)
    spoiling = newcomers.spoiling(snapshot, coming, mine) if coming else ()
    return spoiling if spoiling and not once(snapshot, _why_unrated) else ()


def _coming(snapshot: RoomSnapshot) -> tuple[int, ...]:
    return newcomers.coming(snapshot.seats)


def _free(snapshot: RoomSnapshot) -> tuple[int, ...]:
    """Return the seats that a newcomer may take."""
    return tuple(row.number for row in snapshot.seats if takeable(snapshot.room, row, snapshot.running))


def _is_played(snapshot: RoomSnapshot) -> bool:
    """Return whether a hand is being played, not shown with its result."""
    return snapshot.running and snapshot.folded is not None and snapshot.folded.state.result is None


def _away(snapshot: RoomSnapshot) -> tuple[int, ...]:
    """Return the seats of people with whom no match can begin now."""
    return tuple([row.number for row in absent(snapshot.room, snapshot.seats, snapshot.at)])


def _is_coached(snapshot: RoomSnapshot, seat: Seat) -> bool:
    """Return whether a player is in their first hand of a game (``views.play_now``) and wants tips."""
    prefs = seat.user.prefs if seat.user is not None else {}
    first = snapshot.hand is not None and snapshot.hand.number == 1 and snapshot.hand.scored_at is None
    return first and prefs.get(COACHED) == snapshot.room.code and not prefs.get("tips")


def _taps(player: User | None) -> bool:
    """Return whether a tap on a card that is a play plays it. A seated player comes from their seat's row, because a
    socket's copy of them is as old as the socket."""
    return player is None or player.prefs.get("tap") != "choose"


def _next_level(snapshot: RoomSnapshot, seat: int | None) -> tuple[str, bool, bool] | None:
    """Return the AI level to propose to the host after every third hand of a match, whether it is stronger, and
    whether it is for later, as during a rated match. None unless all others are AI players of one level; None at
    learning or sealed tables, and nothing weaker for whoever has won the match."""
    room, hand, match = snapshot.room, snapshot.hand, snapshot.match
    if seat is None or hand is None or match is None or hand.scored_at is None:
        return None
    mine, others = snapshot.seats[seat], [row for row in snapshot.seats if row.number != seat]
    levels = {row.level if row.reserved_for_id is None else "" for row in others}
    if len(levels) != 1 or mine.user is None or mine.user_id != room.host_id or room.sealed or room.is_learning:
        return None
    if match.practice or len(snapshot.played) % next_level.HANDS:
        return None
    last = snapshot.played[-next_level.HANDS :]
    seats, results = [seat] * len(last), [entry.result for entry in last]
    proposal = next_level.after(mine.user.prefs, room.game, room.options, levels.pop(), seats, results)
    has_won = snapshot.standing is not None and snapshot.standing.over and seat in snapshot.standing.winners
    if proposal is not None and has_won and not proposal.stronger:
        return None
    later = snapshot.running and not once(snapshot, _why_unrated)
    return proposal and (proposal.level, proposal.stronger, later)


def _is_to_be_rated(snapshot: RoomSnapshot, mine: Seat) -> bool:
    """Return whether a match is over that is still to be counted for a player's rating, as far as the seats show."""
    match, standing = snapshot.match, snapshot.standing
    if match is None or standing is None or not standing.over or match.practice or match.unrated or not match.to_rate:
        return False
    if mine.user is None or mine.user.is_guest or mine.number in snapshot.came_after or snapshot.room.sealed:
        return False
    return not once(snapshot, _why_unrated)


def _rating(snapshot: RoomSnapshot, seat: int | None) -> rating_scale.RatingChange | None:
    """Return ``RoomState.rating`` of a player."""
    change = snapshot.live.rating_changes.get(seat) if seat is not None else None
    return change and rating_scale.change(*change)


def _rest_of_draw(snapshot: RoomSnapshot, seat: int | None) -> str:
    """Return ``RoomState.rest_of_draw`` for a viewer: whether they may ask, or have asked."""
    if seat is None or snapshot.hand is None or snapshot.dealt is None:
        return ""
    all_dealt = snapshot.folded is not None and snapshot.dealt == snapshot.folded.drawing
    return "asked" if seat in (snapshot.hand.draw_plan or {}).get(clock.skip_key(all_dealt), ()) else "ask"


def _rated(snapshot: RoomSnapshot, seat: int | None) -> list[str]:
    """Return lines on whether a match of those seated would be rated, and if the last was abandoned; it may have moved
    the rating of the viewer, whose ``seat`` it is."""
    reason = once(snapshot, _why_unrated)
    if reason:
        lines = [_(REASONS[reason])]
    elif not snapshot.running and any(row.user is not None and row.user.is_guest for row in snapshot.seats):
        # people may still sit down, and against a guest nothing is rated
        lines = [_("A match here is rated only against AI players, as a guest plays.")]
    else:
        lines = [_("A match here is rated.")]
    if snapshot.match is not None and snapshot.match.abandoned:
        lines.append(_("The last match here was abandoned after a week without play. Whoever left has lost it."))
        if values := _rating(snapshot, seat):
            lines.append(rating_moved(values))
    return lines


def _learning(snapshot: RoomSnapshot, seat: int | None) -> dict[str, Any]:
    """Return what a learning table tells a seated viewer."""
    if not snapshot.room.is_learning:
        return {}
    if snapshot.folded is None or seat is None:
        return {"learning": True}
    return {"learning": True, "reasons": learning.reasons(snapshot.folded, seat)}


def _of_hand(snapshot: RoomSnapshot, view: View) -> dict[str, Any]:
    """Return what a viewer may do in the hand besides playing, as ``RoomState`` fields."""
    hand, folded = snapshot.hand, snapshot.folded
    if not snapshot.running or view.seat is None or hand is None or folded is None:
        return {}
    return {
        "claims": view.seat in view.to_act and rest_claims.may_claim(hand, view, folded.game),
        "gives_up": rest_claims.may_concede(hand, view, folded.game, now=once(snapshot, _may_anybody_ask)),
        **_help(snapshot, hand, view, view.seat),
    }


def _may_anybody_ask(snapshot: RoomSnapshot) -> bool:
    return snapshot.hand is not None and rest_claims.may_anybody_ask(snapshot.hand)


def _people(snapshot: RoomSnapshot) -> frozenset[int]:
    """Return the seats of people."""
    return frozenset([row.number for row in snapshot.seats if row.user_id is not None])


def _take_back_request(snapshot: RoomSnapshot) -> consent.Request | None:
    return consent.latest(snapshot.hand) if snapshot.hand is not None else None


def _help(snapshot: RoomSnapshot, hand: Hand, view: View, seat: int) -> dict[str, Any]:
    """Return the ``RoomState`` fields on taking back and on hints."""
    if others := once(snapshot, _people) - {seat}:
        unrated = bool(once(snapshot, _why_unrated))
        request = once(snapshot, _take_back_request)
        return {
            "asks_back": unrated and consent.may_ask(hand, snapshot.seats, view),
            "request": request and take_back.request(request, snapshot.seats, view),
            "hints": unrated or not _are_against(snapshot, seat, others),
        }
    if seat not in view.to_act:
        return {}
    unrated = not snapshot.room.is_learning and bool(once(snapshot, _why_unrated))
    return {"takes_back": may_take_back(snapshot.room, snapshot.seats, view, unrated)}


def _are_against(snapshot: RoomSnapshot, seat: int, others: Collection[int]) -> bool:
    """Return whether any of other seats is on another side than a seat."""
    sides = once(snapshot, _sides)
    return any(sides[other] != sides[seat] for other in others)


def _sides(snapshot: RoomSnapshot) -> list[int]:
    """Return the side of each seat."""
    game, options = snapshot.room.rules, once(snapshot, options_of)
    return [game.side(row.number, options) for row in snapshot.seats]


def _why_unrated(snapshot: RoomSnapshot) -> str:
    """Return why the current match is not rated, or why one of those seated would not be. A newcomer in an AI
    player's place does not change the current match.

    Somebody who has signed up during it looks like an account here, though the match stays unrated: all that comes of
    it is that no move may be taken back any more.
    """
    room, match = snapshot.room, snapshot.match
    if room.is_learning or (snapshot.running and match is not None and (match.practice or match.unrated)):
        return "practice"
    levels = {row.number: row.level for row in snapshot.seats if row.user is not None or row.level}
    if snapshot.running:
        levels |= snapshot.live.newcomers
    guests = [row.number for row in snapshot.seats if row.user is not None and row.user.is_guest]
    return why_unrated(room.rules, once(snapshot, options_of), levels, guests)
