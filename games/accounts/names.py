"""Names: any script, twenty characters, nothing that hides, and nobody posing as the house."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 20
#: Letters and signs that show nothing, though Unicode does not class them as blanks.
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
#: Other alphabets' letters (and digits) that read as Latin ones.
LOOK_ALIKES = str.maketrans("аеорсухіѕјԁһкмтвнαοιρτυνκηχ0135@$ıɡ", "aeopcyxisjdhkmtbhaoiptuvknxoiesasig")
#: Words that only the house may use: within a name, or as all of it.
WITHIN = ("admin", "moderator", "sifang", "四方", "管理员", "官方")
WHOLE = frozenset({"staff", "root", "system", "support", "operator", "deletedplayer", "客服", "系统", "版主"})


def clean_name(text: str) -> str:
    """Return a name as it is kept; ``ValidationError`` with the reason where it is none."""
    if len(text) > 10 * LONGEST:
        raise ValidationError(_too_long(), "too-long")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST:
        raise ValidationError(_too_long(), "too-long")
    if not any(unicodedata.category(letter)[0] in "LNS" and letter not in BLANK for letter in name):
        raise ValidationError(_("A name needs at least one letter or sign that can be seen."), "empty")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if letter in BLANK or kind[0] == "C" or kind in {"Zl", "Zp"} or marks > 2:
            raise ValidationError(_("The name holds a sign that cannot be seen or that hides others."), "hidden")
    if is_reserved(name):
        raise ValidationError(_("That name is kept for the people who run this site."), "reserved")
    return name


def is_reserved(name: str) -> bool:
    """Say whether a name reads like one of the house's own."""
    read = skeleton(name)
    return read in WHOLE or any(word in read for word in WITHIN)


def skeleton(name: str) -> str:
    """Return what a name reads as at a glance: two names of one skeleton are look-alikes."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (letter for letter in plain if unicodedata.category(letter)[0] in "LN" or letter in "@$")
    return "".join(letters).translate(LOOK_ALIKES)


def _too_long() -> str:
    return _("A name has at most %(most)s characters.") % {"most": LONGEST}
