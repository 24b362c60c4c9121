"""All that can be done with a finished hand: take it away, share it, check its deal."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches.models import Hand
from games.replays import same_deal
from games.replays.models import Share
from games.replays.records import JSONL, as_line, sent
from games.replays.replay import Replay, hand_replay, upload_replay
from games.rules import proof
from games.rules.cards import names
from games.table.sentences import bare, listed, sentence, with_level


@require_safe
@never_cache
def hand(request: HttpRequest, pk: int) -> HttpResponse:
    """What can be done with a hand of the house."""
    replay = hand_replay(request, pk)
    assert replay.hand is not None
    link = ""
    if replay.viewer is not None:
        token = Share.objects.filter(hand_id=pk).values_list("token", flat=True).first()
        link = request.build_absolute_uri(f"{replay.address(0)}?key={token}") if token else ""
    shown = {
        "link": link,
        "proof": opened(replay.hand),
        "seeds": [
            {"name": bare(sitter.name), "ai": sitter.is_ai, "seed": seed or ""}
            for sitter, seed in zip(replay.sitters, replay.hand.seeds or (), strict=False)
        ],
        "mixed": any(replay.hand.seeds or ()),
        "deal": replay.linked("deal"),
        "lead": replay.linked("lead") if request.user.pk else "",
        **same_deal.shown(request, replay),
    }
    return render(request, "replays/about.html", _shown(replay) | shown)


@require_safe
@never_cache
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    """What can be done with a record that was uploaded."""
    return render(request, "replays/about.html", _shown(upload_replay(request, pk)))


@require_safe
@never_cache
def deal(request: HttpRequest, pk: int) -> HttpResponse:
    """The proof of a hand's deal, to be checked beside its record."""
    row = hand_replay(request, pk).hand
    assert row is not None
    return sent(as_line(opened(row)), JSONL, f"sifang-hand-{pk}.deal.jsonl")


def opened(row: Hand) -> dict[str, Any]:
    """Return what opens a hand's commitment, and its shuffle where the house made one."""
    return proof.opened(bytes(row.salt), row.deck, bytes(row.secret) if row.secret else None, row.seeds or ())


def _shown(replay: Replay) -> dict[str, Any]:
    course = replay.course
    who = replay.people()
    explanation = course.explanation
    return {
        "replay": replay,
        "mine": replay.viewer is not None,
        "look": replay.address(0),
        "record": replay.linked("record"),
        "text": replay.linked("text"),
        "players": listed(with_level(sitter) for sitter in replay.sitters),
        "why": [sentence(message, who) for message in (*explanation.before, *explanation.score)],
        "deck": " ".join(names(course.setup.deck)),
    }
