"""The pieces of every game's display: seats round the board, the hand, the sentence.

A game's table (``game_table``) turns a scene into a ``Display``; ``fragments`` puts it into the parts of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement, pairwise
from operator import sub
from typing import NamedTuple

from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString

from games.ai.levels import LEVELS
from games.rules.cards import LITTLE_JOKER, NAMES
from games.rules.value_types import value_type
from games.table.cached_gettext import get_language, ngettext
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face, fan, joined, rank_sign, slot
from games.table.markup import format_html, format_html_join
from games.table.piece_cache import cached_piece
from games.table.scene import Scene, Sitter
from games.table.sentences import CALLED, chop, reader_of

NOTHING = SafeString("")
#: places round the board by number of seats, in order of play from the viewer
CLOCKWISE = {
    seats: tuple(places.split())
    for seats, places in {
        2: "s n",
        3: "s w e",
        4: "s w n e",
        5: "s w nw ne e",
        6: "s w nw n ne e",
        7: "s w nw n m ne e",
    }.items()
}
COUNTER_CLOCKWISE = {seats: (places[0], *places[:0:-1]) for seats, places in CLOCKWISE.items()}
#: a hand of more cards is shown in two rows on a phone
ONE_ROW = 9
#: the most cards in a row: a phone of 390 px leaves 24 px of each to touch, as WCAG 2.5.8 asks
MOST_IN_ROW = 14
#: the cost of a broken suit, against rows of unequal length
BROKEN = 20
#: a play of more cards is shown in two rows
LONG_PLAY = 8


@value_type()
class Prompt:
    """The one sentence under the board. ``mine``: the viewer is to do something."""

    text: str
    small: str = ""
    mine: bool = False


@value_type()
class Display:
    """One scene in a game's own words. ``about`` is shown under the room's name; ``score`` changes
    with the tricks, ``ground`` with the hand; ``lit`` is the seat whose side of the board is lit."""

    about: str
    score: SafeString
    board: SafeString
    side: SafeString
    prompt: Prompt
    hand: SafeString
    actions: SafeString
    scorecard: SafeString = NOTHING
    ground: SafeString = NOTHING
    lit: int | None = None


def about_hand(scene: Scene, total: int = 0) -> str:
    """Return the game and which hand of its match is played, of a ``total`` if there is one. A duplicate's table and
    that of the deal of the day say in their name which deal it is."""
    values = {"game": _(scene.game.name), "number": scene.hand_number, "total": total}
    if scene.one_hand:
        return values["game"]
    if total:
        return _("%(game)s, hand %(number)s of %(total)s") % values
    return _("%(game)s, hand %(number)s") % values


def render(template: str, **filled: str) -> SafeString:
    """Return a template, named like «table/_prompt», filled with strings, escaped unless they are safe."""
    return SafeString(_function(f"{template}.html", get_language())(filled))


@lru_cache(maxsize=512)
def _function(name: str, language: str | None) -> Callable[[dict[str, str]], str]:
    """Return a template as a function of its values, in a language."""
    page = get_template(name)
    with translation.override(language):
        return page.backend.function_of(page.template) or page.render


# --- seats -------------------------------------------------------------------------------


def place(seat: int, scene: Scene) -> str:
    """Return where a seat is drawn: ``s`` is the near side."""
    order = CLOCKWISE if scene.game.clockwise else COUNTER_CLOCKWISE
    seats, nearest = len(scene.sitters), scene.south if scene.seat is None else scene.seat
    return order[seats][(seat - nearest) % seats]


def near(scene: Scene) -> int:
    """Return the seat on the near side: the viewer's, or ``south`` for an onlooker."""
    return scene.south if scene.seat is None else scene.seat


def called(seat: int, scene: Scene) -> str:
    """Return a player's name, «You» for the viewer."""
    return reader_of(scene).called(seat)


@cached_piece(512)
def tag(word: str, term: str = "", look: str = "") -> SafeString:
    """Return a small tag beside a name: «dealer 庄»."""
    chinese = format_html(' <span lang="zh-Hans">{}</span>', term) if term else NOTHING
    return format_html('<span class="tag{}">{}{}</span>', f" {look}" if look else "", word, chinese)


