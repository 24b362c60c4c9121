"""Periodic jobs, run by the large site's scheduler or by the embedded worker itself, and the queues for tasks that must
not delay others."""

from __future__ import annotations

from typing import Any

#: name → task, seconds between runs
JOBS = {
    "erase": ("games.community.tasks.erase", 3600.0),
    # matches people who wished to play at the same instant, or have come back
    "bring-together": ("games.community.tasks.bring_together", 10.0),
    "abandoned": ("games.community.tasks.end_abandoned", 3600.0),
    "clubs": ("games.clubs.tasks.tidy", 86400.0),
    "club-tables": ("games.clubs.tasks.tell_all", 60.0),
    "seasons": ("games.community.tasks.settle_seasons", 3600.0),
    "tidy": ("games.community.tasks.tidy", 86400.0),
    # settles tomorrow's deals, and counts results whose task was lost
    "daily": ("games.daily.tasks.prepare", 900.0),
    "look-back": ("games.community.tasks.look_back", 60.0),
    "puzzles": ("games.puzzles.tasks.judge", 300.0),
    "deliver": ("games.community.tasks.deliver_waiting", 60.0),
    "call": ("games.matches.tasks.call_all", 300.0),
    # runs tournaments by the clock, and counts results whose task was lost
    "duplicate": ("games.duplicate.tasks.advance", 15.0),
    "duplicate-sets": ("games.duplicate.tasks.hold_weekly", 900.0),
    # deals that the house could not play, or whose task was lost
    "duplicate-house": ("games.duplicate.tasks.play", 60.0),
    "duplicate-places": ("games.duplicate.tasks.rank", 300.0),
    "remind": ("games.daily.tasks.remind", 900.0),
}

#: task → queue, for tasks that are not for the ``table`` queue
ROUTES = {
    "games.matches.tasks.think": {"queue": "thinking"},
    "games.matches.tasks.think_on": {"queue": "thinking"},
    "games.community.tasks.look_back": {"queue": "review"},
    "games.daily.tasks.play": {"queue": "review"},
    "games.duplicate.tasks.play": {"queue": "review"},
    "games.puzzles.tasks.judge": {"queue": "review"},
    # push services may answer slowly, and no turn may wait for them
    "games.community.tasks.deliver": {"queue": "review"},
    "games.community.tasks.deliver_waiting": {"queue": "review"},
}


def beat_schedule(sweep_seconds: float) -> dict[str, dict[str, Any]]:
    """Return all jobs as a Celery beat schedule. A task that no worker takes in time expires."""
    sweep = _every("games.matches.tasks.sweep", sweep_seconds, 2 * sweep_seconds)
    return {"sweep": sweep} | {name: _every(task, seconds, int(seconds)) for name, (task, seconds) in JOBS.items()}


def _every(task: str, seconds: float, expires: float) -> dict[str, Any]:
    return {"task": task, "schedule": seconds, "options": {"expires": expires}}
