"""Settings, read from the environment (README.md lists the variables).

By default the embedded site runs without services: SQLite, an in-process channel layer and an embedded Celery
worker. ``DATABASE_URL`` and ``REDIS_URL`` turn it into the large site.
"""

from __future__ import annotations

import os
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from cardsite.environment import flag, listed, networks, renamed, secret_key
from cardsite.schedule import ROUTES, beat_schedule
from games.foundation.observability.error_reporting import init_sentry
from games.foundation.observability.logging_config import logging_config
from games.foundation.static_headers import set_headers

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("SIFANG_VAR", BASE_DIR / "var"))
#: Folder of the AI processes' compiled code (``games.ai.compiling``), or None if they compile none. Safe to delete.
COMPILED_CODE = VAR / "compiled" if flag("SIFANG_COMPILE", True) else None

SECRET_KEY = secret_key(VAR)
DEBUG = flag("DEBUG")
#: Whether the site is public: HTTPS only, secure cookies, HSTS. Set by cardsite/deploy.
PUBLIC = flag("SIFANG_PUBLIC")
#: Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted.
TRUSTED_PROXIES = os.environ.get("SIFANG_PROXIES", "")
#: Actions that one seat may submit per second; 0 for no limit.
PRESSES_A_SECOND = int(os.environ.get("SIFANG_PRESSES_A_SECOND", "10"))
#: Whether to compress WebSocket messages (permessage-deflate): a move shrinks from 3 kB to 1, for 0.03 ms each.
DEFLATE = flag("SIFANG_DEFLATE", True)
#: Maximum open sockets per address and process; a school or an office may share one address.
SOCKETS_PER_ADDRESS = int(renamed("SIFANG_SOCKETS_PER_ADDRESS", "SIFANG_LINES_PER_ADDRESS", "100"))
#: Maximum new accounts per address and minute.
SIGNUPS_A_MINUTE = int(os.environ.get("SIFANG_SIGNUPS_A_MINUTE", "15"))
#: Maximum new guests per network and minute.
GUESTS_A_MINUTE = int(os.environ.get("SIFANG_GUESTS_A_MINUTE", "40"))
ALLOWED_HOSTS = listed("SIFANG_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if PUBLIC else []
#: The site's URL, for links in mail that is sent outside a request.
SITE_URL = f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if PUBLIC else "http://localhost:8000"
#: Push services to which notifications may be sent: hosts, or with a leading dot all hosts below a domain.
PUSH_SERVICES = listed(
    "SIFANG_PUSH_SERVICES",
    "fcm.googleapis.com,updates.push.services.mozilla.com,.push.apple.com,.notify.windows.com",
)

INSTALLED_APPS = [
    "cardsite",
    "games.accounts",
    "games.rooms",
    "games.matches",
    "games.community",
    "games.table",
    "games.clubs",
    "games.daily",
    "games.duplicate",
    "games.replays",
    "games.guide",
    "games.lessons",
    "games.puzzles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "cardsite.apps.OperatorsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "games.foundation.observability.middleware.RequestLog",
    "games.foundation.request_encoding.Utf8FormsOnly",
    # before middleware that only pages need: a first visit requests about twenty files
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.foundation.observability.middleware.HealthChecksFirst",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.foundation.origins.CrossSitePosts",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.foundation.request_encoding.NoNulCharacters",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.community.notices.Suspensions",
    "games.accounts.middleware.ViewerLanguage",
    "games.accounts.middleware.PersonalPages",
    "games.accounts.middleware.Presence",
    "games.accounts.middleware.GuestsSignUpFirst",
    "games.accounts.middleware.RateLimitedPage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF, ASGI_APPLICATION = "cardsite.urls", "cardsite.asgi.application"
FORM_RENDERER, MESSAGE_STORAGE = "games.foundation.form_renderer.FormRenderer", "games.foundation.prefetch.Messages"
TEMPLATES = [
    {
        "NAME": "django",
        "BACKEND": "games.foundation.page_templates.backend.PageTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "games.accounts.context.viewer",
            ],
        },
    },
]

# --- data ------------------------------------------------------------------------------------

DATABASE_URL = os.environ.get("DATABASE_URL", "")
#: NORMAL survives a killed process; FULL also survives a power cut, at some cost per move.
SQLITE_SYNCHRONOUS = os.environ.get("SIFANG_SQLITE_SYNCHRONOUS", "NORMAL")

