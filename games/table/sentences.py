"""Sentences of the rules in the reader's language: filling the placeholders of a ``Message``.

The caller activates the language. Names of people are not translated and are plain text here:
code that puts one into HTML escapes it (``format_html``, a template).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString

from games.community.rating_scale import RatingChange
from games.rules.core import N_, Cards, Message, Seat, Suit
from games.table.cached_gettext import fixed_catalogue, get_language, pgettext
from games.table.cached_gettext import gettext as _
from games.table.cards import SIGNS, brief, suit_name
from games.table.markup import format_html
from games.table.piece_cache import cached_piece
from games.table.scene import RefusedPress, Scene, Sitter

#: the AI players by seat, each with the letter of its chop
AI_NAMES = (
    N_("松 Pine"),
    N_("竹 Bamboo"),
    N_("梅 Plum"),
    N_("兰 Orchid"),
    N_("菊 Aster"),
    N_("荷 Lotus"),
    N_("柳 Willow"),
)
#: level → what its player is called; their face is a picture of the same name as the level
CALLED = {
    "random": N_("Monkey"),
    "novice": N_("Rabbit"),
    "beginner": N_("Duckling"),
    "casual": N_("Panda"),
    "policy": N_("Ox"),
    "intermediate": N_("Fox"),
    "strong": N_("Tiger"),
}


class People(NamedTuple):
    """Who sits where, for one reader: ``names`` by seat, as plain text; ``you``: the reader's seat,
    which sentences call «you», None for an onlooker."""

    names: tuple[str, ...]
    you: int | None = None

    def called(self, seat: int) -> str:
        """Return a seat's name as it appears by itself: «Bamboo», «You»."""
        return _("You") if seat == self.you else self.names[seat]


class Viewer(NamedTuple):
    """The viewer of a piece of a picture: the ``people`` as named to them, their ``seat`` (None for an onlooker), and
    the seat on the ``near`` side of their board."""

    people: People
    seat: int | None
    near: int

    def called(self, seat: int) -> str:
        """Return a seat's name as it appears by itself: «Bamboo», «You»."""
        return _("You") if seat == self.people.you else self.people.names[seat]

    def side_name(self, seats: Iterable[int]) -> str:
        """Return the name of a side, the viewer first."""
        first, *others = map(self.called, sorted(seats, key=lambda seat: seat != self.seat))
        return both(first, others[0]) if others else first


#: For sentences that name no player.
NOBODY = People(())


def reader_of(scene: Scene) -> Viewer:
    """Return the viewer of a scene, with open seats named as such."""
    catalogue = fixed_catalogue()  # as in ``cached_piece``
    language = get_language() if catalogue is None else catalogue.language
    if language not in scene.readers:  # a picture asks for them some fifteen times
        named = tuple([(sitter.name, sitter.house or sitter.is_ai) for sitter in scene.sitters])
        called, seat = _called(named), scene.seat
        who = People(called, scene.you if seat is None else seat)
        scene.readers[language] = Viewer(who, seat, scene.south if seat is None else seat)
    return scene.readers[language]  # type: ignore[no-any-return]


@cached_piece(2048)
def _called(named: tuple[tuple[str, bool], ...]) -> tuple[str, ...]:
    return tuple((bare(name) if by_house else name) or _("Open seat") for name, by_house in named)


def people(scene: Scene) -> People:
    """Return the players of a scene, as named to its viewer."""
    return reader_of(scene).people


def names(scene: Scene) -> tuple[str, ...]:
    """Return the players' names by seat, the viewer's own too: for controls, not for sentences."""
    return people(scene).names


def chop(name: str) -> str:
    """Return the letter on a person's name chop: the first Chinese one, else the first."""
    return next((letter for letter in name if "\u4e00" <= letter <= "\u9fff"), name[:1].upper())


def bare(ai_name: str) -> str:
    """Return the name that the house gives an AI player without its chop letter: «竹 Bamboo» becomes «Bamboo». In
    Chinese the name is the letter."""
    name = _(ai_name) if ai_name in AI_NAMES else ai_name
    return name.removeprefix(f"{chop(name)} ")


def name_of(sitter: Sitter) -> str:
    """Return a player's name as sentences call them. A person's stays as they write it, even if it looks like that of
    an AI player."""
    return bare(sitter.name) if sitter.house or sitter.is_ai else sitter.name


def with_level(sitter: Sitter) -> str:
    """Return a player's name, for an AI player with their level's name: «Pine · Tiger»."""
    name = name_of(sitter)
    return f"{name} · {_(CALLED[sitter.level])}" if sitter.level in CALLED else name


def sentence(message: Message, people: People) -> str:
    """Return a sentence of the rules in the reader's language."""
    values = {place: _(value) if isinstance(value, str) and value else value for place, value in message.values.items()}
    return fill(_(message.text), values, people)


def tell(scene: Scene, text: str, **values: Any) -> str:
    """Return a translated sentence about the players of a scene, to its viewer.

    ``values``: as in a ``Message``, or a tuple of several seats, or words already translated.
    """
    return fill(text, values, people(scene))


