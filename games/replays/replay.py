"""A replay: a finished hand with its players, its URLs, and who may see it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.accounts.friends import blocked_ids
from games.accounts.models import Report, User
from games.accounts.names import GONE, readable
from games.community import moderation, reviews
from games.duplicate import seal
from games.foundation.compiled_queries import CompiledQuery
from games.matches.models import Hand, Player
from games.replays.key_moments import Mark
from games.replays.models import Challenge, Share, Upload
from games.replays.review import DONE, ReviewResult, review_of
from games.replays.review import marks as doubtful
from games.replays.timeline import Course, course, course_of_hand
from games.rooms.models import USUAL_LEVEL, Room
from games.rules import record
from games.rules.cards import names
from games.rules.core import Played
from games.table.scene import Sitter
from games.table.scene_builder import ai_name
from games.table.sentences import People, name_of

#: Columns that a replay reads of players, match and room.
SEATED = (
    *("seat", "user_id", "user__name", "level", "came_in", "replaced_level"),
    *("match__hands__number", "match__hands__salt"),
    *("match_id", "match__room__sealed"),
    *("match__room__boards", "match__room__all_boards", "match__room_board__number"),
    *("match__game", "match__room__code", "match__room__name", "match__room__visibility"),
)
_players = CompiledQuery(
    lambda pk: (
        Player.objects.filter(match__hands=pk, match__hands__scored_at__isnull=False)
        .order_by("seat")
        .values_list(*SEATED)
    ),
    -1,
)


#: The largest primary key; a URL may name a larger one.
MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished hand as a viewer may see it.

    ``kind``, ``pk``: the parts of its URLs. ``extra``: query parameters that its URLs keep (the key of a shared link).
    ``viewer``: the viewer's own seat. ``before``: the earlier hands of its match. ``hand``, ``upload``: the row it
    comes from. ``marks``: key moments found by a review. ``led``: the viewer follows a live sharing. ``public``: the
    table was open to anyone. ``sealed``: others may still play this deal and must not see its cards. ``one_hand``: its
    match is this hand alone. ``asks``: the viewer is asked whether positions from their reviews may become puzzles.
    """

    kind: str
    pk: int
    course: Course
    name: str
    code: str
    number: int
    sitters: tuple[Sitter, ...]
    before: tuple[Played, ...] = field(compare=False)
    viewer: int | None = None
    extra: tuple[tuple[str, str], ...] = ()
    hand: Hand | None = None
    upload: Upload | None = None
    marks: tuple[Mark, ...] = ()
    review: ReviewResult | None = None
    led: bool = False
    public: bool = False
    sealed: bool = False
    one_hand: bool = False
    asks: bool = False

    @property
    def title(self) -> str:
        """What the hand is called: where it was played, and which of its match it was; the name of a table whose deal
        others play too says which deal."""
        if self.one_hand:
            return self.name
        return _("%(name)s, hand %(number)s") % {"name": self.name, "number": self.number}

    def address(self, step: int, seat: int | None = None) -> str:
        """Return the URL of a step; with ``seat``, as that seat saw it."""
        before, after = self.around(seat)
        return f"{before}{step}{after}"

    def around(self, seat: int | None = None) -> tuple[str, str]:
        """Return the parts of a step's URL before and after its number."""
        return _around(self.kind, self.pk, seat, self.extra)

    def of(self, what: str, *arguments: Any) -> str:
        """Return the URL of a page of this replay, without ``extra``."""
        return _of(f"{self.kind}-{what}", self.pk, *arguments)

    def people(self, seat: int | None = None) -> People:
        """Return the players for sentences: «you» is the seat whose view is shown, otherwise the viewer."""
        return People(tuple(name_of(sitter) for sitter in self.sitters), self.viewer if seat is None else seat)

    def linked(self, what: str) -> str:
        """Return the URL of a page of this replay with ``extra``."""
        return self.of(what) + (f"?{urlencode(self.extra)}" if self.extra else "")


@lru_cache(maxsize=4096)
def _of(name: str, *arguments: Any) -> str:
    return reverse(name, args=arguments)


