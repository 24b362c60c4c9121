"""Parts shared by the figures of all games: rows of cards, positions with their answers, lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.guide.blocks import NO_CARDS, Cell, Position, Shown
from games.guide.game_guide import RulesQuery, guide_of
from games.guide.verdicts import Verdict, otherwise, verdict
from games.rules.cards import cards
from games.table.cards import brief, card_face, joined, spoken, suit_name
from games.table.markup import format_html
from games.table.room_settings import shown_values, token, value_name
from games.table.sentences import labelled, listed

Trumps = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Asking:
    """A position for the page; ``answer`` is the engine's answer in words."""

    key: str
    led: SafeString
    hand: SafeString
    play: SafeString
    tried: str
    others: Sequence[tuple[str, SafeString]]
    fine: bool
    code: str
    head: str
    answer: str
    other: Sequence[tuple[str, str]]


def fan(
    numbers: Iterable[int], trump: Trumps | None = None, marked: Sequence[int] = (), over: bool = False
) -> SafeString:
    """Return cards as a list; those ``marked`` are raised, each copy once."""
    left = list(marked)
    items = []
    for number in numbers:
        up = number in left
        if up:
            left.remove(number)
        face = card_face(number, "trump" if trump and trump(number) else "")
        items.append(format_html('<li class="up">{}</li>' if up else "<li>{}</li>", face))
    return format_html('<ol class="cards{}">{}</ol>', " fan" if over else "", joined(items))


def players(count: int) -> tuple[str, ...]:
    """Return names for the players of an example."""
    named = (pgettext("player", "A"), pgettext("player", "B"), pgettext("player", "C"), pgettext("player", "D"))
    return named[:count]


def yes(true: bool) -> str:
    """Return the answer to a question in a table's header."""
    return pgettext("it is so", "yes") if true else pgettext("it is so", "no")


def ranges(low: int, high: int | None) -> str:
    """Return a range of numbers in words."""
    if high is None:
        return _("%(low)s or more") % {"low": low}
    return str(low) if low == high else f"{low}–{high}"


def plain(*texts: Any) -> list[Cell]:
    """Return unmarked cells."""
    return [Cell(str(text)) for text in texts]


# --- positions --------------------------------------------------------------------------------


def positions(
    query: RulesQuery, positions_of_game: Iterable[Position], trump: Callable[[Position], Trumps] | None = None
) -> Shown:
    """Return positions with the engine's answers, without those whose cards this table lacks."""
    pack = set(query.game.pack(query.options))
    there = [
        position
        for position in positions_of_game
        if pack.issuperset(cards(f"{position.led} {position.play} {position.hand}"))
    ]
    shown = [_asking(query, position, trump(position) if trump else None) for position in there]
    settings = {setting(query, position) for position in there}
    return Shown("positions", settings.pop() if len(settings) == 1 else "", positions=shown)


def _asking(query: RulesQuery, position: Position, trump: Trumps | None) -> Asking:
    judged = verdict(query.game, query.options, position)
    head, answer = in_words(query, position, judged)
    held, play = cards(position.hand), cards(position.play)
    return Asking(
        key=position.key,
        led=fan(cards(position.led), trump) if position.led else NO_CARDS,
        hand=fan(held, trump, play, over=len(held) > 6) if held else NO_CARDS,
        play=fan(play, trump) if not held else NO_CARDS,
        tried=listed(spoken(number) for number in play),
        others=[(name, fan(cards(other), trump)) for name, other in zip(players(4)[1:], position.others, strict=False)],
        fine=judged.fine,
        code=judged.code,
        head=head,
        answer=answer,
        other=_others(query, position),
    )


def setting(query: RulesQuery, position: Position) -> str:
    """Return a position's trumps and level."""
    if not query.has_trump:
        return ""
    suit = suit_name(position.trump).capitalize() if position.trump else _("No trump suit")
    if not query.has_level:
        return _("%(suit)s are trump.") % {"suit": suit}
    if position.trump is None:
        return _("No trump suit, level %(level)s.") % {"level": rank_name(position.level)}
    return _("%(suit)s are trump, level %(level)s.") % {"suit": suit, "level": rank_name(position.level)}


def rank_name(letter: str) -> str:
    """Return a rank as printed on a card."""
    return letter.replace("T", "10")


def in_words(query: RulesQuery, position: Position, verdict: Verdict) -> tuple[str, str]:
    """Return the answer to a position: yes or no, and the rule."""
    if verdict.really:
        shown = " ".join(brief(number) for number in verdict.really)
        return _("It fails."), _("A part can be beaten: only %(cards)s is led.") % {"cards": shown}
    if verdict.revoke:
        return _("A revoke."), _(query.game.refusals[verdict.code].sentence)
    if verdict.code:
        return _("No."), _(query.game.refusals[verdict.code].sentence)
    return _("Yes."), _(position.note) if position.note else ""


def _others(query: RulesQuery, position: Position) -> list[tuple[str, str]]:
    """Return which other options would change the answer, with the new answers."""
    table = {option.key: option for option in query.game.options}
    lines = []
    for key, value, there in otherwise(query.game, query.options, position):
        option = table[key]
        head, answer = in_words(query, Position(position.key, position.play), there)
        lines.append(
            (
                labelled(_(option.label), value_name(option, value)),
                f"{head} {answer}".strip() if _spaced() else head + answer,
            )
        )
    return lines


def _spaced() -> bool:
    """Return whether the reader's language puts a space between sentences."""
    return not (get_language() or "").startswith("zh")


# --- lists of all games -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """An option for the page. ``values``: value, its name, whether it applies here, whether it is the default; ``low``,
    ``high``: the bounds of a number; ``section``: the section it affects."""

    key: str
    label: str
    help: str
    term: str
    values: tuple[tuple[str, str, bool, bool], ...]
    low: str
    high: str
    here: str
    standard: str
    section: str

    @property
    def differs(self) -> bool:
        return self.here != self.standard


def choices(query: RulesQuery) -> list[Choice]:
    """Return every option of a game with its values, and which of them apply here."""
    game, standard, about = query.game, query.game.defaults(query.options), guide_of(query.game.key).about
    choices = []
    for option in game.options:
        here = query.options[option.key]
        number = isinstance(option.values, range)
        named = (
            ()
            if number
            else tuple(
                (token(value), capfirst(value_name(option, value)), value == here, value == standard[option.key])
                for value in shown_values(option)
            )
        )
        choices.append(
            Choice(
                option.key,
                _(option.label),
                _(option.help),
                option.term,
                named,
                str(option.values[0]) if number else "",
                str(option.values[-1]) if number else "",
                value_name(option, here),
                value_name(option, standard[option.key]),
                about.get(option.key, ""),
            )
        )
    return choices


def refusals(query: RulesQuery) -> list[tuple[str, str, str]]:
    """Return every refusal in order of precedence: code, sentence, section."""
    return [(code, _(refusal.sentence), refusal.section) for code, refusal in query.game.refusals.items()]


def options(query: RulesQuery) -> Shown:
    """Return every option with its values."""
    return Shown("options", extra={"choices": choices(query)})


def refused(query: RulesQuery) -> Shown:
    """Return every refusal with its sentence."""
    return Shown("refusals", extra={"refusals": refusals(query)})


def advice(sentences: Iterable[tuple[str, str]]) -> Shown:
    """Return advice from old books."""
    return Shown("advice", extra={"advice": [(_(text), years) for years, text in sentences]})
