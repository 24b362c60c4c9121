"""The hand and the actions of All Fours."""

from __future__ import annotations

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.four_chances.deal import HAND
from games.rules.four_chances.order import groups
from games.table.buttons import actions, button, hint, not_my_turn
from games.table.cached_gettext import gettext as _
from games.table.cards import counted, suit_name
from games.table.display import NOTHING, Choice, Group, given, hand, near, ordered, render
from games.table.markup import format_html_join
from games.table.scene import Scene
from games.table.sentences import listed, names
from games.titles.allfours.table.panels import CHANCES
from games.titles.allfours.table.prompt import mine


def hand_of(scene: Scene, view: AllFoursView) -> SafeString:
    """Return the viewer's hand, with what they may choose from it."""
    trump = SUITS.index(view.trump)
    grouped = [Group("", cards) for _suit, cards in groups(view.hand, trump)]
    suits = listed(counted(letter, len(cards)) for letter, cards in groups(view.hand, trump))
    size = len(view.hand)
    legend = ngettext("Your hand, %(number)s card: %(suits)s", "Your hand, %(number)s cards: %(suits)s", size)
    choice = Choice(
        many=view.phase == "discard",
        allowed=_allowed(scene, view),
        why=_why_not(scene, view),
        rule=scene.game.refusals["must-follow-trump"].section,
        binds=scene.refused.binds if scene.refused else (),
        chosen=given(scene, _forced(scene, view)),
        dead=view.result is not None,
        trumps=frozenset(card for card in view.hand if card // 13 == trump),
    )
    look = "many" if size > 7 else ""
    return hand(ordered(grouped, scene), choice, legend % {"number": size, "suits": suits}, look=look, most=size)


def _allowed(scene: Scene, view: AllFoursView) -> frozenset[int] | None:
    """Return the cards that may be played now, or None where all may or none is asked for."""
    if view.phase != "play" or not mine(scene, view) or not view.trick or scene.unaided:
        return None
    allowed = frozenset(move.card for move in scene.moves)  # type: ignore[attr-defined]
    return None if len(allowed) == len(view.hand) else allowed


def _forced(scene: Scene, view: AllFoursView) -> tuple[int, ...]:
    """Return the one card that can be played, where there is but one."""
    if view.phase != "play" or not mine(scene, view) or len(scene.moves) != 1:
        return ()
    return (scene.moves[0].card,)  # type: ignore[attr-defined]


def _why_not(scene: Scene, view: AllFoursView) -> str:
    if _allowed(scene, view) is None:
        return ""
    code = "must-follow-trump" if SUITS[view.trick[0] // 13] == view.trump else "must-follow-or-trump"
    return _(scene.game.refusals[code].sentence)


def acts_of(scene: Scene, view: AllFoursView) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None:
        return actions()
    if view.phase != "play" and not mine(scene, view):
        return actions()
    make = {
        "beg": _acts_beg,
        "answer": _acts_answer,
        "discard": _acts_discard,
        "play": _acts_play,
        "claims": _acts_claims,
        "announce": _acts_announce,
    }
    return make[view.phase](scene, view)


def _acts_beg(scene: Scene, view: AllFoursView) -> SafeString:
    kept = _("play with %(suit)s as trump") % {"suit": suit_name(view.trump)}
    return actions(
        button("beg", _("I beg"), _("a point for you, or three more each"), "求牌"),
        button("stand", _("Stand"), kept, go=True),
    )


def _acts_answer(scene: Scene, view: AllFoursView) -> SafeString:
    price = _("they score 1, %(suit)s stay trump") % {"suit": suit_name(view.trump)}
    if not view.may_give:
        price = _("not now: it would win the game")
    return actions(
        button("give", _("Give one"), price, off=not view.may_give),
        button("run", _("Run the cards"), _("three more each, a new trump"), go=True),
    )


def _acts_discard(scene: Scene, view: AllFoursView) -> SafeString:
    number = len(view.hand) - HAND
    label = ngettext("Discard %(number)s card", "Discard %(number)s cards", number) % {"number": number}
    return actions(hint(scene), button("discard", label, go=True))


def _acts_play(scene: Scene, view: AllFoursView) -> SafeString:
    ask = button("ask", _("Ask"), _("is my trump the highest or lowest?")) if view.may_ask else NOTHING
    turn = mine(scene, view)
    return actions(ask, hint(scene), button("play", _("Play"), go=True) if turn else not_my_turn())


def _acts_claims(scene: Scene, view: AllFoursView) -> SafeString:
    others = [seat for seat in range(view.seats) if seat % 2 != near(scene) % 2]
    who = names(scene)
    return render(
        "allfours/_claims",
        tricks=format_html_join(
            "", '<option value="{0}">{0}</option>', ((str(number),) for number in range(1, sum(view.won) + 1))
        ),
        others=format_html_join("", '<option value="{}">{}</option>', ((str(seat), who[seat]) for seat in others)),
        claim=button("claim", _("Claim")),
        accept=button("accept", _("Nothing to claim"), go=True),
    )


def _acts_announce(scene: Scene, view: AllFoursView) -> SafeString:
    boxes = format_html_join(
        "",
        '<label class="toggle"><input type="checkbox" name="items" value="{}"><span>{}</span></label>',
        ((key, _(label)) for key, label in CHANCES.items()),
    )
    return actions(boxes, button("announce", _("Announce"), go=True), look="toggles")
