# ruff: noqa: E501  a table is read across
"""The reliability goals: what is required at which size, and the tests that show it.

``make test`` runs them small; ``make soak`` runs them large and writes
one table of the results. Times are reported; no test fails on one.
"""

from __future__ import annotations

from dataclasses import dataclass

KILL, CRASH, SERVICES = "tests/faults/test_kill.py", "tests/faults/test_crashes.py", "tests/faults/test_services.py"
DEPLOYS, PUSHES, STALLS = "tests/faults/test_deploys.py", "tests/faults/test_pushes.py", "tests/faults/test_stalls.py"
RACES, FUZZ, MACHINE = "tests/faults/test_races.py", "tests/faults/test_fuzz.py", "tests/faults/test_machine.py"
SECRETS, SHUFFLE, WORST = "tests/faults/test_secrets.py", "tests/faults/test_shuffle.py", "tests/faults/test_worst.py"
STACK = "tests/deploy/test_stack.py"
LACK, CROWD, LIMITS = "tests/faults/test_lack.py", "tests/faults/test_crowd.py", "tests/faults/test_limits.py"


@dataclass(frozen=True)
class Goal:
    """A goal: its key, its requirement, its two sizes, its tests (``file::function`` or a whole file)."""

    key: str
    requirement: str
    fast: str
    soak: str
    tests: tuple[str, ...]


