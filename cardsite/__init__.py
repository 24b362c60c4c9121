"""The site: settings, urls, servers, and what deployment needs."""

from cardsite.celery import app as celery_app

__all__ = ["celery_app"]
