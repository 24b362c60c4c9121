"""What operators see: logs, metrics, health; and that no card is in any of it."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import types
import urllib.request
from ipaddress import ip_network

import pytest
from asgiref.sync import sync_to_async
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from redis.exceptions import RedisError

from cardsite import health
from cardsite.asgi import application
from cardsite.deploy.stack import free_port
from games.accounts.models import User
from games.foundation import lifespan, transactions
from games.foundation.observability import error_reporting, logs, metrics
from games.matches import downtime, services, turns
from games.matches.fold import fold
from games.matches.models import Entry, Hand
from games.matches.tasks import sweep
from games.rooms.events import push
from games.rules.registry import GAMES
from tests import programs
from tests.matches.tables import current, house, match_of, move, person
from tests.table.sockets import Socket

OUTSIDE = {"REMOTE_ADDR": "203.0.113.7"}


def value(name, **labels):
    """Return the value of a metric of this process."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def lines(monkeypatch):
    """Collect every log line of every logger, at DEBUG, as JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    levels = {name: logging.getLogger(name).level for name in ("", "games", "cardsite", "cardsite.requests")}
    for name in levels:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


# --- logs --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_request_is_a_line_with_its_number_its_room_and_its_route(client, lines):
    alice = person("alice")
    match = match_of("all-fours", alice, "policy")
    client.force_login(alice)
    client.get(reverse("table", args=[match.room.code]), headers={"X-Request-ID": "abcdef0123456789"})
    (line,) = [line for line in lines() if line["logger"] == "cardsite.requests"]
    assert (line["request"], line["room"], line["route"]) == ("abcdef0123456789", match.room.code, "table")
    assert (line["method"], line["status"]) == ("GET", 200)


@pytest.mark.django_db
def test_a_number_that_is_none_is_not_believed(client, lines):
    client.get("/healthz", headers={"X-Request-ID": '"},{"level":"none'})
    (line,) = [line for line in lines() if line["logger"] == "cardsite.requests"]
    assert len(line["request"]) == 16


@pytest.mark.django_db
def test_an_address_that_opens_something_is_in_no_line(client, lines):
    client.get(reverse("challenge", args=["secretTOKEN"]))
    assert "secretTOKEN" not in json.dumps(lines())


def test_a_line_says_what_it_is_about_and_nothing_after(lines):
    log = logging.getLogger("games.test")
    with logs.log_context(hand=7):
        with logs.log_context(request="r"):
            log.info("inside")
        log.info("between")
    log.info("after")
    assert [(line.get("hand"), line.get("request")) for line in lines()] == [(7, "r"), (7, None), (None, None)]


def test_a_fault_is_one_line_without_values(lines):
    secret = f"S-{1 + 1}"  # in no source file
    try:
        raise ValueError(f"no {secret} here")
    except ValueError:
        logging.getLogger("games.test").exception("failed")
    (line,) = lines()
    assert line["error"].endswith("\nValueError")
    assert secret not in json.dumps(line)


@pytest.mark.django_db
@pytest.mark.postgres
def test_postgres_tells_of_a_row_what_we_cut_away(lines):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite names no values")
    secret = f"ann-{1 + 1}"  # in no source file
    person(secret)
    try:
        with transaction.atomic():
            User.objects.create(username=secret)
    except IntegrityError as fault:
        assert secret in str(fault)
        logging.getLogger("games.test").exception("failed")
    assert secret not in json.dumps([line for line in lines() if line["logger"] == "games.test"])


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("game", ["all-fours", "winner", "forty", "eighty"])
def test_a_whole_hand_at_debug_writes_no_card(game, lines):
    match_of(game, *["random"] * GAMES[game].seats(GAMES[game].resolve({})))
    hand = Hand.objects.get()
    while hand.scored_at is None:
        for due in turns.due_hands(1):
            turns.advance(*due[:2])
        hand.refresh_from_db()
    text = json.dumps([line for line in lines() if not line["logger"].startswith(("django.db", "asyncio"))])
    assert not [name for name in set(hand.deck) if f'"{name}"' in text or f"'{name}'" in text]


# --- metrics -----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(metrics.folder() is not None, reason="counted in files on the large site")
def test_moves_thoughts_stale_presses_and_sweeps_are_counted(at_once):
    match = match_of("all-fours", person("alice"), "random")
    house()
    before = value("sifang_moves_total", game="all-fours", by="person")
    thoughts = value("sifang_thinking_seconds_count", game="all-fours", level="random")
    stale = value("sifang_stale_moves_total", by="person")
    sweeps = value("sifang_sweeps_total")
    count = 0
    while value("sifang_thinking_seconds_count", game="all-fours", level="random") == thoughts:
        hand = current(match)
        seat, raw = first_legal(hand)
        move(hand, seat, raw)
        count += 1
        house()  # until it is her turn again
    with pytest.raises(services.Stale):
        services.take_action(hand.pk, seat, raw, seq=999, key="another")
    sweep()
    assert value("sifang_moves_total", game="all-fours", by="person") == before + count
    assert value("sifang_stale_moves_total", by="person") == stale + 1
    assert value("sifang_sweeps_total") == sweeps + 1


def first_legal(hand):
    """Return a seat that is to act and its first legal action."""
    folded = fold(Hand.objects.select_related("match__room").get(pk=hand.pk))
    seat = folded.state.to_act[0]
    action = folded.game.moves(folded.game.view(folded.state, seat))[0]
    raw = folded.game.write_action(action)
    return seat, {name: what for name, what in raw.items() if name not in {"seat", "after"}}


@pytest.mark.django_db
@pytest.mark.skipif(metrics.folder() is not None, reason="counted in files on the large site")
def test_a_hint_that_cannot_be_sent_is_counted(monkeypatch):
    def away(*args):
        raise RedisError

    layer = type("Away", (), {"group_send_now": staticmethod(away)})()
    monkeypatch.setattr("games.foundation.events.get_channel_layer", lambda: layer)
    lost = value("sifang_hints_lost_total", kind="push")
    push("NOROOM")
    assert value("sifang_hints_lost_total", kind="push") == lost + 1


COUNTING = """
import os, sys
os.environ["PROMETHEUS_MULTIPROC_DIR"] = sys.argv[1]
from games.foundation.observability import metrics
for _ in range(int(sys.argv[2])):
    metrics.SWEEPS.inc()
    metrics.PUSH.observe(0.02)
