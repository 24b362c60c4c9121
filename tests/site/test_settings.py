"""Two variables turn the embedded site into the large one."""

from __future__ import annotations

import json
import os

import pytest

from cardsite import environment
from tests import programs

PROGRAM = """
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
    "sockets": settings.SOCKETS_PER_ADDRESS,
    "results_stay": settings.RESULTS_STAY,
    "counts": __import__("os").environ.get("PROMETHEUS_MULTIPROC_DIR", ""),
}))
"""
LARGE = {"DATABASE_URL": "postgres://someone@db/sifang", "REDIS_URL": "redis://redis/0"}


@pytest.fixture
def settings_in(tmp_path):
    """Return what the settings are in a given environment."""

    def show(**environment):
        base = {name: what for name, what in os.environ.items() if name not in {*LARGE, "PROMETHEUS_MULTIPROC_DIR"}}
        status, output = programs.run("-c", PROGRAM, environment={**base, "SIFANG_VAR": str(tmp_path), **environment})
        assert status == 0, output
        return json.loads(output.splitlines()[-1])  # warnings come before

    return show


def test_with_nothing_set_everything_is_in_one_process(settings_in):
    values = settings_in()
    assert values["engine"].endswith("sqlite3")
    assert values["layer"] == "games.foundation.embedded.layer.InProcessChannelLayer"
    assert values["broker"].startswith("wake://")
    assert (values["apart"], values["counts"]) == (True, "")


def test_of_two_who_start_at_once_neither_reads_half_a_key(tmp_path, monkeypatch):
    """Nor is an empty one left behind by a process that was killed, or found no room, while it wrote."""
    existed, key = [], tmp_path / "secret-key"

    def token(size):
        existed.append(key.exists())
        if len(existed) == 1:
            assert environment.secret_key(tmp_path) == "the quicker's"
        return "the quicker's" if len(existed) == 2 else "the slower's"

    monkeypatch.setattr(environment.secrets, "token_urlsafe", token)
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert environment.secret_key(tmp_path) == environment.secret_key(tmp_path) == "the quicker's"
    assert existed == [False, False]
    assert key.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [key]


def test_with_both_set_it_is_the_large_site(settings_in, tmp_path):
    values = settings_in(**LARGE)
    assert values["engine"].endswith("postgresql")
    assert values["pool"]["max_size"] <= 10
    assert values["age"] == 0  # the pool keeps them, not the thread
    assert values["layer"] == "games.foundation.resilient_channel_layer.ResilientChannelLayer"
    assert values["broker"] == LARGE["REDIS_URL"]
    assert values["apart"] is False
    assert values["counts"] == str(tmp_path / "metrics")


def test_behind_a_pooler_each_thread_keeps_its_own_connection(settings_in):
    values = settings_in(**LARGE, SIFANG_DB_POOL="0")
    assert values["pool"] == {}
    assert values["age"] is None


def test_a_public_site_marks_its_cookies_and_leads_all_but_what_is_asked_inside_to_https(settings_in):
    values = settings_in(SIFANG_PUBLIC="1")
    assert values["secure"] == [True, True, True]
    assert values["names"] == ["__Host-sessionid", "__Host-csrftoken"]
    assert values["exempt"] == ["^healthz$", "^readyz$", "^metrics$"]
    assert settings_in()["exempt"] is None


def test_a_list_is_read_with_blanks_and_without_anything_in_it(settings_in):
    """Otherwise the second name is nobody's, and /metrics fails for everybody."""
    values = settings_in(SIFANG_HOSTS="a.org, b.org,", SIFANG_PUBLIC="1", SIFANG_METRICS_FROM="")
    assert values["hosts"] == [["a.org", "b.org"], ["https://a.org", "https://b.org"]]
    assert values["metrics_from"] == []
    assert settings_in(SIFANG_METRICS_FROM=" 10.0.0.0/8 , ::1/128")["metrics_from"] == ["10.0.0.0/8", "::1/128"]


def test_an_address_within_a_network_stands_for_it(settings_in):
    """Otherwise every request for /metrics is an error."""
    assert settings_in(SIFANG_METRICS_FROM="10.0.0.1/8,192.0.2.7,2001:db8::1/32")["metrics_from"] == [
        "10.0.0.0/8",
        "192.0.2.7/32",
        "2001:db8::/32",
    ]


@pytest.mark.parametrize("network", ["inside", "10.0.0.0/33", "10.0.0.0/8;127.0.0.1"])
def test_what_is_no_network_is_refused_when_the_site_starts(tmp_path, network):
    environment = os.environ | {"SIFANG_VAR": str(tmp_path), "SIFANG_METRICS_FROM": f"127.0.0.1,{network}"}
    status, output = programs.run("-c", PROGRAM, environment=environment)
    last = output.splitlines()[-1]
    assert status != 0
    assert f"SIFANG_METRICS_FROM wants networks, with commas: '{network}' does not appear to be" in last


@pytest.mark.parametrize(("value", "on"), [("0", False), ("off", False), ("1", True), ("true", True), ("on", True)])
def test_every_switch_is_set_with_the_same_words(settings_in, value, on):
    values = settings_in(SIFANG_DEFLATE=value, SIFANG_RESULTS_STAY=value)
    assert (values["deflate"], values["results_stay"]) == (on, on)


def test_results_stay_unless_they_are_told_not_to(settings_in):
    assert settings_in()["results_stay"] is True


def test_a_setting_that_has_another_name_now_is_also_read_by_its_old_one(settings_in):
    """And an empty one is not set: ``compose.yaml`` passes both."""
    old, new = "SIFANG_LINES_PER_ADDRESS", "SIFANG_SOCKETS_PER_ADDRESS"
    assert settings_in()["sockets"] == settings_in(**{old: "", new: ""})["sockets"] == 100
    assert settings_in(**{new: "300"})["sockets"] == 300
    assert settings_in(**{old: "200", new: ""})["sockets"] == 200
    assert settings_in(**{old: "200", new: "300"})["sockets"] == 300


def test_whoever_sets_an_old_name_is_told_the_new_one(tmp_path):
    """On the standard error of every program, as the interpreter prints it by default."""
    variables = os.environ | {"SIFANG_VAR": str(tmp_path), "SIFANG_LINES_PER_ADDRESS": "200"}
    status, output = programs.run("-c", PROGRAM, environment=variables)
    assert status == 0
    assert "FutureWarning: SIFANG_LINES_PER_ADDRESS is now called SIFANG_SOCKETS_PER_ADDRESS" in output


def test_one_pace_is_both_ends_of_it(settings_in):
    """Otherwise the site starts, and fails at the first turn of an AI player."""
    assert settings_in(SIFANG_AI_PACE="1.5")["pace"] == [1.5, 1.5]
    assert settings_in(SIFANG_AI_PACE="0.5, 2")["pace"] == [0.5, 2.0]


@pytest.mark.parametrize(("port", "expected"), [({}, [True, False]), ({"SIFANG_SMTP_PORT": "465"}, [False, True])])
def test_mail_is_sealed_as_its_port_is(settings_in, port, expected):
    """At port 465 a server says nothing before TLS has begun: a client that waits for its greeting sends no mail."""
    assert settings_in(SIFANG_SMTP_HOST="mail.example.org", **port)["mail"] == expected
    assert settings_in()["mail"] == [False, False]
