"""Axe in a page: loaded once per document, and asked only for violations."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from tests.faults.sizes import SOAK

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
#: All rules but that one, which is nine tenths of the work: for pages with the same colours as others checked.
NO_CONTRAST = {} if SOAK else {"rules": {"color-contrast": {"enabled": False}}}
#: Wait until the colours of another scheme have faded in.
SETTLED = """() => Promise.all(document.getAnimations().filter(one => one instanceof CSSTransition)
  .map(one => one.finished.catch(() => null)))"""
#: Only violations come back: the list of passed rules is long, and expensive to gather and to read.
RUN = """(options) => axe.run(document, {...options, resultTypes: ['violations']}).then(({violations}) =>
  violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id}: ${node.html.slice(0, 160)}`)))"""


def faults_of(page: Any, options: dict[str, Any] | None = None) -> list[str]:
    """Return what axe finds in a page as it is now, one line each."""
    page.evaluate(SETTLED)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(RUN, options or {})
    return faults
