"""The cut for the first deal of a match, in words: who drew which card, and who deals."""

from __future__ import annotations

from games.matches.models import Match
from games.rules.cards import NUMBERS
from games.rules.core import N_, Cards, Message, Seat
from games.table.sentences import People, sentence


def sentences(match: Match | None, who: People) -> list[str]:
    """Return a sentence for each card drawn and one for who deals first; none without a cut."""
    if match is None or not match.cut:
        return []
    lines = [
        Message(N_("%(seat)s drew %(card)s."), {"seat": Seat(int(seat)), "card": Cards((NUMBERS[card],))})
        for drawn in match.cut["rounds"]
        for seat, card in drawn.items()
    ]
    lines.append(Message(N_("%(seat)s {deals|deal} first."), {"seat": Seat(match.cut["deals"])}))
    return [sentence(message, who) for message in lines]