@lru_cache(maxsize=1024)
def _around(kind: str, pk: int, seat: int | None, extra: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    query = (*([("seat", str(seat))] if seat is not None else []), *extra)
    first = reverse(f"{kind}-step", args=[pk, 0]).removesuffix("0/")
    return first, f"/?{urlencode(query)}" if query else "/"


def hand_replay(request: HttpRequest, pk: int) -> Replay:
    """Return the replay of a hand played here, for the viewer. Raises ``Http404``."""
    replay = find(pk, request.user.pk, request.GET.get("key", ""))
    review, user = replay.review, request.user
    has_choices = review is not None and review.status == DONE and bool(review.decisions)
    return replace(replay, asks=has_choices and isinstance(user, User) and not reviews.answer_of(user))


def find(pk: int, user_id: int | None, key: str) -> Replay:
    """Return the replay of a hand played here.

    It is visible to its players, to anybody with its link, to moderators if it was reported, and to everybody if the
    room is public. A sealed deal is visible to people who have finished it, unless there is a block between them and a
    player, and once it is over to anybody with the link. Raises the same ``Http404`` for hands that do not exist, are
    still in play, or may not be seen.
    """
    # One query reads everything that may change; the rest is cached.
    players = _players(pk) if pk <= MOST else []
    if not players:
        raise Http404
    visibility = players[0][-1]
    viewer = next((row[0] for row in players if row[1] and row[1] == user_id and _had_seat(row)), None)
    has_key = viewer is None and is_shared(pk, key)
    match_id, sealed = players[0][8:10]
    if sealed and viewer is None:
        compares = seal.has_finished(match_id, user_id) and not _is_blocked(players, user_id)
        if not compares and not (has_key and seal.is_over(match_id)):
            raise Http404
    elif viewer is None and visibility != Room.Visibility.PUBLIC and not has_key and not may_judge(pk, user_id):
        raise Http404
    # An invalid key is dropped: otherwise every link on the page would carry it.
    return _replay(pk, players, viewer, key if has_key else "")


def _is_blocked(players: list[Any], user_id: int | None) -> bool:
    """Return whether a person has blocked a player of a hand, or a player them."""
    return not blocked_ids(User(pk=user_id)).isdisjoint(row[1] for row in players)


def challenged(token: str) -> Replay:
    """Return the replay of a challenge's hand, for anybody. Raises ``Http404`` if there is none.

    Its cards must not be shown to the challenged person before they have played it.
    """
    pk = Challenge.objects.filter(token=token).values_list("hand_id", flat=True).first()
    if pk is None:
        raise Http404
    rows = Player.objects.filter(match__hands=pk).order_by("seat")
    replay = _replay(pk, list(rows.values_list(*SEATED)), None, "")
    if replay.sealed:
        raise Http404
    return replay


def _replay(pk: int, players: list[Any], viewer: int | None, key: str) -> Replay:
    number, salt, match_id, sealed, boards, all_boards, board, game, code, name, visibility = players[0][6:]
    room = Room(name=name, game=game, sealed=sealed, boards=boards, all_boards=all_boards)
    hand, before = _hands(pk, bytes(salt))
    played = course_of_hand(hand)
    review = review_of(pk, bytes(salt), viewer, played) if viewer is not None else None
    return Replay(
        kind="replay",
        pk=pk,
        course=played,
        name=room.called_at(board),
        code=code,
        number=number,
        sitters=tuple(_sitter(row) for row in players),
        before=before,
        viewer=viewer,
        extra=(("key", key),) if key else (),
        hand=hand,
        marks=tuple(doubtful(review, played)) if review is not None else (),
        review=review,
        public=visibility == Room.Visibility.PUBLIC,
        sealed=sealed and not seal.is_over(match_id),
        one_hand=sealed,
    )


@lru_cache(maxsize=256)
def _hands(pk: int, salt: bytes) -> tuple[Hand, tuple[Played, ...]]:
    """Return a scored hand and the hands before it, which never change; the salt tells it apart from hands of another
    database."""
    hand = Hand.objects.select_related("match").get(pk=pk)
    earlier = Hand.objects.filter(match_id=hand.match_id, number__lt=hand.number, replaced_by=None).order_by("number")
    return hand, tuple(Played(*pair) for pair in earlier.values_list("context", "result"))


def is_shared(hand_id: int, key: str) -> bool:
    """Return whether a key belongs to a hand's link."""
    token = Share.objects.filter(hand_id=hand_id).values_list("token", flat=True).first() if key else None
    return token is not None and constant_time_compare(token, key)


def may_judge(hand_id: int, user_id: int | None) -> bool:
    """Return whether a person is a moderator or an operator who may read reports, and the hand was reported."""
    if not user_id or not Report.objects.filter(hand=hand_id).exists():
        return False
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return user is not None and moderation.may_judge(user, hand_id)


def upload_replay(request: HttpRequest, pk: int) -> Replay:
    """Return the replay of a record that the viewer uploaded, sealed if its deal can still be played at sealed tables.
    Raises ``Http404`` for everybody else."""
    upload = Upload.objects.filter(pk=pk, user_id=request.user.pk).first() if request.user.pk else None
    if upload is None:
        raise Http404
    played = _course_of_record(upload.pk, upload.digest)
    seats = played.game.seats(played.setup.options)
    return Replay(
        kind="upload",
        pk=upload.pk,
        course=played,
        name=_("Uploaded record %(number)s") % {"number": upload.pk},
        code="",
        number=1,
        sitters=tuple(Sitter(seat, _("Seat %(number)s") % {"number": seat + 1}) for seat in range(seats)),
        before=(),
        upload=upload,
        sealed=seal.is_in_play(upload.game, names(played.setup.deck)),
    )


@lru_cache(maxsize=64)
def _course_of_record(pk: int, digest: str) -> Course:
    return course(*record.read(Upload.objects.get(pk=pk, digest=digest).record))


def _had_seat(row: Any) -> bool:
    """Return whether the seat's last player already had it in this hand; otherwise an AI player had, whom they replaced
    later."""
    came_in, number = row[4], row[6]
    return bool(came_in <= number)


def _sitter(row: Any) -> Sitter:
    seat, _user, name, level, _came_in, replaced_level = row[:6]
    if not _had_seat(row):
        level = replaced_level or USUAL_LEVEL  # older matches did not record it
    if level:
        return Sitter(seat, ai_name(seat), level)
    return Sitter(seat, readable(name or GONE))
