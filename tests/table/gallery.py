"""A gallery of pages without a server, to look at: ``python -m tests.table.gallery OUT [--shots]``.

Writes one HTML file a scene, linked to the stylesheets of this checkout; with ``--shots`` also
pictures of each at 390 × 844 and 1280 × 800, light and dark.
"""

from __future__ import annotations

import os
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.table.scene import Scene

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"390": (390, 844), "320": (320, 568), "1280": (1280, 800)}


def plain(html: str) -> str:
    """Return a page that opens as a file: stylesheets by path, no scripts."""
    html = re.sub(r"<script[^>]*></script>", "", html)
    return html.replace('"/static/', f'"file://{ROOT}/static/')


def pages(only: str) -> dict[str, str]:
    """Return the HTML of every page of the gallery whose name holds ``only``."""
    from django.template.loader import render_to_string

    from games.table.home import covers
    from tests.table import climbing_scenes, scenes

    makers = {
        "home": lambda: render_to_string("home/home.html", {"games": covers()}),
        "404": lambda: render_to_string("404.html"),
        "500": lambda: render_to_string("500.html"),
    }
    makers |= {
        name: partial(table_page, scene)
        for name, scene in (
            scenes.all_fours() | scenes.winner() | scenes.shengji() | scenes.chances() | climbing_scenes.climbing()
        ).items()
    }
    return {name: plain(make()) for name, make in makers.items() if only in name}


def table_page(scene: Scene) -> str:
    """Return a whole table page."""
    from django.template.loader import render_to_string

    from games.table import fragments

    context = {"scene": scene, "table": fragments.table(scene), "reads": False, "sounds": False, "again": ""}
    return render_to_string("table/table.html", context | {"picture": "", "me": None, "open_hands": bool(scene.open)})


def shoot(out: Path, names: list[str], schemes: list[str]) -> None:
    """Take pictures of the pages written to ``out``."""
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import CHROMIUM, FLAGS

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for scheme in schemes:
            for size, (width, height) in SIZES.items():
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                for name in names:
                    page.goto(f"file://{out}/{name}.html")
                    page.screenshot(path=str(out / f"{name}-{size}-{scheme}.png"))
                page.close()
        browser.close()


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    os.environ.setdefault("SIFANG_MANIFEST", "0")
    import django

    django.setup()
    words = [word for word in arguments if not word.startswith("--")]
    out = Path(words[0]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    gallery = pages(words[1] if len(words) > 1 else "")
    for name, html in gallery.items():
        (out / f"{name}.html").write_text(html)
    if "--shots" in arguments:
        shoot(out, list(gallery), ["light", "dark"] if "--dark" in arguments else ["light"])


if __name__ == "__main__":
    main(sys.argv[1:])
