"""The site on a full disk: ``python -m tests.faults.full serve …``.

SQLite is told that the database may not grow by a single page, which it reports as a full disk.
"""

from __future__ import annotations

import sys

from django.db.backends.signals import connection_created


def fill(connection: object, **more: object) -> None:
    """Keep a new connection from adding any page."""
    with connection.cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")


def main() -> None:
    """Fill the disk, then run the command."""
    from django.core.management import execute_from_command_line

    connection_created.connect(fill)
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    main()
