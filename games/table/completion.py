"""What a tap on a card does beside choosing it: it brings along the rest of the one play that it can be part of, or
is a play by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from django.utils.safestring import SafeString

from games.rules.cards import names as card_names
from games.table.display import NOTHING
from games.table.markup import format_html

#: of more legal plays no card is looked for that is in one of them only
MOST_PLAYS = 200
#: so few are told the page whole
FEW_PLAYS = 40


def together(plays: Iterable[Sequence[int]]) -> SafeString:
    """Return, as an attribute of the hand, which cards bring others along when they are tapped.

    ``data-plays``: the legal plays where they are few and none is of one card; what is chosen and belongs to
    one of them only brings the rest of it. ``data-with``: where they are more, the cards that are in one only:
    «KS QS=KS KS QS QS» says it of two cards; «;» parts plays.
    """
    listed = list(islice(plays, MOST_PLAYS + 1))
    if len(listed) > MOST_PLAYS:
        return NOTHING
    if len(listed) <= FEW_PLAYS and all(len(cards) > 1 for cards in listed):
        whole = ";".join(" ".join(card_names(cards)) for cards in listed)
        return format_html(' data-plays="{}"', whole) if whole else NOTHING
    of_card = _plays_of_cards(listed)
    bringing: dict[tuple[int, ...], list[int]] = {}
    for card, theirs in of_card.items():
        if len(theirs) == 1 and len(theirs[0]) > 1:
            bringing.setdefault(tuple(theirs[0]), []).append(card)
    pairs = (f"{' '.join(card_names(sorted(keys)))}={' '.join(card_names(cards))}" for cards, keys in bringing.items())
    return format_html(' data-with="{}"', ";".join(pairs)) if bringing else NOTHING


def alone(plays: Iterable[Sequence[int]]) -> str:
    """Return the cards that a tap plays: those that are in one legal play only, and are all of it; «*» where every
    legal card is such a one."""
    listed = list(islice(plays, MOST_PLAYS + 1))
    if len(listed) > MOST_PLAYS:
        return ""
    of_card = _plays_of_cards(listed)
    single = sorted(card for card, theirs in of_card.items() if [len(play) for play in theirs] == [1])
    return "*" if single and len(single) == len(of_card) else " ".join(card_names(single))


def _plays_of_cards(plays: Iterable[Sequence[int]]) -> dict[int, list[Sequence[int]]]:
    """Return card → the plays that it is in."""
    of_card: dict[int, list[Sequence[int]]] = {}
    for cards in plays:
        for card in set(cards):
            of_card.setdefault(card, []).append(cards)
    return of_card
