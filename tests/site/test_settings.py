"""Two variables make the large site of the embedded one."""

from __future__ import annotations

import json
import os

import pytest

from cardsite import environment
from tests import programs

SHOWN = """
import json
from cardsite import settings
print(json.dumps({
    "engine": settings.DATABASES["default"]["ENGINE"],
    "age": settings.DATABASES["default"]["CONN_MAX_AGE"],
    "pool": settings.DATABASES["default"].get("OPTIONS", {}).get("pool", {}),
    "layer": settings.CHANNEL_LAYERS["default"]["BACKEND"],
    "broker": settings.CELERY_BROKER_URL,
    "apart": settings.THINK_APART,
    "exempt": getattr(settings, "SECURE_REDIRECT_EXEMPT", None),
    "secure": [getattr(settings, f"{one}_COOKIE_SECURE", False) for one in ("SESSION", "CSRF", "LANGUAGE")],
    "mail": [settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL],
    "names": [getattr(settings, f"{one}_COOKIE_NAME", "") for one in ("SESSION", "CSRF")],
    "hosts": [settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS],
    "metrics_from": [str(network) for network in settings.METRICS_FROM],
    "deflate": settings.DEFLATE,
    "pace": settings.AI_PACE,
    "counts": __import__("os").environ.get("PROMETHEUS_MULTIPROC_DIR", ""),
}))
"""
LARGE = {"DATABASE_URL": "postgres://someone@db/sifang", "REDIS_URL": "redis://redis/0"}


@pytest.fixture
def shown(tmp_path):
    """Return what the settings are in a given environment."""

    def show(**environment):
        base = {name: what for name, what in os.environ.items() if name not in {*LARGE, "PROMETHEUS_MULTIPROC_DIR"}}
        status, said = programs.run("-c", SHOWN, environment={**base, "SIFANG_VAR": str(tmp_path), **environment})
        assert status == 0, said
        return json.loads(said)

    return show


def test_with_nothing_set_everything_is_in_one_process(shown):
    found = shown()
    assert found["engine"].endswith("sqlite3")
    assert found["layer"] == "games.foundation.embedded.layer.InProcessChannelLayer"
    assert found["broker"].startswith("wake://")
    assert (found["apart"], found["counts"]) == (True, "")


def test_of_two_who_start_at_once_neither_reads_half_a_key(tmp_path, monkeypatch):
    """Nor is an empty one left behind by who was ended, or found no room, while he wrote it."""
    made, key = [], tmp_path / "secret-key"

    def token(size):
        made.append(key.exists())
        if len(made) == 1:
            assert environment.secret_key(tmp_path) == "the quicker's"
        return "the quicker's" if len(made) == 2 else "the slower's"

    monkeypatch.setattr(environment.secrets, "token_urlsafe", token)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert environment.secret_key(tmp_path) == environment.secret_key(tmp_path) == "the quicker's"
    assert made == [False, False]
    assert key.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [key]


def test_with_both_set_it_is_the_large_site(shown, tmp_path):
    found = shown(**LARGE)
    assert found["engine"].endswith("postgresql")
    assert found["pool"]["max_size"] <= 10
    assert found["age"] == 0  # the pool keeps them, not the thread
    assert found["layer"] == "games.foundation.resilient_channel_layer.ResilientChannelLayer"
    assert found["broker"] == LARGE["REDIS_URL"]
    assert found["apart"] is False
    assert found["counts"] == str(tmp_path / "metrics")


def test_behind_a_pooler_each_thread_keeps_its_own_connection(shown):
    found = shown(**LARGE, SIFANG_DB_POOL="0")
    assert found["pool"] == {}
    assert found["age"] is None


def test_a_public_site_marks_its_cookies_and_leads_all_but_what_is_asked_inside_to_https(shown):
    found = shown(SIFANG_PUBLIC="1")
    assert found["secure"] == [True, True, True]
    assert found["names"] == ["__Host-sessionid", "__Host-csrftoken"]
    assert found["exempt"] == ["^healthz$", "^readyz$", "^metrics$"]
    assert shown()["exempt"] is None


def test_a_list_is_read_with_blanks_and_without_anything_in_it(shown):
    """Else the second name is nobody's, and /metrics fails for everybody."""
    found = shown(SIFANG_HOSTS="a.org, b.org,", SIFANG_PUBLIC="1", SIFANG_METRICS_FROM="")
    assert found["hosts"] == [["a.org", "b.org"], ["https://a.org", "https://b.org"]]
    assert found["metrics_from"] == []
    assert shown(SIFANG_METRICS_FROM=" 10.0.0.0/8 , ::1/128")["metrics_from"] == ["10.0.0.0/8", "::1/128"]


def test_an_address_within_a_network_stands_for_it(shown):
    """Else every look at /metrics is an error."""
    assert shown(SIFANG_METRICS_FROM="10.0.0.1/8,192.0.2.7,2001:db8::1/32")["metrics_from"] == [
        "10.0.0.0/8",
        "192.0.2.7/32",
        "2001:db8::/32",
    ]


@pytest.mark.parametrize("said", ["inside", "10.0.0.0/33", "10.0.0.0/8;127.0.0.1"])
def test_what_is_no_network_is_refused_when_the_site_starts(tmp_path, said):
    environment = os.environ | {"SIFANG_VAR": str(tmp_path), "SIFANG_METRICS_FROM": f"127.0.0.1,{said}"}
    status, said_against = programs.run("-c", SHOWN, environment=environment)
    last = said_against.splitlines()[-1]
    assert status != 0
    assert f"SIFANG_METRICS_FROM wants networks, with commas: '{said}' does not appear to be" in last


@pytest.mark.parametrize(("said", "packed"), [("0", False), ("off", False), ("1", True), ("true", True), ("on", True)])
def test_packing_is_switched_as_everything_else_is(shown, said, packed):
    assert shown(SIFANG_DEFLATE=said)["deflate"] is packed


def test_one_pace_is_both_ends_of_it(shown):
    """Else the site starts, and fails at the first turn of an AI player."""
    assert shown(SIFANG_AI_PACE="1.5")["pace"] == [1.5, 1.5]
    assert shown(SIFANG_AI_PACE="0.5, 2")["pace"] == [0.5, 2.0]


@pytest.mark.parametrize(("port", "says"), [({}, [True, False]), ({"SIFANG_SMTP_PORT": "465"}, [False, True])])
def test_mail_is_sealed_as_its_port_is(shown, port, says):
    """At 465 a server waits for TLS and says nothing before: whoever waits for its greeting sends no letter."""
    assert shown(SIFANG_SMTP_HOST="mail.example.org", **port)["mail"] == says
    assert shown()["mail"] == [False, False]