GOALS = (
    Goal("R1", "kill -9 of the site at random moments: nothing acknowledged lost or doubled", "2 kills, embedded and large", "100 kills", (f"{KILL}::test_kills_at_random_moments_lose_and_double_nothing",)),
    Goal("R2", "kill -9 of workers in the middle of tasks: nothing lost, AI turns resume", "2 kills", "60 kills", (f"{SERVICES}::test_killed_workers_lose_and_double_nothing",)),
    Goal("R3", "kill -9 of Redis: moves go on being kept, no error 500, play resumes", "1 kill", "30 kills", (f"{SERVICES}::test_a_lost_redis_stops_no_move", f"{STACK}::test_a_worker_that_has_gone_deaf_ends_and_is_started_again")),
    Goal("R4", "kill -9 of PostgreSQL: nothing acknowledged lost, the site recovers by itself", "1 kill", "20 kills", (f"{SERVICES}::test_a_killed_database_loses_nothing",)),
    Goal("R5", "crashes before and after commit, enqueueing, task, push: the oracle holds", "each point once, 5 games", "each point 5 times, all games", (f"{CRASH}::test_a_crash_at_any_point_loses_and_doubles_nothing",)),
    Goal("R6", "a deploy under players: sockets closed 1012, all back, no move lost, no turn shorter", "1, 20 sockets", "20, 50 sockets", (f"{DEPLOYS}::test_everybody_comes_back_from_a_deploy", f"{STACK}::test_a_rolling_deploy_fails_no_press_and_closes_sockets_so_that_they_come_back", "tests/matches/test_downtime.py::test_a_short_stop_is_given_back_at_the_start")),
    Goal("R7", "pushes dropped: 30 %, then all: pages are as fresh ones", "4 hands", "200 hands", (f"{PUSHES}::test_dropped_pushes_are_repaired", "tests/table/test_socket.py::test_what_it_sends_is_what_a_reload_shows")),
    Goal("R8", "tasks lost, worker gone, players gone: every hand goes on", "10 hands", "500 hands", (f"{STALLS}::test_every_fifth_task_lost_every_hand_ends", f"{STALLS}::test_two_sweeps_at_once_act_once", "tests/matches/test_absence.py::test_after_three_turns_in_a_row_the_house_keeps_the_seat")),
    Goal("R9", "half-open sockets: the page knows, and comes back", "1", "20", ("tests/browser/test_closing.py::test_a_page_in_a_tunnel_knows_that_its_socket_is_cut_and_comes_back", "tests/browser/test_table_weight.py::test_a_socket_that_is_cut_says_so_and_comes_back_with_the_present_table", f"{DEPLOYS}::test_a_frozen_site_goes_on")),
    Goal("C1", "two tabs, two cards at once; the same press twice: one action each", "60 rounds", "5,000 rounds", (f"{RACES}::test_two_tabs_at_a_barrier_make_one_action",)),
    Goal("C2", "any bytes to any address of the table: no error 500, no change by who may not act", "400 requests", "100,000 requests", (f"{FUZZ}::test_no_request_breaks_or_moves_anything", f"{FUZZ}::test_no_frame_breaks_a_socket")),
    Goal("C3", "random deeds on rules and database together: they never part", "4 games × 4 runs", "4 games × 500 runs", (f"{MACHINE}::test_rows_and_rules_never_part",)),
    Goal("C4", "one AI turn delivered five times, in parallel and late: one action", "20 turns", "1,000 turns", (f"{RACES}::test_an_ai_turn_told_five_times_is_one_action",)),
    Goal("C5", "a person at their deadline against the clock: one of them wins", "30 turns", "2,000 turns", (f"{RACES}::test_a_person_and_their_clock_make_one_action",)),
    Goal("C6", "eight people take the last seat; a start while a seat is left: one sits, never short", "20 rounds", "1,000 rounds", (f"{RACES}::test_of_eight_who_take_the_last_seat_one_sits", "tests/rooms/test_races.py::test_a_host_who_starts_while_a_seat_is_left_is_never_short")),
    Goal("C7", "SQLite, eight writers on eight hands: never locked", "3 s", "120 s", (f"{RACES}::test_eight_writers_are_never_locked_out",)),
    Goal("S1", "unseen cards change places: every byte sent to a seat stays", "4 games × 1 hand", "4 games × 100 hands", (f"{SECRETS}::test_nothing_that_is_sent_depends_on_unseen_cards",)),
    Goal("S2", "no card in logs, tasks, pushes, operators' pages, errors, caches", "1 hand a game", "50 hands a game", (f"{SECRETS}::test_no_card_leaves_by_another_door", "tests/accounts/test_admin_site.py::test_no_page_of_the_operators_shows_a_card_of_a_live_hand", "tests/abuse/test_house.py::test_the_table_goes_on_whatever_an_ai_player_does")),
    Goal("S3", "an AI player's pause says nothing of cards", "drawn before it looks", "2,000 thoughts, |r| ≤ 0.1", (f"{SECRETS}::test_the_pause_is_drawn_before_anybody_looks", f"{SECRETS}::test_the_time_of_a_thought_says_nothing_of_hidden_cards")),
    Goal("S4", "shuffles are the system's and even; every commitment opens", "2,000 shuffles", "200,000 shuffles a deck, p > 0.001", (f"{SHUFFLE}::test_every_card_is_everywhere_alike", f"{SHUFFLE}::test_no_deal_is_made_by_a_weak_generator", f"{SHUFFLE}::test_every_commitment_opens")),
    Goal("A1", "handshakes of other origins 403, without session 4401, of no table 4404", "all", "all", ("tests/foundation/test_origins.py::test_an_origin_is_the_host_and_the_port_that_was_asked", "tests/table/test_socket.py::test_a_foreign_origin_is_refused_before_the_socket_is_taken", "tests/test_access_sockets.py::test_each_socket_opens_for_whom_it_may")),
    Goal("A2", "signing out, suspension, a new password, a lost seat, deletion end open sockets", "each", "each", ("tests/accounts/test_sockets.py::test_a_socket_ends_with_its_session", "tests/table/test_socket.py::test_a_right_that_ends_ends_the_open_socket", "tests/table/test_socket.py::test_the_seat_that_is_lost_is_drawn_no_more")),
    Goal("A3", "150 texts that would be markup: no new element or attribute anywhere", "each in one language", "each in both", ("tests/abuse/test_texts.py::test_text_stays_text_on_every_page",)),
    Goal("A4", "CSP on every answer, nothing inline, check --deploy clean", "all pages", "all pages", ("tests/abuse/test_headers.py",)),
    Goal("A5", "known and unknown names: the same text, status and work", "the same counts", "the same counts; times by python -m tests.bench known", ("tests/accounts/test_unknown.py", "tests/accounts/test_signing.py::test_signing_in_changes_the_session_key")),
    Goal("A6", "limits trip and free again; a flooder is closed, others play on", "each", "each", (LIMITS, "tests/foundation/test_addresses.py", "tests/abuse/test_wire.py")),
    Goal("A7", "the worst legal input is judged at once; records of 1 MiB are bounded", "200 choices", "20,000 choices", (f"{WORST}::test_any_choice_is_judged", f"{WORST}::test_a_large_record_is_answered")),
    Goal("O1", "many idle sockets beside playing tables: memory, threads and files stay flat", "60 sockets, 2 tables", "1,000 sockets, 25 tables, 10 min", (f"{CROWD}::test_a_crowd_leaves_nothing_behind",)),
    Goal("O2", "the loop is not held up while AI players think", "a figure", "a figure", (f"{CROWD}::test_a_crowd_leaves_nothing_behind",)),
    Goal("O3", "data of every release is migrated and played on", "all", "all", ("tests/deploy",)),
    Goal("O4", "backups while tables play are whole", "1", "1", ("tests/deploy",)),
    Goal("O5", "the export holds every row that names me; erasure leaves no name", "all", "all", ("tests/community/test_account_deletion.py",)),
    Goal("O6", "the machine's clock is set by an hour: no turn cut short or stretched", "both ways", "both ways", ("tests/matches/test_downtime.py",)),
    Goal("O7", "no room on the disk, a read-only database, few files, no Redis at start: said, nothing broken", "each", "each", (LACK,)),
    Goal("O8", "the tests do not flake", "–", "fault and abuse tests again in other orders", ("tests/abuse/test_rows.py",)),
)  # fmt: skip
