"""``manage.py sentences``: print every user-visible sentence in both languages, by game and moment.

A moment is the module or template that contains a sentence: the prompt, the board, the end of a hand, a refusal.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation.template import templatize

from cardsite.management.commands.messages import LOCALES, source

KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "gettext_lazy": None, "pgettext_lazy": ((1, "c"), 2)}
QUOTED = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
#: a sentence of a template with its context and plural, as Django passes it to xgettext
TEMPLATE = re.compile(
    rf"\b(?:n?gettext\(|n?pgettext\((?P<context>{QUOTED}),) *(?P<text>{QUOTED})(?:, *(?P<plural>{QUOTED}))?"
)
PLACES = ("games/rules", "games/titles", "templates", "games", "cardsite")
#: a sentence's key in the catalogue: its context, if any, and the English text
Key = tuple[str | None, str]
#: the same with its plural, or "" if it has none
Sentence = tuple[str | None, str, str]


class Command(BaseCommand):
    help = "Print every sentence for people in both languages, by game and moment, to be read aloud."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("part", nargs="*", help="only these parts: a game or an area of the site, such as rooms")

    def handle(self, *args: Any, **options: Any) -> None:
        chinese = translations()
        by_moment = moments()
        for part, moment in sorted(by_moment):
            if options["part"] and part not in options["part"]:
                continue
            self.stdout.write(f"\n## {part} · {moment}\n")
            for context, text, plural in by_moment[part, moment]:
                if (context, text) in chinese:
                    both = " | ".join(map(in_one_line, (text, plural) if plural else (text,)))
                    self.stdout.write(f"{both}\n    {in_one_line(chinese[context, text])}")


def in_one_line(text: str) -> str:
    """Return a sentence without the line breaks of its template."""
    return " ".join(text.split())


def translations() -> dict[Key, str]:
    """Return the Chinese translation of each sentence."""
    with source(LOCALES[0]).open("rb") as words:
        catalogue = read_po(words)
    chinese: dict[Key, str] = {}
    for message in catalogue:
        singular = message.id if isinstance(message.id, str) else message.id[0]
        chinese[message.context, singular] = message.string if isinstance(message.string, str) else message.string[0]
    return chinese


def moments() -> dict[tuple[str, str], list[Sentence]]:
    """Return the sentences of each moment, by game or area of the site, in source order."""
    by_moment: dict[tuple[str, str], list[Sentence]] = {}
    for file in files():
        keys = list(dict.fromkeys(sentences_of(file)))
        if keys:
            by_moment[part_and_moment(file)] = keys
    return by_moment


def files() -> Iterator[Path]:
    """Yield each module and template of the site."""
    for folder, endings in (("games", "*.py"), ("cardsite", "*.py"), ("templates", "*")):
        for file in sorted((Path(settings.BASE_DIR) / folder).rglob(endings)):
            if file.is_file() and "migrations" not in file.parts:
                yield file


def part_and_moment(file: Path) -> tuple[str, str]:
    """Return the game or area of the site to which a file belongs, and its moment."""
    path = file.relative_to(settings.BASE_DIR).as_posix()
    place = next(place for place in PLACES if path.startswith(f"{place}/"))
    part, _slash, moment = path.removeprefix(f"{place}/").partition("/")
    return (part, f"{place}: {moment}") if moment else (place, part)


def sentences_of(file: Path) -> list[Sentence]:
    """Return the sentences of one module or template, in order."""
    if file.suffix == ".py":
        with file.open("rb") as code:
            return [
                (context, text, "") if isinstance(text, str) else (context, text[0], text[1])
                for _line, text, _notes, context in extract("python", code, KEYWORDS)
            ]
    return [
        (
            literal_eval(match["context"]) if match["context"] else None,
            literal_eval(match["text"]),
            literal_eval(match["plural"]) if match["plural"] else "",
        )
        for match in TEMPLATE.finditer(templatize(file.read_text(), origin=str(file)))
    ]
