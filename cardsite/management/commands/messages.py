"""``manage.py messages``: gather the words for people into the catalogue and compile it."""

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


def source(locale: str) -> Path:
    """Return where the words of a language are written."""
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def keep_date(file: Path, before: str) -> None:
    """Write the date back at which the words were gathered first: a new one is no change."""
    dated = DATE.search(before)
    if dated:
        file.write_text(DATE.sub(lambda _found: dated[0], file.read_text(), count=1))


def compile_catalogues() -> None:
    """Write each compiled catalogue from its source, with nothing that depends on the day."""
    for locale in LOCALES:
        source(locale).with_suffix(".mo").write_bytes(compiled(locale))


def compiled(locale: str) -> bytes:
    """Return the compiled catalogue of a language."""
    with source(locale).open("rb") as words:
        catalogue = read_po(words, locale=locale)
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()
