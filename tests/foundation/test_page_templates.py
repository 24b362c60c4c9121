"""Compiled pages equal, byte for byte, what Django's own engine renders from the same templates."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.template import Context, Template, TemplateDoesNotExist, engines
from django.template.backends.django import Template as Stock
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.foundation.page_templates.backend import Page
from games.foundation.page_templates.compiler import Unsupported, compiled
from games.rules.registry import GAMES
from tests.matches.tables import match_of, person
from tests.replays.hands import finished
from tests.test_page_queries import PAGES, life

LOAD = "{% load i18n static %}"
VALUES = {
    "name": "<Ann>",
    "safe": mark_safe("<b>"),
    "none": None,
    "number": 1234,
    "half": Decimal("0.5"),
    "yes": True,
    "trumps": mark_safe("<i>♠</i>"),
    "level": "<2>",
    "at": timezone.now(),
    "lazy": gettext_lazy("Rules"),
    "late": SimpleLazyObject(lambda: 2),
    "row": {"a": {"b": "<x>"}, "items": "an item", "list": [7, 8]},
    "thing": SimpleNamespace(name="n", call=lambda: "<called>", deep=SimpleNamespace(er=1)),
    "called": lambda: "by name",
    "gone": lambda: User.objects.none().get(),
    "rows": [{"n": 1, "kin": ["a", "b"]}, {"n": 2, "kin": []}],
    "pairs": [("a", 1), ("b", 2)],
    "empty": [],
    "more": iter("xy"),
}
PIECES = (
    "{{ name }}{{ safe }}{{ none }}{{ number }}{{ half }}{{ yes }}{{ at }}{{ lazy }}{{ late }}{{ nowhere }}",
    "{{ row.a.b }}{{ row.items }}{{ row.list.1 }}{{ row.list.9 }}{{ row.x.y }}{{ none.x }}{{ thing.deep.er }}",
    "{{ items }}{% if copy %}a{% endif %}{% for x in values %}{{ x }}{% endfor %}{{ clear }}{{ name }}{{ gone }}",
    "{{ thing.call }}{{ called }}{{ thing.nothing }}{{ name.upper }}{{ 'a<b' }}{{ 3 }}",
    "{{ name|length }}{{ nowhere|default:'-' }}{{ none|default:'<i>' }}{{ safe|upper }}",
    "{{ at|date:'Y' }}{{ name|add:name }}",
    "{% if nowhere %}a{% elif none == nowhere %}b{% endif %}",
    "{% if number > 3 and not none or yes %}c{% else %}d{% endif %}",
    "{% if name < 3 %}a{% else %}b{% endif %}{% if 'A' in name %}c{% endif %}{% if row.list|length == 2 %}d{% endif %}",
    "{% if name != nowhere.path %}a{% endif %}{% if 7 not in row.list %}b{% endif %}",
    "{{ True }}{{ None }}{% if name == False %}a{% endif %}{% with a=True %}{{ a }}{% endwith %}",
    "{% for row in rows %}{{ row.n }}{% for k in row.kin %}{{ k }}{% if not forloop.last %}, {% endif %}{% empty %}-"
    "{% endfor %}{{ forloop.counter }}{% if forloop.first %}!{% endif %}{% endfor %}{{ row.items }}",
    "{% for a, b in pairs %}{{ a }}={{ b }}{% endfor %}",
    "{% for x in more %}{{ x }}{% endfor %}{% for x in nowhere %}{{ x }}{% endfor %}",
    "{% for x in empty %}{{ x }}{% empty %}{{ name }}{% endfor %}",
    "{% with a=row.a.b c=number %}{{ a }}{{ c }}{% with a=c %}{{ a }}{% endwith %}{{ a }}{% endwith %}{{ a }}",
    LOAD + "{% translate 'Rules' %}{% translate 'Rules' as said %}{{ said }}",
    LOAD + "{% translate 'Play' context 'way to the games' %}",
    LOAD + "{% blocktranslate %}{{ trumps }}, level {{ level }}{% endblocktranslate %}",
    LOAD + "{% blocktranslate with name=row.a.b %}Your profile, {{ name }}{% endblocktranslate %}",
    LOAD + "{# no #}{% comment %}no{% endcomment %}{% translate '5%% of <b>' %}",
    LOAD + "{% blocktranslate %}100 % sure, {{ name }} {{ nowhere }}{% endblocktranslate %}",
    LOAD
    + "{% blocktranslate count free=late %}{{ free }} seat free{% plural %}{{ free }} seats free{% endblocktranslate %}",  # noqa: E501
    LOAD + "{% get_current_language as lang %}{{ lang }}{% static 'css/base.css' %}{% static 'faces/'|add:name %}",
    "{% url 'home' %}{% url 'game-rules' 'winner' %}{% url 'person' number %}{% url 'friend-link' row.code %}",
    "{% csrf_token %}",
    "{% include 'friends/_person.html' with person=thing %}",
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_what_django_makes_of_it(piece, language):
    values = lambda: VALUES | {"more": iter("xy"), "row": VALUES["row"] | {"code": "AB<"}, "csrf_token": "t&t"}  # noqa: E731
    with translation.override(language):
        template = Template(piece)
        assert compiled(template)(values()) == template.render(Context(values()))


def test_what_is_not_compiled_is_left_to_django():
    template = Template("{% autoescape off %}{{ name }}{% endautoescape %}")
    with pytest.raises(Unsupported):
        compiled(template)
    assert Page(template, engines["django"]).render({"name": "<Ann>"}) == "<Ann>"


def test_what_was_compiled_is_kept_unless_a_setting_that_it_holds_changes(settings):
    engine = engines["django"]
    page = engine.get_template("404.html").template
    before = engine.function_of(page)
    settings.AI_PACE = (0.0, 0.0)
    assert engine.function_of(page) is before
    settings.STATIC_URL = "/elsewhere/"
    assert "/elsewhere/" in engine.function_of(page)({}) and "/elsewhere/" not in before({})


def test_a_fault_in_a_template_is_told():
    with pytest.raises(ZeroDivisionError):
        compiled(Template("{{ thing.fault }}"))({"thing": {"fault": lambda: 1 // 0}})
    with pytest.raises(TemplateDoesNotExist):
        engines["django"].get_template("nowhere.html")


@pytest.fixture
def both_ways(monkeypatch):
    """Have Django too render every page, from the same context; return the names of the compiled ones."""
    names, ours = [], Page.render

    def render(page, context=None, request=None):
        html = ours(page, context, request)
        assert html == Stock.render(page, context, request)
        if page.backend.function_of(page.template) is not None:
            names.append(page.template.name)
        return html

    monkeypatch.setattr("django.template.context_processors.get_token", lambda request: "token")  # else masked anew
    monkeypatch.setattr(Page, "render", render)
    return names


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_pages_of_somebody_are_what_django_makes_of_them(client, both_ways, language):
    alice, code, hand = life(2)
    client.force_login(alice)
    for address in PAGES.values():
        assert client.get(address(code, hand), headers={"accept-language": language}).status_code == 200
    assert {"home/home.html", "friends/friends.html", "replays/history.html", "profile/profile.html"} <= set(both_ways)


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game_are_what_django_makes_of_them(client, both_ways, game):
    alice, seats = person("alice"), GAMES[game].seats(GAMES[game].resolve({}))
    room = match_of(game, alice, *["policy"] * (seats - 1)).room
    hand = finished(game, alice).pk
    client.force_login(alice)
    of_game = [("new-room", game), ("lesson-step", game, 1), ("game-rules", game), ("replay-step", hand, 5)]
    of_table = [("table", room.code), ("room-rules", room.code), ("menu", room.code), ("leave", room.code)]
    for name, *arguments in of_game + of_table:
        assert client.get(reverse(name, args=arguments)).status_code == 200, name
    assert {"table/table.html", "rooms/setup.html", "guide/game.html", "replays/replay.html"} <= set(both_ways)
