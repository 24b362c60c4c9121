"""The figures of Forty and Eighty: the order of the cards, shapes, following, throws, tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.guide import figure_parts
from games.guide.blocks import Line, Position, Shown
from games.guide.figure_parts import Trumps, fan
from games.guide.game_guide import RulesQuery
from games.rules.cards import LITTLE_JOKER, NUMBERS, RANKS, SUITS, cards
from games.rules.core import ExplainedTrick
from games.rules.shengji.actions import Play
from games.rules.shengji.explanation import explain_trick
from games.rules.shengji.hands import hand_of, points_of
from games.rules.shengji.shapes import split
from games.rules.shengji.trumps import TRUMP, groups, trumps_by
from games.rules.shengji.trumps import Trumps as Order
from games.table.cards import suit_name
from games.table.sentences import People, sentence
from games.titles.shengji.guide import figures_draw, figures_score
from games.titles.shengji.guide import positions as text
from games.titles.shengji.guide.position import at_play
from games.titles.shengji.guide.text import ADVICE

#: a card that nobody plays, so that no hand of an example ends
KEPT = NUMBERS["3D"]


def is_trump(trump: str | None, level: str, options: Mapping[str, Any]) -> Trumps:
    """Return whether a card is a trump."""
    suits = trumps_by(options, trump, level).suits
    return lambda number: suits[number] == TRUMP


def order(query: RulesQuery) -> Shown:
    """Return trumps and side suits from high to low; equal cards stand in one group."""
    table = trumps_by(query.options, query.trump, query.level)
    trump = is_trump(query.trump, query.level, query.options)
    lines = []
    for name, held in groups(range(54), query.trump, query.level, query.options["twos_trump"]):
        if name != "trump":
            lines.append(Line(suit_name(name).capitalize(), fan(held, over=True)))
            continue
        high = [card for card in held if card >= LITTLE_JOKER or RANKS[card % 13] == query.level]
        lines += _ranked(high, table, trump, _("Trumps, the highest first"))
        if query.options["twos_trump"]:
            twos = [card for card in held if RANKS[card % 13] == "2" and card not in high]
            lines += _ranked(twos, table, trump, _("then the two of the suit"))
            high += twos
        if rest := [card for card in held if card not in high]:
            lines.append(Line(_("then the rest of the suit"), fan(rest, trump, over=True)))
    return Shown("lines", lines=lines, extra={"ask": True})


def _ranked(held: list[int], table: Order, trump: Trumps, label: str) -> list[Line]:
    """Return trumps from high to low, the last ones equal: no lines or two."""
    equal = [card for card in held if card < LITTLE_JOKER and table.place[card] == table.place[held[-1]]]
    single = [card for card in held if card not in equal]
    rows = ((label, single), (_("then, all equal"), equal))
    return [Line(named, fan(row, trump)) for named, row in rows if row]


def points(query: RulesQuery) -> Shown:
    """Return the ranks that count, with their points."""
    ranks = [rank for rank in RANKS if points_of((NUMBERS[f"{rank}S"],))]
    lines = []
    for rank in ranks:
        cards_of_rank = [NUMBERS[f"{rank}{suit}"] for suit in SUITS]
        worth = points_of(cards_of_rank[:1])
        lines.append(
            Line(
                "",
                fan(cards_of_rank),
                ngettext("%(number)s point each", "%(number)s points each", worth) % {"number": worth},
            )
        )
    return Shown("lines", lines=lines)


# --- shapes and leads ---------------------------------------------------------------------------


def led_examples(query: RulesQuery) -> list[Position]:
    """Return leads that people often ask about, for the trumps and the level of the page."""
    level = RANKS.index(query.level)
    side = next(suit for suit in "SCDH" if suit != query.trump)
    off = [suit for suit in SUITS if suit != query.trump][:2]
    plain = [rank for rank in RANKS if rank != query.level]
    below, above = plain[max(0, min(level, 11) - 1)], plain[min(level, 11)]
    if below == above:
        below, above = plain[0], plain[1]
    sets = [
        ("one", f"{plain[6]}{side}"),
        ("pair", f"{plain[6]}{side} {plain[6]}{side}"),
        ("two-suits", f"{plain[6]}{side} {plain[6]}{off[1] if off[1] != side else off[0]}"),
        ("neighbours", _twice(f"{plain[6]}{side}", f"{plain[7]}{side}")),
        ("apart", _twice(f"{plain[5]}{side}", f"{plain[7]}{side}")),
        ("round-the-level", _twice(f"{below}{side}", f"{above}{side}")),
    ]
    if query.trump is not None:
        top = plain[-1] + query.trump
        sets += [
            ("top-and-level", _twice(top, query.level + off[0])),
            ("level-and-level", _twice(query.level + off[0], query.level + query.trump)),
            ("level-and-joker", _twice(query.level + query.trump, "LJ")),
        ]
    else:
        sets.append(("level-and-joker", _twice(query.level + off[0], "LJ")))
    sets += [("two-levels", _twice(query.level + off[0], query.level + off[1])), ("jokers", _twice("LJ", "BJ"))]
    return [Position(key, play, trump=query.trump, level=query.level, note=_shape(query, play)) for key, play in sets]


def _twice(*names: str) -> str:
    return " ".join(f"{name} {name}" for name in names)


def _shape(query: RulesQuery, play: str) -> str:
    """Return the shape of cards of one suit, in English words; the caller translates it."""
    table = trumps_by(query.options, query.trump, query.level)
    parts = split(table, hand_of(cards(play)))
    if len(parts) > 1:
        return text.SHAPES["throw"]
    return text.SHAPES[("single", "pair")[parts[0].pairs] if parts[0].pairs < 2 else "tractor"]


def leads(query: RulesQuery) -> Shown:
    """Return leads with the engine's answer."""
    trump = is_trump(query.trump, query.level, query.options)
    return figure_parts.positions(query, led_examples(query), lambda position: trump)


