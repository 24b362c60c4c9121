"""Sentences of the rules in the reader's language: what fills the places of a ``Said``.

The caller activates the language. Names of people are not translated, and are plain text here:
whoever puts a sentence into HTML escapes it (``format_html``, a template).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import pgettext

from games.rules.core import N_, Cards, Said, Seat, Suit
from games.table.cards import brief, suit_name
from games.table.scene import Refused, Scene, Sitter
from games.table.tongue import get_language
from games.table.tongue import gettext as _

#: the AI players by seat, each with the letter of its chop
AI_NAMES = (N_("松 Pine"), N_("竹 Bamboo"), N_("梅 Plum"), N_("兰 Orchid"))
#: level → what its player is called; his face is a picture of the same name as the level
CALLED = {
    "random": N_("Monkey"),
    "beginner": N_("Duckling"),
    "policy": N_("Ox"),
    "intermediate": N_("Fox"),
    "strong": N_("Tiger"),
}


def names(scene: Scene) -> tuple[str, ...]:
    """Return the players' names by seat; an open seat has a word of its own."""
    return _names(tuple(sitter.name for sitter in scene.sitters), get_language())


@lru_cache(maxsize=1024)
def _names(written: tuple[str, ...], language: str | None) -> tuple[str, ...]:
    """Return names in the language that is active; a picture asks for them some fifteen times."""
    return tuple(bare(name) or _("Open seat") for name in written)


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
    """Return a player's name, that of an AI player with what his level is called: «Pine · Tiger»."""
    name = bare(sitter.name)
    return f"{name} · {_(CALLED[sitter.level])}" if sitter.level in CALLED else name


def sentence(said: Said, who: Sequence[str]) -> str:
    """Return a sentence of the rules; ``who`` are the names by seat."""
    return _(said.text) % {place: _filled(value, who) for place, value in said.values.items()}


def _filled(value: Any, who: Sequence[str]) -> Any:
    """Return what stands in one place of a sentence."""
    match value:
        case Seat(number):
            return who[number]
        case Cards(numbers):
            return " ".join(brief(number) for number in numbers)
        case Suit(letter):
            return suit_name(letter)
        case Said():
            return sentence(value, who)
        case str():
            return _(value) if value else ""
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
    who = names(scene)
    mine = [_("You") for seat in seats if seat == scene.seat]
    called = mine + [who[seat] for seat in seats if seat != scene.seat]
    return called[0] if len(called) == 1 else both(called[0], called[1])


def trick_ended(scene: Scene, last: tuple[Seat, Cards], winner: Seat) -> str:
    """Return who ended a trick with which cards, and who took it."""
    who, (seat, cards) = names(scene), last
    values = {"name": who[seat], "cards": " ".join(map(brief, cards)), "winner": who[winner]}
    if seat == scene.seat:
        text = _("You played %(cards)s; %(winner)s took the trick.")
        return (_("You played %(cards)s and took the trick.") if winner == seat else text) % values
    if winner == seat:
        return _("%(name)s played %(cards)s and took the trick.") % values
    if winner == scene.seat:
        return _("%(name)s played %(cards)s; you took the trick.") % values
    return _("%(name)s played %(cards)s; %(winner)s took the trick.") % values


def reason(refused: Refused) -> str:
    """Return why a press did nothing."""
    return _(refused.refusal.sentence) if refused.refusal else refused.said
