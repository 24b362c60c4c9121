"""Looking through all hands: is each what its deck and its entries make of it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.matches.fold import start
from games.matches.models import Entry, Hand
from games.rules import record
from games.rules.core import Illegal, Malformed

#: Faults that are told one by one.
TOLD = 20


@dataclass
class Found:
    """How many hands were looked at, how many of them are over, and what is wrong."""

    hands: int = 0
    over: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)


def look_through() -> Found:
    """Fold every hand from its rows and check every result that is stored."""
    found = Found()
    for hand in Hand.objects.select_related("match").order_by("pk").iterator(chunk_size=200):
        found.hands += 1
        found.over += hand.result is not None
        for fault in faults(hand, found):
            found.wrong.append(f"hand {hand.pk}: {fault}")
    return found


def faults(hand: Hand, found: Found) -> Iterator[str]:
    """Yield what is wrong with a hand."""
    rows = list(Entry.objects.filter(hand=hand).order_by("seq").values_list("seq", "action"))
    found.entries += len(rows)
    if [seq for seq, _ in rows] != list(range(hand.version)):
        yield f"its entries are {len(rows)} and not the {hand.version} it counts"
        return
    try:
        folded = start(hand)
    except Exception as fault:  # whatever it is, it is this hand's, and the others are looked at
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
    except Exception as fault:  # its kind alone: what it says may name cards
        yield f"its entry {folded.seq} cannot be read: {type(fault).__name__}"
        return
    if hand.result is not None and not record.same(hand.result, folded.state.result):
        yield "its stored result is not that of its entries"
