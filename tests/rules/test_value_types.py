"""Dataclasses of which every move makes many: values, like frozen dataclasses."""

from __future__ import annotations

import copy
import pickle

from games.rules.value_types import value_type


@value_type(kw_only=True)
class Point:
    x: int
    y: int = 0


@value_type(kw_only=True)
class Named(Point):
    name: str


def test_instances_are_values():
    point = Named(x=1, name="A")
    assert point == Named(x=1, y=0, name="A") != Named(x=2, name="A")
    assert len({point, Named(x=1, name="A")}) == 1
    assert not hasattr(point, "__dict__")


def test_instances_can_be_sent_to_another_process():
    point = Named(x=1, name="A")
    assert pickle.loads(pickle.dumps(point)) == copy.copy(point) == point
