"""The first visit to a table in a slowed Chromium: ``python -m tests.bench.paint``. A report only.

Fast 3G (1.6 Mbit/s down, 0.75 up, 150 ms) and a processor four times slower, nothing in the
cache. Playable: the hand answers a press, and the line to the server stands.
"""

from __future__ import annotations

import json

from playwright.sync_api import Browser, sync_playwright

from tests.bench.measure import spread
from tests.browser.conftest import CHROMIUM, FLAGS, SIZES
from tests.sites import Site

ROUNDS = 5
FAST_3G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOWER = 4
TABLES = ("all-fours-lead", "eighty-follow")
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
PLAYABLE = """() => document.body.dataset.line === 'on' && !!document.querySelector('#hand input[tabindex="0"]')
  && performance.now()"""


def main() -> None:
    """Measure each table in turn and print milliseconds."""
    site = Site(SIFANG_MANIFEST="1", SIFANG_AI_PACE="600,600")
    try:
        site.start(timeout=120)
        ways = json.loads(site.run(f"from tests.browser.laid import lay_moments; lay_moments(*{TABLES!r})"))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            print("| table | first paint, ms | playable, ms |\n| --- | --- | --- |")
            for name in TABLES:
                visits = [visit(browser, site.url, *ways[name]) for _ in range(ROUNDS)]
                painted, playable = zip(*visits, strict=True)
                print(f"| {name} | {spread(painted, 0)} | {spread(playable, 0)} |")
            browser.close()
    finally:
        site.stop()
        site.remove()


def visit(browser: Browser, url: str, code: str, session: str) -> tuple[float, float]:
    """Visit a table for the first time; return when it was painted and when it could be played."""
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", FAST_3G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{url}/t/{code}/", timeout=120_000)
    playable = page.wait_for_function(PLAYABLE, timeout=120_000).json_value()
    painted = page.evaluate(PAINTED)
    context.close()
    return painted, playable


if __name__ == "__main__":
    main()
