"""Checks of one-line texts that people write: messages and names of rooms."""

from __future__ import annotations

import unicodedata

from games.accounts.names import is_new_sign

#: Characters that change the direction of text, and could disguise who wrote what.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Control characters, surrogates, private and unassigned ones, line and paragraph separators.
UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Combining marks on one letter: more would cover the lines above.
MOST_MARKS = 3


def hides(text: str) -> bool:
    """Return whether a text has characters that cannot be displayed or that cover their surroundings."""
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if (kind in UNSEEN and not is_new_sign(letter)) or letter in BIDI or marks > MOST_MARKS:
            return True
    return False