def fill(text: str, values: Mapping[str, Any], people: People) -> str:
    """Return a translated sentence with its placeholders filled.

    ``%(name)s`` is a seat's name, or «you» for the reader's seat, and ``%(name_owner)s`` its possessive,
    «Bamboo’s» or «your». ``{takes|take}`` agrees with the last seat named before it: the second form is
    for the reader's seat or several seats.
    """
    pieces: list[str] = []
    to_you = apart = False
    for before, place, owner, word, other in _parts(text):
        pieces.append(f" {before}" if apart and _is_han(before[:1]) else before)
        apart = False
        if word or other:
            pieces.append(other if to_you else word)
        if not place:
            continue
        value = values[place]
        if type(value) is Seat:  # the most common case, and the cheapest check
            to_you = value.number == people.you
            pieces.append(_person(value.number, people, owner, _begins("".join(pieces))))
            continue
        if isinstance(value, tuple) and value and all(isinstance(seat, Seat) for seat in value):
            to_you = len(value) > 1 or value[0].number == people.you
            pieces.append(_persons(value, people, owner, _begins("".join(pieces))))
            continue
        filled = str(_filled(value, people))
        if filled and isinstance(value, (Message, str)):
            # as in the catalogue: a space between a Chinese letter and a card, rank or number
            if before and _is_han(before[-1]) and _is_card(filled[0]):
                pieces.append(" ")
            apart = _is_card(filled[-1])
        pieces.append(filled)
    return "".join(pieces)


def _is_han(letter: str) -> bool:
    return "\u4e00" <= letter <= "\u9fff"


def _is_card(letter: str) -> bool:
    return letter in SIGNS.values() or (letter.isascii() and letter.isalnum())


#: A placeholder, or a verb in two forms.
PART = re.compile(r"%\((?P<place>\w+)\)[sd]|\{(?P<word>[^|{}]*)\|(?P<other>[^|{}]*)\}|$")


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, str, bool, str, str], ...]:
    """Return a sentence in parts: the text before a placeholder, the placeholder, whether it is possessive, and a
    verb's two forms."""
    parts, at = [], 0
    for match in PART.finditer(text):
        before, place = text[at : match.start()].replace("%%", "%"), match["place"] or ""
        owner = place.endswith("_owner")
        parts.append((before, place.removesuffix("_owner"), owner, match["word"] or "", match["other"] or ""))
        at = match.end()
    return tuple(parts)


def _begins(before: str) -> bool:
    """Return whether a sentence begins after this text."""
    return not before or before.endswith((". ", "! ", "? "))


def _persons(seats: Sequence[Seat], people: People, owner: bool, begins: bool) -> str:
    """Return one or several seats as a sentence names them, the reader first."""
    ordered = sorted(seats, key=lambda seat: seat.number != people.you)
    called = [_person(seat.number, people, owner, begins and not at) for at, seat in enumerate(ordered)]
    return both(*called) if len(called) == 2 else listed(called)


def _person(seat: int, people: People, owner: bool, begins: bool) -> str:
    if seat != people.you:
        name = people.names[seat]
        return pgettext("what is theirs", "%(name)s’s") % {"name": name} if owner else name
    if owner:
        return _("Your") if begins else _("your")
    return _("You") if begins else _("you")


def _filled(value: Any, people: People) -> Any:
    """Return the text for a placeholder that is not a seat."""
    match value:
        case tuple():
            return listed(_(word) for word in value) or _("nothing")
        case Cards(numbers):
            return " ".join(brief(number) for number in numbers)
        case Suit(letter):
            return suit_name(letter)
        case Message():
            return sentence(value, people)
    return value


def listed(words: Iterable[str]) -> str:
    """Join words with the separator of the reader's language."""
    return pgettext("between words", ", ").join(words)


def labelled(label: str, value: str) -> str:
    """Return a label with its value: «Throws: yes»."""
    return pgettext("label and value", "%(label)s: %(value)s") % {"label": label, "value": value}


def both(first: str, second: str) -> str:
    """Return two names as one: «You and Pine»."""
    return _("%(first)s and %(second)s") % {"first": first, "second": second}


def side_name(seats: Sequence[int], scene: Scene) -> str:
    """Return the name of a side, the viewer first."""
    return reader_of(scene).side_name(seats)


def score_text(score: int | str) -> str:
    """Return a side's score in a match as it is shown: «−4» with a minus, a level «10» as printed on the card."""
    return str(score).replace("-", "−").replace("T", "10")


def signed(points: int) -> str:
    """Return points with their sign: «+12», «−8», «0»."""
    return f"+{points}" if points > 0 else score_text(points)


def rating_moved(change: RatingChange | None) -> str:
    """Return how a match has moved the reader's rating, with a «?» if it is provisional; None: it is still to be
    rated."""
    if change is None:
        return _("Your rating is being worked out.")
    before, after, is_provisional = change
    shown = SafeString(str(after))
    if is_provisional:
        why = _("still finding out")
        shown = format_html('{}<span title="{}">?</span><span class="vh"> ({})</span>', str(after), why, why)
    if before == after:
        return SafeString(escape(_("Your rating stays at %(value)s.")) % {"value": shown})
    moved = format_html("{} → {} ({})", str(before), shown, signed(after - before))
    return SafeString(escape(_("Your rating: %(change)s")) % {"change": moved})


def trick_ended(scene: Scene, last: tuple[int, Sequence[int]], winner: int) -> str:
    """Return who ended a trick with which cards, and who took it."""
    seat, cards = last
    if winner == seat:
        text = _("%(name)s played %(cards)s and took the trick.")
    else:
        text = _("%(name)s played %(cards)s; %(winner)s took the trick.")
    return tell(scene, text, name=Seat(seat), cards=Cards(tuple(cards)), winner=Seat(winner))


def reason(refused: RefusedPress) -> str:
    """Return why a press did nothing."""
    return _(refused.refusal.sentence) if refused.refusal else refused.message
