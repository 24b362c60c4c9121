"""The board of Forty and Eighty: seats, declarations, the pack, the bottom, the trick."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.core import Seat
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View, table_of
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, card_back, fan, joined
from games.table.display import NOTHING, played, seat_badge, spot, tag
from games.table.markup import format_html
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.shengji.table.ground import declarer, trump_name, trumps_among


def board(scene: Scene, view: View) -> SafeString:
    """Return the seats with what lies before them, and the middle."""
    in_front_of = in_public(scene, _declared if view.phase in ("draw", "bury") else _trick_shown)
    spots = [spot(seat, scene, _badge(seat, scene, view), in_front_of.get(seat, NOTHING)) for seat in range(4)]
    html = '<section class="board seats4" id="board" aria-label="{}">{}{}</section>'
    return format_html(html, _("Table"), joined(spots), _hub(scene, view))


def _badge(seat: int, scene: Scene, view: View) -> SafeString:
    banker = tag(_("banker"), "庄", "zhuang") if seat == view.banker else NOTHING
    return seat_badge(seat, scene, banker, _note(seat, scene, view), view.counts[seat] or None)


def _note(seat: int, scene: Scene, view: View) -> str:
    """Return a seat's side, or what it is doing, in a word or two."""
    if seat in view.to_act:
        if seat == scene.seat:
            return _("your turn")
        return {"bury": _("is burying"), "claims": _("may claim")}.get(view.phase, _("to play"))
    if view.trick and seat == view.leader:
        return _("led")
    if scene.seat is not None and seat == (scene.seat + 2) % 4:
        return _("your partner")
    side = declarer(seat, view)
    if side is None:
        return ""
    return _("declarer") if side else _("challenger")


def _declared(view: View) -> dict[int, SafeString]:
    """Return the cards shown to make trumps, by seat."""
    shown = {}
    for declared in view.declared:
        standing = declared is view.standing
        look, word = ("best", _("makes trumps")) if standing else ("beaten", _("overcalled"))
        shown[declared.seat] = played(declared.seat, declared.cards, frozenset(declared.cards), look, word)
    return shown


def _trick_shown(view: View) -> dict[int, SafeString]:
    """Return the cards before each seat: the current trick, or the previous one until the next lead."""
    finished = not view.trick
    trick = view.trick or view.last_trick
    if not trick:
        return {}
    winner = view.leader if finished and view.phase == "play" else view.best
    if finished and view.phase != "play":
        winner = view.result["last_winner"] if view.result else view.leader
    shown = {}
    for play in trick:
        best = play.seat == winner and (finished or len(trick) > 1)
        look = "best" if best else "beaten" if finished else ""
        word = _word(view, play.cards, finished) if best else ""
        cards = play.cards if len(play.cards) == 1 else _in_order(play.cards, view)
        shown[play.seat] = played(play.seat, cards, trumps_among(cards, view), look, word)
    return shown


def _in_order(cards: tuple[int, ...], view: View) -> tuple[int, ...]:
    table = table_of(view)
    return tuple(sorted(cards, key=lambda card: (table.suits[card] == TRUMP, table.place[card], card), reverse=True))


def _word(view: View, cards: tuple[int, ...], finished: bool) -> str:
    suits = table_of(view).suits
    trick = view.trick or view.last_trick
    if finished:
        return _("took it")
    if suits[cards[0]] == TRUMP and suits[trick[0].cards[0]] != TRUMP:
        return _("trumped")
    return _("winning")


# --- the middle --------------------------------------------------------------------------


def _hub(scene: Scene, view: View) -> SafeString:
    """Return the middle of the board. Each thing it shows has its own id, so that none turns into the next."""
    failed = _failed(scene, view) if view.phase == "play" and view.result is None else NOTHING
    return _middle(view, failed) if failed else in_public(scene, _middle)


def _middle(view: View, failed: SafeString = NOTHING) -> SafeString:
    """Return the middle of the board; ``failed``: the throw that failed in this trick."""
    if view.phase == "draw":
        return _drawing(view)
    if view.phase == "bury":
        return _burying(view)
    if view.result is not None:
        return format_html('<div class="{}"></div>', "hub")
    # the number changes with the cards: the last trick lies on the table until the next lead
    number = view.trick_number - bool(view.last_trick and not view.trick)
    points = ngettext("%(number)s point in it", "%(number)s points in it", view.pot) % {"number": view.pot}
    if view.phase != "play":
        return format_html("<div class=hub><b>{}</b></div>", _("All cards are played"))
    return format_html(
        "<div class=hub><b>{}</b>{}{}</div>",
        _("Trick %(number)s") % {"number": number},
        # the line stays while there is nothing to say
        format_html("<small>{}</small>", points if view.pot else ""),
        failed,
    )


def _failed(scene: Scene, view: View) -> SafeString:
    """Return the throw that failed in this trick, with all the cards shown."""
    if view.failed is None or not view.trick:
        return NOTHING
    led = " ".join(map(brief, view.trick[0].cards))
    text = _("%(name_owner)s throw fails: somebody can beat %(led)s, so it is led alone.")
    return format_html(
        '<span class="failed"><ol class="cards fan">{}</ol><small>{}</small></span>',
        fan(view.failed.cards),
        tell(scene, text, name=Seat(view.failed.seat), led=led),
    )


def _drawing(view: View) -> SafeString:
    left = view.to_deal - view.dealt
    label = ngettext("card still to deal", "cards still to deal", left) if left else _("all cards are dealt")
    return format_html(
        '<div class="hub draw" id=hub-draw><span class="pile">{}</span><b class="count">{}</b><small>{}</small></div>',
        card_back(),
        str(left),
        label,
    )


def _burying(view: View) -> SafeString:
    revealed = format_html('<ol class="cards fan turned">{}</ol>', fan(view.revealed)) if view.revealed else NOTHING
    head = _("Trump: %(trumps)s") % {"trumps": trump_name(view.trump, view.trumps_made)}
    return format_html("<div class=hub id=hub-bury><b>{}</b>{}</div>", head, revealed)
