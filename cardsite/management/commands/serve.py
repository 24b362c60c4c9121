"""``manage.py serve``: the whole site in one process, or a web process of the large site."""

from __future__ import annotations

import logging
import signal
import sys
from typing import IO, Any

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection

from games.ai import thinking
from games.foundation.embedded import data_lock
from games.matches.downtime import Heart


class Command(BaseCommand):
    help = "Serve the site. Without REDIS_URL the worker runs in this process too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="server processes; more than one needs REDIS_URL")
        parser.add_argument("--prepared", action="store_true", help="`manage.py prepare` has been run for this code")

    def handle(self, *args: Any, host: str, port: int, workers: int, prepared: bool, **options: Any) -> None:
        if workers > 1 and not settings.REDIS_URL:
            raise CommandError(
                "Several server processes need Redis: set REDIS_URL (and DATABASE_URL), or serve with one process."
            )
        logging.getLogger("celery").setLevel(logging.WARNING)
        lock = lock_data() if connection.vendor == "sqlite" or not settings.REDIS_URL else None
        if not prepared:
            call_command("prepare")
        heart = Heart()
        heart.start()  # before the worker: the downtime must be added to due times before turns fall due
        worker = None if settings.REDIS_URL else start_embedded_worker()
        # A shorter switch interval keeps sockets responsive while an AI player searches in a thread.
        sys.setswitchinterval(0.0005)
        # uvicorn raises SIGTERM again after it has closed; without a handler the worker would be killed.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        self.stdout.write(self.style.SUCCESS(f"Sifang is open at http://{host}:{port}/  (Ctrl-C closes it)"))
        self.stdout.flush()
        try:
            uvicorn.run(
                "cardsite.asgi:application",
                host=host,
                port=port,
                workers=workers,
                ws="games.foundation.socket_protocol:SocketProtocol",
                ws_max_size=4096,
                ws_per_message_deflate=settings.DEFLATE,
                lifespan="on",
                log_config=None,  # the site's own logging configuration
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=bool(settings.TRUSTED_PROXIES),
                forwarded_allow_ips=settings.TRUSTED_PROXIES,
                timeout_graceful_shutdown=10,
            )
        finally:
            heart.stop()
            thinking.stop_reviews()
            if worker is not None:
                worker.stop()
            if lock is not None:
                lock.close()


def lock_data() -> IO[str]:
    """Lock the site's data folder, so that no restore replaces the database meanwhile.

    With Redis several processes may share the folder. Raises ``CommandError`` if another process holds the lock.
    """
    try:
        return data_lock.acquire(settings.VAR, shared=bool(settings.REDIS_URL))
    except data_lock.DataInUse as in_use:
        raise CommandError(str(in_use)) from None


def start_embedded_worker() -> Any:
    """Start the embedded worker and return it."""
    from cardsite.celery import app
    from games.foundation.embedded.worker import EmbeddedWorker

    worker = EmbeddedWorker(app, settings.CELERY_BEAT_SCHEDULE)
    worker.start()
    return worker