metrics.SOCKETS.labels("TableConsumer", "TableConsumer").inc()
if len(sys.argv) > 3:
    from prometheus_client import generate_latest
    print(generate_latest(metrics.registry()).decode())
"""


def test_processes_of_one_machine_count_together_and_leave_no_files_behind(tmp_path):
    for _ in range(3):
        assert programs.run("-c", COUNTING, str(tmp_path), "5", environment=os.environ) == (0, "")
    _status, last = programs.run("-c", COUNTING, str(tmp_path), "1", "show", environment=os.environ)
    assert "sifang_sweeps_total 16.0" in last
    assert 'sifang_move_to_push_seconds_bucket{le="0.025"} 16.0' in last
    assert (
        'sifang_sockets{consumer="TableConsumer",line="TableConsumer"} 1.0' in last
    )  # the sockets of dead processes are closed
    files = {path.name for path in tmp_path.glob("*.db")}
    assert {name for name in files if name.endswith("_0.db")} == {"counter_0.db", "histogram_0.db"}
    assert len(files) == 5


def test_a_worker_shows_what_it_counts_at_a_port_of_its_own():
    port = free_port()
    metrics.serve(port)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as shown:
        assert b"sifang_thinking_seconds" in shown.read()


# --- who may see them --------------------------------------------------------------------------


@pytest.mark.django_db
def test_metrics_are_for_machines_inside_and_whoever_has_the_token(client, settings):
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", **OUTSIDE).status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 404
    assert client.get("/metrics", **OUTSIDE, headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "a-token"
    assert client.get("/metrics", **OUTSIDE, headers={"Authorization": "Bearer a-token"}).status_code == 200
    assert client.get("/metrics", **OUTSIDE, headers={"Authorization": "Bearer another"}).status_code == 404
    settings.METRICS_FROM = [ip_network("10.0.0.0/8")]
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", REMOTE_ADDR="10.1.2.3").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="no address").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_machines_ask_by_any_address(client, path):
    """A monitor reaches a process by its address, which is not one of the site's names."""
    assert client.get(path, headers={"Host": "10.51.40.5:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "10.51.40.5:8000"}).status_code == 400


@pytest.mark.django_db
def test_metrics_name_nobody(client):
    alice = person("alice")
    match = match_of("all-fours", alice, "policy")
    client.force_login(alice)
    client.get(reverse("table", args=[match.room.code]))
    shown = client.get("/metrics").content.decode()
    assert match.room.code not in shown
    assert "alice" not in shown.lower()
    assert "sifang_request_seconds" in shown
    assert "sifang_queue_depth" in shown


# --- health ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_readyz_says_what_is_missing(client, monkeypatch):
    monkeypatch.setattr(health, "_migrated", False)
    assert client.get("/readyz").json() == {"ready": True, "missing": []}
    monkeypatch.setattr(health, "_redis_answers", lambda: False)
    monkeypatch.setattr(lifespan, "_closing", True)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["missing"] == ["closing", "redis"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_readyz_wants_redis_to_begin_with_and_goes_on_without(client, monkeypatch):
    monkeypatch.setattr(health, "_was_ready", False)
    with monkeypatch.context() as away:
        away.setattr(health, "_redis_answers", lambda: False)
        assert client.get("/readyz").status_code == 503
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(health, "_redis_answers", lambda: False)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "missing": ["redis"]}


@pytest.mark.django_db
def test_readyz_waits_for_migrations(client, monkeypatch):
    monkeypatch.setattr(health, "_migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'hands'")
    assert client.get("/readyz").json()["missing"] == ["migrations"]


def test_readyz_says_when_the_database_is_away(client, monkeypatch):
    monkeypatch.setattr(health, "_database_answers", lambda: False)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["database"])


@pytest.mark.django_db(transaction=True)
def test_readyz_says_when_nothing_can_be_written(client, monkeypatch):
    """A failed heartbeat shows a full disk or a read-only database; the next one shows that it is over."""
    monkeypatch.setattr(transactions, "_can_write", True)
    on, off = (
        ("PRAGMA query_only = 1", "PRAGMA query_only = 0")
        if connection.vendor == "sqlite"
        else ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    )
    downtime.beat()
    with connection.cursor() as cursor:
        cursor.execute(on)
        try:
            downtime.beat_on()
            answer = client.get("/readyz")
        finally:
            cursor.execute(off)
    assert (answer.status_code, answer.json()["missing"]) == (503, ["writing"])
    downtime.beat_on()
    assert client.get("/readyz").status_code == 200


# --- errors elsewhere --------------------------------------------------------------------------


def test_errors_go_to_sentry_only_where_one_is_named(monkeypatch):
    begun = {}
    fake = types.SimpleNamespace(init=lambda **how: begun.update(how))
    monkeypatch.setitem(sys.modules, "sentry_sdk", fake)
    error_reporting.init_sentry("https://key@example.org/1", "7", "production")
    assert begun["dsn"] == "https://key@example.org/1"
    assert begun["include_local_variables"] is False
    assert begun["send_default_pii"] is False
    assert begun["max_request_body_size"] == "never"
    event = {
        "user": {"id": 1},
        "request": {"url": "https://x/hands/shared/secret/", "data": "cards=AS", "cookies": "id=1", "method": "GET"},
    }
    assert begun["before_send"](event, {}) == {"request": {"method": "GET"}}


def test_a_named_sentry_without_its_client_is_a_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(RuntimeError, match="sentry-sdk is not installed"):
        error_reporting.init_sentry("https://key@example.org/1", "", "")


def test_nothing_is_sent_where_none_is_named():
    environment = {name: what for name, what in os.environ.items() if name != "SIFANG_SENTRY_DSN"}
    code = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    environment["DJANGO_SETTINGS_MODULE"] = "cardsite.settings"
    assert programs.run("-c", code, environment=environment) == (0, "False\n")


@pytest.mark.django_db(transaction=True)
async def test_open_sockets_and_the_time_to_push_are_shown(at_once):
    if metrics.folder() is not None:
        pytest.skip("counted in files on the large site")
    alice = await sync_to_async(person)("alice")
    match = await sync_to_async(match_of)("all-fours", alice, "random")
    await sync_to_async(house)()  # until it is her turn
    browser = Client()
    await sync_to_async(browser.force_login)(alice)
    cookie = f"sessionid={browser.cookies['sessionid'].value}".encode()
    before, pushes = (
        value("sifang_sockets", consumer="TableConsumer", line="TableConsumer"),
        value("sifang_move_to_push_seconds_count"),
    )
    socket = Socket(application, f"/ws/t/{match.room.code}/", [(b"origin", b"http://localhost"), (b"cookie", cookie)])
    assert await socket.connect()
    await socket.hear()
    assert value("sifang_sockets", consumer="TableConsumer", line="TableConsumer") == before + 1
    hand = await sync_to_async(current)(match)
    await sync_to_async(move)(hand, *await sync_to_async(first_legal)(hand))
    await socket.hear()
    await socket.hang_up()
    assert value("sifang_sockets", consumer="TableConsumer", line="TableConsumer") == before
    assert value("sifang_move_to_push_seconds_count") > pushes
    assert await sync_to_async(Entry.objects.count)() > 0
