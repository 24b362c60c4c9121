"""The hand and the actions of Forty and Eighty."""

from __future__ import annotations

from django.utils.safestring import SafeString

from games.rules.cards import names as card_names
from games.rules.shengji.actions import Declare
from games.rules.shengji.trumps import groups
from games.rules.shengji.view import View, table_of
from games.table.buttons import actions, button, hint, not_my_turn, rest_of_draw, tools
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import SIGNS, brief, counted, joined
from games.table.completion import alone, together
from games.table.display import MOST_IN_ROW, NOTHING, Choice, Group, chosen_cards, hand, ordered
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.revoke_claims import revoke_claims
from games.table.scene import Scene
from games.table.sentences import listed
from games.titles.shengji.table.ground import honours, mine, owed, suit_called

#: hands of more cards than this show only each card's index column
MOST_WIDE = 14
THREE_ROWS = 28
#: fewer trumps than this leave no room for the word
FEW = 4


# --- the hand ----------------------------------------------------------------------------


def hand_of(scene: Scene, view: View) -> SafeString:
    """Return the viewer's hand in groups, with what they may choose from it."""
    size = len(view.hand)
    card_groups, legend, trumps = _laid_out(view.hand, view.trump, view.level, view.options["twos_trump"])
    allowed, why = _allowed(scene, view)
    choice = Choice(
        many=scene.game.key == "eighty" or view.phase == "bury",
        allowed=allowed,
        why=why,
        rule=scene.game.refusals["wrong-count"].section,
        binds=scene.refused.binds if scene.refused else (),
        chosen=chosen_cards(scene, _forced(scene, view)),
        new=view.bottom if view.phase == "bury" else (),
        trumps=trumps,
        dead=view.phase == "draw" or view.result is not None,
        together=_together(scene, view),
        alone=_alone(scene, view),
    )
    look = "tight" if size > MOST_WIDE else ""
    grows = view.phase == "draw"
    # a hand that will need long rows reserves room for them from the first card
    room = MOST_IN_ROW if grows and view.to_deal > 4 * MOST_WIDE else 0
    return hand(
        ordered(card_groups, scene),
        choice,
        legend,
        look=f"{look} three".strip() if size > THREE_ROWS else look,
        most=1 if grows else 8,
        room=room,
    )


@cached_piece(1024)
def _laid_out(
    cards: tuple[int, ...], trump: str | None, level: str, twos: bool
) -> tuple[tuple[Group, ...], str, frozenset[int]]:
    """Return a hand in groups, its description, and the cards that are marked as trumps."""
    shapes = groups(cards, trump, level, twos)
    suits = listed(counted(letter, len(grouped)) for letter, grouped in shapes)
    legend = ngettext("Your hand, %(number)s card: %(suits)s", "Your hand, %(number)s cards: %(suits)s", len(cards))
    card_groups = tuple(Group(_label(letter, grouped, trump), grouped) for letter, grouped in shapes)
    return card_groups, legend % {"number": len(cards), "suits": suits}, honours(cards, level)


def _label(letter: str, cards: tuple[int, ...], trump: str | None) -> str:
    if letter != "trump":
        return f"{SIGNS[letter]} {len(cards)}"
    if len(cards) < FEW:
        return f"{SIGNS[trump]} {len(cards)}" if trump else ""
    sign = f" {SIGNS[trump]}" if trump else ""
    return _("Trumps%(sign)s %(number)s") % {"sign": sign, "number": len(cards)}


def _allowed(scene: Scene, view: View) -> tuple[frozenset[int] | None, str]:
    """Return the cards that can be part of a legal follow, and why the others cannot; None
    if nothing restricts the viewer."""
    if view.phase != "play" or not mine(scene, view) or not view.trick or _is_free(scene, view):
        return None, ""
    suit, duty = owed(view)
    if duty.suited < duty.size:
        return None, ""
    suits = table_of(view).suits
    allowed = frozenset(card for card in view.hand if suits[card] == suit)
    if duty.pairs and 2 * duty.pairs == duty.size:
        allowed = frozenset(card for card in allowed if view.hand.count(card) == 2)
    if all(card in allowed for card in view.hand):
        return None, ""
    return allowed, _why_not(suit, duty.pairs and 2 * duty.pairs == duty.size)


def _is_free(scene: Scene, view: View) -> bool:
    """Return whether any card may be chosen, even one that the rules will refuse."""
    return scene.unaided or view.options["discipline"] == "honour"


def _forced(scene: Scene, view: View) -> tuple[int, ...]:
    """Return the cards that must be played, if there is only one play."""
    if view.phase != "play" or not mine(scene, view) or len(scene.moves) != 1:
        return ()
    cards: tuple[int, ...] = scene.moves[0].cards  # type: ignore[attr-defined]
    return cards


