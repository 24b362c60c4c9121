"""Hands in which the rest can be claimed, for tests."""

from __future__ import annotations

from random import Random
from typing import Any

from django.utils import timezone

from games.accounts.models import User
from games.foundation.process_cache import clear_caches
from games.matches import fold
from games.matches.models import Entry, Hand
from games.rules.cards import PACK_52, cards, names
from games.rules.rest import sure_leads
from tests.matches.tables import current, match_of, move
from tests.rules.chance import shuffled

#: dealt three at a time: the eldest's six cards, the highest trumps; the dealer's; and the trump that is turned up
SURE = "AS KS QS 2H 3H 4H JS TS 9S 5H 6H 7H 2S"
#: the same with the ace of trumps in the pack
NOT_SURE = "8S KS QS 2H 3H 4H JS TS 9S 5H 6H 7H 2S"


def sure_hand(*who: User | str, deal: str = SURE, **options: Any) -> Hand:
    """Return a hand of All Fours for two whose eldest, seat 0, is on lead."""
    hand = current(match_of("all-fours", *who, options=options))
    first = cards(deal)
    Hand.objects.filter(pk=hand.pk).update(
        deck=names((*first, *(card for card in PACK_52 if card not in first))),
        context={"dealer": 1, "scores": [0, 0]},
        due_at=None,
        turn_at=timezone.now(),
    )
    clear_caches()
    hand = current(hand.match)
    move(hand, 0, {"do": "stand"})
    return current(hand.match)


def staged(game: str, *who: User | str, seed: int = 1, least: int = 3, **options: Any) -> Hand:
    """Return a hand of any game of tricks in the middle of the play, in which seat 0 may claim the rest."""
    hand, rng = current(match_of(game, *who, options=options)), Random(seed)
    hand.drawn_at = None
    while True:
        hand.deck = names(shuffled(hand.match.room.rules, hand.match.room.resolved(), rng))
        entries, folded = [], fold.start(hand)
        while folded.state.result is None:
            seat = folded.state.to_act[0]
            view = folded.view(seat)
            if seat == 0 and len(view.hand) >= least and sure_leads(folded.game, view):
                return _stored(hand, entries)
            entries.append(folded.game.write_action(rng.choice(folded.game.legal(folded.state))))
            folded = folded.after(folded.read(entries[-1]))


def _stored(hand: Hand, entries: list[dict[str, Any]]) -> Hand:
    Entry.objects.bulk_create(
        Entry(hand=hand, seq=seq, action=raw, by=Entry.By.PERSON, key=str(seq)) for seq, raw in enumerate(entries)
    )
    hand.version, hand.due_at, hand.turn_at = len(entries), None, timezone.now()
    hand.save()
    hand.match.room.touch()
    clear_caches()
    return current(hand.match)
