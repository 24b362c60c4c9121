"""All the hands a person has played, as records with dates: for the export, and by themselves as JSON Lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from games.accounts.models import User
from games.matches.fold import CLOSE, start
from games.matches.models import Entry, Hand
from games.rules import record

#: Hands whose entries are read at once.
AT_ONCE = 100


def hands_of(user: User) -> QuerySet[Hand]:
    """Return the finished hands that a person has played, the oldest first: of a match they came to later, those
    from their own first on. What was taken back at a learning table is no hand."""
    own = FilteredRelation("match__players", condition=Q(match__players__user=user))
    hands = Hand.objects.annotate(own=own).filter(own__isnull=False, scored_at__isnull=False, replaced_by=None)
    hands = hands.filter(number__gte=F("own__came_in"))
    return hands.annotate(seat=F("own__seat")).select_related("match").order_by("pk")


def lines(user: User, after: int = 0, most: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield hands played after that with number ``after``, at most ``most``: {"hand", "match", "seat",
    "dealt_at", "record"}; the record is what ``manage.py verify_record`` checks."""
    numbers = list(hands_of(user).filter(pk__gt=after).values_list("pk", flat=True)[:most])
    for at in range(0, len(numbers), AT_ONCE):
        part = numbers[at : at + AT_ONCE]
        entries: dict[int, list[Any]] = defaultdict(list)
        for hand_id, action in Entry.objects.filter(hand__in=part).order_by("seq").values_list("hand", "action"):
            entries[hand_id].append(action)
        for hand in hands_of(user).filter(pk__in=part):
            yield _line(hand, entries[hand.pk])


def _line(hand: Any, raw: list[Any]) -> dict[str, Any]:
    folded = start(hand)
    actions = [folded.game.read_action(one, folded.setup.options) for one in raw if one != CLOSE]
    return {
        "hand": hand.pk,
        "match": hand.match_id,
        "seat": hand.seat,
        "dealt_at": hand.dealt_at.isoformat(timespec="seconds"),
        "record": record.write(folded.game, folded.setup, actions, hand.result),
    }
