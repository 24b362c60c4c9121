"""``manage.py messages``: update the message catalogue and compile it.

Our translations of libraries' messages are in separate catalogues, which are written by hand and compiled, too.
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
#: languages in which we replace allauth's messages
ALLAUTH_LOCALES = ["zh_Hans", "en"]
DATE = re.compile(r'^"POT-Creation-Date: .*$', re.MULTILINE)


class Command(makemessages.Command):
    help = "Gather words marked for translation, those of the rules too, and compile the catalogue."

    # The rules do not import Django; they mark their sentences with N_.
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
    """Return the catalogue of a language. ``place``: 0 for our own messages, 1 for allauth's."""
    return Path(settings.LOCALE_PATHS[place]) / locale / "LC_MESSAGES" / "django.po"


def sources() -> list[Path]:
    """Return every source catalogue."""
    return [source(locale) for locale in LOCALES] + [source(locale, 1) for locale in ALLAUTH_LOCALES]


def keep_date(file: Path, before: str) -> None:
    """Restore a catalogue's creation date from its text ``before``, so that a new date alone changes nothing."""
    date = DATE.search(before)
    if date:
        file.write_text(DATE.sub(lambda _match: date[0], file.read_text(), count=1))


def compile_catalogues() -> None:
    """Write each compiled catalogue from its source, reproducibly."""
    for file in sources():
        file.with_suffix(".mo").write_bytes(compiled(file))


def compiled(file: Path) -> bytes:
    """Return the compiled form of a source catalogue."""
    with file.open("rb") as text:
        catalogue = read_po(text, locale=file.parent.parent.name)
    output = BytesIO()
    write_mo(output, catalogue)
    return output.getvalue()
