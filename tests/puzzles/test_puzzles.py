"""Puzzles as they are judged, made, kept, rated and withdrawn."""

from __future__ import annotations

import threading
from io import StringIO

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from cardsite.management.commands import prepare
from games import ai
from games.accounts.models import User
from games.accounts.services import make_guest
from games.ai import compiling
from games.community.account_deletion import delete_account, erase_account
from games.community.data_export import export
from games.community.merge_guest import merge
from games.puzzles import judging, making, services, shipped
from games.puzzles.models import Attempt, Objection, Puzzle, PuzzleRating
from games.rules import record
from games.rules.registry import GAMES
from tests.matches.tables import person
from tests.puzzles.drafts import GAME, WORLDS, draft, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """The command makes a few small puzzles here, which is quicker than compiling its code; both give the same."""
    monkeypatch.setattr(compiling, "compile_here", lambda folder: "plain")


#: The least number of puzzles of each game that come with the site.
SHIPPED = 200


#: How much a figure may have been rounded by before it was written down.
ROUNDED = 0.001


def poor(puzzle):
    game = GAMES[puzzle.game]
    options = game.resolve(puzzle.record.get("options", {}))
    return game.read_action(puzzle.choices[-1]["action"], options)


def test_a_draft_is_a_true_hand_with_every_choice_weighed_twice():
    puzzle = draft()
    assert record.verify(dict(puzzle.record))["ok"]
    known = judging.position(puzzle.record, puzzle.at, puzzle.seat)
    assert puzzle.seat in known.state.to_act
    weighed = {judging.named(known.game.read_action(one["action"], known.options)) for one in puzzle.choices}
    assert weighed == {judging.named(move) for move in known.game.moves(known.view)}
    assert puzzle.choices[0]["losses"] == [0.0, 0.0]
    for choice in puzzle.choices[1:]:
        for loss, error in zip(choice["losses"], choice["errors"], strict=True):
            assert loss > judging.CLEAR * error - 0.01


def test_the_same_seed_makes_the_same_puzzles_and_another_others():
    def first(seed):
        return next(puzzle for _deal, puzzle in making.drafts(GAME, seed, 0, WORLDS) if puzzle is not None)

    assert first(5) == first(5) == draft()
    assert first(6).key != draft().key


def test_what_others_hold_plays_no_part_in_the_judgement():
    """The same view with the hidden cards dealt otherwise gives the same figures."""
    puzzle = draft()
    known = judging.position(puzzle.record, puzzle.at, puzzle.seat)
    other = judging.position(swapped(puzzle), puzzle.at, puzzle.seat)
    assert other.state != known.state and other.view == known.view
    assert judging.judged_twice(other.view, "seed", WORLDS) == judging.judged_twice(known.view, "seed", WORLDS)


def swapped(draft):
    """Return the record with two cards exchanged that the seat cannot see at the position."""
    known = judging.position(draft.record, draft.at, draft.seat)
    deck = list(draft.record["deck"])
    for first in range(len(deck)):
        for second in range(first):
            other_deck = list(deck)
            other_deck[first], other_deck[second] = other_deck[second], other_deck[first]
            value = {**draft.record, "deck": other_deck, "actions": draft.record["actions"][: draft.at]}
            value.pop("result", None)
            if not record.verify(value)["ok"]:
                continue
            other = judging.position(value, draft.at, draft.seat)
            if other.view == known.view and other.state != known.state:
                hands = (other.state.hands, known.state.hands)
                if hands[0] != hands[1]:
                    return value
    raise AssertionError("no two hidden cards can be exchanged")


def test_the_command_goes_on_where_it_was_stopped_and_ends_where_there_are_enough():
    call_command("make_puzzles", game=GAME, count=1, seed=5, worlds=WORLDS, stdout=StringIO())
    assert Puzzle.objects.count() == 1
    call_command("make_puzzles", game=GAME, count=3, seed=5, worlds=WORLDS, stdout=StringIO())
    at_once = [draft(GAME, number).key for number in range(3)]
    assert list(Puzzle.objects.order_by("number").values_list("key", flat=True)) == at_once
    call_command("make_puzzles", game=GAME, count=3, seed=5, worlds=WORLDS, stdout=StringIO())
    assert Puzzle.objects.count() == 3


