"""Django settings of the lean reference and of the stock way: ``startproject``'s, and a table.

The database has the site's own settings, so that only the handling of a move differs.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.setswitchinterval(0.0005)  # as ``manage.py serve`` sets it
SECRET_KEY = "bench"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = ["tests.bench.floor", "channels"]
INSTALLED_APPS += [f"django.contrib.{name}" for name in ("auth", "contenttypes", "sessions", "messages")]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "tests.bench.floor.stock"
PROCESSORS = [
    f"django.{path}" for path in ("template.context_processors.request", "contrib.auth.context_processors.auth")
]
PROCESSORS += ["django.contrib.messages.context_processors.messages"]
ENGINE = "django.template.backends.django.DjangoTemplates"
TEMPLATES = [{"BACKEND": ENGINE, "APP_DIRS": True, "OPTIONS": {"context_processors": PROCESSORS}}]
PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": Path(os.environ["BENCH_DATA"]) / "floor.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": PRAGMAS},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LAYERS = {"lean": "tests.bench.floor.lean.DirectLayer", "stock": "channels.layers.InMemoryChannelLayer"}
CHANNEL_LAYERS = {"default": {"BACKEND": LAYERS[os.environ["BENCH_WAY"]]}}
USE_TZ = True
