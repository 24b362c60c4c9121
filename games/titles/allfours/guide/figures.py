"""The figures of All Fours: editions side by side, the deal, following, the count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.guide import figure_parts
from games.guide.blocks import Cell, Line, Shown
from games.guide.figure_parts import Trumps, fan, plain
from games.guide.game_guide import RulesQuery
from games.rules.allfours.actions import Announce
from games.rules.allfours.options import COLUMNS, FIRST_EDITION
from games.rules.allfours.score import PIPS, chances
from games.rules.allfours.state import AllFoursState
from games.rules.cards import SUITS, card, cards
from games.rules.four_chances.actions import Play
from games.rules.four_chances.asking import answer
from games.rules.four_chances.deal import HAND, parcels
from games.rules.four_chances.order import groups
from games.rules.four_chances.score import CHANCES
from games.rules.revokes import Accept
from games.table.cards import brief, rank_sign, suit_name
from games.table.room_settings import value_name
from games.table.sentences import People, listed, sentence
from games.titles.allfours.guide import books, text
from games.titles.allfours.guide.position import at_first_lead
from games.titles.allfours.table.book import SOURCES


def is_trump(letter: str) -> Trumps:
    """Return whether a card is of the trump suit."""
    return lambda number: SUITS[number // 13] == letter


def order(query: RulesQuery) -> Shown:
    """Return the suits from high to low, the trumps first."""
    assert query.trump is not None
    lines = [
        Line(
            _("Trumps: %(suit)s") % {"suit": suit_name(letter)}
            if letter == query.trump
            else suit_name(letter).capitalize(),
            fan(held, is_trump(query.trump), over=True),
        )
        for letter, held in groups(query.game.pack(query.options), SUITS.index(query.trump))
    ]
    return Shown("lines", lines=lines, extra={"ask": True})


def editions(query: RulesQuery) -> Shown:
    """Return every option in every edition, with differences from the first marked."""
    names = tuple(COLUMNS)
    first = COLUMNS[FIRST_EDITION]
    rows = []
    for option in query.game.options:
        if option.key == "edition":
            continue
        cells = [Cell(_(option.label))]
        for name in names:
            value = COLUMNS[name][option.key]
            cells.append(Cell(value_name(option, value), name == query.options["edition"], value != first[option.key]))
        rows.append(cells)
    heads = [name.removesuffix("-printed") for name in names]
    heads[names.index("1814-printed")] = _("1814, word for word")
    return Shown("editions", head=[_("Option"), *heads], rows=rows)


def sources(query: RulesQuery) -> Shown:
    """Return the books with their years, what they say, and what later printings changed."""
    labels = {option.key: _(option.label) for option in query.game.options} | {"play": _("Following")}
    words = [{"label": labels[source.key], "years": source.years, "text": _(source.text)} for source in books.BEHIND]
    listed = [(year, _(title)) for year, title in SOURCES.items() if year != "1814-printed"]
    reprints = [(_(reprint.year), _(reprint.title), _(reprint.changed)) for reprint in books.REPRINTS]
    return Shown("sources", extra={"books": listed, "words": words, "collected": True, "reprints": reprints})


def deal(query: RulesQuery) -> Shown:
    """Return which cards of the pack go to whom, counted from the top."""
    count = query.options["players"]
    places = tuple(range(1, len(query.game.pack(query.options)) + 1))
    hands = parcels(places, 0, HAND, count, 0, query.options["deal"])
    names = [_("Eldest"), *(_("Player %(number)s") % {"number": at + 1} for at in range(1, count - 1)), _("Dealer")]
    rows = [plain(name, _runs(hand)) for name, hand in zip(names, hands, strict=True)]
    rows.append(plain(_("Turned up"), count * HAND + 1))
    return Shown("table", head=[_("Seat"), _("Cards of the pack")], rows=rows)


def _runs(numbers: tuple[int, ...]) -> str:
    """Return numbers with neighbours joined: «1–3, 7–9»."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(figure_parts.ranges(run[0], run[-1]) for run in runs)


def follow(query: RulesQuery) -> Shown:
    """Return positions of /rules/all-fours/#5."""
    return figure_parts.positions(query, text.FOLLOW, lambda position: is_trump(position.trump or "S"))


def asks(query: RulesQuery) -> Shown:
    """Return what a player who asks is told about trumps in play."""
    held, about = cards(text.ASKS[0]), text.ASKS[1]
    rows = []
    for name in about:
        high, low = answer(held, SUITS.index("S"), card(name))
        rows.append(plain(brief(card(name)), figure_parts.yes(high), figure_parts.yes(low)))
    caption = _("Trumps in play: %(cards)s") % {"cards": " ".join(map(brief, held))}
    return Shown("table", caption, head=[_("Asked about"), _("Highest?"), _("Lowest?")], rows=rows)


def pips(query: RulesQuery) -> Shown:
    """Return what each card counts for Game, of trumps and of other suits."""
    values = PIPS[query.options["ten"], query.options["game_cards"], SUITS.index("S")]
    ranks = [rank for rank in reversed(range(13)) if values[rank] or values[13 + rank]]
    head = [_("Card"), *(rank_sign(rank) for rank in ranks)]
    counts = [
        [_("of trumps"), *(values[rank] for rank in ranks)],
        [_("of other suits"), *(values[13 + rank] for rank in ranks)],
    ]
    if query.options["game_cards"] != "pips":
        head.append(_("others"))
        counts = [[*row, 0] for row in counts]
    rows = [plain(*row) for row in counts]
    return Shown("table", head=head, rows=rows)


def played_out(query: RulesQuery) -> AllFoursState:
    """Return the worked hand after its end, by the options of the table, but for two players."""
    options = query.game.resolve({**query.options, "players": 2})
    first, second, course = text.WORKED
    state = at_first_lead(query.game, options, "S", [cards(first), cards(second)])
    for number in cards(course):
        action = Play(state.to_act[0], number)
        query.game.check(state, action)
        state = query.game.step(state, action)
    if state.phase == "claims":
        for seat in (0, 1):
            state = query.game.step(state, Accept(seat))
    if state.phase == "announce":
        _pips, owners = chances(state.tricks, state.trump, state.table.dealer, options)
        for seat in (0, 1):
            mine = tuple(chance for chance in CHANCES if owners.get(chance) == seat)
            state = query.game.step(state, Announce(seat, mine))
    return state


def worked_example(query: RulesQuery) -> Shown:
    """Return a whole hand, trick by trick, and the origin of each score line."""
    state = played_out(query)
    names = figure_parts.players(2)
    lines = [
        Line(
            names[trick.lead],
            fan(trick.cards, is_trump("S")),
            _("%(name)s takes it.") % {"name": names[trick.winner]},
        )
        for trick in state.tricks
    ]
    explanation = query.game.explain(state)
    sentences = [sentence(line, People(names)) for line in (*explanation.before, *explanation.score)]
    assert state.result is not None
    points = [(names[side], state.result["points"][side]) for side in (0, 1)]
    return Shown("worked", lines=lines, extra={"sentences": sentences, "points": points})


FIGURES: Mapping[str, Any] = {
    "editions": editions,
    "sources": sources,
    "order": order,
    "deal": deal,
    "follow": follow,
    "asks": asks,
    "pips": pips,
    "worked": worked_example,
    "advice": lambda query: figure_parts.advice(books.ADVICE),
}
