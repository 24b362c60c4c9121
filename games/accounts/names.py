"""Names: any script, twenty characters, nothing that hides, and nobody posing as the house."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

LONGEST = 20
#: The name of everybody who has gone; nobody else may have it (``WHOLE``).
GONE = gettext_noop("Deleted player")
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
    if not shows_something(name):
        raise ValidationError(_("A name needs at least one letter or sign that can be seen."), "empty")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        unseen = is_blank(letter) or (kind[0] == "C" and not is_new_sign(letter)) or kind in {"Zl", "Zp"}
        if unseen or marks > 2:
            raise ValidationError(_("The name holds a sign that cannot be seen or that hides others."), "hidden")
    if is_reserved(name):
        raise ValidationError(_("That name is kept for the people who run this site."), "reserved")
    return name


def readable(name: str) -> str:
    """Return a name as its reader sees it: that of somebody who has gone, in his language."""
    return _(GONE) if name == GONE else name


def is_new_sign(letter: str) -> bool:
    """Say whether a letter is a picture that browsers know, and our Unicode does not know yet."""
    return unicodedata.category(letter) == "Cn" and 0x1F000 <= ord(letter) <= 0x1FAFF


def is_reserved(name: str) -> bool:
    """Say whether a name reads like one of the house's own."""
    read = skeleton(name)
    return read in WHOLE or any(word in read.replace("badminton", "") for word in WITHIN)


def skeleton(name: str) -> str:
    """Return what a name reads as at a glance: two names of one skeleton are look-alikes."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (letter for letter in plain if unicodedata.category(letter)[0] in "LN" or letter in "@$")
    return "".join(letters).translate(LOOK_ALIKES)


def is_blank(letter: str) -> bool:
    """Say whether a letter or sign shows nothing, though its category says that it does: Unicode calls it a
    filler or a blank pattern (U+115F, U+2800 and their like)."""
    name = unicodedata.name(letter, "")
    return "FILLER" in name or name.endswith("PATTERN BLANK")


def shows_something(text: str, kinds: str = "LNS") -> bool:
    """Say whether anything of a text can be seen: a letter, digit or sign, by its category."""
    seen = (letter for letter in text if unicodedata.category(letter)[0] in kinds)
    return any(not is_blank(letter) for letter in seen) or any(map(is_new_sign, text))


def _too_long() -> str:
    return _("A name has at most %(most)s characters.") % {"most": LONGEST}
