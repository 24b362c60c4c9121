"""The templates of a picture are compiled: the same bytes as Django makes of them, in every language."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template import Context, engines
from django.template.loader import get_template
from django.utils import translation

from games.foundation.page_templates.compiler import compiled
from games.table import display, fragments
from tests.table import scenes
from tests.table.scenes import clear_drawings

SCENES = scenes.all_fours() | scenes.winner() | scenes.shengji()
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_template_of_a_picture_is_as_django_renders_it(name, language, monkeypatch):
    used, function = [], display._function

    def both(template, locale):
        def render(values):
            ours, theirs = function(template, locale)(values), get_template(template).template.render(Context(values))
            assert ours == theirs, template
            used.append(template)
            return ours

        return render

    monkeypatch.setattr(display, "_function", both)
    clear_drawings()
    with translation.override(language):
        fragments.table(SCENES[name])
    clear_drawings()
    assert {"table/_bar.html", "table/_prompt.html"} < set(used)


def test_a_template_that_is_not_compiled_is_left_to_django(monkeypatch):
    page = engines["django"].from_string("{% autoescape off %}{{ name }}{% endautoescape %}")
    monkeypatch.setattr(display, "get_template", lambda name: page)
    assert display.render("nowhere", name="<Ann>") == "<Ann>"


@pytest.mark.parametrize("folder", ["table", "allfours", "shengji", "climbing", "four_chances"])
def test_all_templates_of_pieces_are_compiled(folder):
    pieces = [path.name for path in (settings.BASE_DIR / "templates" / folder).glob("_*.html")]
    assert pieces
    for name in set(pieces) - {"_styles.html"}:
        compiled(get_template(f"{folder}/{name}").template)
