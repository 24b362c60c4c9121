"""Limits hold when everything comes at once, and say correctly when to try again."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace
from unittest import mock

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.utils import timezone

from cardsite.deploy.stack import free_port
from games.foundation import rate_limit
from games.foundation.rate_limit import RateLimit
from games.foundation.resilient_cache import ResilientRedisCache
from tests.services import redis_url
from tests.together import together

LIMIT = RateLimit("tests", 3, 60)


@pytest.fixture
def memory(monkeypatch):
    store = LocMemCache("limits", {})
    store.clear()
    monkeypatch.setattr(rate_limit, "cache", store)
    return store


@pytest.fixture
def redis(monkeypatch):
    store = ResilientRedisCache(redis_url(), {})
    if not store.answers():
        pytest.skip("Redis cannot be reached")
    store.clear()
    monkeypatch.setattr(rate_limit, "cache", store)
    yield store
    store.clear()


@pytest.mark.parametrize("store", ["memory", pytest.param("redis", marks=pytest.mark.redis)])
def test_a_burst_gets_no_more_than_the_limit(store, request):
    request.getfixturevalue(store)
    waits = together(*[lambda: LIMIT.wait("alice")] * 12)
    assert waits.count(0) == LIMIT.most
    assert all(0 < wait <= LIMIT.seconds for wait in waits if wait)
    assert LIMIT.wait("bob") == 0


@pytest.mark.usefixtures("memory")
def test_each_time_is_free_again_when_its_own_span_is_over(time_machine):
    """Refused attempts do not count: whoever waits as told gets through."""
    begun = timezone.now().replace(microsecond=0)
    for second in (0, 10, 20):
        time_machine.move_to(begun + timedelta(seconds=second), tick=False)
        assert LIMIT.wait("alice") == 0
    for second, wait in ((20, 40), (48.6, 12), (60, 0), (60, 10), (70, 0), (70, 10)):
        time_machine.move_to(begun + timedelta(seconds=second), tick=False)
        assert LIMIT.wait("alice") == wait


@pytest.mark.usefixtures("memory")
def test_who_looked_at_the_clock_before_the_others_waits_no_longer_than_the_span(time_machine):
    late = timezone.now()
    time_machine.move_to(late, tick=False)
    for _ in range(LIMIT.most):
        LIMIT.wait("alice")
    time_machine.move_to(late - timedelta(seconds=0.3), tick=False)
    assert LIMIT.wait("alice") == LIMIT.seconds


@pytest.mark.parametrize("store", ["memory", pytest.param("redis", marks=pytest.mark.redis)])
def test_an_attempt_asks_the_cache_a_few_times_whatever_the_limit(store, request, monkeypatch):
    """Otherwise somebody who is refused would be the most work."""
    limit, store = RateLimit("tests", 100, 60), request.getfixturevalue(store)
    calls = [mock.Mock(wraps=getattr(store, name)) for name in ("add", "get_many")]
    monkeypatch.setattr(rate_limit, "cache", SimpleNamespace(add=calls[0], get_many=calls[1]))
    counts = []
    for _ in range(limit.most):
        assert limit.wait("alice") == 0
        counts.append(sum(call.call_count for call in calls))
    assert limit.wait("alice") > 0
    counts.append(sum(call.call_count for call in calls))
    assert counts[0] == 1
    assert max(after - before for before, after in pairwise(counts)) == 3


def test_attempts_at_a_steady_pace_ask_the_cache_once_each(memory, monkeypatch, time_machine):
    monkeypatch.setattr(rate_limit, "cache", SimpleNamespace(add=memory.add))  # and nothing else
    begun = timezone.now().replace(second=10, microsecond=0)
    for turn in range(2 * LIMIT.most):
        time_machine.move_to(begun + timedelta(seconds=turn * (LIMIT.seconds / LIMIT.most + 0.1)), tick=False)
        assert LIMIT.wait("alice") == 0


def test_a_limit_of_none_refuses_everybody(memory):
    assert 0 < RateLimit("none", 0, 60).wait("alice") <= 60


def test_a_cache_that_is_away_limits_nobody(monkeypatch):
    monkeypatch.setattr(rate_limit, "cache", ResilientRedisCache(f"redis://127.0.0.1:{free_port()}/0", {}))
    assert [LIMIT.wait("alice") for _ in range(5)] == [0] * 5
