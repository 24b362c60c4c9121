"""Storage of collected static files: compressed, under hashed names, ours without comments and indentation."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A quoted string, left unchanged; a comment; the last semicolon of a rule; a punctuation mark that needs no space
#: around it; indentation.
PART = re.compile(r'("[^"]*")|/\*.*?\*/|;\s*(\})\s*|\s*([{};,>])\s*|(?<=[\w-])(:)\s+|\n\s+', re.DOTALL)
#: A script's comment line or blank line, or indentation; none of our strings spans lines.
SCRIPT_PART = re.compile(r"^[ \t]*(?:(?://.*)?\n)?", re.MULTILINE)
#: The start of a line, without a comment, whose end means nothing to the browser; and that end.
UNFINISHED = re.compile(r"^((?:(?!//).)*[{;,])\n", re.MULTILINE)


class CommentlessManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage that also removes comments and indentation from style sheets and our scripts."""

    def _save(self, name: str, content: File) -> str:
        strip = strip_comments if name.endswith(".css") else strip_script if name.startswith("js/") else None
        if strip is not None:
            content.seek(0)  # hashing has read it to the end
            content = ContentFile(strip(content.read().decode()).encode())
        saved_name: str = super()._save(name, content)
        return saved_name


def strip_comments(sheet: str) -> str:
    """Return a style sheet without comments, indentation and insignificant spaces."""
    return PART.sub(lambda match: "".join(filter(None, match.groups())) or ("\n" if match[0].isspace() else ""), sheet)


def strip_script(script: str) -> str:
    """Return a script without comment lines, blank lines, indentation and line ends that mean nothing."""
    return UNFINISHED.sub(r"\1", SCRIPT_PART.sub("", script))
