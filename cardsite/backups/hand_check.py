"""Check every stored hand against its deck and its entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.foundation.transactions import write
from games.matches.fold import start
from games.matches.models import Entry, Hand
from games.matches.services import locked
from games.rules import record
from games.rules.core import Illegal, Malformed

#: Number of faults to list; the rest are only counted.
MOST_LISTED = 20


@dataclass
class Report:
    """The number of hands and entries checked, how many hands are over, and a sentence for each fault."""

    hands: int = 0
    over: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)


def check_all_hands() -> Report:
    """Fold every hand from its rows and compare every stored result; people may play meanwhile."""
    report = Report()
    for hand in Hand.objects.select_related("match").order_by("pk").iterator(chunk_size=200):
        rows = _entries_of(hand)
        faults = list(_faults(hand, rows))
        if faults:  # hand and entries were read one after the other: somebody may have played in between
            with write():
                hand = locked(hand.pk)
                rows = _entries_of(hand)
            faults = list(_faults(hand, rows))
        report.hands += 1
        report.over += hand.result is not None
        report.entries += len(rows)
        report.wrong += [f"hand {hand.pk}: {fault}" for fault in faults]
    return report


def _entries_of(hand: Hand) -> list[tuple[int, Any]]:
    """Return the seq and action of a hand's entries, in order."""
    return list(Entry.objects.filter(hand=hand).order_by("seq").values_list("seq", "action"))


def _faults(hand: Hand, rows: list[tuple[int, Any]]) -> Iterator[str]:
    """Yield each fault of a hand. ``rows``: the seq and action of its entries."""
    if [seq for seq, _ in rows] != list(range(hand.version)):
        yield f"its entries are {len(rows)} and not the {hand.version} it counts"
        return
    try:
        folded = start(hand)
    except Exception as fault:  # in any case check the other hands, too
        yield f"it cannot be dealt: {type(fault).__name__}"
        return
    try:
        for _seq, raw in rows:
            action = folded.read(raw)
            folded.game.check(folded.state, action)
            folded = folded.after(action)
    except (Illegal, Malformed) as refused:
        yield f"its entry {folded.seq} is refused: {refused!r}"
        return
    except Exception as fault:  # only the type: the message may name cards
        yield f"its entry {folded.seq} cannot be read: {type(fault).__name__}"
        return
    if hand.result is not None and not record.same(hand.result, folded.state.result):
        yield "its stored result is not that of its entries"
