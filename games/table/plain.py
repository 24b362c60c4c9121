"""The plain table: any game by its rules alone, for games without their own table.

It shows the seats with their card counts and last plays, the viewer's hand, and a button for every legal action.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.core import Action, Seat, View
from games.table.buttons import actions, button, hint, next_actions, next_line, not_my_turn, tools
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import cards_of, joined
from games.table.display import (
    NOTHING,
    Choice,
    Display,
    Group,
    Prompt,
    about_hand,
    called,
    chosen_cards,
    hand,
    ordered,
    played,
    seat_badge,
    spot,
)
from games.table.markup import format_html, format_html_join
from games.table.scene import Scene
from games.table.sentences import fill, people, score_text, sentence, tell

#: The most buttons shown; the rest are left out.
MOST_PRESSES = 60


def display(scene: Scene) -> Display:
    """Return a dealt hand as its viewer sees it."""
    view = scene.view
    assert view is not None
    ended = view.result is not None
    return Display(
        about=about_hand(scene),
        score=_score(scene),
        board=_board(scene, view),
        side=NOTHING,
        prompt=_prompt(scene, view),
        hand=_hand(scene, view),
        actions=next_actions(scene) if ended else _actions(scene, view),
        scorecard=_scorecard(scene) if ended else NOTHING,
        lit=view.to_act[0] if view.to_act else None,
    )


def _score(scene: Scene) -> SafeString:
    """Return the standing of the match, a row per side."""
    if scene.standing is None:
        return NOTHING
    rows = []
    for side, score in enumerate(scene.standing.scores):
        seats = [seat for seat in range(len(scene.sitters)) if scene.game.side(seat, scene.options) == side]
        rows.append((" · ".join(called(seat, scene) for seat in seats), score_text(score)))
    listed = format_html_join("", "<li><span>{}</span><b>{}</b></li>", rows)
    return format_html('<div class="panel"><h2>{}</h2><ul class="totals">{}</ul></div>', _("Score"), listed)


def _board(scene: Scene, view: View) -> SafeString:
    """Return the seats, each with the cards it played last."""
    latest = {action.seat: action for action in view.memory}
    spots = []
    for seat in range(view.seats):
        cards = cards_of(latest[seat]) if seat in latest else ()
        note = _("to act") if seat in view.to_act else ""
        badge = seat_badge(seat, scene, NOTHING, note, view.counts[seat] or None)
        spots.append(spot(seat, scene, badge, played(seat, cards, frozenset()) if cards else NOTHING))
    return format_html(
        '<section class="board seats{}" id="board" aria-label="{}">{}<div class="hub"></div></section>',
        str(view.seats),
        _("Table"),
        joined(spots),
    )


def _prompt(scene: Scene, view: View) -> Prompt:
    if view.result is not None:
        return Prompt(_("The hand is over."), next_line(scene))
    if scene.seat is not None and scene.seat in view.to_act:
        return Prompt(_("It is your turn."), mine=True)
    return Prompt(tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0])) if view.to_act else "")


def _hand(scene: Scene, view: View) -> SafeString:
    size = len(view.hand)
    legend = ngettext("Your hand, %(number)s card", "Your hand, %(number)s cards", size) % {"number": size}
    many = any(len(cards_of(move)) != 1 for move in scene.moves if cards_of(move))
    choice = Choice(many=many, chosen=chosen_cards(scene), dead=view.result is not None)
    return hand(ordered([Group("", view.hand)], scene), choice, legend)


def _actions(scene: Scene, view: View) -> SafeString:
    """Return a button for every legal action; those that play cards share one, for the cards chosen."""
    if scene.seat is None:
        return actions()
    if scene.seat not in view.to_act:
        return actions(tools(scene), not_my_turn()) if view.hand else actions()
    pressed = dict(_presses(scene))
    shown = (button(value, label, go=len(pressed) == 1) for value, label in list(pressed.items())[:MOST_PRESSES])
    return actions(hint(scene), *shown)


def _presses(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the value and label of a button for each legal action, the same for all choices of cards."""
    who = people(scene)
    for action in scene.moves:
        yield " ".join([action.do, *_fields(action, scene)]), fill(_(action.label), action.values(), who)


def _fields(action: Action, scene: Scene) -> Iterator[str]:
    """Yield an action's fields other than its cards as «name=value», as a button's value carries them."""
    written = scene.game.write_action(action)
    for name in action.form:
        if name not in ("card", "cards"):
            value = written[name]
            yield f"{name}={','.join(value) if isinstance(value, list) else value}"


def _scorecard(scene: Scene) -> SafeString:
    """Return what led to a finished hand's result."""
    assert scene.explanation is not None
    who = people(scene)
    lines = format_html_join("", "<li>{}</li>", ((sentence(message, who),) for message in scene.explanation.messages))
    card = '<div class="scorecard"><h2>{}</h2><ol class="tricks">{}</ol></div>'
    return format_html(card, _("The hand is over."), lines)
