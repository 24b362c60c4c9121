"""The hand under fingers and keys, and how the page handles late pictures."""

from __future__ import annotations

import pytest

from tests.browser.conftest import come, prepared
from tests.browser.hands import answer, look, moved_on, next_prompt

pytestmark = [pytest.mark.browser, pytest.mark.motion]

#: Show a hand without cards, and actions, as a picture that comes would.
AFTER_THE_LAST_CARD = """(html) => {
    const hand = document.querySelector('#hand').cloneNode(true);
    hand.querySelectorAll('label').forEach(label => label.remove());
    const actions = document.querySelector('#actions').cloneNode();
    actions.innerHTML = html;
    const part = (one) => `<hx-partial id="${one.id}">${one.outerHTML}</hx-partial>`;
    const text = part(hand) + part(actions);
    return htmx.swap({sourceElement: document.querySelector('#socket'), text, swap: 'none'});
}"""
CHOSEN = "() => [...document.querySelectorAll('#hand input:checked')].map(box => box.id)"


def to_my_turn(page, picture=None):
    """Play on until the viewer is to play a card, on another picture than the one they have answered."""
    for _ in range(60):
        now = next_prompt(page, picture)
        if now["mine"] and "play" in now["actions"] and now["cards"]:
            return now
        picture = answer(page, now)
    raise AssertionError("never my turn")


def to_my_lead(page):
    """Play on until the viewer is to play, nothing binds them and they have several cards to choose from."""
    picture = None
    for _ in range(40):
        now = to_my_turn(page, picture)
        if len(now["cards"]) > 1 and not page.locator("#hand .no").count():
            return now
        picture = answer(page, now)
    raise AssertionError("always bound, or down to the last card")


def to_a_bound_hand(page):
    """Play on until some cards may not be played, and return one of them."""
    picture = None
    for _ in range(80):
        now = to_my_turn(page, picture)
        barred = page.locator("#hand .no input, #hand label.no input")
        if barred.count():
            return barred.first.get_attribute("id")
        picture = answer(page, now)
    raise AssertionError("never bound")


def test_a_second_press_puts_a_card_down_again(seated):
    page = seated("phone")
    card = to_my_lead(page)["cards"][0]
    page.evaluate("document.documentElement.dataset.tap = 'choose'")  # as on the page of whoever has set it so
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 40})
    assert page.evaluate(CHOSEN) == [card]
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 40})
    assert page.evaluate(CHOSEN) == []


def test_the_hand_is_one_tab_stop_and_keys_choose_and_play(seated):
    page = seated()
    now = to_my_lead(page)
    stops = page.locator("#hand input").evaluate_all("boxes => boxes.filter(box => box.tabIndex === 0).length")
    assert stops == 1
    page.locator("body").click(position={"x": 3, "y": 300})
    page.keyboard.press(now["cards"][0][1])
    assert page.evaluate(CHOSEN) == []  # signs act in the hand alone
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    assert page.evaluate(CHOSEN) == [page.locator("#hand input").last.get_attribute("id")]
    page.keyboard.press("Escape")
    assert page.evaluate(CHOSEN) == []
    rank = now["cards"][0][1]
    page.keyboard.press(rank)
    assert [card[1] for card in page.evaluate(CHOSEN)] == [rank]
    page.keyboard.press("l")
    page.wait_for_function("() => document.activeElement.id === 'side'")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    moved_on(page, now["picture"])
    look(page)
    assert page.evaluate("() => !!document.activeElement.closest('#hand')")  # a neighbour has the focus


def test_a_card_that_may_not_be_played_says_why(seated):
    page = seated()
    card = to_a_bound_hand(page)
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 60}, force=True)
    assert card not in page.evaluate(CHOSEN)
    assert page.locator("#toast").inner_text() == page.locator("#why-not").inner_text()
    assert page.locator("#hand .nod").count()


def test_the_title_says_whose_turn_it_is_and_an_older_picture_is_dropped(seated):
    page = seated()
    now = to_my_lead(page)
    assert page.title().startswith("● ")
    # a duplicate's table is named after its next deal
    page.evaluate("""() => {
        document.querySelector('#bar h1').textContent = 'Deal 2/2';
        document.dispatchEvent(new Event('htmx:after:swap'));
    }""")
    assert page.title() == "● Deal 2/2 · Sifang"
    stale = (
        f'<hx-partial id="picture"><input type="hidden" id="picture" value="{int(now["picture"]) - 1}"></hx-partial>'
    )
    stale += '<hx-partial id="prompt"><div id="prompt">old news</div></hx-partial>'
    swap = "html => htmx.swap({sourceElement: document.querySelector('#socket'), text: html, swap: 'none'})"
    page.evaluate(swap, stale)
    assert "old news" not in page.locator("#prompt").inner_text()
    page.evaluate(swap, stale.replace(str(int(now["picture"]) - 1), str(int(now["picture"]) + 1)))
    assert "old news" in page.locator("#prompt").inner_text()