def _together(scene: Scene, view: View) -> SafeString:
    """Return which cards go along with a card that can follow a lead of several in only one way."""
    if not _follows(scene, view) or len(view.trick[0].cards) < 2:
        return NOTHING
    return together(play.cards for play in scene.game.every_play(view))  # type: ignore[attr-defined]


def _alone(scene: Scene, view: View) -> str:
    """Return the cards that one tap plays although several may be chosen: those that follow a single card."""
    if scene.game.key == "forty" or not _follows(scene, view) or len(view.trick[0].cards) > 1:
        return ""
    return alone(play.cards for play in scene.game.every_play(view))  # type: ignore[attr-defined]


def _follows(scene: Scene, view: View) -> bool:
    """Return whether the viewer is to follow, bound by the rules."""
    return view.phase == "play" and mine(scene, view) and bool(view.trick) and not _is_free(scene, view)


def _why_not(suit: int, pairs: bool) -> str:
    values = {"suit": suit_called(suit)}
    if pairs:
        return _("You hold pairs of %(suit)s: you must follow with pairs.") % values
    return _("%(suit)s were led: you must follow suit while you can.") % {"suit": values["suit"].capitalize()}


# --- actions -----------------------------------------------------------------------------


def acts_of(scene: Scene, view: View) -> SafeString:
    """Return what the viewer may do now."""
    if scene.seat is None:
        return actions()
    if view.phase == "draw":
        return _acts_draw(scene, view)
    turn = mine(scene, view)
    if view.phase == "bury":
        return _acts_bury(scene, view) if turn else actions()
    if view.phase == "claims":
        return _claims(scene, view, button("accept", _("Nothing to claim"), go=True)) if turn else actions()
    play = _play(scene) if turn else not_my_turn()
    if view.options["discipline"] == "honour" and (view.last_trick or view.trick):
        return _claims(scene, view, joined((hint(scene), play)))
    return actions(tools(scene) if scene.game.key == "eighty" else NOTHING, hint(scene), play)


def _play(scene: Scene) -> SafeString:
    if scene.game.key == "forty":
        return button("play", _("Play"), go=True)
    return button("play", _("Play"), go=True, count=_("Play {n} cards"), one=_("Play 1 card"))


def _acts_bury(scene: Scene, view: View) -> SafeString:
    number = len(view.bottom)
    count = _("Bury {n} of %(number)s") % {"number": number}
    need = number if view.options["discipline"] == "enforced" else 0
    label = _("Bury %(number)s cards") % {"number": number}
    return actions(tools(scene), hint(scene), button("bury", label, term="扣底", go=True, count=count, need=need))


def _acts_draw(scene: Scene, view: View) -> SafeString:
    showable: list[Declare] = scene.game.declarations(view)  # type: ignore[attr-defined]
    all_dealt = view.dealt == view.to_deal
    rest = NOTHING if all_dealt and not showable else rest_of_draw(scene, all_dealt)
    if not showable:
        return actions(rest)
    # a new button goes before the others, which keep their places at the right
    buttons = format_html_join(
        "",
        '<button class="btn go" id="show-{}" name="cards" value="{}">{}</button>',
        ((cards.replace(" ", "-"), cards, words) for cards, words in map(show, reversed(showable))),
    )
    declare = format_html('<input type="hidden" name="do" value="declare">{}', buttons)
    return actions(declare, rest, look="declare")


def show(declared: Declare) -> tuple[str, str]:
    """Return the value and the label of a button that shows cards."""
    shown = " ".join(map(brief, declared.cards))
    text = _("No trump suit: %(cards)s") if declared.cards[0] >= 52 else _("Show %(cards)s")
    return " ".join(card_names(declared.cards)), text % {"cards": shown}


def _claims(scene: Scene, view: View, other: SafeString) -> SafeString:
    """Return the form of a claim (/rules/eighty/#13) beside the other action: about this trick and the last during
    play, and about all tricks once the hand is played or if past tricks lie open."""
    assert scene.seat is not None
    played = [(play.seat, play.cards) for play in view.plays]
    seen = {at // 4 + 1: played[at : at + 4] for at in range(0, len(played), 4)}
    if view.phase != "claims" and not scene.room_state.open_tricks:
        seen = dict(list(seen.items())[-2:])
    price = _("This ends the hand: if you’re right they lose a level, if not your side does. Are you sure?")
    accused = [(scene.seat + 1) % 4, (scene.seat + 3) % 4]
    return revoke_claims(scene, seen, accused, price, button("claim", _("Claim"), term="吃苍蝇"), other)
