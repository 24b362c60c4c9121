"""Where AI players think: not on the threads that serve pages.

Embedded, searches run one at a time in a child process, at a lower priority than the rest of the
machine. Reviews run in a second one, at a lower priority still, which ends when it has nothing to do;
it also does spare-time work, which gives way to reviews. A worker that is a process already (Celery's
prefork pool) thinks where it is. The table always gets an answer: if the child dies or takes too long,
the policy answers, which is quick and legal.

Only processes that think run compiled kernels (``compiling``).
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

from games import ai
from games.ai import compiling, review
from games.rules.core import Action, Setup

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

#: seconds of thought after which the policy answers instead
CAP = 8.0
#: seconds after which a review is given up
REVIEW_CAP = 240.0
#: and work that nobody waits for
SPARE_CAP = 600.0
#: niceness of the children relative to the processes that serve pages
NICE = 10
REVIEW_NICE = 19
#: the level that gives hints
ADVISER = "intermediate"


class WorkerFailed(Exception):
    """The child died, took too long, or was busy for too long."""


class Stopped(WorkerFailed):
    """The site is being closed; reviews can wait until it is open again."""


class GaveWay(WorkerFailed):
    """Spare-time work gave way to a review that somebody waits for; it starts over another time."""


def keep_code_in(folder: Path | None) -> None:
    """Set the folder in which this process's children cache compiled kernels; with None they compile nothing."""
    global _code_folder
    _code_folder = folder


def think_here(folder: Path | None) -> None:
    """Let this process think itself; it must not serve pages."""
    compiling.begin(folder)


def think(view: Any, level: str, seed: int, apart: bool = True) -> Action:
    """Return the action of an AI player whose turn it is, from ``choose`` with a generator of this
    seed. ``apart``: think in the child process, since this one also serves pages."""
    if not ai.playouts(view.game, level):
        return ai.choose(view, level, Random(seed))
    if not apart:
        return _thought(view, level, seed)
    try:
        return _child.answer(CAP, _thought, view, level, seed)
    except WorkerFailed as fault:
        log.error("%s at %s: the policy answers, for thinking failed (%s)", level, view.game, fault)
        return ai.choose(view, "policy", Random(seed))


def suggest(view: Any, seed: int, seconds: float, apart: bool = True) -> list[Action]:
    """Return a seat's sensible actions, best first in the eyes of the adviser, or of the policy if the adviser takes
    more than ``seconds``, since somebody is waiting. The same view and seed give the same."""
    if not apart:
        return ai.suggest(view, ADVISER, Random(seed))
    try:
        return _child.answer(seconds, _suggested, view, seed, patient=False)
    except WorkerFailed as fault:
        log.info("a hint at %s: the policy answers (%s)", view.game, fault)
        return ai.suggest(view, "policy", Random(seed))


def make_review(
    key: str, setup: Setup, actions: Sequence[Action], seat: int, which: Sequence[int], seed: int, apart: bool = True
) -> list[review.JudgedDecision]:
    """Return the review of a seat's hand; raise ``WorkerFailed`` if it failed."""
    if not apart:
        return _review_of(key, setup, actions, seat, which, seed)
    return _reviewer.answer(REVIEW_CAP, _review_of, key, setup, actions, seat, which, seed, once=True)


def in_spare_time(work: Callable[..., Answer], *arguments: Any, apart: bool = True) -> Answer:
    """Return the result of long work that nobody waits for. It runs where reviews do, and is ended for the next one.
    ``work``: a function that another process can import.

    Raises ``WorkerFailed``; its subclasses ``GaveWay`` and ``Stopped`` say nothing against the work.
    """
    if not apart:
        return _done_at_length(work, *arguments)
    answer: Answer = _reviewer.answer(SPARE_CAP, _done_at_length, work, *arguments, once=True, gives_way=True)
    return answer


def close() -> None:
    """End the child processes, if there are any."""
    _child.close()
    _reviewer.close()


def stop_reviews() -> None:
    """End the review in progress and accept no more: the site is being closed."""
    _reviewer.stop()