@cached_piece(64)
def level_tag(level: str) -> SafeString:
    """Return the tag of an AI player: its level's face, and its name where there is room; the title spells both out."""
    if level not in CALLED:
        return tag(_("AI"))
    name = _(CALLED[level])
    label = " · ".join((_("AI"), name, _(LEVELS[level].name)))
    return format_html('<span class=tag data-l={} role=img title="{}">{}</span>', level, label, name)


def seat_badge(
    seat: int, scene: Scene, tags: SafeString = NOTHING, note: str = "", left: int | None = None, few: bool = False
) -> SafeString:
    """Return a seat's badge: avatar, name, tags, note, cards left."""
    sitter = scene.sitters[seat]
    on = scene.view is not None and seat in scene.view.to_act
    if sitter.newcomer:
        note = _("%(name)s plays from the next hand") % {"name": sitter.newcomer}
    if seat == scene.room_state.reserved:
        note = _("You play from the next hand")
    return _badge(sitter, reader_of(scene).called(seat), tags, note, left, few, on)


@cached_piece(4096)
def _badge(sitter: Sitter, name: str, tags: SafeString, note: str, left: int | None, few: bool, on: bool) -> SafeString:
    if sitter.autoplay:
        tags = format_html("{}{}", tag(_("AI plays")), tags)
    elif not sitter.here:
        tags = format_html("{}{}", tag(_("away")), tags)
    cards = NOTHING if left is None else _left(left, few)
    below = joined((cards, tags, format_html("<small>{}</small>", note) if note else NOTHING))
    return format_html(
        '<div class="badge{}">{}<b><span>{}</span>{}</b>{}</div>',
        " on" if on else "",
        avatar(sitter),
        name,
        level_tag(sitter.level) if sitter.is_ai else NOTHING,
        format_html("<div>{}</div>", below) if below else NOTHING,
    )


@cached_piece(4096)
def avatar(sitter: Sitter, small: bool = False) -> SafeString:
    """Return a person's name chop, framed for an AI player, dashed for an open seat."""
    look = "empty" if not sitter.name else "ai" if sitter.is_ai else "abcd"[sitter.number % 4]
    look = f"s {look}" if small else look
    return format_html('<span class="avatar {}" aria-hidden=true>{}</span>', look, chop(sitter.name))


@cached_piece(256)
def _left(left: int, few: bool) -> SafeString:
    label = ngettext("%(number)s card left", "%(number)s cards left", left) % {"number": left}
    if few:
        label = _("%(cards)s, almost out") % {"cards": label}
    return format_html(
        '<span class="left{}" role=img aria-label="{}">{}</span>', " few" if few else "", label, str(left)
    )


def spot(seat: int, scene: Scene, badge: SafeString, shown: SafeString = NOTHING) -> SafeString:
    """Return a seat with what is before it, above its badge on the near side. An open hand is between them."""
    where, open_hand = place(seat, scene), NOTHING
    if scene.open and scene.open[seat]:
        open_hand = format_html('<ol class="cards fan open" aria-label="{}">{}</ol>', _("Hand"), fan(scene.open[seat]))
    pieces = (shown, open_hand, badge) if where == "s" else (badge, open_hand, shown)
    return format_html('<div class="spot {}">{}{}{}</div>', where, *pieces)


def played(seat: int, cards: Sequence[int], trumps: frozenset[int], look: str = "", word: str = "") -> SafeString:
    """Return cards played by a seat, with an id of their own, so that they replace the play before instead of morphing
    it. ``look``: ``best`` or ``beaten``; ``word``: the tag of the play."""
    return _played(seat, tuple(cards), tuple(card in trumps for card in cards), look, word)