def test_a_choice_and_the_focus_outlive_a_redraw(seated):
    page = seated("phone")
    to_my_lead(page)
    card = page.locator("#hand input").last.get_attribute("id")
    page.locator(f"#{card}").evaluate("box => { box.checked = true; box.focus(); }")
    page.evaluate("""() => {
        const hand = document.querySelector('#hand').cloneNode(true);
        hand.classList.add('follow');
        const come = hand.querySelector('label').cloneNode(true), box = come.querySelector('input');
        [box.id, box.value] = ['cZZ', 'ZZ'];  // a card that has come
        hand.querySelector('label').before(come);
        hand.querySelectorAll('input').forEach(box => box.removeAttribute('tabindex'));
        const text = `<hx-partial id="hand">${hand.outerHTML}</hx-partial>`;
        return htmx.swap({sourceElement: document.querySelector('#socket'), text, swap: 'none'});
    }""")
    assert page.locator("#hand.follow").count() == 1
    assert page.evaluate(CHOSEN) == [card]
    assert page.evaluate("() => document.activeElement.id") == card


def test_the_copy_of_a_card_that_was_played_is_not_chosen(visit, site):
    way = prepared(site, "eighty-lead")["eighty-lead"]
    page = come(visit(at=None), site, *way)
    now = next_prompt(page)
    card = next(card for card in now["cards"] if f"{card}1" in now["cards"])
    page.locator(f"label:has(#{card})").click(position={"x": 8, "y": 24})
    assert page.evaluate(CHOSEN) == [card]
    page.locator("#actions button[value=play]").click()
    page.wait_for_function("card => !document.getElementById(card + '1')", arg=card)
    look(page)  # whole; it may be their turn again by then, with another card the only one to play
    assert card not in page.evaluate(CHOSEN)


def test_after_the_last_card_the_focus_is_on_what_goes_on(site, visit):
    page = come(visit(site=site, at=None), site, *prepared(site, "all-fours-lead")["all-fours-lead"])
    page.locator("#hand input").first.focus()
    page.evaluate(AFTER_THE_LAST_CARD, "<a class=btn href=/>Replay</a><button class='btn go' id=do-next>Next</button>")
    page.wait_for_function("() => document.activeElement.id === 'do-next'")


def test_the_focus_passes_over_a_button_that_is_hidden_after_the_last_card(still, visit):
    page = come(visit(site=still, at=None), still, *prepared(still, "eighty-lead")["eighty-lead"])
    page.locator("#hand input").first.focus()
    page.evaluate(AFTER_THE_LAST_CARD, "<button class=btn type=reset>Clear</button><button class=btn id=on>On</button>")
    page.wait_for_function("() => document.activeElement.id === 'on'")


def test_whoever_puts_all_cards_down_by_its_button_is_back_in_the_hand(still, visit):
    page = come(visit(site=still, at=None), still, *prepared(still, "eighty-lead")["eighty-lead"])
    page.locator("#hand label:not(.no) input").first.press("Space")
    page.locator("#actions [type=reset]").press("Enter")
    assert not page.locator("#hand input:checked").count()
    page.wait_for_function("() => document.activeElement.closest('#hand')")


def test_a_key_says_the_prompt_sentence_by_sentence(still, visit):
    page = come(visit(site=still, at=None), still, *prepared(still, "eighty-follow")["eighty-follow"])
    page.locator("#hand label:not(.no) input").first.press("s")
    sentences = page.locator("#prompt :is(p, small)").all_inner_texts()
    assert len(sentences) > 1
    assert [line for line in page.locator("#heard").text_content().splitlines() if line] == sentences


def test_the_focus_comes_into_the_next_hand(site, visit):
    page = come(visit(site=site, at=None), site, *prepared(site, "tien-len-over")["tien-len-over"])
    page.locator("#do-next").press("Enter")
    page.wait_for_selector("#scorecard section", state="detached")
    page.wait_for_function("() => document.activeElement.closest('#hand')")
