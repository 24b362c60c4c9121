"""The actions under the hand: buttons that act, and buttons that help to choose."""

from __future__ import annotations

from math import ceil

from django.utils.html import escape
from django.utils.safestring import SafeString

from games.foundation.paths import address
from games.rules.core import Action
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import pgettext
from games.table.cards import joined
from games.table.display import NOTHING
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.scene import Scene

#: phases in which cards of the hand are chosen
CHOOSING = frozenset({"play", "bury", "discard", "exchange"})


@cached_piece(1024)
def button(
    do: str,
    label: str,
    small: str = "",
    term: str = "",
    go: bool = False,
    off: bool = False,
    count: str = "",
    one: str = "",
    need: int = 0,
    later: str = "",
) -> SafeString:
    """Return a button that posts ``do``. ``go``: it is the main one; ``off``: not possible now, but
    can be pressed to learn why. ``count`` and ``one``: its label while cards are chosen, with
    ``{n}`` for their number; ``need``: how many must be chosen; ``later``: its label off turn,
    while cards are chosen to send when the turn comes."""
    chinese = format_html(' <span class="zh" lang="zh-Hans">{}</span>', term) if term else NOTHING
    data = [
        (name, value)
        for name, value in (("count", count), ("one", one), ("need", str(need or "")), ("later", later))
        if value
    ]
    return format_html(
        # The id is what the button does, so that the morph does not turn it into another.
        '<button class="btn{}{}" id="do-{}" name=do value="{}"{}{}><span>{}{}</span>{}</button>',
        " go" if go else "",
        " two" if small else "",
        do.replace(" ", "-"),
        do,
        format_html(' aria-disabled="{}"', "true") if off else NOTHING,
        format_html_join("", ' data-{}="{}"', data),
        label,
        chinese,
        format_html("<small>{}</small>", small) if small else NOTHING,
    )


def hint(scene: Scene, passing: SafeString = NOTHING) -> SafeString:
    """Return the take-back button, the ``passing`` one, then the hint button, or the claim button in its place. The
    last keeps its place beside *Play*."""
    last = hint_button(scene)
    if scene.room_state.claims:
        last = claim_button(scene, "claim-rest", pgettext("button", "Claim all"))
    return joined((_take_back(scene), passing, last))


def hint_button(scene: Scene) -> SafeString:
    """Return the button for a hint, which chooses cards or names a call but does neither, if the viewer has a
    choice."""
    if not may_ask_hint(scene):
        return NOTHING
    return format_html(
        '<button class=btn id=do-hint name=do value="{}" formaction={}>{}</button>',
        f"hint {scene.hint.number + 1}" if scene.hint is not None else "hint",
        address("hint", scene.code),
        pgettext("button", "Hint"),
    )


def claim_button(scene: Scene, do: str, label: str, go: bool = False, fields: str = "") -> SafeString:
    """Return a button that claims the rest of the hand or answers a claim. ``fields``: what the press says besides, as
    in «kind=claim by=0»."""
    return format_html(
        '<button class="btn{}" id=do-{} name=do value="{}" formaction={}>{}</button>',
        " go" if go else "",
        do,
        f"{do} {fields}".rstrip(),
        address("rest", scene.code),
        label,
    )


def _take_back(scene: Scene) -> SafeString:
    if not scene.room_state.takes_back or scene.view is None or scene.seat not in scene.view.to_act:
        return NOTHING
    return format_html(
        "<button class=btn id=do-take-back name=do value=take-back formaction={}>{}</button>",
        address("take-back", scene.code),
        pgettext("button", "Take back"),
    )


def rest_of_draw(scene: Scene, all_dealt: bool) -> SafeString:
    """Return the button that deals the rest of a draw at once or, once ``all_dealt``, ends the last call."""
    if not scene.room_state.rest_of_draw:
        return NOTHING
    label = _("Nothing more to show") if all_dealt else _("Deal the rest")
    small = _("waiting for the others") if scene.room_state.rest_of_draw == "asked" else ""
    return format_html(
        '<button class="btn{}" id=do-deal-rest name=rest value={} formaction={}{}><span>{}</span>{}</button>',
        " two" if small else "",
        "end" if all_dealt else "deal",
        address("deal-rest", scene.code),
        format_html(' aria-disabled="{}"', "true") if small else NOTHING,
        label,
        format_html("<small>{}</small>", small) if small else NOTHING,
    )


def tools(scene: Scene, sort: str = "") -> SafeString:
    """Return the buttons about the hand, not the game: *Clear*, which also works without scripts,
    and, if ``sort`` gives its label, a button that re-sorts the hand."""
    return _tools(scene.code, sort)


