"""Claiming a revoke: which trick, of those that may be looked at now, and who failed to follow suit in it.

Players choose a trick by its cards, not by a number from memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString

from games.table.cards import brief
from games.table.display import NOTHING, called, render
from games.table.game_table import PlayedTrick
from games.table.markup import format_html_join
from games.table.scene import Scene
from games.table.sentences import names


def revoke_claims(
    scene: Scene,
    seen: Mapping[int, PlayedTrick],
    accused: Sequence[int],
    price: str,
    claim: SafeString,
    other: SafeString,
) -> SafeString:
    """Return the actions at a table where a revoke may be claimed.

    ``seen``: number → trick, for those whose cards may be looked at now; ``accused``: seats; ``price``: what a false
    claim costs, asking for confirmation; ``claim``: the claim button; ``other``: the other actions.
    """
    if not seen:
        return render("table/_revoke_claims", claim="", other=other)
    who, last = names(scene), max(seen)
    # written, not drawn: a whole hand of tricks stays a short text
    rows = [
        (
            str(number),
            " · ".join(" ".join((called(seat, scene), *map(brief, cards))) for seat, cards in trick),
            _checked(at),
        )
        for at, (number, trick) in enumerate(sorted(seen.items(), reverse=True))
    ]
    return render(
        "table/_revoke_claims",
        # the choice is kept until another card is played
        lying=f"{last}-{len(seen[last])}",
        tricks=format_html_join(
            "", "<label><input type=radio name=trick value={0}{2}><b>{0}</b><span>{1}</span></label>", rows
        ),
        others=format_html_join(
            "",
            "<label><input type=radio name=against value={}{}><span>{}</span></label>",
            ((str(seat), _checked(at), who[seat]) for at, seat in enumerate(accused)),
        ),
        price=price,
        claim=claim,
        other=other,
    )


def _checked(at: int) -> SafeString:
    """Return the attribute that checks the first choice."""
    return NOTHING if at else SafeString(" checked")
