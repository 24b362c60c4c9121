"""A table with no hand to show: who is seated, who is missing, what the viewer may do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString

from games.foundation.paths import address
from games.rules.core import Seat
from games.table.buttons import actions
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import joined
from games.table.display import NOTHING, Choice, Display, Prompt, hand, render, seat_badge, spot, tag
from games.table.markup import format_html, format_html_join
from games.table.room_settings import differences, in_short
from games.table.scene import Scene, Sitter
from games.table.sentences import listed, names, tell


def display(scene: Scene) -> Display:
    """Return a table with no hand to show."""
    return Display(
        about=_(scene.game.name),
        score=render(
            "table/_rules_strip",
            short=in_short(scene.game, scene.options),
            kept=_kept(scene),
            differs=bool(differences(scene.game, scene.options)),
        ),
        board=_board(scene),
        side=_side(scene),
        prompt=_prompt(scene),
        hand=hand((), Choice(), ""),
        actions=actions(*_actions(scene)),
    )


def action_button(do: str, label: str, spoken_label: str = "", go: bool = False) -> SafeString:
    """Return a button that changes who sits where; ``spoken_label`` names the seat for screen
    readers."""
    return format_html(
        '<button class="btn{}" form="room-form" name="do" value="{}">{}{}</button>',
        " go" if go else "",
        do,
        label,
        format_html('<span class="vh">: {}</span>', spoken_label) if spoken_label else NOTHING,
    )


def seat_and_person(sitter: Sitter) -> str:
    """Return whom a press is about: their seat, and themselves, since somebody else may have the seat by then."""
    return f"{sitter.number} {sitter.person}"


def takeable_seats(scene: Scene) -> SafeString:
    """Return the seats that an onlooker may take: AI players' during a match, afterwards those of players who left.
    One is a button; several are a menu, because six do not fit side by side on a phone."""
    over = scene.view is not None and scene.view.result is not None
    who, seats = names(scene), scene.room_state.takeable
    if len(seats) == 1 and scene.sitters[seats[0]].is_ai:
        take = _("Take %(name)s’s seat") if over else _("Take %(name)s’s seat with the next hand")
        return actions(action_button(f"take {seats[0]}", take % {"name": who[seats[0]]}))
    numbers = {seat: _("seat %(number)s") % {"number": seat + 1} for seat in seats}
    if len(seats) == 1:
        return actions(action_button(f"take {seats[0]}", _("Sit here"), numbers[seats[0]]))
    menu = _("Take a seat") if over else _("Take a seat with the next hand")
    takeable = [
        action_button(
            f"take {seat}",
            _("Take %(name)s’s seat") % {"name": who[seat]}
            if scene.sitters[seat].is_ai
            else f"{_('Sit here')}: {numbers[seat]}",
        )
        for seat in seats
    ]
    return actions(menu_of(f"seats-{'-'.join(map(str, seats))}", menu, takeable))


def _to_decide_on(scene: Scene) -> Sequence[int]:
    """Return the seats whose newcomers a viewer may turn away: all for the host, for others those who play against
    them and stop their win counting."""
    if scene.room_state.decides:
        return [sitter.number for sitter in scene.sitters if sitter.newcomer]
    return scene.room_state.spoiling


def newcomers(scene: Scene) -> SafeString:
    """Return the menu about the newcomers of the next hand: what it means for a viewer, and their choices for each;
    empty if there are none. It is not among the actions, because it comes at any moment and must move none of them."""
    seats, spoiling = _to_decide_on(scene), scene.room_state.spoiling
    if not seats:
        return NOTHING
    warning = _("Once a newcomer plays against you, a win here no longer counts for your rating.")
    pieces = [format_html("<p>{}</p>", warning)] if spoiling else []
    for seat in seats:
        name = {"name": scene.sitters[seat].newcomer}
        whom = seat_and_person(scene.sitters[seat])
        pieces.append(action_button(f"turn-away {whom}", _("Not %(name)s") % name))
        if scene.room_state.seats_now:
            at_once = (
                _("Let %(name)s play now") if spoiling else _("Let %(name)s play now: a win then no longer counts")
            )
            pieces.append(action_button(f"let-in {whom}", at_once % name))
    label = ngettext("Newcomer: %(names)s", "Newcomers: %(names)s", len(seats))
    of = "-".join(seat_and_person(scene.sitters[seat]).replace(" ", "-") for seat in seats)
    label %= {"names": listed(scene.sitters[seat].newcomer for seat in seats)}
    return menu_of(f"newcomers-{of}", label, pieces, "link")


def menu_of(name: str, label: str, buttons: Iterable[SafeString], look: str = "btn") -> SafeString:
    """Return buttons in a menu with an id and a label; ``look``: of the label, a button's or a link's."""
    return format_html(
        '<details class="more" id="{}"><summary class="{}">{}</summary><div class="pop">{}</div></details>',
        name,
        look,
        label,
        joined(buttons),
    )


def _board(scene: Scene) -> SafeString:
    spots = joined(spot(sitter.number, scene, _place(sitter, scene)) for sitter in scene.sitters)
    hub = format_html(
        '<div class="hub invite"><small>{}</small><b>{}</b>'
        '<button class="btn" type="button" data-copy="{}" data-done="{}" hidden>{}</button>{}</div>',
        _("table code"),
        scene.code,
        address("table", scene.code),
        _("Copied"),
        _("Copy link"),
        format_html('<a class="btn" href="{}">{}</a>', address("invite", scene.code), _("Invite"))
        if scene.seat is not None
        else NOTHING,
    )
    return format_html(
        '<section class="board seats{} waiting" id="board" aria-label="{}">{}{}</section>',
        len(scene.sitters),
        _("Table"),
        spots,
        hub,
    )


def _place(sitter: Sitter, scene: Scene) -> SafeString:
    badge = seat_badge(sitter.number, scene, tag(_("host")) if sitter.host else NOTHING)
    buttons = joined(_seat_buttons(sitter, scene))
    return format_html('{}<div class="seat-actions">{}</div>', badge, buttons) if buttons else badge


def _seat_buttons(sitter: Sitter, scene: Scene) -> list[SafeString]:
    """Return the viewer's buttons for one seat."""
    number = _("seat %(number)s") % {"number": sitter.number + 1}
    buttons = []
    if sitter.number in scene.room_state.takeable:
        if scene.room_state.running:
            return [action_button(f"take {sitter.number}", _("Take this seat with the next hand"), sitter.name)]
        first = scene.seat is None and sitter.number == scene.room_state.takeable[0]
        buttons.append(action_button(f"sit {sitter.number}", _("Sit here"), number, go=first))
    if not scene.room_state.host or scene.room_state.running or sitter.number == scene.seat:
        return buttons
    if not sitter.name:
        buttons.append(action_button(f"ai {sitter.number}", _("Add AI"), number))
    elif sitter.is_ai:
        buttons.append(action_button(f"out {sitter.number}", _("Remove"), sitter.name))
    else:
        # people who have the host's rights only while the host is away send nobody away for good
        is_host = scene.seat is None or scene.sitters[scene.seat].host
        whom = seat_and_person(sitter)
        make_host = action_button(f"host {whom}", _("Make host"), sitter.name)
        if sitter.number in scene.room_state.away and (sitter.autoplay or not sitter.here):
            buttons += [make_host] if is_host else []
            buttons.append(action_button(f"out {sitter.number}", _("Free the seat"), sitter.name))
        elif is_host:
            send_away = action_button(f"send-away {whom}", _("Send away"), sitter.name)
            buttons.append(_more_about(sitter, make_host, send_away))
    return buttons


