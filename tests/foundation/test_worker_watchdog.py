"""A worker that receives nothing ends itself; one that is busy, or whose Redis is away, does not."""

from __future__ import annotations

import os
import signal

import pytest
from django.core.cache import cache
from kombu.exceptions import OperationalError

from cardsite.tasks import heartbeat
from games.foundation import worker_watchdog
from games.foundation.worker_watchdog import MAX_MISSED, Watchdog
from games.matches.tasks import SWEPT, sweep


class World:
    """The surroundings of a watchdog: a clock that can be set, a queue that may be away."""

    def __init__(self) -> None:
        self.now, self.sent, self.ended = 0.0, 0, 0
        self.away = self.is_busy = False
        self.watchdog = Watchdog(self.send, lambda: self.is_busy, self.end, every=1.0, clock=lambda: self.now)

    def send(self):
        if self.away:
            raise OperationalError
        self.sent += 1

    def end(self):
        self.ended += 1

    def pass_seconds(self, seconds, hears=False):
        for _ in range(seconds):
            self.now += 1.0
            if not self.watchdog.check():
                return
            if hears:
                self.watchdog.heartbeat_received()


@pytest.fixture
def world():
    return World()


def test_a_worker_that_hears_lives(world):
    world.pass_seconds(100, hears=True)
    assert (world.ended, world.sent) == (0, 100)


def test_a_worker_that_hears_nothing_ends(world):
    world.pass_seconds(100)
    assert world.ended == 1
    assert world.sent == MAX_MISSED + 1


def test_a_worker_that_went_deaf_later_ends_too(world):
    world.pass_seconds(50, hears=True)
    world.pass_seconds(MAX_MISSED + 2)
    assert world.ended == 1


def test_while_redis_is_away_nothing_is_known_of_the_worker(world):
    world.away = True
    world.pass_seconds(100)
    assert world.ended == 0
    world.away = False
    world.pass_seconds(MAX_MISSED)
    assert world.ended == 0


def test_a_worker_with_every_place_taken_is_not_deaf(world):
    world.is_busy = True
    world.pass_seconds(100)
    assert world.ended == 0


def test_a_worker_that_is_being_closed_is_left_in_peace(world):
    world.pass_seconds(1)
    world.watchdog.stop()
    world.pass_seconds(100)
    assert (world.ended, world.sent) == (0, 1)


def test_a_heartbeat_that_falls_into_the_closing_is_no_fault(world, monkeypatch):
    def closed():
        world.watchdog.stop()
        raise RuntimeError("Acquire on closed pool")

    monkeypatch.setattr(world.watchdog, "send", closed)
    assert world.watchdog.check() is False


def test_a_deaf_worker_is_given_time_to_finish_and_then_ends_all_the_same(monkeypatch):
    calls = []
    monkeypatch.setattr(worker_watchdog.os, "kill", lambda pid, number: calls.append((pid, number)))
    monkeypatch.setattr(worker_watchdog.time, "sleep", lambda seconds: calls.append(seconds))
    monkeypatch.setattr(worker_watchdog.os, "_exit", lambda status: calls.append(status))
    worker_watchdog.terminate_worker()
    assert calls == [(os.getpid(), signal.SIGTERM), worker_watchdog.GRACE_SECONDS, os.EX_UNAVAILABLE]


@pytest.fixture
def sweeps(monkeypatch):
    """The sweeps requested of workers; none has run for a long time."""
    calls = []
    monkeypatch.setattr(sweep, "apply_async", lambda **how: calls.append(how))
    cache.delete(SWEPT)
    return calls


def test_a_heartbeat_has_hands_looked_for_where_no_scheduler_does(sweeps):
    heartbeat()
    heartbeat()
    assert len(sweeps) == 1


@pytest.mark.django_db
def test_a_heartbeat_leaves_it_to_the_scheduler_that_is_there(sweeps):
    sweep()
    heartbeat()
    assert not sweeps
