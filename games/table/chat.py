"""The chat panel and its buttons."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.foundation.paths import address
from games.rooms.chat import PHRASES
from games.table.cached_gettext import gettext as _
from games.table.cards import joined
from games.table.display import NOTHING, avatar, place, render
from games.table.markup import format_html
from games.table.piece_cache import cached_piece
from games.table.scene import Line, Scene

NO_TALK = format_html('<section class="talk" id="talk"{}></section>', " hidden")


def talk(scene: Scene) -> SafeString:
    """Return the chat panel, empty if this table has no chat."""
    chat = scene.talk
    if chat is None:
        return NO_TALK
    if not chat.lines and not chat.others:
        return _empty_talk(chat.speaks, chat.quick)
    others = joined(_other(*other, table=scene.code if chat.speaks else "") for other in chat.others)
    return render(
        "table/_talk",
        lines=joined(_line(line, scene) for line in chat.lines),
        phrases=_phrases() if chat.quick else NOTHING,
        speaks="yes" if chat.speaks else "",
        others=others,
    )


@cached_piece(16)
def _empty_talk(speaks: bool, quick: bool) -> SafeString:
    """Return the panel before the first message."""
    return render(
        "table/_talk",
        lines=NOTHING,
        phrases=_phrases() if quick else NOTHING,
        speaks="yes" if speaks else "",
        others=NOTHING,
    )


def _other(pk: int, name: str, muted: bool, table: str) -> SafeString:
    """Return the button that mutes somebody and, if ``table`` names the table where the viewer sits, the link
    that reports them."""
    mute = format_html(
        '<button class="btn" form="talk-form" name="{}" value="{}" aria-pressed="{}">{}</button>',
        "hear" if muted else "mute",
        str(pk),
        "true" if muted else "false",
        _("Mute %(name)s") % {"name": name},
    )
    label = _("Report %(name)s") % {"name": name}
    url = f"{address('report', pk)}?table={table}"
    report = format_html('<a class="btn quiet" href="{}" target="_blank">{}</a>', url, label)
    return joined((mute, report)) if table else mute


def _line(line: Line, scene: Scene) -> SafeString:
    """Return a message; somebody else's quick phrase also shows at their badge (``words.js``)."""
    name = _("You") if line.seat is not None and line.seat == scene.seat else line.name
    term = format_html(' <span class="zh" lang="zh-Hans">{}</span>', line.term) if line.term else NOTHING
    mark = avatar(scene.sitters[line.seat], small=True) if line.seat is not None else NOTHING
    at = place(line.seat, scene) if line.quick and line.seat is not None and line.seat != scene.seat else ""
    return format_html(
        '<li id="m{}"{}>{}<div><b>{}</b> <span>{}{}</span></div></li>',
        str(line.number),
        format_html(' data-at="{}"', at) if at else NOTHING,
        mark,
        name,
        line.text,
        term,
    )


@cached_piece(16)
def _phrases() -> SafeString:
    """Return the quick phrases: words, then faces."""
    html = '<button class="btn" form="talk-form" name="phrase" value="{}">{}</button>'
    buttons = [format_html(html, code, _(phrase.text)) for code, phrase in PHRASES.items()]
    return format_html('<div class="phrases">{}</div>', joined(buttons))
