"""``manage.py verify_record`` as people run it: files, standard input, exit codes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import execute_from_command_line

ROOT = Path(__file__).resolve().parents[2]
CASES = [json.loads(line) for line in (ROOT / "tests/cases/all-fours.cases.jsonl").read_text().splitlines()]
FINISHED = next(case["record"] for case in CASES if case["kind"] == "record" and case["answer"].get("finished") is True)
ILLEGAL = next(
    case for case in CASES if case["kind"] == "record" and not case["answer"]["ok"] and case["answer"]["at"] is not None
)


def verify(*arguments, stdin=b""):
    """Return (exit status, answers, standard error) of the command, run in this process."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))),
    ):
        try:
            execute_from_command_line(["manage.py", "verify_record", *arguments])
        except SystemExit as end:
            status = end.code
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def run_command(*arguments, stdin=b""):
    """Return the same from a process of its own, run as people run it."""
    process = subprocess.run(
        [sys.executable, "manage.py", "verify_record", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        timeout=60,
    )
    return process.returncode, [json.loads(line) for line in process.stdout.splitlines()], process.stderr.decode()


@pytest.fixture
def file(tmp_path):
    def write(*lines):
        path = tmp_path / "records.jsonl"
        path.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
        return str(path)

    return write


@pytest.mark.parametrize("run", [verify, run_command])
def test_it_answers_a_finished_hand_with_its_result(file, run):
    status, answers, _ = run(file(FINISHED))
    assert status == 0
    assert answers == [{"ok": True, "finished": True, "result": answers[0]["result"]}]


@pytest.mark.parametrize("run", [verify, run_command])
def test_it_answers_many_lines_in_order_and_fails_if_one_does(file, run):
    unfinished = {key: value for key, value in FINISHED.items() if key != "result"} | {"actions": []}
    status, answers, _ = run(file(FINISHED, b"", b"   ", ILLEGAL["record"], b"[1, 2]", b"{", unfinished))
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert answers[1]["at"] == ILLEGAL["answer"]["at"]
    assert answers[1]["error"] == ILLEGAL["answer"]["error"]
    assert answers[1]["message"].endswith(".")
    assert {answers[2]["error"], answers[3]["error"]} == {"malformed"}
    assert answers[2]["at"] is None
    assert answers[4]["finished"] is False and answers[4]["to_act"]


@pytest.mark.parametrize("run", [verify, run_command])
def test_it_reads_standard_input(run):
    status, answers, _ = run("-", stdin=json.dumps(FINISHED).encode())
    assert (status, answers[0]["finished"]) == (0, True)


@pytest.mark.parametrize("nothing", [b"", b"\n\n", b"  \n"])
def test_no_record_is_no_answer_and_no_fault(nothing):
    assert verify("-", stdin=nothing)[:2] == (0, [])


def test_a_file_that_cannot_be_read_is_an_error_of_its_own(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        status, answers, error = verify(str(path))
        assert (status, answers) == (2, [])
        assert "Cannot read" in error


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xfe\x00garbage",
        b"null",
        b"[" * 100_000,
        b'{"format":' + b"9" * 10_000 + b"}",
        b'{"format": NaN}',
        b'"\\ud800"',
        b"{}" * 3,
    ],
)
def test_garbage_is_malformed_and_stops_nothing(file, garbage):
    status, answers, _ = verify(file(garbage, FINISHED))
    assert status == 1
    assert [(answer["ok"], answer.get("error")) for answer in answers] == [(False, "malformed"), (True, None)]


def test_a_huge_file_is_answered_line_by_line(file):
    wrong = FINISHED | {"result": {"points": [9, 9]}}
    status, answers, _ = verify(file(*[FINISHED, wrong] * 500))
    assert status == 1
    assert len(answers) == 1000
    assert answers[1]["error"] == "wrong-result"
