"""Queries run on every move, whose SQL Django compiles once rather than at every call.

Compiling the SQL of a query was measured to cost three to five times what the database needs to answer it.
A ``CompiledQuery`` is an ordinary queryset of model instances, or of ``values_list``, compiled once with
placeholders for its values. Each call executes the SQL with the real values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators

R = TypeVar("R")
#: A parameter in Django's SQL.
MARK = re.compile("(?<!%)%s")


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A queryset's SQL for one database vendor, and how a row becomes an instance.

    ``model`` is None for ``values_list``, whose rows stay tuples.
    """

    sql: str
    # the parameters' names in the SQL; for each the index of the call's value, or None and a constant
    names: tuple[str, ...]
    params: tuple[tuple[int | None, Any], ...]
    converters: tuple[tuple[int, tuple[Any, ...], Any], ...]
    model: Any
    fields: list[str]
    columns: slice
    populators: list[Any]


class CompiledQuery(Generic[R]):
    """``CompiledQuery(build, *placeholders)``, called with the real values.

    ``build(*placeholders)`` returns the queryset; ``placeholders`` are values of the right types that
    occur nowhere else in it.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, R]], *placeholders: Any) -> None:
        self._build = build
        self._placeholders = placeholders
        self._by_vendor: dict[str, _Compiled] = {}

    def __call__(self, *values: Any) -> list[R]:
        """Return the instances or rows of the queryset for these values, in its order."""
        connection: Any = connections[DEFAULT_DB_ALIAS]
        rows, compiled = self._rows(connection, values), self._compiled(connection)
        if compiled.model is None and not compiled.converters:
            plain: list[Any] = rows
            return plain
        return [_instance(connection, compiled, row) for row in rows]

    def rows(self, *values: Any) -> list[tuple[Any, ...]]:
        """Return the raw rows for these values, which can be compared before instances are built."""
        return self._rows(connections[DEFAULT_DB_ALIAS], values)

    def _rows(self, connection: Any, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        compiled = self._compiled(connection)
        parameters = [_adapted(connection, value) for value in values]
        params = {
            name: constant if index is None else parameters[index]
            for name, (index, constant) in zip(compiled.names, compiled.params, strict=True)
        }
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, params)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def instance(self, row: Sequence[Any]) -> R:
        """Return the instance, or the tuple, that the queryset gives for a raw row."""
        connection: Any = connections[DEFAULT_DB_ALIAS]
        instance: R = _instance(connection, self._compiled(connection), row)
        return instance

    def one(self, *values: Any) -> R | None:
        """Return the first instance or row, or None if there is none."""
        results = self(*values)
        return results[0] if results else None

    def _compiled(self, connection: Any) -> _Compiled:
        if connection.vendor not in self._by_vendor:
            self._by_vendor[connection.vendor] = self._compile(connection)
        return self._by_vendor[connection.vendor]

    def _compile(self, connection: Any) -> _Compiled:
        queryset = self._build(*self._placeholders)
        compiler = queryset.query.get_compiler(using=connection.alias)
        sql, values = compiler.as_sql()
        marks = [_adapted(connection, mark) for mark in self._placeholders]
        params = tuple((marks.index(value), None) if value in marks else (None, value) for value in values)
        # Django looks for ``%s`` in the SQL at each call, with a regular expression; it fills in names at once.
        names = tuple(f"p{at}" for at in range(len(params)))
        mark = iter(names)
        sql = MARK.sub(lambda _mark: f"%({next(mark)})s", sql)
        assert {index for index, _constant in params if index is not None} == set(range(len(marks))), sql
        select, info = compiler.select, compiler.klass_info
        by_column = compiler.get_converters([column[0] for column in select]).items()
        converters = tuple((column, tuple(convs), expression) for column, (convs, expression) in by_column)
        if queryset._fields is not None:  # values_list
            return _Compiled(sql, names, params, converters, None, [], slice(0), [])
        places = info["select_fields"]
        return _Compiled(
            sql,
            names,
            params,
            converters,
            info["model"],
            [select[place][0].target.attname for place in range(places[0], places[-1] + 1)],
            slice(places[0], places[-1] + 1),
            get_related_populators(info, select, connection.alias),
        )


class QueryOfMany(Generic[R]):
    """A ``CompiledQuery`` of many ids at once: ``build(ids, *placeholders)``, called with ids and real values.

    SQL is compiled for 1, 2, 4, 8 … ids; the last id is repeated if there are fewer. ``mark``: an id or a word that
    occurs nowhere else.
    """

    def __init__(
        self, build: Callable[..., models.QuerySet[Any, R]], *placeholders: Any, mark: int | str = -1_000_000
    ) -> None:
        self._build = build
        self._placeholders = placeholders
        self._mark = mark
        self._by_size: dict[int, CompiledQuery[R]] = {}

    def __call__(self, ids: Collection[Any], *values: Any) -> list[R]:
        """Return the instances or rows for these ids; without ids, an empty list."""
        if not ids:
            return []
        size = 1 << (len(ids) - 1).bit_length()
        if size not in self._by_size:
            self._by_size[size] = self._sized(size)
        *_others, last = keys = list(ids)
        return self._by_size[size](*values, *keys, *[last] * (size - len(keys)))

    def _sized(self, size: int) -> CompiledQuery[R]:
        first, count = self._mark, len(self._placeholders)
        marks = [f"{first}{at}" if isinstance(first, str) else first - at for at in range(size)]
        return CompiledQuery(lambda *values: self._build(values[count:], *values[:count]), *self._placeholders, *marks)


def _instance(connection: Any, compiled: _Compiled, row: Sequence[Any]) -> Any:
    if compiled.converters:
        row = list(row)
        for column, converters, expression in compiled.converters:
            for convert in converters:
                row[column] = convert(row[column], expression, connection)
    if compiled.model is None:
        return tuple(row)
    instance = compiled.model.from_db(connection.alias, compiled.fields, row[compiled.columns])
    for populator in compiled.populators:
        populator.populate(row, instance)
    return instance


def _adapted(connection: Any, value: Any) -> Any:
    """Return a value as passed to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
