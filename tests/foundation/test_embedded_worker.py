"""The embedded worker: it runs tasks at once, survives what they raise, stops cleanly and restarts."""

from __future__ import annotations

import threading
import uuid

import pytest
from celery import Celery
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection

import cardsite.celery
from games.foundation.embedded.worker import EmbeddedWorker


@pytest.fixture
def runs():
    return threading.Semaphore(0)


@pytest.fixture
def worker(runs):
    app = Celery("test", broker="wake://", set_as_current=False)
    app.conf.update(task_ignore_result=True, worker_enable_remote_control=False, task_default_queue="test")

    @app.task(name=f"note-{uuid.uuid4()}")
    def note(fail=False):
        runs.release()
        if fail:
            raise ValueError("a bad turn must not kill the worker")

    worker = EmbeddedWorker(app, {"note": {"task": note.name, "schedule": 3600}})
    worker.note = note
    worker.start()
    yield worker
    worker.stop()
    cardsite.celery.app.set_default()


def test_it_runs_what_is_scheduled_at_start(worker, runs):
    assert runs.acquire(timeout=10)


def test_it_runs_what_is_scheduled_again_and_again(worker, runs):
    worker.stop()
    often = EmbeddedWorker(worker.app, {"note": {"task": worker.note.name, "schedule": 0.01}})
    often.start()
    assert all(runs.acquire(timeout=10) for _ in range(5))
    often.stop()


def test_what_cannot_be_called_for_once_is_called_for_again(worker, runs, monkeypatch):
    worker.stop()
    send, failures = worker.app.send_task, []

    def fails_once(*args, **kwargs):
        if not failures:
            failures.append(args)
            raise OSError("the queue is away")
        return send(*args, **kwargs)

    monkeypatch.setattr(worker.app, "send_task", fails_once)
    often = EmbeddedWorker(worker.app, {"note": {"task": worker.note.name, "schedule": 0.01}})
    often.start()
    assert runs.acquire(timeout=10)
    often.stop()


def test_it_survives_a_task_that_raises(worker, runs):
    worker.note.delay(fail=True)
    worker.note.delay()
    assert all(runs.acquire(timeout=10) for _ in range(3))


def test_it_stops_when_told(worker, runs):
    assert runs.acquire(timeout=10)
    assert worker.stop()


def test_it_starts_again_when_its_thread_dies(worker, runs):
    assert runs.acquire(timeout=10)
    first = worker._worker
    worker._ready.clear()
    first.stop()
    assert worker._ready.wait(10)
    assert worker._worker is not first
    worker.note.delay()
    assert runs.acquire(timeout=10)


@pytest.mark.django_db(transaction=True)
def test_what_celery_does_after_a_task_leaves_sqlites_connection_open():
    """Opening a new one, with every statement prepared again, costs more than many a task."""
    if connection.vendor != "sqlite":
        pytest.skip("on PostgreSQL the pool keeps connections")
    connection.ensure_connection()
    opened = connection.connection
    fixup = DjangoWorkerFixup(cardsite.celery.app)
    for _ in range(5):
        fixup.close_database()
    assert connection.connection is opened
