"""The sentence under the board of Forty and Eighty: the rule as it applies to the viewer's hand."""

from __future__ import annotations

from games.rules.cards import LITTLE_JOKER, RANKS, SUITS
from games.rules.cards import suit as suit_of
from games.rules.core import Cards, Seat
from games.rules.shengji.following import Duty
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import brief, suit_name
from games.table.display import Prompt
from games.table.scene import Scene
from games.table.sentences import tell, trick_ended
from games.titles.shengji.table.ground import level_name, mine, owed, suit_called, trump_name


def prompt(scene: Scene, view: View) -> Prompt:
    """Return the sentence during a hand."""
    speak = {"draw": _prompt_draw, "bury": _prompt_bury, "play": _prompt_play, "claims": _prompt_claims}
    return speak[view.phase](scene, view)


# --- draw and bury -----------------------------------------------------------------------


def _prompt_draw(scene: Scene, view: View) -> Prompt:
    stands = _standing(scene, view)
    if scene.seat is None or view.drawn is not None:
        return Prompt(stands or _("The cards are being drawn."))
    showable = scene.game.declarations(view)  # type: ignore[attr-defined]
    if showable:
        text = _("Show a card to make trumps, or wait.")
        if len(showable) == 1 and len(showable[0].cards) == 1:
            card = showable[0].cards[0]
            values = {"card": brief(card), "suit": suit_name(SUITS[suit_of(card)])}
            text = _("You hold the %(card)s: show it, and %(suit)s are trump.") % values
        return Prompt(text, stands or _becomes(view), mine=True)
    if stands:
        return Prompt(stands, _no_overcall(scene, view))
    if view.dealt == view.to_deal:
        return Prompt(_("Nobody showed. The bottom decides in a moment."))
    text = _("Dealing. If you draw a %(level)s you may show it to make its suit trump.")
    if view.level in "8A":
        text = _("Dealing. If you draw an %(level)s you may show it to make its suit trump.")
    return Prompt(text % {"level": level_name(view.level)})


def _standing(scene: Scene, view: View) -> str:
    if view.drawn is not None:
        return _("%(card)s was drawn: %(suit)s are trump.") % {
            "card": brief(view.drawn.card),
            "suit": trump_name(view.trump, view.trumps_made),
        }
    if view.standing is None:
        return ""
    values = {"name": Seat(view.standing.seat), "cards": Cards(view.standing.cards)}
    shown = view.standing.cards[0]  # trumps are not made yet while it may be overcalled
    if shown >= LITTLE_JOKER:
        return tell(scene, _("%(name)s showed %(cards)s: no trump suit."), **values)
    return tell(
        scene, _("%(name)s showed %(cards)s: %(suit)s are trump."), suit=suit_name(SUITS[suit_of(shown)]), **values
    )


def _no_overcall(scene: Scene, view: View) -> str:
    """Return why the viewer cannot change the trumps that somebody showed."""
    if not view.options.get("overcall"):
        return _("Trumps are made: no overcalls at this table.")
    if view.standing is not None and view.standing.seat == scene.seat:
        return _("The others may still overcall.")
    return _("You hold nothing that overcalls it.")


def _becomes(view: View) -> str:
    if view.context["banker"] is None:
        return _("Then you are the banker and take up the bottom.")
    return _("The banker stays the same.")


def _prompt_bury(scene: Scene, view: View) -> Prompt:
    assert view.banker is not None
    trumps = trump_name(view.trump, view.trumps_made)
    if not mine(scene, view):
        text = _("%(name)s {buries|bury} cards. Trump: %(trumps)s.")
        return Prompt(tell(scene, text, name=Seat(view.banker), trumps=trumps), _turned_up(view))
    number = len(view.bottom)
    text = _("You are the banker: bury %(number)s cards. Trump: %(trumps)s.") % {"trumps": trumps, "number": number}
    small = _("Cards from the bottom have a green edge. Any card may go, even points and trumps.")
    return Prompt(text, _turned_up(view) or small, mine=True)


