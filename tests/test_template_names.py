"""Names that a page reads and is not given are noted (``tests/template_names.py``), however the page is rendered."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.template import Origin, Template, engines
from django.template.backends.django import Template as Stock

from games.foundation.page_templates.backend import Page
from tests.template_names import TEMPLATES

PIECES = {
    "{{ nowhere }}": {"nowhere"},
    "{% if nowhere %}a{% endif %}": {"nowhere"},
    "{% if not nowhere and row.name == nowhere %}a{% endif %}": {"nowhere"},
    "{% for one in nowhere %}a{% endfor %}": {"nowhere"},
    "{% for one in rows %}{% if one.nowhere %}a{% endif %}{% endfor %}": {"nowhere"},
    "{% with name=row.nowhere %}{{ name }}{% endwith %}": {"nowhere"},
    "{{ nowhere|default:'a' }}{{ thing.name }}{{ row.name }}": {"nowhere"},
    "{% if nothing.nowhere or empty.nowhere %}a{% endif %}": set(),
    "{% if thing.name %}{{ row.name }}{% endif %}{% for one in rows %}{{ one.name }}{% endfor %}": set(),
}
OF_DJANGO = "{% autoescape on %}{% endautoescape %}"


@dataclass
class Thing:
    """An object of the site."""

    name: str = "a"


Thing.__module__ = "games.anywhere"
VALUES = {"row": {"name": "a"}, "rows": [{"name": "a"}], "thing": Thing(), "nothing": None, "empty": {}}


def rendered(piece, name="anywhere.html", tree=TEMPLATES):
    engines["django"]._functions.clear()  # kept by name
    page = Page(Template(piece, Origin(str(tree / name)), name), engines["django"])
    assert (page.backend.function_of(page.template) is None) is (OF_DJANGO in piece)
    return page.render(dict(VALUES))


@pytest.mark.parametrize("tag", ["", OF_DJANGO], ids=["compiled", "by Django"])
@pytest.mark.parametrize("piece", PIECES)
def test_a_name_that_is_not_given_is_noted(unknown_names, piece, tag):
    rendered(piece + tag)
    noted = {name.partition(": ")[2] for name in unknown_names}
    unknown_names.clear()
    assert noted == PIECES[piece]


def test_a_place_of_a_sentence_that_is_not_given_is_noted(unknown_names):
    rendered("{% load i18n %}{% blocktranslate %}Your profile, {{ nowhere }}{% endblocktranslate %}")
    assert unknown_names == {"anywhere.html: nowhere"}
    unknown_names.clear()


def test_pages_of_packages_and_of_tests_read_what_they_like(unknown_names, tmp_path):
    rendered("{{ nowhere }}", "account/anywhere.html")
    rendered("{{ nowhere }}", tree=tmp_path)
    Stock(Template("{{ nowhere }}"), engines["django"]).render({})
    assert not unknown_names
