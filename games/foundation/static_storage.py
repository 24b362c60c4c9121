"""Static files as they are shipped: packed, under names with marks, style sheets without their comments."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A picture or another text in quotes, which stays as it is; a comment; the blanks before a line.
PART = re.compile(r'("[^"]*")|/\*.*?\*/|\n\s+', re.DOTALL)


class CommentlessManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Keeps files for browsers: what stands in a style sheet for its readers alone stays behind."""

    def _save(self, name: str, content: File) -> str:
        if name.endswith(".css"):
            content.seek(0)  # its mark was taken of it
            content = ContentFile(bare(content.read().decode()).encode())
        kept: str = super()._save(name, content)
        return kept


def bare(sheet: str) -> str:
    """Return a style sheet without comments and indents."""
    return PART.sub(lambda found: found[1] or ("\n" if found[0].isspace() else ""), sheet)
