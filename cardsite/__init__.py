"""The site: settings, URLs, ASGI and Celery applications, management commands, backups and deployment."""

from cardsite.celery import app as celery_app

__all__ = ["celery_app"]