#: Maximum PostgreSQL connections per process. 0: each thread keeps its own, as behind a pooler or in a prefork
#: worker, which has one thread per process.
DATABASE_POOL = int(os.environ.get("SIFANG_DB_POOL", "8"))

if DATABASE_URL:
    DATABASES: dict[str, dict[str, Any]] = {
        "default": dj_database_url.parse(
            DATABASE_URL, conn_max_age=0 if DATABASE_POOL else None, conn_health_checks=True
        )
    }
    if DATABASE_POOL:
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
            "min_size": 1,
            "max_size": DATABASE_POOL,
            "timeout": 5,  # then requests answer 503 instead of hanging
            # By default the pool doubles its delay after each attempt, so it may notice the database's return half a
            # minute late. Once it has given up, the next request makes it retry at once.
            "reconnect_timeout": 2,
        }
else:
    VAR.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR / "sifang.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # Without IMMEDIATE, half of all concurrent read-then-write transactions fail.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS};"
                    "PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
                ),
            },
            # a file instead of memory, so that the threads of a test contend as in production
            "TEST": {"NAME": VAR / "test.sqlite3"},
        }
    }

#: By default Celery closes the connection before and after each task. Opening it and preparing its statements again
#: costs more than many tasks do, so workers keep it, and check before each task that it has not failed (``celery.py``).
CELERY_DB_REUSE_MAX = sys.maxsize

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SESSION_ENGINE = "games.accounts.sessions"
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # Django's default of 300 would evict stored AI decisions at random.
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

# --- channels and tasks ------------------------------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "games.foundation.resilient_channel_layer.ResilientChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 1, "socket_connect_timeout": 0.5}]},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "games.foundation.resilient_cache.ResilientRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 0.5},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "games.foundation.embedded.layer.InProcessChannelLayer"}}

#: Seconds between two sweeps for stalled hands.
SWEEP_SECONDS = 5.0
CELERY_BROKER_URL = REDIS_URL or "wake://here"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# An unavailable broker must not delay a committed move: the sweep finds the work that was not queued.
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 2} if REDIS_URL else {}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_TIMEZONE = "UTC"
# Queues for quick tasks, for AI searches, and for reviews, which may wait. Each can have its own workers. The embedded
# worker consumes all queues, as does a worker started without -Q.
CELERY_TASK_DEFAULT_QUEUE = "table"
CELERY_TASK_QUEUES = [Queue(name) for name in ("table", "thinking", "review")]
CELERY_TASK_ROUTES = ROUTES
#: Whether each worker also has its own queue, for its heartbeats (``worker_watchdog``).
CELERY_WORKER_DIRECT = bool(REDIS_URL)
HEARTBEAT_SECONDS = float(os.environ.get("SIFANG_HEARTBEAT_SECONDS", "5"))
CELERY_BEAT_SCHEDULE = beat_schedule(SWEEP_SECONDS)

#: Minimum and maximum seconds before an AI player acts, drawn at random independently of its cards.
_pace = listed("SIFANG_AI_PACE", "0.6,1.2")
AI_PACE = (float(_pace[0]), float(_pace[-1]))
#: Seconds that a hint may search before the quick policy answers instead. 0: the policy always answers.
HINT_SECONDS = float(os.environ.get("SIFANG_HINT_SECONDS", "1.5"))
#: Whether AI searches run in a child process: on the embedded site the worker's process also serves pages.
THINK_APART = not REDIS_URL
#: Seconds between two cards of a live draw, and for the last declarations after the last card.
DRAW_PACE = float(os.environ.get("SIFANG_DRAW_PACE", "0.3"))
LAST_CALL = float(os.environ.get("SIFANG_LAST_CALL", "8"))
#: Maximum seconds of a draw if one person plays against AI players.
SHORT_DRAW = float(os.environ.get("SIFANG_SHORT_DRAW", "5"))
#: Seconds that a finished hand stays on the table before the next is dealt. A person alone with AI players decides when
#: to continue, unless ``RESULTS_STAY`` is off.
NEXT_HAND_SECONDS = float(os.environ.get("SIFANG_NEXT_HAND_SECONDS", "20"))
RESULTS_STAY = flag("SIFANG_RESULTS_STAY", True)

