"""What is logged about an absent database and about faults: no room, no row, no traceback per request."""

from __future__ import annotations

import io
import json
import logging
import sys

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError

from games.foundation.observability import error_reporting, logs
from games.matches import downtime, seating
from games.rooms import presence
from games.rooms.models import Room
from games.table import drawing, short_way, watcher_check


def lines_of(*faults, formatter=None):
    """Log faults as a process of the site does; return the log lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter or logs.LineFormatter("%(message)s"))
    handler.addFilter(logs.DatabaseUnavailable())
    log = logging.Logger("django.request")
    log.addHandler(handler)
    for fault in faults:
        try:
            raise fault
        except Exception:
            log.exception("Service Unavailable: %s", "/t/SECRET/")
    return stream.getvalue().splitlines()


def test_a_database_that_is_away_is_a_line_a_second_and_no_traceback():
    away = [OperationalError("no connection\nDETAIL: more"), InterfaceError("closed")] * 20
    assert lines_of(*away) == ["the database does not answer: no connection"]


def test_a_line_of_an_absent_database_names_no_room():
    with logs.log_context(room="SECRET", request="12345678"):
        (line,) = lines_of(OperationalError("no connection"), formatter=logs.JsonFormatter())
    assert "SECRET" not in line
    assert json.loads(line)["message"] == "the database does not answer: no connection"


def press(monkeypatch):
    monkeypatch.setattr(short_way, "_pressed", no_database)
    short_way.press("SECRET", {"method": "POST", "path": "/t/SECRET/act/"}, io.BytesIO())


def draw(monkeypatch):
    monkeypatch.setattr(drawing, "draw", no_database)
    drawing.carry_out_and_draw("SECRET", [], lambda: 1)


def renew(monkeypatch):
    monkeypatch.setattr(presence, "lapsed", lambda owned: owned)
    monkeypatch.setattr(presence, "renew", lambda owned: None)
    monkeypatch.setattr(seating, "left", lambda back: [Room(code="SECRET")])
    monkeypatch.setattr(seating, "resume", no_database)
    watcher_check._renew([1])


def beat(monkeypatch):
    monkeypatch.setattr(downtime, "beat", no_database)
    monkeypatch.setattr(downtime, "note_write", lambda at: None)
    downtime.beat_on()


def no_database(*args, **kwargs):
    raise OperationalError("no connection")


@pytest.mark.parametrize("meets", [press, draw, renew, beat])
def test_whatever_meets_an_absent_database_is_one_line_that_names_no_room(monkeypatch, meets):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(logs.DatabaseUnavailable())
    logger = logging.getLogger("games")
    logger.addHandler(handler)
    try:
        for _ in range(20):
            meets(monkeypatch)
    finally:
        logger.removeHandler(handler)
    assert stream.getvalue() == "the database does not answer: no connection\n"


def test_other_faults_keep_their_traceback():
    lines = lines_of(IntegrityError("twice"))
    assert "Traceback (most recent call last):" in lines
    assert lines[-1] == "IntegrityError: twice"


#: A card that is in no source file, for lines of code are logged.
CARD = f"S-{1 + 1}"


def card_is_missing():
    raise KeyError(CARD)


@pytest.mark.parametrize("formatter", [logs.JsonFormatter, logs.LineFormatter])
def test_of_a_fault_its_kind_and_its_lines_of_code_are_written_and_never_its_words(formatter):
    """The words of a rule or of a missing key may name a card."""
    try:
        try:
            card_is_missing()
        except KeyError as first:
            raise ValueError(f"no {CARD} in this hand") from first
    except ValueError:
        text = formatter().format(logging.LogRecord("x", 40, "x", 1, "failed", (), sys.exc_info()))
    assert CARD not in text
    assert "card_is_missing()" in text
    assert text.index("KeyError") < text.index("ValueError")


def test_of_a_task_that_failed_celery_tells_the_kind_of_the_fault(caplog):
    """Celery's own line holds the fault's words, besides those in the traceback."""
    from celery import shared_task

    @shared_task(name="tests.fails")
    def fails():
        card_is_missing()

    trace = logging.getLogger("celery.app.trace")
    trace.addHandler(caplog.handler)
    try:
        fails.apply()
    finally:
        trace.removeHandler(caplog.handler)
    (record,) = {record for record in caplog.records if record.name == "celery.app.trace"}
    text = logs.LineFormatter("%(message)s").format(record)
    assert "tests.fails" in text
    assert "KeyError" in text
    assert CARD not in text


def test_a_fault_of_ours_names_the_route_and_not_the_path(client, monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise ValueError("broken")

    monkeypatch.setattr("games.table.admission.at_the_door", broken)
    client.raise_request_exception = False
    logger = logging.getLogger("django.request")
    logger.addHandler(caplog.handler)
    try:
        assert client.get("/t/SECRET/").status_code == 500
    finally:
        logger.removeHandler(caplog.handler)
    (record,) = [record for record in caplog.records if record.name == "django.request"][:1]
    assert record.getMessage() == "Internal Server Error: table"


#: What PostgreSQL says about a row that it refuses, as Django passes it on; the name is in no source file.
SECRET = f"ann-{1 + 1}"
REFUSED = f"""duplicate key value violates unique constraint "accounts_user_username_key"
DETAIL:  Key (username)=({SECRET}) already exists."""


@pytest.mark.parametrize("formatter", [logs.JsonFormatter, logs.LineFormatter])
def test_what_a_database_tells_of_a_row_is_in_no_line(formatter):
    """It names the values: for a hand that would be its deck."""
    try:
        try:
            raise ValueError(REFUSED)
        except ValueError as first:
            raise IntegrityError(f"{REFUSED}\n{SECRET}") from first
    except IntegrityError as fault:
        record = logging.LogRecord("x", 40, "x", 1, "task failed: %s\n%s", (fault, "Traceback (most"), sys.exc_info())
    text = formatter().format(record)
    assert SECRET not in text
    assert text.count("accounts_user_username_key") == 2
    assert "Traceback (most" in text
    assert text.index("ValueError") < text.index("which led to")


def test_what_a_database_tells_of_a_row_is_sent_to_nobody():
    refused = {"type": "IntegrityError", "module": "django.db.utils", "value": REFUSED}
    event = {"exception": {"values": [refused, {"type": "KeyError", "value": CARD}, {"type": "ValueError"}]}}
    assert SECRET not in json.dumps(error_reporting.strip_personal_data(event, {}))
    assert "accounts_user_username_key" in json.dumps(event)
    assert CARD not in json.dumps(event)
