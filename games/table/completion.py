"""What a tap on a card does besides choosing it: it also chooses the rest of the only play that holds it, or plays
the card at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from django.utils.safestring import SafeString

from games.rules.cards import names as card_names
from games.table.display import NOTHING
from games.table.markup import format_html

#: with more legal plays than this, nothing is completed
MOST_PLAYS = 200
#: up to this many are sent in full
FEW_PLAYS = 40


def together(plays: Iterable[Sequence[int]]) -> SafeString:
    """Return, as an attribute of the hand, which cards a tap on another card also chooses.

    ``data-plays``: the legal plays, if they are few and each has several cards; once the chosen cards fit only
    one of them, the rest of it is chosen. ``data-with``: otherwise, the cards that are in only one play, as in
    «KS QS=KS KS QS QS»; «;» separates plays.
    """
    legal = list(islice(plays, MOST_PLAYS + 1))
    if len(legal) > MOST_PLAYS:
        return NOTHING
    if len(legal) <= FEW_PLAYS and all(len(cards) > 1 for cards in legal):
        text = ";".join(" ".join(card_names(cards)) for cards in legal)
        return format_html(' data-plays="{}"', text) if text else NOTHING
    of_card = _plays_of_cards(legal)
    by_play: dict[tuple[int, ...], list[int]] = {}
    for card, theirs in of_card.items():
        if len(theirs) == 1 and len(theirs[0]) > 1:
            by_play.setdefault(tuple(theirs[0]), []).append(card)
    pairs = (f"{' '.join(card_names(sorted(keys)))}={' '.join(card_names(cards))}" for cards, keys in by_play.items())
    return format_html(' data-with="{}"', ";".join(pairs)) if by_play else NOTHING


def alone(plays: Iterable[Sequence[int]]) -> str:
    """Return the cards that a tap plays: those whose only legal play is the card alone; «*» if that is true of every
    legal card."""
    legal = list(islice(plays, MOST_PLAYS + 1))
    if len(legal) > MOST_PLAYS:
        return ""
    of_card = _plays_of_cards(legal)
    single = sorted(card for card, theirs in of_card.items() if [len(play) for play in theirs] == [1])
    return "*" if single and len(single) == len(of_card) else " ".join(card_names(single))


def _plays_of_cards(plays: Iterable[Sequence[int]]) -> dict[int, list[Sequence[int]]]:
    """Return card → the plays that hold it."""
    of_card: dict[int, list[Sequence[int]]] = {}
    for cards in plays:
        for card in set(cards):
            of_card.setdefault(card, []).append(cards)
    return of_card