def test_a_command_that_dies_while_it_writes_leaves_nothing_half_and_makes_the_same_again(monkeypatch):
    store = services.store

    def dies(drafts):
        with transaction.atomic():
            store(drafts)
            raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(services, "store", dies)
        call_command("make_puzzles", game=GAME, count=1, seed=5, worlds=WORLDS, stdout=StringIO())
    assert not Puzzle.objects.exists()
    call_command("make_puzzles", game=GAME, count=1, seed=5, worlds=WORLDS, stdout=StringIO())
    assert Puzzle.objects.get().key == draft().key


def test_a_release_brings_its_puzzles_and_a_second_start_no_more():
    prepare.migrate()
    shipped_ones = Puzzle.objects.count()
    assert shipped_ones == sum(len(list(shipped.read(shipped.path_of(shipped.FOLDER, game)))) for game in GAMES) > 0
    prepare.migrate()
    assert Puzzle.objects.count() == shipped_ones


def test_the_command_says_so_where_an_ai_player_does_not_search(monkeypatch):
    monkeypatch.setattr(judging, "worlds_of", lambda game: 0)
    with pytest.raises(CommandError, match="does not search"):
        call_command("make_puzzles", game=GAME, count=1, stdout=StringIO())


def test_what_is_shipped_comes_back_the_same_once(tmp_path):
    stored(number=0), stored(number=1)
    assert shipped.ship(GAME, tmp_path) == 2
    packed = shipped.path_of(tmp_path, GAME).read_bytes()
    assert shipped.load(tmp_path) == 0
    before = services.drafts_of(GAME)
    Puzzle.objects.all().delete()
    assert shipped.load(tmp_path) == 2 and shipped.load(tmp_path) == 0
    assert services.drafts_of(GAME) == before
    shipped.ship(GAME, tmp_path)
    assert shipped.path_of(tmp_path, GAME).read_bytes() == packed


def test_a_puzzle_that_has_left_does_not_come_back_with_a_release(tmp_path):
    puzzle = stored()
    shipped.ship(GAME, tmp_path)
    services.withdraw(puzzle)
    assert shipped.load(tmp_path) == 0 and not services.open_puzzles(GAME).exists()


@pytest.mark.parametrize("game", GAMES)
def test_each_shipped_puzzle_is_a_legal_hand_with_one_answer_that_was_clear_twice(game):
    drafts, least = list(shipped.read(shipped.path_of(shipped.FOLDER, game))), ai.bot(game).worth_telling
    assert len({one.key for one in drafts}) == len(drafts) >= SHIPPED
    assert len({(one.seed, one.number) for one in drafts}) == len(drafts)  # one a hand
    for puzzle in drafts:
        assert record.verify(dict(puzzle.record))["ok"] and puzzle.game == game
        assert puzzle.key == making.key_of(puzzle.record, puzzle.at, puzzle.seat)
        known = judging.position(puzzle.record, puzzle.at, puzzle.seat)
        weighed = {judging.named(known.game.read_action(choice["action"], known.options)) for choice in puzzle.choices}
        assert weighed == {judging.named(move) for move in judging.choices_of(known.view)}
        assert puzzle.choices[0]["losses"] == [0.0, 0.0]
        for choice in puzzle.choices[1:]:
            for loss, error in zip(choice["losses"], choice["errors"], strict=True):
                assert loss >= least - ROUNDED and loss > judging.CLEAR * error - 4 * ROUNDED
    # where chance plays a part, other seeds nearly always give other figures
    doubtful = [one.choices[1:] for one in drafts if any(any(choice["errors"]) for choice in one.choices)]
    differ = [any(len(set(choice["losses"])) > 1 for choice in choices) for choices in doubtful]
    assert doubtful and sum(differ) > 0.9 * len(differ)


def test_the_first_answer_counts_and_moves_both_ratings():
    alice, puzzle = person("alice"), stored()
    assert services.answer(alice, puzzle, services.best(puzzle), seen_before=False).right
    rating, after = PuzzleRating.objects.get(user=alice), stored()
    assert rating.mu > services.NEW_MU > after.mu and rating.sigma < services.NEW_SIGMA > after.sigma
    again = services.answer(alice, puzzle, poor(puzzle), seen_before=False)
    assert again.right and Attempt.objects.count() == 1
    assert (PuzzleRating.objects.get().mu, stored().mu) == (rating.mu, after.mu)