def _more_about(sitter: Sitter, *buttons: SafeString) -> SafeString:
    """Return what a host may do with a person, in a menu: they may have sat down just where the host was about to
    press «Add AI»."""
    name = format_html('⋯<span class="vh">{}</span>', _("More about %(name)s") % {"name": sitter.name})
    return menu_of(f"about-{sitter.number}-{sitter.person}", name, buttons)


def _side(scene: Scene) -> SafeString:
    rules = differences(scene.game, scene.options)
    listed = format_html_join(
        "",
        "<li><b>{}: {}</b><s>{}</s></li>",
        ((rule.label, rule.here, _("Standard: %(rule)s") % {"rule": rule.standard}) for rule in rules),
    )
    return render(
        "table/_rules_side",
        rules=listed,
        plain="" if rules else _("The standard rules."),
        kept=_kept(scene),
    )


def _kept(scene: Scene) -> SafeString:
    return format_html_join("", "<li>{}</li>", ((line,) for line in scene.room_state.choice))


def invited(scene: Scene) -> str:
    """Return who invites to a table, and that somebody without an account sits as a guest."""
    host = next((sitter.name for sitter in scene.sitters if sitter.host and sitter.name), "")
    line = _("%(host)s invites you to %(game)s") % {"host": host, "game": _(scene.game.name)} if host else ""
    if not scene.room_state.newcomer or not scene.room_state.takeable:
        return line
    return format_html(
        '{}{}{} <a href="{}?next={}">{}</a>',
        line,
        " · " if line else "",
        _("You sit down as a guest. Have an account?"),
        address("account_login"),
        address("table", scene.code),
        _("Sign in"),
    )


def _prompt(scene: Scene) -> Prompt:
    missing, away = sum(not sitter.name for sitter in scene.sitters), scene.room_state.away
    waits = tell(scene, _("Waiting for %(names)s to come back."), names=tuple(map(Seat, away))) if away else ""
    if scene.room_state.running:
        return Prompt(_("A match is on, and this table has no onlookers."), mine=bool(scene.room_state.takeable))
    if scene.seat is None:
        text = _("Choose a seat.") if missing else _("This table is full.")
        return Prompt(text, invited(scene), mine=bool(missing))
    if missing:
        text = ngettext("%(number)s seat is open.", "%(number)s seats are open.", missing) % {"number": missing}
        return Prompt(text, waits or _("Send the code or the link to whoever you want to play with."))
    if away:
        more = _("You can also have an AI player take the seat.") if scene.room_state.host else ""
        return Prompt(waits, more, mine=scene.room_state.host)
    if scene.room_state.host:
        return Prompt(_("Everybody is here."), mine=True)
    return Prompt(_("Everybody is here. The host can start."))


def _actions(scene: Scene) -> list[SafeString]:
    if not scene.room_state.host or scene.room_state.running or scene.seat is None:
        return []
    if scene.room_state.away or any(not sitter.name for sitter in scene.sitters):
        return [action_button("fill", _("Fill with AI players and start"), go=True)]
    return [action_button("start", _("Start"), go=True)]
