"""Playing by clicking, as a person who has no plan but to go on."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urljoin

from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as PictureStays

#: Counts the messages that are being drawn: their parts come into the page one after the other. Notes the first of
#: the table's socket: a table whose viewer comes back changes by that, after the page was loaded. Keeps the timer
#: that a test's clock does not stop.
DRAWING = """
window.later = setTimeout.bind(window);
window.drawing = 0;
window.heard = false;
document.addEventListener('htmx:ws:after:message:incoming', event => window.heard ||= event.target.id === 'socket');
document.addEventListener('htmx:before:swap', () => window.drawing++);
document.addEventListener('htmx:finally:swap', () => window.drawing--);
"""
#: One look at the page: what can be pressed now, in words of the forms, and which buttons wait for
#: cards; nothing while a message is being drawn, and until the table's socket has brought the first.
LOOK = """() => {
  if (window.drawing || (window.heard === false && document.querySelector('#socket'))) return null;
  const pressable = [...document.querySelectorAll('#actions button, #scorecard button, #board button')]
    .filter(button => button.name === 'do' && !button.disabled && button.offsetParent !== null)
    .filter(button => button.getAttribute('aria-disabled') !== 'true')
    .map(button => button.value);
  const cards = [...document.querySelectorAll('#hand input[name=cards]')]
    .filter(box => !box.closest('[aria-disabled=true]')).map(box => box.id);
  const needs = [...document.querySelectorAll('#actions button[data-need]')].map(button => button.value);
  return {picture: document.querySelector('#picture')?.value, actions: pressable, needs, cards,
          mine: !!document.querySelector('#prompt.now'), over: !!document.querySelector('#scorecard section')};
}"""


#: What the page asks of its reader, on another picture than the one they have answered; else nothing.
PROMPT = f"""was => {{
  const now = ({LOOK})();
  if (!now || now.picture === was) return null;
  const presses = [...now.actions, ...now.needs].filter(action => !action.startsWith('hint'));
  const theirs = now.mine || now.over || presses.includes('declare');
  return theirs && presses.length ? now : null;
}}"""


#: How often a page that waits is asked, in milliseconds: asked at every frame, it would be drawn all the time.
OFTEN = 20
#: Ask a page until it answers, or nothing at the end of patience.
ASK = """async ([question, tries]) => {
  const ask = SCRIPT;
  for (; tries--; await new Promise((next) => later(next, OFTEN))) {
    const answer = ask(question);
    if (answer) return answer;
  }
}""".replace("OFTEN", str(OFTEN))


def asked(page, script, question=None, patience=45_000):
    """Ask a page by a script until it answers, whatever page it is by then; return the answer. The page itself waits,
    without the script of Playwright's own waits, which costs each document as much as several turns."""
    while True:
        try:
            answer = page.evaluate(ASK.replace("SCRIPT", script), [question, patience // OFTEN])
        except Error as fault:
            if "navigation" not in str(fault):
                raise
            page.wait_for_load_state()
            continue
        if not answer:
            raise PictureStays(f"no answer to {script}")
        return answer


def drawn(page):
    """Wait until the table's socket has brought its first picture, and all of it is drawn."""
    asked(page, "() => window.heard && !window.drawing")


def beside(page):
    """Open the same table in a second tab, behind the first: a browser draws a hidden tab about once a
    second, too seldom for a finger."""
    second = page.context.new_page()
    second.goto(page.url)
    page.bring_to_front()
    return second


def look(page):
    """Return what the page offers now, once it is fully drawn."""
    return asked(page, LOOK)


def next_prompt(page, picture=None):
    """Wait until the page asks something of its reader, on another picture than the one they have
    answered; return what it offers in that same look."""
    return asked(page, PROMPT, picture)


def moved_on(page, picture, patience=45_000):
    """Wait until the page shows a newer picture."""
    asked(page, "was => document.querySelector('#picture')?.value !== was", picture, patience)


def press(page, do):
    """Press a button of the table and return the picture that this answers: ``None`` where the button
    went away first, or the table refused because it has moved on meanwhile. On a slow machine the
    press may have arrived all the same: the next look shows it."""
    before = look(page)["picture"]
    try:
        with page.expect_response(lambda answer: answer.url.endswith("/act/"), timeout=10_000) as answer:
            page.locator(f"button[name=do][value='{do}']:visible").first.click(timeout=3_000)
    except PictureStays:
        return None
    if answer.value.status not in (200, 204):
        return None
    moved_on(page, before)
    return before


def follow(page, control):
    """Press a link or button of a page without scripts, and wait until what it leads to is there.

    A table loads itself anew every four seconds, perhaps just now: that is not waited for."""
    refresh = page.locator("meta[http-equiv=refresh]")
    if not refresh.count():
        with page.expect_navigation():
            control.click()
        return
    itself = urljoin(page.url, refresh.first.get_attribute("content").partition("url=")[2])
    answers = []

    def note(response):
        request = response.request
        reload = request.method == "GET" and request.redirected_from is None and request.url == itself
        if request.is_navigation_request() and not 300 <= response.status < 400 and not reload:
            answers.append(response)

    page.on("response", note)
    with page.expect_event("framenavigated", lambda frame: frame == page.main_frame and answers):
        control.click()
    page.remove_listener("response", note)
    page.wait_for_load_state()


def play_now(page, game):
    """Press «Play now» of a game on the front page, though it stands behind another of its family."""
    button = page.locator(f"form[action='/play/{game}/'] button:not([form])")
    if not button.is_visible():
        page.locator("details.kin", has=button).locator("summary").click()
    button.click()


def lift(page, card):
    """Choose a card of the hand by its id, or put it down, as the keys do: a tap may play it at once."""
    page.locator(f"#{card}").press("Space", timeout=3_000)


def choose(page, card):
    """Choose a card of the hand by its id; the only lawful one is chosen already. Return whether
    it was still there."""
    with suppress(PictureStays):
        if not page.locator(f"#{card}").is_checked(timeout=3_000):
            lift(page, card)
        return True
    return False


def play_all_fours(page, until="again", steps=400):
    """Play on until a button is offered; return the buttons that the phases showed."""
    buttons, picture = set(), None
    for _ in range(steps):
        now = next_prompt(page, picture)
        buttons |= set(now["actions"])
        if until in now["actions"]:
            return buttons
        picture = answer(page, now)
    raise AssertionError("the match never ended")


def answer(page, now):
    """Give the plainest answer of All Fours to what is asked; return the picture that it answers."""
    choices = [do for do in ("next", "again", "stand", "give", "run") if do in now["actions"]]
    if choices:
        return press(page, choices[0])
    # The only legal card is chosen already; a second tap would lower it.
    if not page.locator("#hand input:checked").count() and not choose(page, now["cards"][0]):
        return None
    return press(page, "play")


#: One turn in one go: bury what must be buried, else pass or stand, else play the chosen cards or the first lawful one.
#: ``hinted``: only what a hint has chosen, where one is to be had, for the first card is no answer to a pair.
TURN = """(hinted) => {
  const button = (action) => document.querySelector(`#actions button[value=${action}]`);
  const open = (action) => button(action)?.offsetParent && button(action).getAttribute('aria-disabled') !== 'true';
  const cards = [...document.querySelectorAll('#hand input[name=cards]')]
    .filter((box) => !box.closest('[aria-disabled=true]'));
  const choose = (number) => cards.slice(0, number).forEach((box) => box.checked || box.click());
  const press = (action) => (button(action).click(), true);
  if (hinted && document.querySelector('#actions button[value^=hint]')?.checkVisibility() &&
      !cards.some((box) => box.checked)) return false;
  if (button('bury')) return choose(Number(button('bury').dataset.need)), press('bury');
  for (const action of ['pass', 'stand', 'run']) if (open(action)) return press(action);
  if (!document.querySelector('#prompt.now') || !cards.length || !open('play')) return false;
  if (!cards.some((box) => box.checked)) choose(1);
  return press('play');
}"""


def take_a_turn(page, hinted=False):
    """Do what the page asks of its reader, as simply as possible; return whether it asked. The
    table may move on meanwhile: then the next look says what is asked."""
    picture = look(page)["picture"]
    if not page.evaluate(TURN, hinted):
        return False
    with suppress(PictureStays):
        moved_on(page, picture, patience=5_000)
    return True
