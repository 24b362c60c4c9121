"""From «Play now» to the end of a first hand, as a newcomer plays it: presses and seconds, in a browser.

Each turn is one press where one is enough: a tap on a card, *Hint* and *Play* where several cards go together. AI
players and draws go at the pace that a person meets.
"""

from __future__ import annotations

import time
from contextlib import suppress
from statistics import median
from typing import Any

from playwright.sync_api import TimeoutError as PictureStays
from playwright.sync_api import sync_playwright

from games.rules.registry import GAMES
from tests.bench.report import Section
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.hands import DRAWING, play_now
from tests.sites import Site

PHONE = {"width": 390, "height": 844}
MOST_PRESSES = 400
TITLES = tuple(GAMES)
SMALL = {"TITLES": ("all-fours",)}
#: What the page asks for next: a button or a card to press, «over», or nothing yet.
NEXT = """tap => {
  if (window.drawing) return null;
  if (document.querySelector('#scorecard section')) return {over: true};
  const mine = document.querySelector('#prompt.now');
  const open = (selector) => [...document.querySelectorAll(selector)]
    .find(button => button.offsetParent && button.getAttribute('aria-disabled') !== 'true');
  const rest = open('#do-deal-rest');
  if (rest && !mine) return {button: '#do-deal-rest'};
  if (!mine) return null;
  for (const deed of ['stand', 'give', 'run', 'accept', 'announce', 'pass'])
    if (open(`#actions button[value=${deed}]`)) return {button: `#actions button[value=${deed}]`};
  const cards = [...document.querySelectorAll('#hand input')].filter(card => !card.closest('.no'));
  const alone = document.querySelector('#hand')?.dataset.alone ?? '';
  const single = cards.find(card => card.type === 'radio' || alone === '*' || alone.split(' ').includes(card.value));
  const play = open('#actions button[value=play]');
  if (tap && play && single) return {button: `label:has(#${single.id})`};
  if (!document.querySelector('#hand input:checked') && open('#actions button[value^=hint]'))
    return {button: '#actions button[value^=hint]', chosen: true};
  if (!document.querySelector('#hand input:checked') && cards.length) return {button: `label:has(#${cards[0].id})`};
  const go = open('#actions .btn.go[name=do]');
  return go ? {button: `#${go.id}`} : rest ? {button: '#do-deal-rest'} : null;
}"""


def run(repeats: int) -> Section:
    """Return presses and seconds of a first hand of each game, with a tap that plays and with one that chooses."""
    site = Site(SIFANG_AI_PACE="0.6,1.2", SIFANG_SHORT_DRAW="5", SIFANG_RESULTS_STAY="1")
    site.start()
    rows = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for game in TITLES:
                for tap in (True, False):
                    hands = [_hand(browser, site, game, tap) for _ in range(max(1, repeats // 5))]
                    presses, first, seconds = (median(column) for column in zip(*hands, strict=True))
                    way = "a tap plays" if tap else "a tap chooses"
                    rows.append((game, way, f"{presses:.0f}", f"{first:.1f}", f"{seconds:.0f}"))
            browser.close()
    finally:
        site.stop()
        site.remove()
    lead = "From «Play now» to the end of a first hand, on a phone, at the pace that a person meets."
    headings = ("game", "way", "presses", "seconds to the first choice", "seconds to the end")
    return Section("A first hand", lead, headings, rows)


def _hand(browser: Any, site: Site, game: str, tap: bool) -> tuple[int, float, float]:
    """Play one hand; return its presses, the seconds to its first choice and to its end."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.add_init_script(DRAWING)
    page = context.new_page()
    page.goto(site.url)
    began, first, presses = time.monotonic(), 0.0, 0
    play_now(page, game)
    page.wait_for_selector("body[data-line=on]")
    if not tap:
        page.evaluate("document.documentElement.dataset.tap = 'choose'")
    while presses < MOST_PRESSES:
        asked = page.wait_for_function(NEXT, arg=tap, timeout=120_000).json_value()
        if asked.get("over"):
            break
        first = first or time.monotonic() - began
        picture = page.locator("#picture").get_attribute("value")
        try:
            page.locator(asked["button"]).first.click(timeout=3_000)
        except PictureStays:
            continue  # it went before the finger came
        presses += 1
        changed = "was => document.querySelector('#picture').value !== was"
        if asked.get("chosen") or ("label" in asked["button"] and not tap):
            changed = "() => document.querySelector('#hand input:checked')"
        with suppress(PictureStays):
            page.wait_for_function(changed, arg=picture, timeout=10_000)
    taken = time.monotonic() - began
    context.close()
    return presses, first, taken