def _positions(name: str) -> Any:
    """Return the figure of a section's positions."""

    def figure(query: RulesQuery) -> Shown:
        positions = (text.EIGHTY if query.game.key == "eighty" else text.FORTY)[name]
        return figure_parts.positions(
            query, positions, lambda position: is_trump(position.trump, position.level, query.options)
        )

    return figure


# --- tricks -------------------------------------------------------------------------------------


def trick_of(query: RulesQuery, plays: tuple[str, ...], trump: str, level: str) -> ExplainedTrick:
    """Return who wins a trick of these plays and why, in the rules' own sentences."""
    position = Position("", "", trump=trump, level=level)
    hands = [hand_of((*cards(play), KEPT)) for play in plays]
    state = at_play(query.game, {**query.options, "discipline": "enforced"}, position, hands)
    for seat, play in enumerate(plays):
        state = query.game.step(state, Play(seat, tuple(sorted(cards(play)))))
    return explain_trick(state, 0, state.leaders[-1])


def tricks(query: RulesQuery) -> Shown:
    """Return tricks with their winners."""
    names = figure_parts.players(4)
    shown_tricks = []
    shown = (*text.TRICKS[query.game.key], *(text.THROWN if query.options.get("throw") else ()))
    for key, plays, suit, level in shown:
        trump = is_trump(suit, level, query.options)
        explained = trick_of(query, plays, suit, level)
        shown_tricks.append(
            {
                "key": key,
                "setting": figure_parts.setting(query, Position("", "", trump=suit, level=level)),
                "plays": [
                    Line(names[seat], fan(cards(play), trump), mark="yes" if seat == explained.winner else "")
                    for seat, play in enumerate(plays)
                ],
                "sentences": [sentence(message, People(names)) for message in explained.messages],
            }
        )
    return Shown("tricks", extra={"tricks": shown_tricks})


FIGURES: Mapping[str, Any] = {
    "order": order,
    "points": points,
    "declarations": figures_draw.declarations,
    "overcalls": figures_draw.overcalls,
    "turned": figures_draw.turned,
    "leads": leads,
    "follow-suit": _positions("follow-suit"),
    "follow-tractor": _positions("follow-tractor"),
    "follow-pair": _positions("follow-pair"),
    "tricks": tricks,
    "throws": _positions("throws"),
    "bottom": figures_score.bottom,
    "score": figures_score.score,
    "worked": figures_score.worked_example,
    "levels": figures_score.levels,
    "advice": lambda query: figure_parts.advice(ADVICE),
}
