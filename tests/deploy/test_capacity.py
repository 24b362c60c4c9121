"""The capacity table: computed, and the page shows what was computed."""

from __future__ import annotations

from dataclasses import fields, replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from cardsite.deploy import capacity, capacity_report
from cardsite.deploy.capacity import Costs, Habits, needs
from cardsite.deploy.simulation import simulate

COST = Costs("2026-01-01", "a machine", 10.0, 2.0, 5.0, 1.0, 4.0, 100.0, 250.0, 32.0, 0.01, 100.0, 100.0)
PLAIN = Habits(seats=4, move_seconds=2.0, ai_share=0.5, thinking_share=0.5, busy=0.5, sockets=2, packed_kib=8.0)


def test_needs_follow_from_costs():
    result = needs(2_000, COST, PLAIN)
    assert (result.tables, result.moves) == (1_000, 500.0)
    assert result.webs == 11  # 5 s of moves and 0.04 s of idle sockets a second, half busy
    assert result.table_workers == 4  # 500 × 2 ms and 250 turns × 4 ms: 2 s
    assert result.thinking_workers == 25  # 125 thoughts × 100 ms: 12.5 s
    assert (result.postgres_cores, result.redis_cores) == (5.0, 1.0)
    assert result.memory_gib == pytest.approx((11 * 100 + 29 * 100 + 2_000 * 2 * (32 + 8) / 1024) / 1024)


def test_what_machines_hold_is_what_so_many_people_need():
    people = capacity.people_on(40, COST, PLAIN)
    result = needs(people, COST, PLAIN)
    exactly = capacity.work(people, result.tables, COST, PLAIN).total / PLAIN.busy
    assert 39.9 < exactly <= 40.1
    assert capacity.people_on(1, COST, PLAIN) == people // 40


def test_a_core_thinks_for_as_many_strong_seats_as_have_a_turn_in_its_time():
    assert capacity.strong_seats(COST, PLAIN) == 16  # half a second of 250 ms each second; a turn every 8 seconds


def test_the_command_says_what_machines_hold():
    output = StringIO()
    call_command("capacity", 1_000, stdout=output)
    cost = capacity.costs()
    assert f"{capacity.people_on(4, cost):,} " in output.getvalue()
    assert f"{capacity.strong_seats(cost):,} seats of strong AI players" in output.getvalue()


def simulated(people, cores=1, cost=COST, **changed):
    return simulate(people, cores, cost, replace(PLAIN, **changed), 10_000)


def test_machines_are_as_busy_in_the_simulation_as_was_reckoned():
    for cores in (1, 8):
        for busy in (0.3, 0.6):
            people = capacity.people_on(cores, COST, replace(PLAIN, busy=busy))
            assert simulated(people, cores).busy == pytest.approx(busy, rel=0.08)


def test_a_press_waits_longer_where_there_are_more_of_them():
    alone, some, many = (simulated(people) for people in (1, 20, 26))
    # nobody ahead of it: only its own time, whose median is 0.69 of the mean of 16 ms
    assert alone.p50 == pytest.approx(0.69 * 16, rel=0.1)
    assert alone.p99 < some.p99 < many.p99


def test_who_pays_nothing_waits_for_nothing():
    nothing = replace(COST, **{field.name: 0.0 for field in fields(Costs) if field.name.endswith("_ms")})
    assert (simulated(100, cost=nothing).p99, simulated(0).p99) == (0.0, 0.0)


def test_there_are_always_two_web_processes_and_a_worker_of_each_kind():
    result = needs(1, COST, PLAIN)
    assert (result.webs, result.table_workers, result.thinking_workers) == (2, 1, 1)


def test_a_process_holds_only_so_many_sockets_and_a_person_has_two():
    idle = replace(COST, web_move_ms=0.0, socket_ms_a_second=0.0)
    assert needs(50_000, idle, replace(PLAIN, most_sockets=5_000)).webs == 20
    assert needs(50_000, idle, replace(PLAIN, most_sockets=5_000, sockets=1)).webs == 10


def test_the_page_shows_what_was_measured():
    page = capacity_report.PAGE.read_text()
    assert capacity_report.filled(page, capacity.costs()) == page


def test_the_command_takes_an_operators_own_habits():
    output = StringIO()
    call_command("capacity", 1_000, move_seconds=1.0, stdout=output)
    once = output.getvalue().split()
    output = StringIO()
    call_command("capacity", 1_000, move_seconds=2.0, stdout=output)
    assert once != output.getvalue().split()
    assert "1,000" in once


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ai-share=1",), "--ai-share must lie between 0 and 0.99, not 1.0."),
        (("--ai-share=nan",), "--ai-share must"),
        (("--thinking-share=2",), "--thinking-share must"),
        (("--busy=0",), "--busy must"),
        (("--seats=0",), "--seats must"),
        (("--move-seconds=0",), "--move-seconds must"),
        (("--sockets=-1",), "--sockets must"),
        (("--packed-kib=inf",), "--packed-kib must"),
        (("--most-sockets=0",), "--most-sockets must"),
        (("100", "-5"), "People must lie between 0 and 10,000,000,000, not -5."),
    ],
)
def test_the_command_refuses_numbers_that_cannot_be(arguments, message):
    with pytest.raises(CommandError, match=f"^{message}"):
        call_command("capacity", *arguments)


def test_every_habit_has_its_bounds_and_is_within_them():
    assert set(capacity.BOUNDS) == {habit.name for habit in fields(Habits)}
    assert all(least <= getattr(Habits(), name) <= most for name, (least, most) in capacity.BOUNDS.items())


def test_very_many_people_are_simulated_as_soon_as_few():
    slow, idle = replace(PLAIN, move_seconds=86_400.0), replace(COST, socket_ms_a_second=0.0)
    people = capacity.people_on(4, idle, slow)
    assert people > 1_000_000
    assert simulate(people, 4, idle, slow, 10_000).busy == pytest.approx(0.5, rel=0.08)
