"""Views of downloads, uploads and shared links."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import User
from games.accounts.services import player
from games.foundation.moments import moment
from games.foundation.rate_limit import RateLimit
from games.matches.models import Hand, Player
from games.replays import records, services
from games.replays.models import Upload
from games.replays.records import JSONL, TEXT, download
from games.replays.replay import Replay, hand_replay, upload_replay
from games.rules.registry import GAMES
from games.table.limits import network

#: Rate limit of uploads per person: verifying two hundred hands takes a second.
UPLOADS = RateLimit("uploads", 20, 60)
#: The same for everybody without an account on one network, because anybody can become a new guest.
UPLOADS_OF_NETWORK = RateLimit("uploads-of-network", 20, 60)
#: Bytes that the form adds to the file.
FORM_OVERHEAD = 8 * 1024


@require_safe
@never_cache
def hand_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a hand played here as a record."""
    return download(records.line(hand_replay(request, pk).course), JSONL, f"sifang-hand-{pk}.jsonl")


@require_safe
@never_cache
def hand_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a hand played here as text."""
    return download(records.text(hand_replay(request, pk)), TEXT, f"sifang-hand-{pk}.txt")


@require_safe
@never_cache
def upload_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Download an uploaded record."""
    return download(records.line(upload_replay(request, pk).course), JSONL, f"sifang-record-{pk}.jsonl")


@require_safe
@never_cache
def upload_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Download an uploaded record as text."""
    return download(records.text(upload_replay(request, pk)), TEXT, f"sifang-record-{pk}.txt")


@require_safe
@never_cache
def match_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the finished hands of a match as records, one per line."""
    lines = (records.line(replay.course) for replay in _match(request, pk))
    return download("".join(lines), JSONL, f"sifang-match-{pk}.jsonl")


@require_safe
@never_cache
def match_text(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the finished hands of a match as text."""
    return download("\n".join(map(records.text, _match(request, pk))), TEXT, f"sifang-match-{pk}.txt")


def _match(request: HttpRequest, pk: int) -> list[Replay]:
    """Return the replays of the viewer's finished hands in a match; raise ``Http404`` for everybody else."""
    if not request.user.pk:
        raise Http404
    came_in = Player.objects.filter(match_id=pk, user_id=request.user.pk).values_list("came_in", flat=True).first()
    if came_in is None:
        raise Http404
    hands = Hand.objects.filter(match_id=pk, number__gte=came_in, scored_at__isnull=False).order_by("number")
    return [hand_replay(request, hand) for hand in hands.values_list("pk", flat=True)]


# --- uploads --------------------------------------------------------------------------------


@csrf_exempt  # the token is checked in _upload, once the body is known to be small
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def upload(request: HttpRequest) -> HttpResponse:
    """Show the page of uploads, or upload a file of records."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > records.MOST_BYTES + FORM_OVERHEAD:
        return _upload_page(request, 413, _too_big())
    return _upload(request)


@csrf_protect
def _upload(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _upload_page(request)
    if seconds := _wait(request):
        error = ngettext(
            "Too many uploads. Try again in %(seconds)s second.",
            "Too many uploads. Try again in %(seconds)s seconds.",
            seconds,
        )
        return _upload_page(request, 429, error % {"seconds": seconds})
    file = request.FILES.get("file")
    if file is None:
        return _upload_page(request, 422, _("Choose a file first."))
    if (file.size or 0) > records.MOST_BYTES:
        return _upload_page(request, 413, _too_big())
    try:
        lines = records.read_lines(file.read())
    except records.Unreadable as unreadable:
        return _upload_page(request, 422, unreadable.sentence)
    return _store(request, [records.check(*line) for line in lines])


def _wait(request: HttpRequest) -> int:
    """Count an upload; return the seconds until the next one is allowed, 0 if this one is."""
    if isinstance(request.user, User) and not request.user.is_guest:
        return UPLOADS.wait(request.user.pk)
    return UPLOADS_OF_NETWORK.wait(network(request))


def _store(request: HttpRequest, checked: list[records.Checked]) -> HttpResponse:
    """Store the valid records; report the errors of the others, line by line."""
    valid = [line.record for line in checked if line.record is not None]
    user = player(request) if valid else None
    uploads: list[Upload] = []
    try:
        for record in valid if user else []:
            uploads.append(services.store_upload(user, record))
    except services.UploadsFull:
        error = _("You keep %(number)s uploaded records already. Remove some first.")
        return _upload_page(request, 422, error % {"number": services.MOST_KEPT}, kept=uploads)
    wrong = [line for line in checked if line.record is None]
    if not wrong and len(uploads) == 1:
        return redirect("upload-hand", uploads[0].pk)
    return _upload_page(request, 422 if wrong else 200, wrong=wrong, kept=uploads)


def _too_big() -> str:
    return _("That file is larger than 1 MiB: upload fewer hands at once.")


def _upload_page(
    request: HttpRequest,
    status: int = 200,
    error: str = "",
    wrong: list[records.Checked] | None = None,
    kept: list[Upload] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "error": error,
        "wrong": [{"line": str(line.line), "reason": line.wrong} for line in wrong or []],
        "kept": len(kept or []),
        "uploads": uploads_of(request.user),
    }
    return render(request, "replays/upload.html", context, status=status)


def uploads_of(user: Any) -> list[dict[str, str]]:
    """Return a person's uploaded records for the page, newest first."""
    if not user.pk:
        return []
    rows = Upload.objects.filter(user_id=user.pk).order_by("-pk").values_list("pk", "game", "uploaded_at")
    return [
        {
            "pk": str(pk),
            "name": _("Uploaded record %(number)s") % {"number": pk},
            "game": _(GAMES[game].name),
            "at": moment(at),
        }
        for pk, game, at in rows[: services.MOST_KEPT]
    ]


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete an uploaded record of the viewer."""
    if isinstance(request.user, User):
        services.remove(request.user, pk)
    return redirect("upload")


# --- links ----------------------------------------------------------------------------------


@require_POST
@never_cache
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """Create or revoke the link by which anybody may see a hand; for its players."""
    replay = hand_replay(request, pk)
    assert replay.hand is not None
    if replay.viewer is None or not isinstance(request.user, User):
        raise Http404
    if request.POST.get("do") == "stop":
        services.unshare(replay.hand)
    else:
        services.share(replay.hand, request.user)
    return redirect(reverse("replay-about", args=[pk]) + "#share")
