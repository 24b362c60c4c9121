"""What overlaps in a page as it is drawn now (``overlaps.js``), in each window size."""

from __future__ import annotations

from pathlib import Path

from tests.browser import axe
from tests.faults.sizes import SOAK

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text()
QUICK = [(390, 844), (1280, 800)]
SIZES = [(320, 568), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1366, 768), (1920, 1080)] if SOAK else QUICK
#: The faults of the page as it is, and with each in-place sheet opened, in one size. What moves is brought to its end
#: first, except the bars of clocks. A page that scrolls is checked at its top and at its end.
LOOK = """async () => {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const brief = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 3000);
  brief.forEach((one) => one.finish());
  const faultsOf = OVERLAPS, faults = [];
  const note = (where) => faults.push(...faultsOf().map((fault) => ({...fault, where})));
  scrollTo(0, 0);
  note('');
  for (const sheet of document.querySelectorAll('details:not([open])')) {
    if (!sheet.querySelector('summary').checkVisibility()) continue;
    sheet.open = true;
    note(sheet.querySelector('summary').textContent.trim());
    sheet.open = false;
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) {
    scrollTo(0, document.documentElement.scrollHeight);
    note('its end');
    scrollTo(0, 0);
  }
  return faults;
}""".replace("OVERLAPS", OVERLAPS)
#: The default font size, in pixels.
NORMAL = 16


def faults_now(page, label):
    """Return the faults of a page in its window as it is, each after a label."""
    return [f"{label}: {fault}" for fault in page.evaluate(LOOK)]


def faults_of(page, address):
    """Return the faults of a page in every size, each with its address and size.

    200 %: a browser whose reader has set letters twice as large; and, where windows of half the size exist, the page
    zoomed as browsers do it, which gives it half as many pixels."""
    faults = []
    browser = page.context.new_cdp_session(page) if SOAK else None
    at_table = page.evaluate("document.body.classList.contains('at-table')")
    for width, height in SIZES:
        looks = [(1, NORMAL)]
        if SOAK:
            looks += [(1, 2 * NORMAL)] + [(2, NORMAL)] * (at_table and width >= 1024)
        for zoom, letters in looks:
            page.set_viewport_size({"width": width // zoom, "height": height // zoom})
            if browser is not None:
                browser.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
            label = f"{address} {width}x{height}{f' 200 % of {letters} px' if (zoom, letters) != (1, NORMAL) else ''}"
            faults += faults_now(page, label)
    if browser is not None:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": NORMAL}})
        browser.detach()
    return faults


def check(page):
    """Check a page with axe, its width, and that its words have room."""
    assert axe.faults_of(page) == []
    assert page.evaluate(LOOK) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
