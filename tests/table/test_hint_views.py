"""Help at the table: hints are legal, use only the viewer's own view, and never play."""

from __future__ import annotations

import re
from concurrent.futures import TimeoutError as TookTooLong
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import timedelta
from random import Random
from time import sleep

import pytest
from django.conf import settings as site_settings
from django.urls import reverse
from django.utils import timezone, translation

from games import ai
from games.ai import thinking
from games.matches.models import Entry, Match
from games.rooms.models import Seat
from games.rules.cards import NUMBERS
from games.rules.registry import GAMES
from games.table import fragments, hints, plain
from games.table.cards import cards_of
from games.table.game_table import GameTable
from games.table.hints import advised, hint_for, suggestions
from tests.matches.tables import current, match_of, move, person, state_of
from tests.table import climbing_scenes, scenes
from tests.table.test_act import fields, in_play

FAMILIES = (scenes.all_fours, scenes.winner, scenes.shengji, scenes.chances, climbing_scenes.climbing)
SCENES = {name: scene for family in FAMILIES for name, scene in family().items()}
WITH_HINT = [name for name, scene in SCENES.items() if 'value="hint"' in fragments.parts(scene)["actions"]]
#: those at which something is said, without cards
CALLS = [name for name in WITH_HINT if not any(map(cards_of, SCENES[name].moves))]
#: two moments of each game, and all calls, at which a player who searches is asked: a thought takes its time
THOUGHT_ABOUT = [
    name
    for game in GAMES
    for name in [name for name in WITH_HINT if SCENES[name].game is GAMES[game] and name not in CALLS][:2]
] + CALLS
CHOSEN = re.compile(r"value=(\w\w) id=\w+(?: aria-disabled=true)? checked")


def post(browser, match, name, data, htmx=True):
    headers = {"HX-Request": "true"} if htmx else {}
    return browser.post(reverse(name, args=[match.room.code]), data, headers=headers)


@pytest.mark.parametrize("name", SCENES)
def test_it_offers_a_hint_only_to_whom_is_to_choose_cards_or_to_call(name: str) -> None:
    scene = SCENES[name]
    view = scene.view
    assert view is not None
    phases = {"play", "bury", "discard", "exchange", "beg", "answer", "offer", "bid"}
    if name in WITH_HINT:
        assert scene.seat in view.to_act
        assert view.phase in phases
    elif scene.seat in view.to_act and view.phase in phases:
        assert len(scene.moves) == 1


def test_it_has_hints_in_every_game() -> None:
    games = {SCENES[name].game.key for name in WITH_HINT}
    assert games == set(GAMES)


def test_it_has_hints_of_every_call() -> None:
    phases = {SCENES[name].view.phase for name in CALLS}  # type: ignore[union-attr]
    assert phases == {"beg", "answer", "offer", "bid"}


@pytest.mark.parametrize("name", WITH_HINT)
def test_a_hint_is_legal_and_the_next_press_gives_another(name: str) -> None:
    scene = SCENES[name]
    count = len(suggestions(scene.view, f"{scene.hand_id}/{scene.seq}/{scene.seat}"))  # type: ignore[arg-type]
    hints = [hint_for(scene, number) for number in range(count)]
    assert len({tuple(sorted(hint.cards)) or hint.text for hint in hints}) == count
    assert hint_for(scene, count) == hints[0]
    for hint in hints:
        drawn = fragments.parts(replace(scene, hint=hint))
        assert sorted(NUMBERS[name] for name in CHOSEN.findall(drawn["hand"])) == sorted(hint.cards)
        assert hint.text in drawn["prompt"].replace("&#x27;", "'")
        assert f'value="hint {hint.number + 1}"' in drawn["actions"]


