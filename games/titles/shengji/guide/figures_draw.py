"""Figures about making trumps: decks are stacked so that the engine itself judges (/rules/eighty/#4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from games.guide import figure_parts
from games.guide.blocks import Line, Shown
from games.guide.figure_parts import fan
from games.guide.game_guide import RulesQuery
from games.rules.cards import RANKS, SUITS, cards
from games.rules.core import Illegal
from games.rules.shengji.actions import Declare
from games.rules.shengji.declaring import strength, trump_of
from games.rules.shengji.trumps import TRUMP
from games.table.cards import suit_name
from games.titles.shengji.guide import positions as text


def dealt(query: RulesQuery) -> int:
    """Return the total number of cards dealt."""
    return 100 if query.game.key == "eighty" else 48


def declarations(query: RulesQuery) -> Shown:
    """Return every declaration at this level, by strength, and shows that are none."""
    eighty, level = query.game.key == "eighty", RANKS.index(query.level)
    other = RANKS[(level + 1) % 13]
    sets = [
        f"{query.level}H",
        f"{query.level}H {query.level}H",
        f"{query.level}H {query.level}S",
        "LJ BJ",
        "LJ LJ",
        "BJ BJ",
    ]
    sets.append(f"{other}H")
    lines = []
    for names in sets:
        shown = cards(names)
        if not eighty and len(set(shown)) != len(shown):
            continue
        power = strength(shown, level, eighty, query.options["no_trump"])
        if not power:
            lines.append(Line("", fan(shown), _(query.game.refusals["not-a-declaration"].sentence), "no"))
            continue
        suit = trump_of(shown)
        trumps = _("no trump suit") if suit == TRUMP else suit_name(SUITS[suit])
        values = {"power": power, "made": trumps}
        lines.append(Line("", fan(shown), _("Strength %(power)s, makes: %(made)s.") % values, "yes"))
    return Shown("lines", lines=lines)


def refusal_code(query: RulesQuery, standing: tuple[int, str], later: tuple[int, str]) -> str:
    """Return the code that refuses a later declaration at this table, or nothing."""
    count = dealt(query)
    pack = list(query.game.pack(query.options))
    (first, shown), (second, attempt) = ((seat, cards(names)) for seat, names in (standing, later))
    needed = {first: Counter(shown)}
    # a player who shows a pair after a single has already shown one of its cards
    needed[second] = needed.get(second, Counter()) | Counter(attempt)
    deck: list[int | None] = [None] * len(pack)
    for seat, held in needed.items():
        for place, number in zip(range(seat, count, 4), held.elements(), strict=False):
            deck[place] = number
            pack.remove(number)
    full_deck = tuple(pack.pop() if number is None else number for number in deck)
    context: dict[str, Any] = {"levels": [query.level, query.level], "banker": 0, "first": 0}
    game = query.game
    state = game.start(game.setup(dict(query.options), context, full_deck))
    state = game.step(state, Declare(first, shown, count))
    try:
        game.check(state, Declare(second, attempt, count))
    except Illegal as illegal:
        return illegal.code
    return ""


def overcalls(query: RulesQuery) -> Shown:
    """Return declarations made over a standing one, with the engine's answers."""
    names = figure_parts.players(4)
    rows = []
    for key, standing, later in text.OVERCALLS:
        before, after = ((seat, shown.replace("R", query.level)) for seat, shown in (standing, later))
        code = refusal_code(query, before, after)
        rows.append(
            {
                "key": key,
                "standing": Line(names[before[0]], fan(cards(before[1]))),
                "later": Line(names[after[0]], fan(cards(after[1]))),
                "code": code,
                "head": _("No.") if code else _("Yes."),
                "answer": _(query.game.refusals[code].sentence) if code else _("It replaces the one that stands."),
            }
        )
    return Shown("overcalls", extra={"overcalls": rows})


def turned_up(query: RulesQuery, bottom: tuple[int, ...]) -> tuple[tuple[int, ...], str | None]:
    """Return the cards of a bottom that are turned up if nobody declares, and the trump suit."""
    pack = list(query.game.pack(query.options))
    for number in bottom:
        pack.remove(number)
    context: dict[str, Any] = {"levels": [query.level, query.level], "banker": 0, "first": 0}
    state = query.game.start(query.game.setup(dict(query.options), context, (*pack, *bottom)))
    assert state.ground.trumps is not None
    return state.ground.revealed, state.ground.trumps.letter


def turned(query: RulesQuery) -> Shown:
    """Return bottoms and the trumps that they make."""
    rows = []
    for names in text.BOTTOMS[query.game.key]:
        bottom = cards(names.replace("R", query.level))
        if len(set(bottom)) < len(bottom):
            continue
        shown, letter = turned_up(query, bottom)
        trumps = _("no trump suit") if letter is None else suit_name(letter)
        rows.append(
            Line(
                "",
                fan(bottom, marked=shown),
                _("Turned up: %(number)s. Trumps: %(made)s.") % {"number": len(shown), "made": trumps},
            )
        )
    return Shown("lines", _("Bottoms, the top card first; the cards turned up are raised"), lines=rows)
