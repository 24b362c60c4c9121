"""One press plays: a tap, a double tap, a drag; and what leaves no choice."""

from __future__ import annotations

import pytest

from tests.browser.conftest import come, prepared
from tests.browser.hands import look, moved_on

pytestmark = [pytest.mark.browser, pytest.mark.motion]

NAMES = ("all-fours-lead", "all-fours-follow", "forty-follow", "winner-lead", "winner-follow", "winner-pass")
NAMES += ("forty-bound", "eighty-tractor", "eighty-follow")


@pytest.fixture(scope="module")
def moments(still):
    return prepared(still, *NAMES)


@pytest.fixture
def at(still, moments, visit):
    """Open a moment's table; ``prefs`` of its player. ``presses``: what its page has sent."""

    def open_moment(name, size="phone", again=False, standing=False, **prefs):
        # again: another table of the same moment, where another test plays on at the first
        # standing: the page's clock stands still until the test runs it
        code, session = (prepared(still, name) if again else moments)[name]
        if prefs:
            still.run(
                "from games.rooms.models import Seat\n"
                f"user = Seat.objects.get(room__code={code!r}, user__isnull=False).user\n"
                f"user.prefs = {prefs!r}; user.save()"
            )
        page = visit(size, site=still, at=None)
        page.presses = []
        page.on("request", lambda request: request.url.endswith("/act/") and page.presses.append(request.post_data))
        if standing:
            page.clock.install(time=0)
            page.clock.pause_at(1000)
        come(page, still, code, session)
        page.wait_for_selector("body[data-socket=on]")
        return page

    return open_moment


#: longer than a card that was tapped waits, and than the longest pause before a press without a choice, in ms
SLIP, PAUSE = 400, 2000


def lawful(page):
    return page.locator("#hand label:not(.no, .no *)")


@pytest.mark.parametrize("name", ["all-fours-lead", "forty-follow"])
def test_a_tap_on_a_legal_card_plays_it(at, name):
    page = at(name)
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    lawful(page).last.click()
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1


@pytest.mark.parametrize("name", ["all-fours-lead", "forty-follow"])
def test_a_tap_on_the_card_of_a_hint_plays_it(at, name):
    page = at(name, again=True)
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand input:checked", state="attached")
    page.locator("#hand label:has(input:checked)").click()
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1


def test_a_tap_on_another_card_that_is_a_play_by_itself_puts_the_card_of_a_hint_down(at):
    page = at("eighty-follow", standing=True)
    page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand input:checked", state="attached")
    other = page.evaluate("""() => {
      const alone = document.querySelector('#hand').dataset.alone.split(' ');
      const cards = [...document.querySelectorAll('#hand label:not(.no, .no *) input:not(:checked)')];
      return cards.find(card => alone.includes('*') || alone.includes(card.value)).id;
    }""")
    page.locator(f"#hand label:has(#{other})").click()
    assert page.evaluate("[...document.querySelectorAll('#hand input:checked')].map(card => card.id)") == [other]
    assert page.locator("#hand .going").count() == 1


def test_the_reason_of_a_hint_stays_although_cards_were_chosen_before(at):
    page = at("winner-follow", again=True, standing=True)
    page.evaluate("""() => document.addEventListener('htmx:before:request',
      event => event.detail.ctx.sourceElement.id === 'reader' && (window.reads = (window.reads ?? 0) + 1))""")
    lawful(page).first.locator("input").press("Space")
    page.clock.run_for(SLIP)
    assert page.evaluate("window.reads") == 1
    page.locator("#actions button[value^=hint]").click()
    page.locator("#prompt", has_text="Hint:").wait_for()
    page.clock.run_for(SLIP)
    assert page.evaluate("window.reads") == 1


def test_a_tap_puts_the_card_of_a_hint_down_for_whom_it_only_chooses(at):
    page = at("forty-follow", again=True, tap="choose")
    page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand input:checked", state="attached")
    page.locator("#hand label:has(input:checked)").click()
    assert page.locator("#hand .going").count() == 0
    assert page.locator("#hand input:checked").count() == 0


def test_the_card_of_a_hint_that_was_not_taken_can_be_put_down_once_the_turn_is_over(at):
    page = at("all-fours-lead", again=True)
    page.locator("#actions button[value^=hint]").click()
    page.wait_for_selector("#hand input:checked", state="attached")
    before, advised = look(page)["picture"], page.locator("#hand input:checked").get_attribute("value")
    page.locator(f"#hand label:not(.no, .no *):not(:has([value='{advised}']))").first.click()
    moved_on(page, before)
    card = page.locator(f"#hand label:has([value='{advised}'])")
    card.click()
    assert card.locator("input").is_checked()
    card.click()
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert not card.locator("input").is_checked()


