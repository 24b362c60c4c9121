"""The AI players of «Play now»: their level for each game, and the level proposed next.

Somebody new to a game meets AI players of level ``FIRST``. After three hands against one level, the house proposes
a stronger or weaker one, depending on the results; nothing changes unless the player accepts. Then they begin a match
at another table; but during a rated match, which they would lose by leaving it, they meet the others from their next
match on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from games.accounts.models import User
from games.accounts.services import set_preference
from games.ai import LEVELS, bot
from games.community.rating_rules import why_match_unrated
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.transactions import write
from games.matches.models import Match, Player
from games.rooms.models import USUAL_LEVEL, Room, Seat
from games.rules.registry import GAMES
from games.table.level_proposal import Proposal

#: The level a newcomer meets, and the levels proposed, weakest first.
FIRST = "beginner"
LADDER = tuple(level for level in LEVELS if level != "random")
#: Hands after which a level is proposed, and how many of them won make it the stronger one.
HANDS, WON = 3, 2
#: Matches that are looked through for the games that somebody knows.
MATCHES = 200
#: Preference keys for a game: the level of «Play now», and the levels not to be proposed.
LEVEL, UNWANTED = "level {}", "no level {}"


def level_of(prefs: dict[str, Any], game: str) -> str:
    """Return the «Play now» level of somebody who has played the game."""
    return str(prefs.get(LEVEL.format(game), USUAL_LEVEL))


#: The games of somebody's latest matches.
_games: CompiledQuery[Any] = CompiledQuery(
    lambda user: Player.objects.filter(user=user).order_by("-match_id").values_list("match__game")[:MATCHES], -1
)


def known_games(user: User) -> set[str]:
    """Return the games that somebody has played by «Play now», or in any of their latest ``MATCHES`` matches."""
    return {game for game in GAMES if LEVEL.format(game) in user.prefs} | {game for (game,) in _games(user.pk)}


def take(user: User, game: str, level: str) -> None:
    """Store the level for somebody's «Play now» tables; declined levels may be proposed again."""
    set_preference(user, LEVEL.format(game), level)
    set_preference(user, UNWANTED.format(game), "")


def take_later(user: User, game: str, level: str, room: Room | None = None) -> None:
    """Store the level for somebody's next tables, and for the next match where they play with AI players alone: at
    tables of «Play now», and in ``room``. Other tables keep the level that was chosen for them."""
    take(user, game, level)
    people = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False).exclude(user=user)
    rooms = Room.objects.filter(Q(findable__isnull=False) | Q(pk=room and room.pk))
    with write():
        rooms.filter(~Exists(people), host=user, game=game, sealed=False, closed_at=None).update(level=level)


def decline(user: User, game: str, level: str) -> None:
    """Stop proposing a level of a game until the user takes another."""
    unwanted = {*user.prefs.get(UNWANTED.format(game), "").split(), level}
    set_preference(user, UNWANTED.format(game), " ".join(sorted(unwanted)))


def after(
    prefs: dict[str, Any], game: str, options: dict[str, Any], level: str, seats: Sequence[int], results: Iterable[Any]
) -> Proposal | None:
    """Return the proposal after somebody's last hands against AI players of ``level``, given their ``seats`` and the
    ``results``, the latest last; None if there are too few hands, no clear trend, the latest hand went the other way,
    or the level is unwanted."""
    player, rules = bot(game), GAMES[game]
    if len(seats) < HANDS or level not in LADDER or level != level_of(prefs, game) or not player.measures:
        return None
    resolved = rules.resolve(options)
    won = [player.above_par(result, rules.side(seat, resolved)) for seat, result in zip(seats, results, strict=True)]
    stronger = sum(won) >= WON
    # nobody is praised right after a hand that they lost
    if not (won[-1] if stronger else not any(won)):
        return None
    place = LADDER.index(level) + (1 if stronger else -1)
    if not 0 <= place < len(LADDER) or LADDER[place] in prefs.get(UNWANTED.format(game), "").split():
        return None
    return Proposal(game, LADDER[place], stronger)


def _latest(user: int) -> QuerySet[Player, Any]:
    """Return a user's last hands, newest first, that they played from the deal and that count: the game, its options,
    their seat, the result, and the lowest and highest level of all others ("" for a person)."""
    others = Player.objects.filter(match=OuterRef("match")).exclude(seat=OuterRef("seat"))
    hands = Player.objects.filter(
        user=user,
        match__practice=False,
        match__room__sealed=False,
        match__room__learning=Room.Learning.NO,
        match__hands__scored_at__isnull=False,
        match__hands__replaced_by=None,
        match__hands__number__gte=F("from_hand"),
    )
    return hands.order_by("-match_id", "-match__hands__number").values_list(
        "match__game",
        "match__options",
        "seat",
        "match__hands__result",
        Subquery(others.order_by("level").values("level")[:1]),
        Subquery(others.order_by("-level").values("level")[:1]),
    )[:HANDS]


_hands: CompiledQuery[Any] = CompiledQuery(_latest, -1)


def proposed(user: User) -> Proposal | None:
    """Return the proposal to somebody after their last hands at any table; for later, if a rated match of theirs at
    this game is unfinished."""
    hands = _hands(user.pk)
    if not hands or len({(game, level) for game, _o, _s, _r, *levels in hands for level in levels}) > 1:
        return None
    game, options, _seat, _result, level, _same = hands[0]
    seats, results = [hand[2] for hand in reversed(hands)], [hand[3] for hand in reversed(hands)]
    proposal = after(user.prefs, game, options, level, seats, results)
    if proposal is not None and _has_unfinished(user, game):
        return proposal._replace(later=True)
    return proposal


def _has_unfinished(user: User, game: str) -> bool:
    """Return whether a rated match of somebody's at a game is unfinished."""
    players = Prefetch("players", Player.objects.select_related("user"))
    matches = Match.objects.filter(players__user=user, game=game, ended_at=None, unrated=False, practice=False)
    matches = matches.prefetch_related(players)
    return any(not why_match_unrated(match, list(match.players.all())) for match in matches)