@cached_piece(4096)
def _played(seat: int, cards: tuple[int, ...], trumps: tuple[bool, ...], look: str, word: str) -> SafeString:
    faces = (card_face(card, "trump" if trump else "") for card, trump in zip(cards, trumps, strict=True))
    items = format_html_join("", "<li>{}</li>", ((face,) for face in faces))
    label = format_html('<span class="play-tag{}">{}</span>', "" if look == "best" else " plain", word)
    long = " long" if len(cards) > LONG_PLAY else ""
    return format_html(
        '<div class="play-wrap" id=p{}{}{}><ol class="play{}">{}</ol>{}</div>',
        str(seat),
        NAMES[cards[0]],
        str(len(cards)),
        f" {look}{long}" if look else long,
        items,
        label if word else NOTHING,
    )


def no_last_trick(is_first: bool) -> SafeString:
    """Return the line of a panel that has no last trick to show: none is over, or it still lies on the board."""
    line = _("No trick is over yet.") if is_first else _("It still lies on the table.")
    return format_html("<li><span>{}</span></li>", line)


# --- the hand ----------------------------------------------------------------------------


class Group(NamedTuple):
    """Cards of a hand that are shown together under one label. ``goes_on``: it is the rest of a group that a row
    before ends with."""

    label: str
    cards: tuple[int, ...]
    goes_on: bool = False


def rows(groups: Sequence[Group], most: int = ONE_ROW) -> list[list[Group]]:
    """Return groups in rows of about equal length. One row up to ``most`` cards, two up to 28, then three.

    A group stays whole unless a row would grow too long; a broken group keeps equal cards together and
    has its label in each row. Where there is room for one row, the style sheet joins its parts again.
    """
    return _rows(tuple(groups), most)


@lru_cache(maxsize=1024)
def _rows(groups: tuple[Group, ...], most: int) -> list[list[Group]]:
    total = sum(len(group.cards) for group in groups)
    count = 1 if total <= most else 2 if total <= 2 * MOST_IN_ROW else 3
    borders = frozenset(accumulate(len(group.cards) for group in groups))
    cuts = _cuts(sorted(borders), borders, count)
    if max(map(sub, cuts[1:], cuts)) > MOST_IN_ROW or len(set(cuts)) < len(cuts):
        cards = [_rank_or_card(card, group) for group in groups for card in group.cards]
        places = [at for at in range(1, total) if at in borders or cards[at] != cards[at - 1]]
        cuts = _cuts([*places, total], borders, count)
    return [_between(groups, start, end) for start, end in pairwise(cuts)]


def _rank_or_card(card: int, group: Group) -> int | str:
    """Return what must stay together: equal ranks in a hand sorted by rank, else equal cards."""
    return card if group.label or card >= LITTLE_JOKER else rank_sign(card)


def _cuts(places: Sequence[int], borders: frozenset[int], count: int) -> tuple[int, ...]:
    """Return where ``count`` rows begin and the last one ends, chosen from ``places`` (the last is the end): none
    too long, as even as possible, preferably at suit borders."""
    total = places[-1]
    candidates = combinations_with_replacement(places[:-1] or [total], count - 1)

    def unevenness(cuts: tuple[int, ...]) -> tuple[int, int]:
        lengths = [end - start for start, end in pairwise(cuts)]
        too_long = max(0, max(lengths) - MOST_IN_ROW)
        return too_long, sum(length**2 for length in lengths) + BROKEN * sum(cut not in borders for cut in cuts[1:])

    return min(((0, *inner, total) for inner in candidates), key=unevenness)


def _between(groups: Sequence[Group], start: int, end: int) -> list[Group]:
    """Return the groups of the cards from ``start`` to ``end``, counted through all groups."""
    row, at = [], 0
    for group in groups:
        cards = group.cards[max(0, start - at) : max(0, end - at)]
        if cards:
            row.append(Group(group.label, cards, at < start))
        at += len(group.cards)
    return row


class Choice(NamedTuple):
    """How the cards of a hand may be chosen: one or ``many``; which are ``allowed`` now (None: all) and ``why`` others
    are not, by which section of the rules (``rule``); which must be played (``binds``), which are ``chosen`` or
    ``new``. ``together``, ``alone``: what a tap also chooses, and what it plays (``completion``). ``dead``: nothing can
    be chosen or sent."""

    many: bool = False
    allowed: frozenset[int] | None = None
    why: str = ""
    rule: str = ""
    binds: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    trumps: frozenset[int] = frozenset()
    dead: bool = False
    together: SafeString = NOTHING
    alone: str = ""


