"""The keys of the table and of a replay, as in static/js/hand.js and replay.js."""

from __future__ import annotations

from games.rules.core import N_

#: the only key whose name is a word
SPACE = N_("Space")
#: place, its keys, and what each does
KEYS = (
    (
        N_("At the table"),
        (
            (("←", "→"), N_("the card beside")),
            (("↑", "↓"), N_("the row above or below")),
            (("Home", "End"), N_("the first or the last card")),
            ((SPACE,), N_("choose the card, or put it down again")),
            (("2–9", "T", "J", "Q", "K", "A"), N_("choose the next card of that rank that may be played")),
            (("Enter",), N_("play what is chosen or, where nothing is, the card that has the focus")),
            (("Esc",), N_("put all cards down")),
            (("P",), N_("pass")),
            (("H",), N_("ask for a hint")),
            (("L",), N_("look at the last trick")),
            (("S",), N_("hear the sentence again")),
            (("M",), N_("talk")),
            (("?",), N_("this list")),
        ),
    ),
    (
        N_("In a replay"),
        (
            (("←", "→"), N_("the step before or after")),
            (("↑", "↓"), N_("the trick before or after")),
            (("Home", "End"), N_("the beginning or the end")),
            ((SPACE,), N_("go on by itself, or stop")),
            (("O",), N_("all hands open, or only your own")),
        ),
    ),
)
