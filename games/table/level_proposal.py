"""A proposal to play against other AI players, as tables and the front page show it (``next_level`` makes it)."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString

from games.ai.levels import LEVELS
from games.foundation.paths import address
from games.rules.registry import GAMES
from games.table.cached_gettext import gettext as _
from games.table.markup import format_html
from games.table.scene import Scene


class Proposal(NamedTuple):
    """A proposed level; ``stronger`` or weaker than the last one played. ``later``: from the next match on."""

    game: str
    level: str
    stronger: bool
    later: bool = False

    @property
    def sentence(self) -> str:
        """The proposal in words."""
        level = {"level": _(LEVELS[self.level].name)}
        if self.later and self.stronger:
            return _("Three hands well played. Try %(level)s players from the next match on?") % level
        if self.later:
            return _("Three hands went the other way. Try %(level)s players from the next match on?") % level
        if self.stronger:
            return _("Three hands well played. Try %(level)s players?") % level
        return _("Three hands went the other way. Try %(level)s players?") % level

    @property
    def called(self) -> str:
        """The game's name."""
        return _(GAMES[self.game].name)


def offer(scene: Scene, proposal: Proposal) -> SafeString:
    """Return a proposal as shown between two hands, with buttons to accept and decline it."""
    settings = address("table-settings", scene.code)
    return format_html(
        '<span>{}</span> <button class=link formaction="{}" name={} value={}>{}</button> '
        '<button class=link formaction="{}" name=unwanted value={}>{}</button>',
        proposal.sentence,
        settings if proposal.later else address("play-now", proposal.game),
        "wanted" if proposal.later else "level",
        proposal.level,
        _("Yes, please"),
        settings,
        proposal.level,
        _("No, thanks"),
    )