#: what is called → what the hint says, in English and Chinese
CALLED = {
    "beg": ("beg", "求牌"),
    "stand": ("stand", "不求"),
    "give": ("give a point", "给 1 分"),
    "run": ("run the cards", "再发牌"),
    "offer": ("sell", "卖"),
    "keep": ("keep it", "留着"),
    "sell": ("sell", "卖"),
    "bid": ("bid %(points)s", "叫 %(points)s 分"),
    "pass": ("pass", "不叫"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_hint_of_a_call_names_it_as_its_button_does(name: str) -> None:
    scene = SCENES[name]
    for call in scene.moves:
        words, chinese = (text % call.values() for text in CALLED[call.do])
        assert hint_for(scene, 0, [call]).text == f"Hint: {words}."
        with translation.override("zh-hans"):
            assert hint_for(scene, 0, [call]).text == f"提示：{chinese}。"
            # under «More» a bid is but its number
            labels = re.findall(r"(?:<button[^>]*><span>|<input[^>]*>)([^<]*)", fragments.parts(scene)["actions"])
            assert {chinese, str(call.values().get("points"))} & {label.strip() for label in labels}


def test_a_pass_is_called_as_its_game_calls_it() -> None:
    passes = [(scene, call) for scene in SCENES.values() for call in scene.moves if call.do == "pass"]
    assert {hint_for(scene, 0, [call]).text for scene, call in passes} == {"Hint: pass."}
    with translation.override("zh-hans"):
        called = {(scene.game.key, hint_for(scene, 0, [call]).text) for scene, call in passes}
    assert called >= {("pitch", "提示：不叫。"), ("winner", "提示：不要。")}


def test_a_game_without_a_table_of_its_own_has_hints_of_calls_in_the_words_of_its_rules() -> None:
    scene = SCENES["chances-bid"]
    assert "do-hint" in plain.display(scene).actions
    assert [GameTable("pitch").call(call) for call in scene.moves] == ["Bid nothing", "Bid 4"]


def test_where_there_are_hints_the_row_of_bids_has_room_for_the_button() -> None:
    """*Hint* stands in the place of a bid, which is found under *More*."""
    scene = SCENES["chances-pedro"]
    without = replace(scene, room_state=replace(scene.room_state, hints=False))

    def row(scene) -> tuple[int, int]:
        actions = fragments.parts(scene)["actions"]
        shown = actions[: actions.index("<details")] + actions[actions.index("</details>") :]
        return shown.count("<button") + 1, actions.count('value="bid ') + actions.count('name="points"')

    assert row(scene) == row(without)


@pytest.fixture(scope="module")
def adviser():
    """The process that works out hints, awake, with unlimited time."""
    scene = SCENES[WITH_HINT[0]]
    assert scene.view is not None
    with pytest.MonkeyPatch.context() as patience:
        patience.setattr(site_settings, "HINT_SECONDS", 60.0)
        thinking.think(scene.view, "intermediate", 1)
        yield
    thinking.close()


@pytest.mark.parametrize("name", THOUGHT_ABOUT)
def test_the_adviser_suggests_first_what_an_intermediate_player_would_do(name: str, adviser: None) -> None:
    scene = SCENES[name]
    view = scene.view
    plays = advised(scene)
    assert plays == advised(scene)
    assert {move.do for move in plays} <= {move.do for move in scene.game.moves(view)}
    seed = int.from_bytes(f"{scene.hand_id}/{scene.seq}/{scene.seat}".encode())
    assert plays[0] == ai.suggest(view, "intermediate", Random(seed))[0]
    assert plays[0] in scene.moves or name not in CALLS
    for place, play in enumerate(plays):
        assert sorted(hint_for(scene, place, plays).cards) == sorted(cards_of(play))


@pytest.mark.parametrize("fault", [TookTooLong(), BrokenProcessPool()])
def test_where_the_adviser_takes_too_long_the_policy_answers(monkeypatch: pytest.MonkeyPatch, fault) -> None:
    scene = SCENES[WITH_HINT[0]]

    class Never:
        def submit(self, *args):
            return self

        def result(self, timeout):
            raise fault

        def cancel(self):
            pass

    monkeypatch.setattr(thinking._child, "_started", Never)
    seed = int.from_bytes(f"{scene.hand_id}/{scene.seq}/{scene.seat}".encode())
    assert advised(scene)[0] == ai.suggest(scene.view, "policy", Random(seed))[0]


def test_it_waits_for_nobody_elses_thoughts_for_long(settings) -> None:
    scene = SCENES[WITH_HINT[0]]
    settings.HINT_SECONDS = 0.001
    with thinking._child._turn:
        assert advised(scene)


def test_where_hints_may_take_no_time_nothing_is_thought_about(settings, thoughts) -> None:
    settings.HINT_SECONDS = 0.0
    scene = SCENES[WITH_HINT[0]]
    seed = f"{scene.hand_id}/{scene.seq}/{scene.seat}"
    assert advised(scene) == suggestions(scene.view, seed)
    assert thoughts == []


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The views for which hints were requested, in place of a process that works them out."""
    views: list[object] = []

    def suggest(view, seed, seconds):
        views.append(view)
        return ai.suggest(view, "policy", Random(seed))

    monkeypatch.setattr(thinking, "suggest", suggest)
    return views


def test_the_next_hint_needs_no_other_thought(thoughts) -> None:
    scene = SCENES[WITH_HINT[0]]
    assert advised(scene) == advised(replace(scene, hint=hint_for(scene, 0)))
    assert thoughts == [scene.view]
    advised(replace(scene, seq=scene.seq + 1))
    assert len(thoughts) == 2


def test_another_picture_of_the_same_number_has_advice_of_its_own(thoughts) -> None:
    """A move was taken back, and the hand has reached the same number by other moves."""
    scene, other = SCENES[WITH_HINT[0]], SCENES[WITH_HINT[-1]]
    advised(scene)
    again = replace(other, hand_id=scene.hand_id, seq=scene.seq, seat=scene.seat)
    assert {move.do for move in advised(again)} <= {move.do for move in other.game.moves(other.view)}
    assert thoughts == [scene.view, other.view]


def test_one_hint_is_thought_about_at_a_time(thoughts) -> None:
    scene = SCENES[WITH_HINT[0]]
    with hints._at_it:
        assert advised(scene) == suggestions(scene.view, f"{scene.hand_id}/{scene.seq}/{scene.seat}")
    assert thoughts == []


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once", "adviser")
class TestPressing:
    @pytest.fixture
    def match(self, client):
        alice = person("alice")
        client.force_login(alice)
        match = match_of("all-fours", alice, person("bob"))
        Match.objects.update(unrated=True)  # or there were none
        return match

    def free(self, match):
        """Bring the match to a play with a choice of cards."""
        while True:
            hand, state = in_play(match, 0)
            moves = match.room.rules.legal(state)
            if len(moves) > 1:
                return hand, state
            raw = match.room.rules.write_action(moves[0])
            move(hand, raw.pop("seat"), raw)

    def test_it_chooses_a_legal_card_and_plays_none(self, client, match):
        _hand, state = self.free(match)
        before = Entry.objects.count()
        answer = post(client, match, "hint", fields(match, 0, "hint"))
        assert answer.status_code == 200
        (card,) = CHOSEN.findall(answer.content.decode())
        assert NUMBERS[card] in {action.card for action in match.room.rules.legal(state)}
        assert "Hint: play" in answer.content.decode()
        assert Entry.objects.count() == before

    def to_a_call(self, match):
        """Bring the match, just dealt, to the beg or the answer of seat 0."""
        if state_of(current(match)).to_act != (0,):
            move(current(match), 1, {"do": "beg"})

    def test_it_names_a_call_and_makes_none(self, client, match):
        self.to_a_call(match)
        before = Entry.objects.count()
        answer = post(client, match, "hint", fields(match, 0, "hint"))
        assert answer.status_code == 200
        assert re.search(r"Hint: (beg|stand|give a point|run the cards)\.", answer.content.decode())
        assert 'value="hint 1"' in answer.content.decode()
        assert not CHOSEN.findall(answer.content.decode())
        assert Entry.objects.count() == before

    @pytest.mark.parametrize("rated", [True, False])
    def test_whoever_is_given_no_hint_of_a_play_is_given_none_of_a_call(self, client, match, rated):
        self.to_a_call(match)
        Match.objects.update(unrated=not rated)
        Seat.objects.filter(number=0).update(autoplay=not rated)
        answer = post(client, match, "hint", fields(match, 0, "hint"))
        assert answer.status_code == 422
        assert "Hint: " not in answer.content.decode()
        assert "do-hint" not in client.get(reverse("table", args=[match.room.code])).content.decode()

    def test_it_shows_a_page_without_scripts_the_chosen_cards(self, client, match):
        self.free(match)
        answer = post(client, match, "hint", fields(match, 0, "hint"), htmx=False)
        assert answer.status_code == 200
        assert CHOSEN.findall(answer.content.decode())
        assert "<html" in answer.content.decode()

    def test_it_gives_none_off_turn_nor_on_an_old_picture(self, client, match):
        self.free(match)
        old = fields(match, 0, "hint")
        card = CHOSEN.findall(post(client, match, "hint", old).content.decode())[0]
        post(client, match, "act", fields(match, 0, "play", cards=card))
        assert post(client, match, "hint", old).status_code == 409
        if 0 not in state_of(current(match)).to_act:
            answer = post(client, match, "hint", fields(match, 0, "hint"))
            assert answer.status_code == 422
            assert not CHOSEN.findall(answer.content.decode())

    def test_who_presses_fast_waits_a_second(self, client, match, settings, time_machine):
        self.free(match)
        settings.PRESSES_A_SECOND = 2
        begun = timezone.now().replace(microsecond=0)
        time_machine.move_to(begun, tick=False)
        press = fields(match, 0, "hint")
        answers = [post(client, match, "hint", press) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2]["Retry-After"] == "1"
        assert "Too fast!" in answers[2].content.decode()
        time_machine.move_to(begun + timedelta(seconds=1.1), tick=False)
        while (answer := post(client, match, "hint", press)).status_code == 429:
            sleep(0.05)  # a shared cache has a clock of its own
        assert answer.status_code == 200

    def test_people_who_play_against_one_another_for_their_ratings_get_none(self, client, match):
        Match.objects.update(unrated=False)
        self.free(match)
        assert "do-hint" not in client.get(reverse("table", args=[match.room.code])).content.decode()
        answer = post(client, match, "hint", fields(match, 0, "hint"))
        assert answer.status_code == 422 and "for your ratings" in answer.content.decode()
        assert not CHOSEN.findall(answer.content.decode())

    def test_partners_against_ai_players_get_them(self, client):
        alice = person("alice")
        client.force_login(alice)
        match = match_of("all-fours", alice, "policy", person("bob"), "policy", options={"players": 4})
        self.free(match)
        assert post(client, match, "hint", fields(match, 0, "hint")).status_code == 200

    def test_whoever_the_house_plays_for_is_given_no_hint(self, client, match):
        self.free(match)
        Seat.objects.filter(number=0).update(autoplay=True)
        answer = post(client, match, "hint", fields(match, 0, "hint"))
        assert answer.status_code == 422
        assert not CHOSEN.findall(answer.content.decode())

    @pytest.mark.parametrize("broken", [{"do": "play"}, {"do": "hint x"}, {"do": "hint 100"}])
    def test_what_no_page_of_ours_sends_is_a_bad_request(self, client, match, broken):
        assert post(client, match, "hint", fields(match, 0, "hint") | broken).status_code == 400

    def test_another_seats_key_is_refused(self, client, match):
        assert post(client, match, "hint", fields(match, 1, "hint")).status_code == 403
