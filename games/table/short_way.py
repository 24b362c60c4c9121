"""The short way of a press: a legal move from a page with an open socket, if nothing is irregular.

It checks everything that the long way checks (Django's middleware and ``views.act``). Anything wrong or doubtful
is left to the long way, which alone refuses and says why. A press carried out here gets an empty answer, because
the sockets bring the picture to all seats at once.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from games.accounts.middleware import Presence
from games.accounts.models import User
from games.accounts.services import is_noted
from games.accounts.sessions import Backend, SessionStore
from games.accounts.sockets import is_of
from games.foundation.observability import logs
from games.foundation.observability.middleware import note_answer, request_id
from games.foundation.origins import is_cross_site
from games.foundation.request_encoding import is_utf8
from games.matches import live_moves, live_room
from games.matches.live_room import LiveRoom
from games.matches.models import Entry
from games.rooms.models import Room, Seat
from games.rooms.presence import is_renewed
from games.table import views
from games.table.forms import BadForm, Press, read_press
from games.table.limits import too_fast
from games.table.scene_builder import press_key

PRESS = re.compile(r"/t/([A-Z0-9]{1,20})/act/")
#: Headers by which a page says that its socket is open and its picture up to date; the second is that of the release
#: before, whose pages stay open during a deploy.
HEADERS = (b"x-socket", b"x-line")
ANSWER: tuple[int, list[tuple[bytes, bytes]], bytes] = (204, [(b"Cache-Control", b"no-store")], b"")
#: Header of the long way's answer to a page whose socket is not open to this process: it may reconnect.
ELSEWHERE: tuple[bytes, bytes] = (b"X-Socket", b"elsewhere")
#: The longest press in bytes; our pages send no longer form.
LONGEST = 16 * 1024
log = logging.getLogger(__name__)
_backend = Backend()


class _Token(CsrfViewMiddleware):
    """Django's check of a form's token; the long way answers and logs a refusal."""

    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        return HttpResponse(status=403)


_token = _Token(lambda request: HttpResponse())


def room_and_session(scope: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the room's code and the session key if a page asks for the short way. Our pages send no query."""
    if scope["method"] != "POST" or scope.get("root_path") or scope["query_string"]:
        return None
    if not (path := PRESS.fullmatch(scope["path"])):
        return None
    headers = dict(scope["headers"])
    session = parse_cookie(headers.get(b"cookie", b"").decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    if headers.keys().isdisjoint(HEADERS) or not session:
        return None
    return path[1], session


def press(code: str, scope: Mapping[str, Any], body: Any) -> int | None:
    """Carry out a press. Return the room's version after it, or None to leave it to the long way."""
    began = time.perf_counter()
    form = body.read(LONGEST + 1)
    body.seek(0)
    if len(form) > LONGEST:
        return None
    request = ASGIRequest(scope, BytesIO(form))
    with logs.log_context(request=request_id(request.META.get("HTTP_X_REQUEST_ID", "")), room=code):
        try:
            request.POST = _fields(form)
            version = _pressed(code, request)
        except (SuspiciousOperation, ValueError):
            return None
        except Exception:  # if the move was stored anyway, the long way finds the same press
            log.exception("room %s: a press could not go the short way", code)
            return None
        if version is not None:
            note_answer("POST", "act", ANSWER[0], time.perf_counter() - began)
        return version


def _fields(form: bytes) -> MultiValueDict[str, str]:
    """Return the fields of a form as Django reads them, which checks and converts each name and value on the way.
    Raise ``ValueError`` if there are too many or they are not UTF-8."""
    fields: dict[str, list[str]] = {}
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    for name, value in parse_qsl(form.decode(), keep_blank_values=True, max_num_fields=most):
        fields.setdefault(name, []).append(value)
    return MultiValueDict(fields)


def _pressed(code: str, request: HttpRequest) -> int | None:
    if not _is_ours(request):
        return None
    try:
        live = live_room.load(code)
    except Room.DoesNotExist:
        return None
    seat = _seat(request, live)
    if seat is None or not _has_token(request):
        return None
    try:
        read = read_press(request.POST, live.room.rules)  # refuses NULs too
    except BadForm:
        return None
    logs.add_context(hand=read.hand_id)
    move = _move(live, seat, read)
    if move is None or too_fast(live.room.pk, seat.number) or not live_moves.store(move, draws=True):
        return None
    return live.room.version + 1


def _is_ours(request: HttpRequest) -> bool:
    """Return whether a form's headers say that it comes from one of our pages."""
    request.get_host()  # raises SuspiciousOperation for another site's
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        return False
    if request.content_type != "application/x-www-form-urlencoded" or is_cross_site(request):
        return False
    charset = (request.content_params or {}).get("charset")
    return charset is None or is_utf8(charset)


def _has_token(request: HttpRequest) -> bool:
    _token.process_request(request)
    return _token.process_view(request, views.act, (), {}) is None


def _seat(request: HttpRequest, live: LiveRoom) -> Seat | None:
    """Return the seat of the session's user if they may be here and nothing needs recording."""
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    session = request.session.load()
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    if session.get(Presence.WEEK) != Presence.week():
        return None
    seat = next((seat for seat in live.seats if seat.user and str(seat.user.pk) == session.get(SESSION_KEY)), None)
    if seat is None or seat.user is None or not _may_be_here(session, seat.user):
        return None
    now = timezone.now()
    return seat if is_noted(seat.user, now) and is_renewed(seat, now) else None


def _may_be_here(session: dict[str, Any], user: User) -> bool:
    return is_of(session, user) and _backend.user_can_authenticate(user)


def _move(live: LiveRoom, seat: Seat, read: Press) -> live_moves.Move | None:
    """Return the move of a press whose key matches its seat and picture."""
    if read.key != press_key(read.hand_id, seat.number, read.seq):
        return None
    return live_moves.judge(live, read.hand_id, seat.number, read.raw, seq=read.seq, key=read.key, by=Entry.By.PERSON)
