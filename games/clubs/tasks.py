"""Celery tasks of clubs."""

from __future__ import annotations

from celery import shared_task

from games.clubs import services


@shared_task
def tidy() -> None:
    """Remove the clubs whose members have all been erased."""
    services.tidy()
