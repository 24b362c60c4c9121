"""``manage.py messages``: gather the words for people into the catalogue and compile it.

What libraries say has catalogues of its own, written by hand, which are compiled with it.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.commands import makemessages

LOCALES = ["zh_Hans"]
#: languages in which allauth's words are said anew
OTHERS = ["zh_Hans", "en"]
DATE = re.compile(r'^"POT-Creation-Date: .*$', re.MULTILINE)


class Command(makemessages.Command):
    help = "Gather words marked for translation, those of the rules too, and compile the catalogue."

    # The rules import nothing of Django: they mark their sentences with N_.
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        ignored = [".venv*", "var", "tests", "node_modules"]
        before = {file: file.read_text() for file in map(source, LOCALES) if file.exists()}
        super().handle(
            *args,
            **options
            | {
                "locale": LOCALES,
                "no_obsolete": True,
                "no_wrap": True,
                "no_location": True,
                "ignore_patterns": [*options["ignore_patterns"], *ignored],
            },
        )
        for file, text in before.items():
            keep_date(file, text)
        compile_catalogues()


def source(locale: str, place: int = 0) -> Path:
    """Return where the words of a language are written; ``place``: 0 for our own, 1 for allauth's."""
    return Path(settings.LOCALE_PATHS[place]) / locale / "LC_MESSAGES" / "django.po"


def sources() -> list[Path]:
    """Return every written catalogue."""
    return [source(locale) for locale in LOCALES] + [source(locale, 1) for locale in OTHERS]


def keep_date(file: Path, before: str) -> None:
    """Write the date back at which the words were snapshot first: a new one is no change."""
    dated = DATE.search(before)
    if dated:
        file.write_text(DATE.sub(lambda _found: dated[0], file.read_text(), count=1))


def compile_catalogues() -> None:
    """Write each compiled catalogue from its source, with nothing that depends on the day."""
    for file in sources():
        file.with_suffix(".mo").write_bytes(compiled(file))


def compiled(file: Path) -> bytes:
    """Return what a written catalogue compiles to."""
    with file.open("rb") as words:
        catalogue = read_po(words, locale=file.parent.parent.name)
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()
