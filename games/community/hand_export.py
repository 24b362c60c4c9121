"""A person's hands as dated records, for the export of their data and as JSON Lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from games.accounts.models import User
from games.matches.fold import CLOSE, start
from games.matches.models import Entry, Hand
from games.rules import record

#: Number of hands whose entries are read in one query.
BATCH = 100


def hands_of(user: User) -> QuerySet[Hand]:
    """Return the finished hands that a person has played, oldest first, with their ``seat``.

    If they joined a match late, only the hands since then count. Hands replaced by a takeback are left out.
    """
    own = FilteredRelation("match__players", condition=Q(match__players__user=user))
    hands = Hand.objects.annotate(own=own).filter(own__isnull=False, scored_at__isnull=False, replaced_by=None)
    hands = hands.filter(number__gte=F("own__came_in"))
    return hands.annotate(seat=F("own__seat")).select_related("match").order_by("pk")


def lines(user: User, after: int = 0, most: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield at most ``most`` hands with a primary key above ``after``: {"hand", "match", "seat", "dealt_at", "record"}.

    The record is what ``manage.py verify_record`` checks.
    """
    pks = list(hands_of(user).filter(pk__gt=after).values_list("pk", flat=True)[:most])
    for start_index in range(0, len(pks), BATCH):
        batch = pks[start_index : start_index + BATCH]
        entries: dict[int, list[Any]] = defaultdict(list)
        for hand_id, action in Entry.objects.filter(hand__in=batch).order_by("seq").values_list("hand", "action"):
            entries[hand_id].append(action)
        for hand in hands_of(user).filter(pk__in=batch):
            yield _line(hand, entries[hand.pk])


def _line(hand: Any, entries: list[Any]) -> dict[str, Any]:
    folded = start(hand)
    actions = [folded.game.read_action(raw, folded.setup.options) for raw in entries if raw != CLOSE]
    return {
        "hand": hand.pk,
        "match": hand.match_id,
        "seat": hand.seat,
        "dealt_at": hand.dealt_at.isoformat(timespec="seconds"),
        "record": record.write(folded.game, folded.setup, actions, hand.result),
    }