def test_a_press_elsewhere_in_time_holds_the_card_back(at):
    page = at("all-fours-follow", standing=True)
    page.evaluate(
        """() => {
          const card = [...document.querySelectorAll('#hand label')].find(one => !one.closest('.no'));
          const touch = (place) => place.dispatchEvent(
            new PointerEvent('pointerdown', {bubbles: true, isPrimary: true, button: 0}));
          touch(card);
          card.click();
          window.going = Boolean(document.querySelector('#hand .going'));
          touch(document.querySelector('.felt'));
        }"""
    )
    assert page.evaluate("window.going")
    assert page.locator("#hand .going").count() == 0
    page.clock.run_for(SLIP)
    assert page.presses == []
    assert page.locator("#hand input:checked").count() == 1


#: Show another's turn, in which no card is barred, and then one's own again, as pictures that come would.
THEIRS, MINE = (
    """() => {
      const own = ['prompt', 'hand', 'actions'].map((name) => document.getElementById(name));
      const text = (parts) => parts.map((one) => `<hx-partial id="${one.id}">${one.outerHTML}</hx-partial>`).join('');
      window.mine = text(own);
      const [prompt, hand, actions] = own.map((element) => element.cloneNode(true));
      prompt.classList.remove('now');
      hand.querySelectorAll('.no').forEach((one) => one.classList.remove('no'));
      hand.querySelectorAll('[aria-disabled]').forEach((one) => one.removeAttribute('aria-disabled'));
      actions.innerHTML = '<button class=btn name=do value=play aria-disabled=true data-later="Later">Not yet</button>';
      const theirs = text([prompt, hand, actions]);
      return htmx.swap({sourceElement: document.querySelector('#socket'), text: theirs, swap: 'none'});
    }""",
    "() => htmx.swap({sourceElement: document.querySelector('#socket'), text: window.mine, swap: 'none'})",
)


@pytest.mark.parametrize("other", [False, True], ids=["the same card", "another card"])
def test_a_card_lifted_just_before_the_turn_came_is_played_by_the_next_tap(at, other):
    page = at("all-fours-lead", again=True)
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    page.evaluate(THEIRS)
    lawful(page).last.click()
    page.evaluate(MINE)
    assert page.locator("#hand input:checked").count() == 1 and page.locator("#hand .going").count() == 0
    (lawful(page).first if other else lawful(page).last).click()
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1


@pytest.mark.parametrize("lifted", [False, True], ids=["lifting", "putting down"])
def test_a_tap_that_began_before_the_turn_came_plays_nothing(at, lifted):
    page = at("all-fours-lead", standing=True)
    page.evaluate(THEIRS)
    card = lawful(page).last
    if lifted:
        card.click()
    box = card.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(MINE)
    page.mouse.up()
    page.clock.run_for(SLIP)
    assert page.locator("#hand input:checked").count() == (not lifted)
    assert page.presses == []


@pytest.mark.parametrize("name", ["all-fours-follow", "eighty-follow"])
def test_a_card_lifted_before_the_turn_came_that_may_not_be_played_is_put_down(at, name):
    page = at(name, standing=True)
    barred = page.evaluate("document.querySelector('#hand .no input').id")
    page.evaluate(THEIRS)
    page.locator(f"#hand label:has(#{barred})").click()
    assert page.locator(f"#{barred}").is_checked()
    page.evaluate(MINE)
    assert page.locator("#hand input:checked").count() == 0
    lawful(page).last.click()
    assert page.locator("#hand .going").count() == 1
    assert page.locator("#toast").inner_text() == ""


def test_a_tap_that_trembles_lifts_no_card_beside_the_one_it_began_on(at):
    page = at("winner-lead", size="desktop", again=True)
    cards = page.locator("#hand label")
    edge, beside = cards.nth(3).bounding_box()["x"], cards.nth(4).bounding_box()
    height = beside["y"] + beside["height"] / 2
    page.mouse.move(beside["x"] - 2, height)
    page.mouse.down()
    page.mouse.move(beside["x"] + 2, height)
    page.mouse.up()
    assert page.locator("#hand input:checked").count() == 0
    # whoever goes on takes all the cards on the way
    page.mouse.move(edge + 4, height)
    page.mouse.down()
    page.mouse.move(beside["x"] + 8, height, steps=6)
    page.mouse.up()
    assert page.locator("#hand input:checked").count() == 2


def test_a_tap_only_chooses_for_whoever_set_it_so(at):
    page = at("forty-follow", again=True, tap="choose")
    before = look(page)["picture"]
    lawful(page).last.click()
    assert page.locator("#hand .going").count() == 0
    assert page.locator("#hand input:checked").count() == 1
    page.locator("#actions button[value=play]").click()
    moved_on(page, before)


def test_a_double_tap_plays(at):
    page = at("winner-lead")
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    lawful(page).last.dblclick()
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1


def test_a_single_tap_chooses_where_a_card_may_be_part_of_more(at):
    page = at("winner-lead", again=True)
    lawful(page).last.click()
    assert page.locator("#hand .going").count() == 0
    assert page.locator("#hand input:checked").count() == 1


