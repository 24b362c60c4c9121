"""Views of playing a deal again: practice from a step, challenges, and a comparison of results."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.friends import blocked_ids
from games.accounts.models import User
from games.accounts.names import GONE, readable
from games.accounts.services import player
from games.matches.models import Hand, Player
from games.replays import services
from games.replays.models import Again, Challenge, TakenUp
from games.replays.replay import Replay, hand_replay, upload_replay
from games.replays.replay import challenged as replay_of
from games.rooms.access import may_see_room
from games.rules import live_draw
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table import bidding
from games.table.sentences import listed, name_of

#: At most this many plays of a deal are listed.
MOST = 100


@require_POST
@never_cache
def hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Play on from a step of a hand played here."""
    return _play_again(request, hand_replay(request, pk))


@require_POST
@never_cache
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    """Play on from a step of an uploaded hand."""
    return _play_again(request, upload_replay(request, pk))


@require_POST
@never_cache
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """Create the link by which others may play this deal; for its players."""
    replay = hand_replay(request, pk)
    if not _may_challenge(replay, _earlier(replay)) or replay.hand is None or not isinstance(request.user, User):
        raise Http404
    services.challenge(replay.hand, request.user)
    return redirect(reverse("replay-about", args=[pk]) + "#again")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def challenged(request: HttpRequest, token: str) -> HttpResponse:
    """Show a challenge (its rules and seats, none of its cards), or take it up."""
    replay = replay_of(token)
    if request.method == "POST":
        return _take_up(request, replay, token)
    course = replay.course
    own = set(Player.objects.filter(match__hands=replay.pk, user=request.user.pk or 0).values_list("seat", flat=True))
    names = ["" if sitter.number in own else name_of(sitter) for sitter in replay.sitters]
    begun = _begun(request, replay, token)
    context = {
        "token": token,
        "picture": request.build_absolute_uri(reverse("picture")),
        "name": replay.name,
        "game": _(course.game.name),
        "differs": listed(_(difference.option.label) for difference in course.game.differences(course.setup.options)),
        "seats": [{"seat": str(seat), "name": name} for seat, name in enumerate(names)],
        "bidding": bidding.has_bidding(course.game, course.setup),
        "drawn": not bidding.has_bidding(course.game, course.setup)
        and bool(live_draw.drawing(course.game, course.steps[0].state)),
        "table": _earlier_url(request.user, replay),
        "begun": begun is not None,
        "begun_as": names[begun[0]] if begun is not None else "",
    }
    return render(request, "replays/challenge.html", context)


def _take_up(request: HttpRequest, replay: Replay, token: str) -> HttpResponse:
    """Take up a challenge, once: bid in turn with the AI players, then begin the hand.

    A row stores seat and answers: an account or a guest who has seen a seat's cards or others' bids cannot choose
    again. Somebody who comes back as a new guest is a new person to the site.
    """
    if table := _earlier_url(request.user, replay):
        return redirect(table)
    course, chosen = replay.course, request.POST.get("seat", "")
    begun = _begun(request, replay, token)
    seats = map(str, range(len(replay.sitters)))
    if begun is None and chosen not in seats:
        return _not_possible(request, reverse("challenge", args=[token]))
    seat, earlier = begun or (int(chosen), [])
    answers = request.POST.getlist("bid")[: len(replay.sitters) ** 2]
    if answers[: len(earlier)] != earlier:
        answers = earlier
    try:
        bidding.bid(course.game, course.setup, seat, answers)
    except bidding.NoAnswer:
        return _not_possible(request, reverse("challenge", args=[token]))
    user = player(request)
    taken = services.answer(replay, user, seat, answers)
    for key in _session_keys(token):
        request.session.pop(key, None)
    bids = bidding.bid(course.game, course.setup, taken.seat, taken.answers)
    if bids.choices:
        return render(request, "replays/bidding.html", _bidding_context(replay, bids, token, taken))
    return redirect("table", services.take_up(replay, bids.actions, taken, user).room.code)


def _begun(request: HttpRequest, replay: Replay, token: str) -> tuple[int, list[str]] | None:
    """Return the seat and the bids of a reader who has begun a challenge, or None."""
    taken = TakenUp.objects.filter(hand=replay.pk, user=request.user.pk or 0).first()
    if taken is not None:
        return taken.seat, taken.answers
    seat_key, answers_key = _session_keys(token)
    seat = request.session.get(seat_key)
    return None if seat is None else (int(seat), request.session.get(answers_key, []))


def _session_keys(token: str) -> tuple[str, str]:
    """Return the keys under which the previous release stored seat and bids in the session. The next release need not
    read them."""
    return f"challenge {token}", f"answers {token}"


def _bidding_context(replay: Replay, bids: bidding.Bidding, token: str, taken: TakenUp) -> dict[str, Any]:
    context = {
        "address": reverse("challenge", args=[token]),
        "name": replay.name,
        "seat": str(taken.seat),
        "day": "",
        "answers": taken.answers,
    }
    return context | bidding.described(replay.course.game, bids, replay.people(taken.seat))