class _Child:
    """A process that thinks, started when first needed and restarted when it fails."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None
        self._stopped = False
        # How many callers wait for an answer, and whether the work in progress gives way to them.
        self._waiting = 0
        self._giving_way = False
        # Serialises work: callers wait here for their turn.
        self._turn = threading.Lock()
        # Guards the process: it is not ended while being started.
        self._changing = threading.Lock()

    def answer(
        self,
        cap: float,
        thought: Callable[..., Answer],
        *arguments: Any,
        patient: bool = True,
        once: bool = False,
        gives_way: bool = False,
    ) -> Answer:
        """Return the result of a function run in the child. After ``cap`` seconds end the child and raise
        ``WorkerFailed``. A caller that is not ``patient`` counts the wait for its turn too, and leaves without ending
        the child. ``once``: do not keep the child. ``gives_way``: end the work, with ``GaveWay``, as soon as a call
        comes in that does not give way."""
        started = monotonic()
        if gives_way:
            self._give_way()
        else:
            self._come()
        try:
            if not self._turn.acquire(timeout=-1 if patient else cap):
                raise WorkerFailed("busy")
            try:
                self._giving_way = gives_way
                left = cap if patient else max(0.0, cap - (monotonic() - started))
                return self._submitted(thought, *arguments).result(left)
            except TookTooLong as fault:
                if patient:
                    self._end()
                raise WorkerFailed("too long") from fault
            except (BrokenProcessPool, CancelledError) as fault:
                self._end()
                raise self._reason()(repr(fault)) from fault
            finally:
                self._giving_way = False
                if once:
                    self._end()
                self._turn.release()
        finally:
            if not gives_way:
                self._go()

    def _give_way(self) -> None:
        with self._changing:
            if self._waiting:
                raise GaveWay

    def _come(self) -> None:
        """Count a caller in, and end work that gives way."""
        with self._changing:
            self._waiting += 1
            if self._giving_way:
                self._end_now()

    def _go(self) -> None:
        with self._changing:
            self._waiting -= 1

    def _reason(self) -> type[WorkerFailed]:
        """Return why a child was ended in the middle of its work."""
        if self._stopped:
            return Stopped
        return GaveWay if self._giving_way and self._waiting else WorkerFailed

    def _submitted(self, thought: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
        """Return the future of work submitted to the child."""
        with self._changing:
            if self._stopped:
                raise Stopped
            if self._giving_way and self._waiting:
                raise GaveWay
            return self._started().submit(thought, *arguments)

    def close(self) -> None:
        """End the child; callers waiting for it get ``WorkerFailed``."""
        self._end()

    def stop(self) -> None:
        """End the child for good; callers waiting for it, and later ones, get ``Stopped``."""
        self._stopped = True
        self._end()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_settle, initargs=(self._nice, _code_folder)
            )
        return self._pool

    def _end(self) -> None:
        """End the child at once and drop its work."""
        with self._changing:
            self._end_now()

    def _end_now(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)


def _settle(nice: int, folder: Path | None) -> None:
    """Lower the child's priority, and end it when its parent process is gone for any reason. ``folder``: where
    compiled kernels are cached."""
    os.nice(nice)
    compiling.begin(folder)
    parent = parent_process()
    assert parent is not None

    def outlive() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=outlive, name="outlive", daemon=True).start()


def _thought(view: Any, level: str, seed: int) -> Action:
    action = ai.choose(view, level, Random(seed))
    compiling.consider()
    return action


def _suggested(view: Any, seed: int) -> list[Action]:
    actions = ai.suggest(view, ADVISER, Random(seed))
    compiling.consider()
    return actions


def _review_of(
    key: str, setup: Setup, actions: Sequence[Action], seat: int, which: Sequence[int], seed: int
) -> list[review.JudgedDecision]:
    compiling.consider(long=True)
    return review.review(key, setup, actions, seat, seed, which=which)


def _done_at_length(work: Callable[..., Answer], *arguments: Any) -> Answer:
    compiling.consider(long=True)
    return work(*arguments)


#: where compiled kernels are cached, None for nowhere
_code_folder: Path | None = None
_child = _Child(NICE)
_reviewer = _Child(REVIEW_NICE)