@cached_piece(1024)
def _tools(code: str, sort: str) -> SafeString:
    clear = format_html("<button class=btn id=do-clear type=reset>{}</button>", pgettext("button", "Clear"))
    if not sort:
        return clear
    return format_html(
        "<button class=btn id=do-sort name=do value=sort formaction={}>{}</button>{}",
        address("sort", code),
        sort,
        clear,
    )


def may_ask_hint(scene: Scene) -> bool:
    """Return whether the viewer has several plays or calls to choose from, and may be shown one."""
    view = scene.view
    return (
        view is not None
        and scene.room_state.hints
        and not scene.room_state.sealed
        and scene.seat in view.to_act
        and len(scene.moves) > 1
        and (view.phase in CHOOSING or all(map(_is_call, scene.moves)))
    )


def _is_call(action: Action) -> bool:
    """Return whether an action is only said, when it is one's turn: a beg, its answer, a bid."""
    return action.in_turn and not {"card", "cards"}.intersection(action.form)


def actions(*buttons: SafeString, look: str = "") -> SafeString:
    """Return the row of actions, empty if there is nothing to do."""
    return format_html('<div class="actions{}" id="actions">{}</div>', f" {look}" if look else "", joined(buttons))


def actions_and(shown: SafeString, *buttons: SafeString) -> SafeString:
    """Append buttons to a row of actions."""
    return SafeString(f"{shown.rstrip().removesuffix('</div>')}{joined(buttons)}</div>")


def not_my_turn() -> SafeString:
    """Return the button for choosing cards before one's turn."""
    return button("play", _("Not your turn"), off=True, later=_("Play when it is my turn"))


def next_actions(scene: Scene) -> SafeString:
    """Return what can be done after a hand."""
    if scene.seat is None:
        return actions()
    replay = NOTHING
    if scene.hand_id is not None and scene.replayed:
        replay = format_html('<a class="btn" href="{}">{}</a>', address("replay-hand", scene.hand_id), _("Replay"))
    if scene.room_state.sealed:
        return actions(replay, _next_of_sealed(scene))
    if scene.standing is not None and scene.standing.over:
        return actions(replay, button("again", _("Play again"), go=True))
    if scene.seat not in scene.ready:
        return actions(replay, button("next", _("Next hand"), go=True))
    label = _("Next hand") if _others_are_ai(scene) else _("Waiting for the others")
    return actions(replay, button("next", label, off=True))


def _others_are_ai(scene: Scene) -> bool:
    """Return whether all others are AI players, for whom nobody waits."""
    return all(sitter.is_ai for sitter in scene.sitters if sitter.number != scene.seat)


def _next_of_sealed(scene: Scene) -> SafeString:
    """Return the button after a deal that others play too: next deal, here or at another table, or results."""
    state = scene.room_state
    if state.board < state.boards:
        return button("again", _("Next deal"), go=True)
    page = address("duplicate-table", scene.code) if state.boards else address("daily-game", scene.game.key)
    label = _("Go on") if state.board < state.boards_in_all else _("Results")
    return format_html('<a class="btn go" href="{}">{}</a>', page, label)


def is_closed(scene: Scene) -> bool:
    """Return whether a duplicate table was closed in mid-deal because its time was over."""
    state = scene.room_state
    return bool(state.boards) and not state.running and scene.view is not None and scene.view.result is None


def closed_actions(scene: Scene) -> SafeString:
    """Return the actions at a table that was closed."""
    return actions(_next_of_sealed(scene)) if scene.seat is not None else actions()


def next_line(scene: Scene) -> str:
    """Return what comes after a hand."""
    if boards := scene.room_state.boards_in_all:
        if (board := scene.room_state.board) < boards:
            values = {"board": board, "boards": boards}
            return _("That was deal %(board)s of %(boards)s. Others play the same.") % values
        return _("That was the last deal.")
    if scene.room_state.sealed:
        return _("That was the deal of the day. See how others did.")
    if scene.standing is not None and scene.standing.over:
        won = scene.seat is not None and scene.seat in scene.standing.winners
        return _("You have won the match.") if won else _("The match is over.")
    is_dealt = scene.seat in scene.ready and _others_are_ai(scene)  # at once
    if scene.seat in scene.ready and not is_dealt:
        return _("Waiting for the others.")
    if scene.next_in is None or is_dealt:
        return _("Look as long as you like, then go on.") if scene.room_state.running and scene.seat is not None else ""
    # the page counts down
    seconds = format_html("<b data-next={}>{}</b>", f"{scene.next_in:.1f}", str(ceil(scene.next_in)))
    return SafeString(escape(_("The next hand in %(seconds)s s.")) % {"seconds": seconds})
