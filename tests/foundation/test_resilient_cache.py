"""A cache that is away forgets, and nobody sees an error."""

from __future__ import annotations

import pytest
from django.core.cache.backends.base import DEFAULT_TIMEOUT

from cardsite.deploy.stack import free_port
from games.foundation.resilient_cache import ResilientRedisCache


@pytest.fixture
def away():
    return ResilientRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})


def test_whatever_it_is_asked_it_remembers_nothing(away):
    assert away.get("a") is None
    assert away.get("a", 7) == 7
    assert away.set("a", 1, DEFAULT_TIMEOUT) is None
    assert away.add("a", 1) is True
    assert away.touch("a") is False
    assert away.delete("a") is False
    assert away.get_many(["a", "b"]) == {}
    assert away.set_many({"a": 1, "b": 2}) == ["a", "b"]
    assert away.delete_many(["a"]) is None
    assert away.has_key("a") is False
    assert "a" not in away
    assert away.incr("a") == 1
    assert away.get_or_set("a", 5) == 5
    assert away.clear() is False
    assert away.answers() is False


def test_it_says_so_in_the_log_and_names_no_key(away, caplog):
    away.get("limit:somebody")
    assert "the cache is away: ConnectionError" in caplog.text
    assert "somebody" not in caplog.text
