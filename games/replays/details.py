"""Views of the details page of a finished hand: downloads, sharing, the proof of its deal."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.models import Hand
from games.replays import same_deal
from games.replays.models import Share
from games.replays.records import JSONL, as_line, download
from games.replays.replay import Replay, hand_replay, upload_replay
from games.rules import proof
from games.rules.cards import names
from games.table import first_deal
from games.table.cached_gettext import gettext as _
from games.table.scene import Sitter
from games.table.sentences import listed, name_of, sentence, with_level


@require_safe
@never_cache
def hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page about a hand played here."""
    replay = hand_replay(request, pk)
    assert replay.hand is not None
    link = ""
    if replay.viewer is not None:
        token = Share.objects.filter(hand_id=pk).values_list("token", flat=True).first()
        link = request.build_absolute_uri(f"{replay.address(0)}?key={token}") if token else ""
    context = {
        "link": link,
        "proof": {"secret": ""} | opening(replay.hand),
        "seeds": [
            {"name": _other(replay, sitter), "ai": sitter.is_ai, "seed": seed or ""}
            for sitter, seed in zip(replay.sitters, replay.hand.seeds or (), strict=False)
        ],
        "mixed": any(replay.hand.seeds or ()),
        "cut": first_deal.sentences(replay.hand.match, replay.people()) if replay.hand.number == 1 else [],
        "lots": replay.hand.match.cut is not None,
        "deal": replay.linked("deal"),
        "lead": replay.linked("lead") if request.user.pk else "",
        **same_deal.shown(request, replay),
    }
    return render(request, "replays/about.html", _context(replay) | context)


@require_safe
@never_cache
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page about an uploaded record."""
    return render(request, "replays/about.html", _context(upload_replay(request, pk)))


@require_safe
@never_cache
def deal(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the proof of a hand's deal, for checking with its record."""
    hand = hand_replay(request, pk).hand
    assert hand is not None
    return download(as_line(opening(hand)), JSONL, f"sifang-hand-{pk}.deal.jsonl")


def opening(hand: Hand) -> dict[str, Any]:
    """Return the values that open a hand's commitment, and the proof of its shuffle if it was shuffled here."""
    secret = bytes(hand.secret) if hand.secret else None
    cut = hand.match.cut if hand.number == 1 else None
    return proof.opened(bytes(hand.salt), hand.deck, secret, hand.seeds or (), cut)


def _other(replay: Replay, sitter: Sitter) -> str:
    """Return a player's name, or "" for the viewer, whose own name is not shown to them."""
    return "" if sitter.number == replay.viewer else name_of(sitter)


def _round_the_table(replay: Replay) -> list[str]:
    """Return the players' names as the viewer sees them, starting with the viewer: «You, Bamboo · Ox»."""
    first = replay.viewer or 0
    sitters = (*replay.sitters[first:], *replay.sitters[:first])
    return [_("You") if sitter.number == replay.viewer else with_level(sitter) for sitter in sitters]


def _context(replay: Replay) -> dict[str, Any]:
    course = replay.course
    people = replay.people()
    explanation = course.explanation
    return {
        "replay": replay,
        "mine": replay.viewer is not None,
        "look": replay.address(0),
        "record": replay.linked("record"),
        "text": replay.linked("text"),
        "players": listed(_round_the_table(replay)),
        "why": [sentence(message, people) for message in (*explanation.before, *explanation.score)],
        "deck": " ".join(names(course.setup.deck)),
        "link": "",
        "lead": "",
        "proof": None,
        "source_url": "",
        "results": [],
        "may_challenge": False,
        "challenge": "",
    }
