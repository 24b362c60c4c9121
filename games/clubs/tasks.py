"""Celery tasks of clubs."""

from __future__ import annotations

from celery import shared_task

from games.clubs import services, table_notifications


@shared_task
def tidy() -> None:
    """End the clubs whose members have all been erased."""
    services.tidy()


@shared_task
def tell(room_id: int) -> None:
    """Notify a club's members of a table opened there."""
    table_notifications.tell(room_id)


@shared_task
def tell_all() -> None:
    """Notify members of the tables whose task was lost."""
    table_notifications.tell_all()
