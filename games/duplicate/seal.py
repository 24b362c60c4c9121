"""Who may see the cards of a deal played at sealed tables. In duplicate: people who have played all of the event, and
anybody with the link once it is over. For the deal of the day see ``daily.seal``."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from games.daily import seal as daily
from games.duplicate.models import Contestant, Event, EventBoard
from games.matches.models import RoomBoard


def is_over(match_id: int) -> bool:
    """Return whether the deal of a sealed match can no longer be played."""
    deal = _deal(match_id)
    return _is_over(deal) if deal is not None else daily.is_over(match_id)


def is_in_play(game: str, deck: Sequence[str]) -> bool:
    """Return whether a deck of a game, as names of cards, is that of a deal that can still be played at sealed
    tables."""
    deals = EventBoard.objects.select_related("event").filter(event__game=game, board__deck=list(deck))
    deals = deals.exclude(event__phase=Event.Phase.OVER)
    return daily.is_in_play(game, deck) or not all(_is_over(deal) for deal in deals)


def has_finished(match_id: int, user_id: int | None) -> bool:
    """Return whether a person has played all deals of a sealed match's event at their own tables; in a tournament,
    whether they take part and the round is over."""
    deal = _deal(match_id)
    if deal is None:
        return daily.has_finished(match_id, user_id)
    if user_id is None:
        return False
    own = Contestant.objects.filter(event=deal.event_id, members__user=user_id)
    if deal.event.is_set:
        return own.filter(Q(finished_at__isnull=False) | Q(event__phase=Event.Phase.OVER)).exists()
    return is_over(match_id) and own.exists()


def _is_over(deal: EventBoard) -> bool:
    event = deal.event
    if event.is_over or event.is_set:
        return event.is_over
    return event.round > deal.round or event.phase == Event.Phase.BREAK


def _deal(match_id: int) -> EventBoard | None:
    board = RoomBoard.objects.filter(match=match_id).values("board")[:1]
    return EventBoard.objects.select_related("event").filter(board=board).first()
