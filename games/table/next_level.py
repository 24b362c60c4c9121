"""The AI players of «Play now»: how strong they are at each game, and which the house proposes next.

Whoever plays a game for the first time meets those of ``FIRST``. After three hands against AI players of one level it
proposes the next by how they went, and nothing changes unless they take it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils.safestring import SafeString

from games.accounts.models import User
from games.accounts.services import set_preference
from games.ai import LEVELS, bot
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.paths import address
from games.matches.models import Player
from games.rooms.models import USUAL_LEVEL, Room
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.markup import format_html
from games.table.scene import Scene

#: Whom a newcomer meets, and the levels that are proposed, the weakest first.
FIRST = "beginner"
LADDER = tuple(level for level in LEVELS if level != "random")
#: Hands after which a level is proposed, and of them those won from which it is the stronger one.
HANDS, WON = 3, 2
#: What the preferences keep of a game: the level of Play now, and the levels that somebody does not want proposed.
LEVEL, UNWANTED = "level {}", "no level {}"


class Proposal(NamedTuple):
    """A level that the house proposes; ``stronger`` than the one that was played against."""

    game: str
    level: str
    stronger: bool

    @property
    def sentence(self) -> str:
        """What a host says of it."""
        level = {"level": _(LEVELS[self.level].name)}
        if self.stronger:
            return _("Three hands well played. Try %(level)s players?") % level
        return _("Three hands went the other way. Try %(level)s players?") % level

    @property
    def called(self) -> str:
        """What the game is called."""
        return _(GAMES[self.game].name)


def level_of(prefs: dict[str, Any], game: str) -> str:
    """Return the level of Play now of somebody who has played a game before."""
    return str(prefs.get(LEVEL.format(game), USUAL_LEVEL))


def take(user: User, game: str, level: str) -> None:
    """Have Play now seat somebody with AI players of a level from now on; any other may be proposed again."""
    set_preference(user, LEVEL.format(game), level)
    set_preference(user, UNWANTED.format(game), "")


def decline(user: User, game: str, level: str) -> None:
    """Propose a level of a game no more, until somebody has taken another."""
    unwanted = {*user.prefs.get(UNWANTED.format(game), "").split(), level}
    set_preference(user, UNWANTED.format(game), " ".join(sorted(unwanted)))


def after(
    prefs: dict[str, Any], game: str, options: dict[str, Any], level: str, seats: Sequence[int], results: Iterable[Any]
) -> Proposal | None:
    """Return what is proposed to somebody after their last hands against AI players of a ``level``: where they sat,
    and what each came to; None where there are not enough, they went neither way, or it is not wanted."""
    player, rules = bot(game), GAMES[game]
    if len(seats) < HANDS or level not in LADDER or level != level_of(prefs, game) or not player.measures:
        return None
    resolved = rules.resolve(options)
    won = [player.above_par(result, rules.side(seat, resolved)) for seat, result in zip(seats, results, strict=True)]
    if 0 < sum(won) < WON:
        return None
    stronger = sum(won) >= WON
    place = LADDER.index(level) + (1 if stronger else -1)
    if not 0 <= place < len(LADDER) or LADDER[place] in prefs.get(UNWANTED.format(game), "").split():
        return None
    return Proposal(game, LADDER[place], stronger)


def _latest(user: int) -> QuerySet[Player, Any]:
    """Return of somebody's last hands, the newest first, that were theirs from the deal on and could be lost: the game,
    its options, their seat, the result, and the least and the greatest level of all others, "" being a person's."""
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
    """Return what is proposed to somebody after the last hands that they have played anywhere."""
    hands = _hands(user.pk)
    if not hands or len({(game, level) for game, _o, _s, _r, *levels in hands for level in levels}) > 1:
        return None
    game, options, _seat, _result, level, _same = hands[0]
    return after(user.prefs, game, options, level, [hand[2] for hand in hands], [hand[3] for hand in hands])


def offer(scene: Scene, proposal: Proposal) -> SafeString:
    """Return a proposal as the table makes it between two hands, with the presses that take and decline it."""
    return format_html(
        '<span>{}</span> <button class=link formaction="{}" name=level value={}>{}</button> '
        '<button class=link formaction="{}" name=unwanted value={}>{}</button>',
        proposal.sentence,
        address("play-now", proposal.game),
        proposal.level,
        _("Yes, please"),
        address("table-settings", scene.code),
        proposal.level,
        _("No, thanks"),
    )
