"""Who may see the cards of a deal played at sealed tables. In duplicate: people who have played all of the event, and
anybody with the link once it is over. For the deal of the day see ``daily.seal``."""

from __future__ import annotations

from django.db.models import Q

from games.daily import seal as daily
from games.duplicate.models import Contestant, Event, EventBoard
from games.matches.models import RoomBoard


def is_over(match_id: int) -> bool:
    """Return whether the deal of a sealed match can no longer be played."""
    deal = _deal(match_id)
    if deal is None:
        return daily.is_over(match_id)
    event = deal.event
    if event.is_over or event.is_set:
        return event.is_over
    return event.round > deal.round or event.phase == Event.Phase.BREAK


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


def _deal(match_id: int) -> EventBoard | None:
    board = RoomBoard.objects.filter(match=match_id).values("board")[:1]
    return EventBoard.objects.select_related("event").filter(board=board).first()
