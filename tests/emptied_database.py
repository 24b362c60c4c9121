"""After a test whose transactions were committed, the database holds again what it held when it was migrated.

Django's ``flush`` empties all tables, then makes content types, permissions and groups anew, which costs ten times as
much as emptying. Here the rows of a freshly migrated database stay, and are put back if a test has changed them.
"""

from __future__ import annotations

from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TransactionTestCase

#: table → the rows of a freshly migrated database, for the tables that have any
Rows = dict[str, list[tuple[Any, ...]]]


def keep_migrated_rows() -> None:
    """Empty the database to its present rows from now on, after each test that commits its transactions."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with connection.cursor() as cursor:
        migrated: Rows = {table: rows for table in sorted(tables) if (rows := _rows(cursor, table))}
    flush = connection.ops.sql_flush(no_style(), [table for table in tables if table not in migrated])

    def empty(_test: TransactionTestCase) -> None:
        connection.ops.execute_sql_flush(flush)
        with transaction.atomic(), connection.cursor() as cursor:
            for table, rows in migrated.items():
                if _rows(cursor, table) != rows:
                    _put_back(cursor, table, rows)

    TransactionTestCase._fixture_teardown = empty


def _rows(cursor: Any, table: str) -> list[tuple[Any, ...]]:
    """Return all rows of a table, by number."""
    cursor.execute(f"select * from {connection.ops.quote_name(table)} order by 1")
    return list(cursor.fetchall())


def _put_back(cursor: Any, table: str, rows: list[tuple[Any, ...]]) -> None:
    """Replace all rows of a table; what refers to them is checked at the end of the transaction."""
    name, values = connection.ops.quote_name(table), ", ".join(["%s"] * len(rows[0]))
    cursor.execute(f"delete from {name}")
    cursor.executemany(f"insert into {name} values ({values})", rows)