def test_a_wrong_answer_is_a_win_of_the_puzzle():
    alice, puzzle = person("alice"), stored()
    assert not services.answer(alice, puzzle, poor(puzzle), seen_before=False).right
    assert PuzzleRating.objects.get().mu < services.NEW_MU < stored().mu


def test_guests_and_whoever_has_seen_the_answer_are_not_rated():
    puzzle = stored()
    assert not services.answer(make_guest(), puzzle, services.best(puzzle), seen_before=False).rated
    assert not services.answer(person("bob"), puzzle, services.best(puzzle), seen_before=True).rated
    assert not PuzzleRating.objects.exists() and stored().mu == services.NEW_MU


@pytest.mark.django_db(transaction=True)
def test_of_answers_at_the_same_moment_one_counts():
    alice, puzzle = person("alice"), stored()
    ready, faults = threading.Barrier(4), []

    def press(choice):
        try:
            ready.wait()
            services.answer(alice, puzzle, choice, seen_before=False)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    choices = [services.best(puzzle), poor(puzzle)] * 2
    threads = [threading.Thread(target=press, args=(choice,)) for choice in choices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert Attempt.objects.count() == 1 and PuzzleRating.objects.get().tried == 1


def test_the_next_puzzle_is_one_that_was_not_answered_near_the_rating(monkeypatch):
    alice = person("alice")
    puzzles = [stored(number=number) for number in range(3)]
    for mu, puzzle in zip((10.0, 24.0, 40.0), puzzles, strict=True):
        Puzzle.objects.filter(pk=puzzle.pk).update(mu=mu)
    monkeypatch.setattr(services, "NEAR", 1)
    assert services.next_puzzle(GAME, alice, ()) in {puzzles[1].pk, puzzles[2].pk}
    PuzzleRating.objects.create(user=alice, game=GAME, mu=9.0, sigma=1.0)
    assert services.next_puzzle(GAME, alice, ()) == puzzles[0].pk
    services.answer(alice, puzzles[0], services.best(puzzles[0]), seen_before=True)
    assert services.next_puzzle(GAME, alice, [puzzles[1].pk]) == puzzles[2].pk
    services.withdraw(puzzles[2])
    assert services.next_puzzle(GAME, alice, [puzzles[1].pk]) is None


def test_a_puzzle_leaves_once_three_accounts_say_that_it_is_wrong():
    puzzle = stored()
    for number, name in enumerate(("alice", "bob", "carol"), 1):
        user = person(name)
        assert not services.may_object(user, puzzle)
        services.answer(user, puzzle, services.best(puzzle), seen_before=False)
        assert services.may_object(user, puzzle)
        assert services.object_to(user, puzzle) == (number == 3)
        assert not services.may_object(user, puzzle)
        services.object_to(user, puzzle)
        assert Objection.objects.count() == number
    assert not services.open_puzzles(GAME).exists()


def test_a_moderator_alone_makes_it_leave_and_a_guest_has_no_say():
    puzzle, guest, alice = stored(), make_guest(), person("alice")
    services.answer(guest, puzzle, services.best(puzzle), seen_before=False)
    assert not services.may_object(guest, puzzle)
    alice.user_permissions.add(Permission.objects.get(codename="moderate"))
    alice = User.objects.get(pk=alice.pk)
    services.answer(alice, puzzle, services.best(puzzle), seen_before=False)
    assert services.object_to(alice, puzzle)


def test_answers_are_exported_merged_and_erased_with_their_account():
    alice, guest, puzzle = person("alice"), make_guest(), stored()
    services.answer(guest, puzzle, services.best(puzzle), seen_before=False)
    merge(alice, guest)
    services.answer(alice, stored(number=1), services.best(stored(number=1)), seen_before=False)
    data = export(alice)
    assert [row["puzzle"] for row in data["puzzles.Attempt.user"]] == [puzzle.pk, stored(number=1).pk]
    assert [row["game"] for row in data["puzzles.PuzzleRating.user"]] == [GAME]
    delete_account(alice)
    alice.refresh_from_db()
    erase_account(alice)
    assert not Attempt.objects.exists() and not PuzzleRating.objects.exists()
    assert Puzzle.objects.count() == 2
