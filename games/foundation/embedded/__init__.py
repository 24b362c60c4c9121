"""The one-process site: a channel layer, a Celery transport and a worker that need no external service."""
