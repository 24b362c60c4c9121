"""A second, slow reading of /rules/eighty/#10 to #14: the result of a hand.

Written from the page alone; it shares no line with ``games.rules.shengji``.
"""

from __future__ import annotations

from tests.reference.forty_eighty_cards import RANKS, points, split

# --- 10 and 14: the result


def result(h, banker, end, offender, trick_points, buried, last, lead):
    """Return the whole result. ``h`` gives game, options, context, level and trumps."""
    multiplier = 0
    if end == "played" and last % 2 != banker % 2:
        multiplier = multiply(h, lead)
    total = trick_points + multiplier * points(buried)
    if end == "played":
        stage, rise = stage_and_levels(h["game"], h["options"]["score_table"], total)
    else:
        stage, rise = ("taken" if offender % 2 == banker % 2 else "held"), 1
    before = h["context"]["levels"]
    winning = banker % 2 if stage == "held" else 1 - banker % 2
    after = list(before)
    after[winning] = risen(before[winning], rise, stage == "held", h["options"]["must_play"])
    if end != "played":
        loser = 1 - winning
        after[loser] = RANKS[max(RANKS.index(before[loser]) - 1, 0)]
    over = stage == "held" and before[banker % 2] == "A"
    return {
        "end": end,
        "offender": offender,
        "banker": banker,
        "level": h["level"],
        "trump": h["trump"],
        "trick_points": trick_points,
        "bottom_points": points(buried),
        "multiplier": multiplier,
        "points": total,
        "last_winner": last,
        "stage": stage,
        "winning_team": winning,
        "change": [RANKS.index(after[team]) - RANKS.index(before[team]) for team in (0, 1)],
        "levels": after,
        "next_banker": None if over else (banker + (2 if stage == "held" else 1)) % 4,
        "match_over": over,
        "match_winner": winning if over else None,
    }


def multiply(h, lead):
    if h["game"] == "forty" or h["options"]["bottom"] == "double":
        return 2
    c = len(split(lead, h["trumps"])[0])
    return 2 * c if h["options"]["bottom"] == "times" else 2**c


# --- 11. Score tables: from how many points, stage, levels

TABLES = {
    "forty": {
        "a": "0 held 4, 5 held 1, 20 held 0, 40 taken 0, 80 taken 1, 100 taken 2",
        "b": "0 held 4, 5 held 1, 20 held 0, 40 taken 0, 60 taken 1, 80 taken 2, 100 taken 3",
        "c": "0 held 3, 5 held 2, 20 held 1, 40 taken 0, 60 taken 1, 80 taken 2",
    },
    "eighty": {
        "a": "0 held 4, 5 held 1, 40 held 0, 80 taken 0, 120 taken 1, 160 taken 2, 200 taken 3",
        "b": "0 held 4, 5 held 1, 40 held 0",
        "c": "0 held 3, 5 held 2, 40 held 1, 80 taken 0, 120 taken 1, 160 taken 2",
    },
}


def stage_and_levels(game, table, total):
    if game == "forty" and table == "c" and total >= 100:
        return "taken", (total - 40) // 20
    if game == "eighty" and table == "b" and total >= 80:
        return "taken", (total - 80) // 20
    if game == "eighty" and table == "c" and total >= 200:
        return "taken", (total - 80) // 40
    rows = [row.split() for row in TABLES[game][table].split(", ")]
    _, stage, rise = [row for row in rows if int(row[0]) <= total][-1]
    return stage, int(rise)


# --- 12. Levels


def risen(level, steps, declarers, must_play):
    if must_play and level in "5TK" and not declarers:
        return level
    for _ in range(steps):
        if level == "A":
            break
        level = RANKS[RANKS.index(level) + 1]
        if must_play and level in "5TK":
            break
    return level
