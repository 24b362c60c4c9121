"""Queries asked at every move: Django makes their SQL once, not at every call.

Measured on this path, making the SQL of a query costs three to five times what the database
needs to answer it. A ``CompiledQuery`` is an ordinary queryset of whole model instances, or of
``values_list``, made once with marks where its values will stand; each call sends the SQL with the
values and returns what the queryset would return.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, models, router
from django.db.models.query import get_related_populators

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class _Made:
    """A queryset's SQL for one kind of database, and how a row becomes an instance; no ``model``
    where it stays a row."""

    sql: str
    # by place: the index of the value that stands there, or the constant itself
    params: tuple[tuple[int | None, Any], ...]
    converters: tuple[tuple[int, tuple[Any, ...], Any], ...]
    model: Any
    fields: list[str]
    columns: slice
    populators: list[Any]


class CompiledQuery(Generic[R]):
    """``CompiledQuery(make, *marks)``: ``make(*marks)`` returns the queryset; ``marks`` are values of
    the right types that occur nowhere else in it. Call it with the real values."""

    def __init__(self, make: Callable[..., models.QuerySet[Any, R]], *marks: Any) -> None:
        self._make = make
        self._marks = marks
        self._made: dict[str, _Made] = {}

    def __call__(self, *values: Any) -> list[R]:
        """Return the instances or rows that the queryset gives for these values, in its order."""
        return [self.instance(row) for row in self.rows(*values)]

    def rows(self, *values: Any) -> list[tuple[Any, ...]]:
        """Return what the database says for these values, as it says it: rows can be compared before anything
        is made of them."""
        connection = connections[self._alias()]
        made = self._for_vendor()
        params = [constant if place is None else values[place] for place, constant in made.params]
        with connection.cursor() as cursor:
            cursor.execute(made.sql, params)
            return cursor.fetchall()

    def instance(self, row: Sequence[Any]) -> R:
        """Return the instance, or the row, that the queryset gives for what the database says."""
        alias, made = self._alias(), self._for_vendor()
        if made.converters:
            connection, row = connections[alias], list(row)
            for column, converters, expression in made.converters:
                for convert in converters:
                    row[column] = convert(row[column], expression, connection)
        instance: Any
        if made.model is None:
            instance = tuple(row)
            return instance
        instance = made.model.from_db(alias, made.fields, row[made.columns])
        for populator in made.populators:
            populator.populate(row, instance)
        return instance

    def one(self, *values: Any) -> R | None:
        """Return the first instance or row, or None where there is none."""
        found = self(*values)
        return found[0] if found else None

    @staticmethod
    def _alias() -> str:
        return router.db_for_write(models.Model)

    def _for_vendor(self) -> _Made:
        alias = self._alias()
        vendor = connections[alias].vendor
        if vendor not in self._made:
            self._made[vendor] = self._compiled(alias)
        return self._made[vendor]

    def _compiled(self, alias: str) -> _Made:
        asked = self._make(*self._marks).using(alias)
        compiler = asked.query.get_compiler(using=alias)
        sql, given = compiler.as_sql()
        marks = list(self._marks)
        params = tuple((marks.index(value), None) if value in marks else (None, value) for value in given)
        assert {place for place, _constant in params if place is not None} == set(range(len(marks))), sql
        select, info = compiler.select, compiler.klass_info
        found = compiler.get_converters([column[0] for column in select]).items()
        converters = tuple((place, tuple(convs), expression) for place, (convs, expression) in found)
        if asked._fields is not None:  # values_list
            return _Made(sql, params, converters, None, [], slice(0), [])
        places = info["select_fields"]
        return _Made(
            sql,
            params,
            converters,
            info["model"],
            [select[place][0].target.attname for place in range(places[0], places[-1] + 1)],
            slice(places[0], places[-1] + 1),
            get_related_populators(info, select, alias),
        )
