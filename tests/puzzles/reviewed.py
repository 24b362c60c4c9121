"""Second looks at hands that came to the position of a puzzle, for the tests."""

from __future__ import annotations

from django.utils import timezone

from games.community.models import Review
from games.foundation.process_cache import clear_caches
from games.matches.models import Entry, Hand, Match, new_salt
from games.puzzles import from_reviews
from games.rules import record
from tests.puzzles.drafts import GAME, draft
from tests.replays.hands import finished


def review_of_draft(user, number=0, game=GAME):
    """Return a person's finished second look at a hand of theirs in which they came to the position of a draft."""
    puzzle = draft(game, number)
    hand = finished(game, user)
    rules, setup, actions = record.read(dict(puzzle.record))
    # a salt of its own: a replay is recognised by number and salt
    row = {"deck": puzzle.record["deck"], "context": dict(setup.context), "version": len(actions), "salt": new_salt()}
    Hand.objects.filter(pk=hand.pk).update(**row)
    Match.objects.filter(pk=hand.match_id).update(options=puzzle.record.get("options", {}))
    hand.entries.all().delete()
    for seat in (0, 1):
        hand.match.players.filter(seat=seat).update(
            user=user if seat == puzzle.seat else None, level="" if seat == puzzle.seat else "random"
        )
    Entry.objects.bulk_create(
        Entry(hand=hand, seq=seq, action=rules.write_action(action), by=Entry.By.PERSON, key=f"laid:{seq}")
        for seq, action in enumerate(actions)
    )
    clear_caches()
    decisions = [decision(puzzle)]
    return Review.objects.create(
        hand=hand, seat=puzzle.seat, user=user, done_at=timezone.now(), decisions=decisions, mean_loss=1.0
    )


def decision(draft, loss=3.0):
    """Return what a second look says of a draft's position, whose best choice it thinks better by ``loss`` points."""
    best, poor = draft.choices[0]["action"], draft.choices[-1]["action"]
    choices = [{"action": best, "loss": 0.0, "error": 0.0}, {"action": poor, "loss": loss, "error": 0.2}]
    return {"at": draft.at, "made": poor, "loss": loss, "error": 0.2, "marked": True, "hindsight": None} | {
        "choices": choices
    }


def agree(user, review):
    from_reviews.answer(user, review, True)


def judge_all():
    while from_reviews.judge_next():
        pass