def _turned_up(view: View) -> str:
    """Return how the bottom made trumps when nobody declared (/rules/eighty/#4.3)."""
    if not view.revealed:
        return ""
    if not view.trump:
        return _("Nobody showed: a joker in the bottom means no trump suit.")
    if RANKS[view.revealed[-1] % 13] == view.level and view.revealed[-1] < 52:
        return _("Nobody showed: the first level card in the bottom is %(card)s.") % {"card": brief(view.revealed[-1])}
    best = max((card for card in view.revealed if card < 52), key=lambda card: card % 13)
    return _("Nobody showed: the highest card in the bottom is %(card)s.") % {"card": brief(best)}


# --- play --------------------------------------------------------------------------------


def _prompt_play(scene: Scene, view: View) -> Prompt:
    before = happened(scene, view)
    if not mine(scene, view):
        to_act = tell(scene, _("%(name)s {plays|play} next."), name=Seat(view.to_act[0]))
        return Prompt(before or to_act, to_act if before else "")
    if not view.trick:
        return Prompt(_lead(scene, view), before, mine=True)
    return Prompt(_follow(view), before, mine=True)


def _lead(scene: Scene, view: View) -> str:
    """Return what the viewer may lead, of what is possible with the cards left."""
    if len(view.hand) == 1:
        return _("You lead: play your last card.")
    if scene.game.key != "eighty":
        return _("You lead: play any card.")
    if view.options["throw"]:
        return _("You lead: a single card, a pair, a tractor, or a throw of one suit.")
    return _("You lead: a single card, a pair or a tractor of one suit.")


def _follow(view: View) -> str:
    """Return what the viewer owes the lead (/rules/eighty/#7)."""
    suit, duty = owed(view)
    values = {"suit": suit_called(suit), "size": duty.size, "held": duty.suited, "rest": duty.size - duty.suited}
    if not duty.suited:
        if duty.size == 1:
            text = (
                _("You have no trumps: play any card.") if suit == TRUMP else _("You have no %(suit)s: play any card.")
            )
        else:
            text = _("You have no %(suit)s: play any %(size)s cards.")
        return text % values
    if duty.suited < duty.size:
        text = ngettext(
            "Play your only card of %(suit)s, and %(rest)s of any suit.",
            "Play all %(held)s of your %(suit)s, and %(rest)s of any suit.",
            duty.suited,
        )
        return text % values
    return _full(duty) % {**values, "run": duty.run, "pairs": duty.pairs}


def _full(duty: Duty) -> str:
    if duty.size == 1:
        return _("Follow with %(suit)s.")
    if duty.run and 2 * duty.run == duty.size:
        return _("Follow with a tractor of %(run)s pairs of %(suit)s.")
    if duty.run:
        return _("Follow with %(size)s %(suit)s, a tractor of %(run)s pairs among them.")
    if duty.pairs and duty.size == 2:
        return _("Follow with a pair of %(suit)s.")
    if duty.pairs:
        return ngettext(
            "Follow with %(size)s %(suit)s, one pair among them.",
            "Follow with %(size)s %(suit)s, %(pairs)s pairs among them.",
            duty.pairs,
        )
    return _("Follow with %(size)s %(suit)s.")


def happened(scene: Scene, view: View) -> str:
    """Return what was played last, as a sentence."""
    if view.trick:
        play = view.trick[-1]
        text = _("%(name)s played %(cards)s.")
        if len(view.trick) == 1:
            text = _("%(name)s led %(cards)s.")
        elif view.best == play.seat:
            text = _("%(name)s played %(cards)s, the best so far.")
        return tell(scene, text, name=Seat(play.seat), cards=Cards(play.cards))
    if not view.last_trick or view.leader is None:
        return _("Trump: %(trumps)s.") % {"trumps": trump_name(view.trump, view.trumps_made)}
    last_play = view.last_trick[-1]
    return trick_ended(scene, (last_play.seat, last_play.cards), view.leader)


def _prompt_claims(scene: Scene, view: View) -> Prompt:
    if not mine(scene, view):
        text = _("All cards are played. %(names)s may still claim a revoke.")
        return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
    assert scene.seat is not None
    text = _("Did %(seat)s or %(against)s fail to follow suit?")
    text = tell(scene, text, seat=Seat((scene.seat + 1) % 4), against=Seat((scene.seat + 3) % 4))
    return Prompt(text, _("If you’re right they lose a level; if not, your side does."), mine=True)