def hand(
    groups: Sequence[Group], choice: Choice, legend: str, look: str = "", most: int = ONE_ROW, room: int = 0
) -> SafeString:
    """Return the hand as controls, hidden if there are no cards. ``most``: how many cards are shown in one row;
    ``room``: how many to leave room for in a row, in a hand that grows."""
    return _hand(tuple(groups), choice, legend, look, most, room)


@cached_piece(1024)
def _hand(groups: tuple[Group, ...], choice: Choice, legend: str, look: str, most: int, room: int) -> SafeString:
    if not any(group.cards for group in groups):
        return format_html('<fieldset class="hand" id="{}" hidden></fieldset>', "hand")
    chosen, new = list(choice.chosen), list(choice.new)
    copies: dict[int, int] = {}
    cards = []
    card_rows = rows(groups, most)
    longest = max(room, *(sum(len(group.cards) for group in row) for row in card_rows))
    if longest >= MOST_IN_ROW:
        look = f"{look} n{longest}".strip()
    for row in card_rows:
        groups_html = joined(_group(group, choice, copies, chosen, new) for group in row)
        cards.append(format_html("<div class=r>{}</div>", groups_html))
    why = format_html("<p class=vh id=why-not data-r={}>{}</p>", choice.rule, choice.why) if choice.why else NOTHING
    follow = " follow" if choice.allowed is not None else ""
    return format_html(
        '<fieldset class="hand{}{}" id="hand"{}{}{}><legend class=vh>{}</legend><div class=rows>{}</div>{}</fieldset>',
        f" {look}" if look else "",
        follow,
        format_html(" {}", "disabled") if choice.dead else NOTHING,
        choice.together,
        format_html(' data-alone="{}"', choice.alone) if choice.alone else NOTHING,
        legend,
        joined(cards),
        why,
    )


def _group(group: Group, choice: Choice, copies: dict[int, int], chosen: list[int], new: list[int]) -> SafeString:
    """Return one group; if none of its cards is allowed, the group is marked, not each card."""
    kind = "checkbox" if choice.many else "radio"
    barred = choice.allowed is not None and not any(card in choice.allowed for card in group.cards)
    looks = " ".join(word for word, holds in (("no", barred), ("on", group.goes_on)) if holds)
    slots = []
    for at, card in enumerate(group.cards):
        copy = copies[card] = copies.get(card, -1) + 1
        look = _looks(card, choice, barred, take(new, card))
        slots.append(slot(card, copy, kind, look, "" if at else group.label, take(chosen, card)))
    return format_html(
        "<div{}{}>{}</div>",
        format_html(' class="{}"', looks) if looks else NOTHING,
        format_html(" role=group aria-disabled={}", "true") if barred else NOTHING,
        joined(slots),
    )


def take(cards: list[int], card: int) -> bool:
    """Remove one copy of a card from a list; return whether it was there."""
    if card in cards:
        cards.remove(card)
        return True
    return False


def _looks(card: int, choice: Choice, barred: bool, new: bool) -> str:
    words = []
    if card in choice.trumps:
        words.append("t")
    if choice.allowed is not None and card not in choice.allowed and not barred:
        words.append("no")
    if new:
        words.append("new")
    if card in choice.binds:
        words.append("nod")
    return " ".join(words)


def ordered(groups: Sequence[Group], scene: Scene) -> list[Group]:
    """Return groups and their cards in the viewer's preferred order, high to low or the reverse."""
    if not (scene.prefs or {}).get("order"):
        return list(groups)
    return [group._replace(cards=group.cards[::-1]) for group in reversed(groups)]


def chosen_cards(scene: Scene, forced: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the cards chosen for the viewer: of a refused press, else of a hint, else those they must play."""
    if scene.refused is not None:
        return scene.refused.cards
    return scene.hint.cards if scene.hint is not None else forced
