"""Storage of collected static files: compressed, under hashed names, style sheets without comments."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: A quoted string, which stays as it is; a comment; a line's indent.
PART = re.compile(r'("[^"]*")|/\*.*?\*/|\n\s+', re.DOTALL)


class CommentlessManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage that also removes comments and indents from style sheets."""

    def _save(self, name: str, content: File) -> str:
        if name.endswith(".css"):
            content.seek(0)  # its hash has been computed from it
            content = ContentFile(strip_comments(content.read().decode()).encode())
        saved_name: str = super()._save(name, content)
        return saved_name


def strip_comments(sheet: str) -> str:
    """Return a style sheet without comments and indents."""
    return PART.sub(lambda match: match[1] or ("\n" if match[0].isspace() else ""), sheet)
