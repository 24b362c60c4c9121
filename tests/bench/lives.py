"""A long-standing player: friends, open tables, finished hands of all games; and very many hands."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from django.utils import timezone

from games.accounts.models import Friendship, Notification, User
from games.community.models import Rated
from games.matches import events
from games.matches.models import Hand, Match, Player
from games.rooms.models import Room
from games.rules.registry import GAMES
from tests.matches.tables import match_of, person, room_of
from tests.replays.hands import finished

#: Friends; tables with a free seat, and as many of the player's own; finished hands, and hands per match.
FRIENDS, TABLES, HANDS, A_MATCH = 30, 20, 500, 5

COPIED = ("context", "deck", "version", "result")  # what the copy of a hand shares with it


def long_life(name: str = "alice") -> tuple[User, dict[str, dict[str, Any]]]:
    """Create the player; return them and, by game, the codes of a table in play and of a waiting one, and a hand."""
    alice, friends, now = person(name), [person(f"friend-{number}") for number in range(FRIENDS)], timezone.now()
    for number, friend in enumerate(friends):
        friend.seen_at = now if number % 2 else now - timedelta(days=1)
        friend.save()
        Friendship.objects.create(asker=alice, asked=friend, called=friend.name, accepted_at=now)
        Notification.objects.create(user=alice, sender=friend, kind=Notification.Kind.ACCEPTED)
    hands = [finished(game, alice, friends[0]) for game in GAMES]
    asked_of: dict[str, dict[str, Any]] = {hand.match.game: {"hand": hand.pk} for hand in hands}
    _copy(hands, HANDS - len(hands), alice, friends)
    for game, friend in islice(zip(cycle(GAMES), friends, strict=False), TABLES):
        others = GAMES[game].seats(GAMES[game].resolve({})) - 2
        asked_of[game]["table"] = match_of(game, alice, friend, *["policy"] * others).room.code
        waiting = room_of(game, friend, *[""] * (others + 1))
        Room.objects.filter(pk=waiting.pk).update(visibility=Room.Visibility.PUBLIC)
        asked_of[game]["waits"] = waiting.code
    return alice, asked_of


def store(count: int, who: User | None = None) -> None:
    """Put so many finished hands into the database: of other people, or of one person."""
    events._enqueue = lambda *args: None  # type: ignore[assignment]
    player, other = who or person("one"), person("other")
    _copy([finished("all-fours", player, other)], count, player, [other])


def _copy(hands: list[Hand], count: int, alice: User, friends: list[User]) -> None:
    """Fill a history: matches with the hands that were played, over and over."""
    now = timezone.now()
    sources = list(zip(range(count // A_MATCH), cycle(hands), cycle(friends), strict=False))
    matches = [
        Match(room_id=old.match.room_id, game=old.match.game, options=old.match.options, ended_at=now, winners=[at % 2])
        for at, old, _friend in sources
    ]
    Match.objects.bulk_create(matches, batch_size=2000)
    Rated.objects.bulk_create((Rated(match=match) for match in matches), batch_size=2000)  # nothing waits to be rated
    rows_of = {hand.pk: list(hand.match.players.all()) for hand in hands}
    players = (
        Player(match=match, seat=row.seat, user=row.user_id and (friend if row.seat else alice), level=row.level)
        for match, (_, hand, friend) in zip(matches, sources, strict=True)
        for row in rows_of[hand.pk]
    )
    Player.objects.bulk_create(players, batch_size=2000)
    copies = (
        Hand(match=match, number=at, scored_at=now, **{name: getattr(old, name) for name in COPIED})
        for match, (_, old, _friend) in zip(matches, sources, strict=True)
        for at in range(1, A_MATCH + 1)
    )
    Hand.objects.bulk_create(copies, batch_size=2000)
