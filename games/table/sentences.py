"""Sentences of the rules in the reader's language: what fills the places of a ``Message``.

The caller activates the language. Names of people are not translated, and are plain text here:
whoever puts a sentence into HTML escapes it (``format_html``, a template).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.rules.core import N_, Cards, Message, Seat, Suit
from games.table.cached_gettext import get_language, pgettext, spoken
from games.table.cached_gettext import gettext as _
from games.table.cards import SIGNS, brief, suit_name
from games.table.kept import kept
from games.table.scene import Refused, Scene, Sitter

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
    """Who sits where, as one reader is told of them: ``names`` by seat, as plain text; ``you``: the seat
    of the reader, whom sentences call «you», None for somebody who looks on."""

    names: tuple[str, ...]
    you: int | None = None

    def called(self, seat: int) -> str:
        """Return what a seat is called where it stands by itself: «Bamboo», «You»."""
        return _("You") if seat == self.you else self.names[seat]


class Viewer(NamedTuple):
    """For whom a piece of a picture is made: the ``people`` as they are told of them, their ``seat``, None for somebody
    who looks on, and the seat on the ``near`` side of their board."""

    people: People
    seat: int | None
    near: int

    def called(self, seat: int) -> str:
        """Return what a seat is called where it stands by itself: «Bamboo», «You»."""
        return _("You") if seat == self.people.you else self.people.names[seat]

    def side_name(self, seats: Iterable[int]) -> str:
        """Return how a side is called, the viewer first."""
        first, *others = map(self.called, sorted(seats, key=lambda seat: seat != self.seat))
        return both(first, others[0]) if others else first


#: Whom sentences about no person are told of.
NOBODY = People(())


def viewer(scene: Scene) -> Viewer:
    """Return for whom a scene is drawn; an open seat has a word of its own."""
    catalogue = spoken()  # as in ``kept``
    language = get_language() if catalogue is None else catalogue.language
    if language not in scene.told:  # a picture asks for them some fifteen times
        called, seat = _called(tuple([sitter.name for sitter in scene.sitters])), scene.seat
        who = People(called, scene.you if seat is None else seat)
        scene.told[language] = Viewer(who, seat, scene.south if seat is None else seat)
    return scene.told[language]  # type: ignore[no-any-return]


@kept(2048)
def _called(sitters: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(bare(name) or _("Open seat") for name in sitters)


def people(scene: Scene) -> People:
    """Return the players of a scene, as its viewer is told of them."""
    return viewer(scene).people


def names(scene: Scene) -> tuple[str, ...]:
    """Return the players' names by seat, the viewer's own too: for controls, never for sentences."""
    return people(scene).names


def chop(name: str) -> str:
    """Return the letter on a person's name chop: the first Chinese one, else the first."""
    return next((letter for letter in name if "\u4e00" <= letter <= "\u9fff"), name[:1].upper())


def bare(name: str) -> str:
    """Return a name without the letter of its chop where both stand: «竹 Bamboo» is «Bamboo».

    Names of people are as they write them; an AI player's is the letter to whoever reads Chinese.
    """
    name = _(name) if name in AI_NAMES else name
    return name.removeprefix(f"{chop(name)} ")


def with_level(sitter: Sitter) -> str:
    """Return a player's name, that of an AI player with what their level is called: «Pine · Tiger»."""
    name = bare(sitter.name)
    return f"{name} · {_(CALLED[sitter.level])}" if sitter.level in CALLED else name


def sentence(message: Message, people: People) -> str:
    """Return a sentence of the rules in the reader's language, to one of them."""
    values = {place: _(value) if isinstance(value, str) and value else value for place, value in message.values.items()}
    return fill(_(message.text), values, people)


def tell(scene: Scene, text: str, **values: Any) -> str:
    """Return a translated sentence about the players of a scene, to its viewer.

    ``values``: as in a ``Message``, or several seats in a tuple, or words that are translated already.
    """
    return fill(text, values, people(scene))


def fill(text: str, values: Mapping[str, Any], people: People) -> str:
    """Return a translated sentence with its places filled.

    ``%(name)s`` is a seat's name, or «you» to whoever sits there, and ``%(name_owner)s`` what is theirs,
    «Bamboo’s» or «your»; ``{takes|take}`` is said of the seat named last before it: the second word to
    whoever sits there, or of several seats.
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
        if type(value) is Seat:  # most places are: a look at the kind is cheaper than all that follows
            to_you = value.number == people.you
            pieces.append(_person(value.number, people, owner, _begins("".join(pieces))))
            continue
        if isinstance(value, tuple) and value and all(isinstance(seat, Seat) for seat in value):
            to_you = len(value) > 1 or value[0].number == people.you
            pieces.append(_persons(value, people, owner, _begins("".join(pieces))))
            continue
        filled = str(_filled(value, people))
        if filled and isinstance(value, (Message, str)):
            # as the catalogue writes it: a space between a Chinese letter and a card, a rank or a number
            if before and _is_han(before[-1]) and _is_card(filled[0]):
                pieces.append(" ")
            apart = _is_card(filled[-1])
        pieces.append(filled)
    return "".join(pieces)


def _is_han(letter: str) -> bool:
    return "\u4e00" <= letter <= "\u9fff"


def _is_card(letter: str) -> bool:
    return letter in SIGNS.values() or (letter.isascii() and letter.isalnum())


#: A place to be filled, or a verb in two forms.
PART = re.compile(r"%\((?P<place>\w+)\)[sd]|\{(?P<word>[^|{}]*)\|(?P<other>[^|{}]*)\}|$")


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, str, bool, str, str], ...]:
    """Return a sentence in parts: what stands before a place, the place, whether what is theirs stands there, or a
    verb's two forms."""
    parts, at = [], 0
    for match in PART.finditer(text):
        before, place = text[at : match.start()].replace("%%", "%"), match["place"] or ""
        owner = place.endswith("_owner")
        parts.append((before, place.removesuffix("_owner"), owner, match["word"] or "", match["other"] or ""))
        at = match.end()
    return tuple(parts)


def _begins(before: str) -> bool:
    """Say whether a sentence begins after what has been said."""
    return not before or before.endswith((". ", "! ", "? "))


def _persons(seats: Sequence[Seat], people: People, owner: bool, begins: bool) -> str:
    """Return one seat, or several, as a sentence names them: the reader first."""
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
    """Return what stands in one place of a sentence that is no person."""
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
    """Return words one after the other, with the mark that the reader's language puts between."""
    return pgettext("between words", ", ").join(words)


def labelled(label: str, value: str) -> str:
    """Return what something is called and what it is: «Throws: yes»."""
    return pgettext("label and value", "%(label)s: %(value)s") % {"label": label, "value": value}


def both(first: str, second: str) -> str:
    """Return two names as one: «You and Pine»."""
    return _("%(first)s and %(second)s") % {"first": first, "second": second}


def side_name(seats: Sequence[int], scene: Scene) -> str:
    """Return how a side is called, the viewer first."""
    return viewer(scene).side_name(seats)


def trick_ended(scene: Scene, last: tuple[int, Sequence[int]], winner: int) -> str:
    """Return who ended a trick with which cards, and who took it."""
    seat, cards = last
    if winner == seat:
        text = _("%(name)s played %(cards)s and took the trick.")
    else:
        text = _("%(name)s played %(cards)s; %(winner)s took the trick.")
    return tell(scene, text, name=Seat(seat), cards=Cards(tuple(cards)), winner=Seat(winner))


def reason(refused: Refused) -> str:
    """Return why a press did nothing."""
    return _(refused.refusal.sentence) if refused.refusal else refused.said
