"""Points, score tables and levels in figures, from the tables in code (/rules/eighty/#10 to #12)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.guide import figure_parts
from games.guide.blocks import Cell, Shown
from games.guide.figure_parts import plain, rank_name
from games.guide.game_guide import RulesQuery
from games.rules.cards import RANKS
from games.rules.shengji.score import Row, Taken, multiplier, result, risen, row
from games.table.room_settings import value_name
from games.titles.shengji.guide import positions as text

TABLES = ("a", "b", "c")
#: shapes of a last lead: pairs in it, 0 for a single card
LEADS = (0, 1, 2, 3)


def bottom(query: RulesQuery) -> Shown:
    """Return the multiplier of buried points, by the lead of the last trick."""
    option = next((one for one in query.game.options if one.key == "bottom"), None)
    values = option.values if option else ("double",)
    here = query.options.get("bottom", "double")
    leads = LEADS if option else LEADS[:1]
    heads = [_("single card"), _("pair"), _("tractor of 2 pairs"), _("tractor of 3 pairs")][: len(leads)]
    rows = []
    for value in values:
        name = value_name(option, value) if option else _("Twice")
        cells = [Cell(f"× {multiplier(value, max(1, 2 * pairs))}", value == here) for pairs in leads]
        rows.append([Cell(name, value == here), *cells])
    return Shown("table", head=[_("Last trick led with"), *heads], rows=rows)


def breakpoints(eighty: bool) -> list[int]:
    """Return the points at which a row of any table starts, up to 160 (in Eighty 280)."""
    top = 280 if eighty else 160
    starts, before = [], None
    for points in range(0, top + 1, 5):
        now = tuple(row(eighty, table, points) for table in TABLES)
        if now != before:
            starts.append(points)
        before = now
    return starts


def score(query: RulesQuery) -> Shown:
    """Return the three tables side by side; the one of this table is framed."""
    eighty, here = query.game.key == "eighty", query.options["score_table"]
    option = next(one for one in query.game.options if one.key == "score_table")
    starts = breakpoints(eighty)
    rows = []
    for at, low in enumerate(starts):
        high = starts[at + 1] - 5 if at + 1 < len(starts) else None
        cells = [Cell(stage(row(eighty, table, low)), table == here) for table in TABLES]
        rows.append([Cell(figure_parts.ranges(low, high)), *cells])
    heads = [value_name(option, table) for table in TABLES]
    return Shown("table", _("The challengers’ points, with the bottom"), head=[_("Points"), *heads], rows=rows)


def stage(score: Row) -> str:
    """Return who has the stage and how many levels the winners rise."""
    return (_("held, +%(up)s") if score.held else _("taken, +%(up)s")) % {"up": score.up}


def worked_example(query: RulesQuery) -> Shown:
    """Return hands scored from beginning to end by the rules of this table."""
    eighty = query.game.key == "eighty"
    rows = []
    for tricks, buried, seat, led in text.WORKED:
        if not eighty:
            led = 1
        times = multiplier(query.options.get("bottom", "double"), led) if seat % 2 else 0
        ending = Taken("played", None, 0, "H", tricks, buried, times, seat)
        scored = result(eighty, query.options, ("5", "8"), ending)
        total = f"{tricks} + {times} × {buried} = {scored['points']}" if times else str(scored["points"])
        who = _("challengers") if seat % 2 else _("declarers")
        levels = " · ".join(map(rank_name, scored["levels"]))
        rows.append(plain(who, total, _("held") if scored["stage"] == "held" else _("taken"), levels))
    head = [_("Last trick won by"), _("Points"), _("Stage"), _("Levels, declarers · challengers")]
    return Shown("table", head=head, rows=rows)


def levels(query: RulesQuery) -> Shown:
    """Return how a side rises, with and without levels that must be played."""
    here = query.options["must_play"]
    rows = []
    for level, up, declarer in text.RISES:
        cells = [Cell(rank_name(RANKS[risen(level, up, must, declarer)]), must == here) for must in (False, True)]
        who = _("declarers") if declarer else _("challengers")
        rows.append([*plain(rank_name(RANKS[level]), f"+{up}", who), *cells])
    head = [_("From level"), _("Up"), _("As"), _("To, freely"), _("To, where 5, 10 and K must be played")]
    return Shown("table", head=head, rows=rows)
