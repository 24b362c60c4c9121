"""Display names: any script, at most twenty characters, no invisible characters, no impersonation."""

from __future__ import annotations

import unicodedata
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

LONGEST = 20
#: The name of deleted accounts, which nobody else may take, in whatever language it is read (``is_reserved``).
GONE = gettext_noop("Deleted player")
#: Letters and digits of other alphabets that look like Latin ones.
LOOK_ALIKES = str.maketrans("аеорсухіѕјԁһкмтвнαοιρτυνκηχ0135@$ıɡ", "aeopcyxisjdhkmtbhaoiptuvknxoiesasig")
#: Reserved words: within a name, or as the whole name.
WITHIN = ("admin", "moderator", "sifang", "四方", "管理员", "官方")
WHOLE = frozenset({"staff", "root", "system", "support", "operator", "客服", "系统", "版主"})


def clean_name(text: str) -> str:
    """Return a name normalized as it is stored. Raises ``ValidationError`` with the reason."""
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
        hidden = is_blank(letter) or (kind[0] == "C" and not is_new_sign(letter)) or kind in {"Zl", "Zp"}
        if hidden or marks > 2:
            raise ValidationError(_("The name holds a sign that cannot be seen or that hides others."), "hidden")
    if is_reserved(name):
        raise ValidationError(_("That name is kept for the people who run this site."), "reserved")
    return name


def readable(name: str) -> str:
    """Return a name for display; a deleted account's name is in the reader's language."""
    return _(GONE) if name == GONE else name


def is_new_sign(letter: str) -> bool:
    """Return whether a character is an emoji too new for Python's Unicode database."""
    return unicodedata.category(letter) == "Cn" and 0x1F000 <= ord(letter) <= 0x1FAFF


def is_printable(text: str) -> bool:
    """Return whether every character is printable, new emoji included."""
    return all(letter.isprintable() or is_new_sign(letter) for letter in text)


def is_reserved(name: str) -> bool:
    """Return whether a name could be mistaken for an operator's or a deleted account's."""
    look = skeleton(name)
    return look in WHOLE | _gone() or any(word in look.replace("badminton", "") for word in WITHIN)


@cache
def _gone() -> frozenset[str]:
    """Return the skeletons of ``GONE`` in the languages of the site."""
    looks = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            looks.add(skeleton(_(GONE)))
    return frozenset(looks)


def skeleton(name: str) -> str:
    """Return a name reduced to its appearance: names with the same skeleton are look-alikes."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (letter for letter in plain if unicodedata.category(letter)[0] in "LN" or letter in "@$")
    return "".join(letters).translate(LOOK_ALIKES)


def is_blank(letter: str) -> bool:
    """Return whether a character is blank despite its category: Unicode's fillers, its blanks (U+2800, U+13441) and the
    null notehead (U+1D159)."""
    name = unicodedata.name(letter, "")
    return "FILLER" in name or name.endswith((" BLANK", " NULL NOTEHEAD"))


def shows_something(text: str, kinds: str = "LNS") -> bool:
    """Return whether a text has a visible character. ``kinds``: the first letters of the accepted categories."""
    letters = (letter for letter in text if unicodedata.category(letter)[0] in kinds)
    return any(not is_blank(letter) for letter in letters) or any(map(is_new_sign, text))


def _too_long() -> str:
    return _("A name has at most %(most)s characters.") % {"most": LONGEST}