# --- people ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["games.accounts.sessions.Backend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "games.accounts.credentials.MinimumLength"},
    {"NAME": "games.accounts.credentials.AttributeSimilarity"},
    {"NAME": "games.accounts.credentials.CommonPassword"},
]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180

ACCOUNT_ADAPTER = "games.accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.forms.SignIn",
    "signup": "games.accounts.forms.SignUp",
    "add_email": "games.accounts.forms.NewAddress",
    "reset_password": "games.accounts.forms.NewPassword",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USER_DISPLAY = attrgetter("name")
ACCOUNT_USERNAME_VALIDATORS = "games.accounts.credentials.LOGIN_NAME"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Sifang 四方] "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
# Guests are signed in and must reach these pages; views redirect other users to the home page.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# Per minute, because the response asks people to wait one minute; ``games.accounts.limits`` has longer ones.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip,5/m/key",
    # signing up unavoidably reveals which login names are taken
    "signup": f"{SIGNUPS_A_MINUTE}/m/ip",
    "reset_password": "10/m/ip,1/m/key",
    "confirm_email": "1/3m/key,6/d/key,60/h/ip",  # beyond it nothing is sent, and no response says so
}
USERSESSIONS_ADAPTER = "games.accounts.adapter.SessionsAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PUBLIC
MFA_TOTP_ISSUER = "Sifang 四方"

# Without an SMTP server, mail goes to the console.
EMAIL_HOST = os.environ.get("SIFANG_SMTP_HOST", "")
EMAIL_PORT = int(os.environ.get("SIFANG_SMTP_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("SIFANG_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("SIFANG_SMTP_PASSWORD", "")
# port 465 uses implicit TLS, other ports STARTTLS
EMAIL_USE_SSL = bool(EMAIL_HOST) and EMAIL_PORT == 465
EMAIL_USE_TLS = bool(EMAIL_HOST) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = "games.foundation.background_email.BackgroundEmailBackend"
BACKGROUND_EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("SIFANG_MAIL_FROM") or "Sifang <sifang@localhost>"
#: The contact of the site's operator: an e-mail address or a page, shown in mail and on pages.
CONTACT = os.environ.get("SIFANG_CONTACT", "")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
# Our own messages, and our replacements for some of allauth's messages.
LOCALE_PATHS = [BASE_DIR / "cardsite" / "locale", BASE_DIR / "cardsite" / "locale_allauth"]
TIME_ZONE = "UTC"

# --- files -------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("SIFANG_STATIC", VAR / "static"))
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = set_headers
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "games.foundation.static_storage.CommentlessManifestStorage"
        if flag("SIFANG_MANIFEST", not DEBUG)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- security ------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
if PUBLIC:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # requested internally
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"

# --- observability -------------------------------------------------------------------------------------

#: Seconds between SIGTERM, after which /readyz reports 503, and the end of a server process.
DRAIN_SECONDS = float(os.environ.get("SIFANG_DRAIN_SECONDS", "0"))
#: Metrics are served to requests with this token, and without it to requests from the networks below.
METRICS_TOKEN = os.environ.get("SIFANG_METRICS_TOKEN", "")
METRICS_FROM = networks("SIFANG_METRICS_FROM", "127.0.0.0/8,::1/128")
# Several processes on one machine share files. This must be set before the first metric is created.
if _metrics_folder := os.environ.get("SIFANG_METRICS_DIR", str(VAR / "metrics") if REDIS_URL else ""):
    Path(_metrics_folder).mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics_folder
#: The port on which a Celery worker serves its metrics if it does not share a folder with a web process.
METRICS_PORT = int(os.environ.get("SIFANG_METRICS_PORT", "0"))

LOG_LEVEL = os.environ.get("SIFANG_LOG_LEVEL", "INFO")
#: ``line`` or ``json``; ``json`` also logs each request.
LOG_FORMAT = os.environ.get("SIFANG_LOG_FORMAT", "line")
LOGGING = logging_config(LOG_FORMAT, LOG_LEVEL)

if _dsn := os.environ.get("SIFANG_SENTRY_DSN"):
    init_sentry(_dsn, os.environ.get("SIFANG_RELEASE", ""), os.environ.get("SIFANG_ENVIRONMENT", "production"))
