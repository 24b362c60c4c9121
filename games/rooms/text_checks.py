"""What may stand in a line that somebody wrote: a message, a room's name."""

from __future__ import annotations

import unicodedata

from games.accounts.names import is_new_sign

#: What turns the direction of a line round could make another's words look like one's own.
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Control characters, surrogates, private and unassigned ones, line and paragraph separators.
UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Marks on one letter: more climb over the lines above.
MOST_MARKS = 3


def hides(text: str) -> bool:
    """Say whether a text holds what cannot be shown, or covers what stands around it."""
    marks = 0
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if (kind in UNSEEN and not is_new_sign(letter)) or letter in BIDI or marks > MOST_MARKS:
            return True
    return False
