"""Templates as Python functions: the same bytes as Django makes of them, in every language."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template import Context, engines
from django.template.loader import get_template
from django.utils import translation
from django.utils.safestring import SafeString

from games.table import compiled_templates, display, fragments
from games.table.compiled_templates import Unsupported, compiled
from tests.table import scenes
from tests.table.scenes import clear_drawings

SCENES = scenes.all_fours() | scenes.winner() | scenes.shengji()
LANGUAGES = [code for code, _ in settings.LANGUAGES]
FILLED = {"a": "<b>&", "b": SafeString("<i>x</i>"), "c": "", "class": "y"}
KNOWN = [
    "",
    "plain 100% {{ a }}|{{ b }}|{{ c }}|{{ missing }}",
    "{% if a %}yes{{ b }}{% endif %}{% if c %}no{% endif %}{% if missing %}no{% endif %}",
    "{% if not a %}1{% elif c or b %}2{{ a }}{% else %}3{% endif %}{% if a and c %}4{% else %}5{% endif %}",
    "{% load i18n %}{# no #}{% comment %}no{% endcomment %}{% translate 'Rules' %} {% url 'home' %}",
    "{% load i18n %}{% translate 'Hand' context 'number' %}{% translate '5%% of <b>' %}",
    "{% load i18n %}{% blocktranslate %}{{ a }}, level {{ b }} 5%{% endblocktranslate %}",
    "{% load i18n %}{% blocktranslate %}{{ trumps }}, level {{ level }}{% endblocktranslate %}",
    "{% load i18n %}{% blocktranslate %}Trump <b>{{ suit }}</b>{% endblocktranslate %}",
]
LEFT_TO_DJANGO = [
    "{{ a|upper }}",
    "{{ a.real }}",
    "{{ class }}",
    "{% if a == 'x' %}y{% endif %}",
    "{% for one in a %}{{ one }}{% endfor %}",
    "{% load i18n %}{% translate a %}",
    "{% load i18n %}{% translate 'Rules' as said %}{{ said }}",
    "{% load i18n %}{% blocktranslate with d=a %}{{ d }}{% endblocktranslate %}",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_template_of_a_picture_is_as_django_renders_it(name, language, monkeypatch):
    used = []

    def both(template, locale):
        def render(**values):
            ours, theirs = compiled(template, locale)(**values), get_template(template).template.render(Context(values))
            assert (ours, type(ours)) == (theirs, SafeString), template
            used.append(template)
            return ours

        return render

    monkeypatch.setattr(display, "compiled", both)
    clear_drawings()
    with translation.override(language):
        fragments.table(SCENES[name])
    clear_drawings()
    assert {"table/_bar.html", "table/_prompt.html"} < set(used)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", KNOWN)
def test_what_is_compiled_is_as_django_renders_it(source, language):
    template = engines["django"].from_string(source).template
    with translation.override(language):
        html = compiled_templates._function("test", template.nodelist)(**FILLED)
        assert (html, type(html)) == (template.render(Context(FILLED)), SafeString)


@pytest.mark.parametrize("source", LEFT_TO_DJANGO)
def test_what_is_not_compiled_is_left_to_django(source, monkeypatch):
    template = engines["django"].from_string(source)
    with pytest.raises(Unsupported):
        compiled_templates._function("test", template.template.nodelist)
    monkeypatch.setattr(compiled_templates, "get_template", lambda name: template)
    assert compiled.__wrapped__("test", "en")(**FILLED) == template.template.render(Context(FILLED))


@pytest.mark.parametrize("folder", ["table", "allfours", "shengji", "climbing", "four_chances"])
def test_all_templates_of_pieces_are_compiled(folder):
    pieces = [path.name for path in (settings.BASE_DIR / "templates" / folder).glob("_*.html")]
    assert pieces
    for name in set(pieces) - {"_styles.html"}:
        compiled_templates._function(name, get_template(f"{folder}/{name}").template.nodelist)