def test_a_card_dragged_onto_the_board_is_played(at):
    page = at("all-fours-lead", size="desktop", again=True)
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    box = lawful(page).nth(1).bounding_box()
    board = page.locator(".felt").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=8)
    assert page.locator("body.dragging").count() == 1
    page.mouse.up()
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1
    assert page.locator("body.dragging").count() == 0


@pytest.mark.parametrize("passes", ["", "off"])
def test_a_pass_without_a_choice_is_pressed_by_itself_unless_it_is_not_to_be(at, passes):
    page = at("winner-pass", again=True, standing=True, **({"passes": passes} if passes else {}))
    before = look(page)["picture"]
    assert "pass" in look(page)["actions"] and page.presses == []
    page.clock.run_for(PAUSE)
    if passes:
        assert look(page)["picture"] == before and page.presses == []
    else:
        page.clock.resume()
        moved_on(page, before)


@pytest.mark.parametrize("forced", ["", "auto"])
def test_the_only_legal_card_is_played_by_itself_for_whoever_wants_it(at, forced):
    page = at("forty-bound", again=True, standing=True, **({"forced": forced} if forced else {}))
    before = look(page)["picture"]
    assert lawful(page).count() == 1 < page.locator("#hand label").count()
    page.clock.run_for(PAUSE)
    if not forced:
        assert look(page)["picture"] == before and page.presses == []
    else:
        page.clock.resume()
        moved_on(page, before)


def test_enter_plays_the_card_that_has_the_focus_where_none_is_chosen(at):
    page = at("all-fours-lead", again=True)
    before, cards = look(page)["picture"], page.locator("#hand label").count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    moved_on(page, before)
    assert page.locator("#hand label").count() == cards - 1


def test_enter_on_a_card_that_may_not_be_played_says_why(at):
    page = at("all-fours-follow")
    page.locator("#hand .no input").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#toast").inner_text() == page.locator("#why-not").inner_text()


def test_what_was_chosen_is_let_go_with_a_pass(at):
    page = at("winner-follow", again=True)
    before = look(page)["picture"]
    lawful(page).first.locator("input").press("Space")
    assert page.locator("#hand input:checked").count() == 1
    page.locator("#actions button[value=pass]").click()
    moved_on(page, before)
    assert page.locator("#hand input:checked").count() == 0


def test_what_was_chosen_is_let_go_where_the_turn_was_played_elsewhere(at, still):
    page = at("winner-lead", again=True, tap="choose")
    before = look(page)["picture"]
    lawful(page).first.locator("input").press("Space")
    assert page.locator("#hand input:checked").count() == 1
    code = page.url.split("/t/")[1].strip("/")
    still.run(
        "from random import Random\n"
        "from games import ai\n"
        "from games.matches import services\n"
        "from games.matches.fold import fold\n"
        "from games.matches.models import Hand\n"
        f"hand = Hand.objects.filter(match__room__code={code!r}).latest('number')\n"
        "folded = fold(hand)\n"
        "action = ai.choose(folded.game.view(folded.state, 0), 'policy', Random(1))\n"
        "raw = folded.game.write_action(action)\n"
        "raw.pop('seat')\n"
        "services.take_action(hand.pk, 0, raw, seq=hand.version, key='elsewhere')"
    )
    moved_on(page, before)
    assert page.locator("#hand input:checked").count() == 0


def test_whoever_has_pressed_nothing_for_long_is_not_passed_for(at):
    page = at("winner-pass", again=True, standing=True, passes="off")
    before = look(page)["picture"]
    page.evaluate("""() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 200_000;
      delete document.documentElement.dataset.passes;
      window.drawn = () => document.dispatchEvent(new Event('table:drawn'));
      window.drawn();
    }""")
    page.clock.run_for(PAUSE)
    assert look(page)["picture"] == before and page.presses == []
    page.keyboard.press("Shift")
    page.evaluate("window.drawn()")
    page.clock.resume()
    moved_on(page, before)


def test_a_tap_that_leaves_one_legal_play_brings_the_rest_of_it(at):
    page = at("eighty-tractor", size="desktop")
    plays = page.evaluate("document.querySelector('#hand').dataset.plays")
    if plays:
        cards = plays.split(";")[0].split(" ")
    else:
        keys, play = page.evaluate("document.querySelector('#hand').dataset.with").split(";")[0].split("=")
        cards = play.split(" ")
        page.locator(f"#hand label:has(input[value='{keys.split(' ')[0]}'])").first.click()
    for card in cards:
        if page.locator("#hand input:checked").count() == len(cards):
            break
        page.locator(f"#hand label:has(input[value='{card}']:not(:checked))").first.click()
    chosen = page.evaluate("[...document.querySelectorAll('#hand input:checked')].map(card => card.value)")
    assert sorted(chosen) == sorted(cards)