def _earlier_url(user: Any, replay: Replay) -> str:
    """Return the URL of the table where a person already plays a challenge, or of the hand they played."""
    if not user.pk:
        return ""
    match = services.earlier_match(replay, user)
    if match is None:
        return ""
    room = match.room
    if may_see_room(room, list(room.seats.all()), user):
        return reverse("table", args=[room.code])
    return reverse("replay-hand", args=[match.hands.get(number=1).pk])


def _play_again(request: HttpRequest, replay: Replay) -> HttpResponse:
    if replay.sealed:  # somebody who has yet to play this deal could watch a practice table
        raise Http404
    step, seat = request.POST.get("step", ""), request.POST.get("seat", "")
    if step not in map(str, range(replay.course.last)) or seat not in map(str, range(len(replay.sitters))):
        return _not_possible(request, replay.address(0))
    match = services.take_over(replay, int(step), int(seat), player(request))
    return redirect("table", match.room.code)


def _not_possible(request: HttpRequest, back: str) -> HttpResponse:
    return render(request, "replays/nothing.html", {"back": back}, status=422)


# --- comparison -----------------------------------------------------------------------


def shown(request: HttpRequest, replay: Replay) -> dict[str, Any]:
    """Return the context about a hand's deal: its first table, each person's result, and the challenge's link."""
    earlier = _earlier(replay)
    source = earlier.hand_id if earlier else replay.pk
    token = Challenge.objects.filter(hand_id=replay.pk).values_list("token", flat=True).first()
    return {
        "source_url": reverse("replay-hand", args=[source]) if earlier and _has_played(request, source) else "",
        "results": _results(source, request.user),
        "challenge": request.build_absolute_uri(reverse("challenge", args=[token])) if token else "",
        "may_challenge": _may_challenge(replay, earlier),
    }


def _earlier(replay: Replay) -> Again | None:
    """Return how a hand's deal began with an earlier hand's, or None."""
    hand = replay.hand
    return Again.objects.filter(match_id=hand.match_id).first() if hand is not None and hand.number == 1 else None


def _may_challenge(replay: Replay, earlier: Again | None) -> bool:
    """Return whether the viewer may challenge others with a deal: they played it, and not again, and nobody has yet to
    play it at a sealed table."""
    return replay.viewer is not None and earlier is None and not replay.sealed


def _has_played(request: HttpRequest, hand_id: int) -> bool:
    here = Player.objects.filter(match__hands=hand_id, came_in__lte=F("match__hands__number"))
    return bool(request.user.pk) and here.filter(user_id=request.user.pk).exists()


def _results(source: int, reader: Any) -> list[dict[str, str]]:
    """Return each person's result with a deal, the first table's first; empty if nobody has finished a replay of it.

    Listed are those who took up the challenge, and the reader's own practice: other people's practice is theirs alone.
    People who have blocked the reader, or whom the reader has blocked, are left out.
    """
    taken_up = Exists(TakenUp.objects.filter(match=OuterRef("match_id")))
    own = Exists(Player.objects.filter(match=OuterRef("match_id"), user=reader.pk or 0))
    agains = Again.objects.filter(hand_id=source, match__hands__number=1, match__hands__scored_at__isnull=False)
    steps = dict(agains.filter(taken_up | own).order_by("pk").values_list("match_id", "step")[:MOST])
    if not steps:
        return []
    blocked = blocked_ids(reader) if reader.pk else set()
    original = Hand.objects.select_related("match").get(pk=source)
    hands = [original, *Hand.objects.select_related("match").filter(match_id__in=steps, number=1).order_by("pk")]
    people = Player.objects.filter(match_id__in=[hand.match_id for hand in hands], level="").select_related("user")
    return [
        _row(hand, sitter, steps.get(hand.match_id), reader.pk)
        for hand in hands
        for sitter in people
        if sitter.match_id == hand.match_id and sitter.came_in <= hand.number and sitter.user_id not in blocked
    ]


def _row(hand: Hand, sitter: Player, step: int | None, reader: int | None) -> dict[str, str]:
    game = GAMES[hand.match.game]
    return {
        "name": readable(sitter.user.name if sitter.user else GONE) if sitter.user_id != (reader or 0) else _("You"),
        "seat": str(sitter.seat),
        "points": points(game, hand, sitter.seat),
        "began": _start_of(step),
    }


def _start_of(step: int | None) -> str:
    if step is None:
        return _("the first table")
    return _("from step %(step)s") % {"step": step} if step else _("from the deal")


def points(game: Game, hand: Hand, seat: int) -> str:
    """Return a seat's points in a hand: its own or its side's; if only one side scores, that side's."""
    score = (hand.result or {}).get("points")
    if isinstance(score, list):
        return str(score[game.side(seat, game.resolve(hand.match.options))])
    return "–" if score is None else str(score)
