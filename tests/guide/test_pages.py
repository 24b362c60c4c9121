"""Every rules page in both languages: all of it there, and nothing of the other language."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.rules.registry import GAMES
from tests.guide.paper import read, words

pytestmark = pytest.mark.django_db
#: Some sets of options of each game, as queries of the page's address.
QUERIES = {
    "all-fours": ["", "edition=1845&trump=C", "players=4&discipline=honour&announce=self&low=won&tie_game=nondealer"],
    "winner": ["", "jokers=false&players=3&ending=last-loser", "bomb=true&joker_pair=true&triple_straight_min=2"],
    "big-two": [
        "",
        "players=3&suit_order=CDHS&straights=taiwan&flush=false&ladder=false&bomb=true&last_card=off",
        "straights=plain&flush_order=suit&last_card=forced&doubling=8&twos_double=true&settle=pairs",
    ],
    "tien-len": [
        "",
        "players=2&chop_ladder=false&pass_out=false&ending=first-out&twos_left=true",
        "four_chops_pair=true&chop_after_pass=four-pairs&instant=true&twos_left=true&chop_points=true",
    ],
    "president": [
        "",
        "players=7&equal=skip&pass_out=true&exchange=one&next_lead=lowest",
        "jokers=true&two_clears=false&revolution=true&finish_on_two=false&next_lead=loser&score=places",
    ],
    "forty": [
        "",
        "no_trump=true&score_table=c&must_play=true&level=T",
        "trump=none&discipline=honour&level=A&twos_trump=true",
    ],
    "eighty": [
        "",
        "throw=true&overcall=true&no_trump=true&follow=longest&bottom=power&score_table=b&level=5&trump=S&twos_trump=true",
        "tractor=strict&follow=pairs&discipline=honour&trump=none&level=K&trump_making=drawn&bottom=times&twos_trump=true",
    ],
}
PAGES = [(game, query) for game, several in QUERIES.items() for query in several]
#: Chinese terms on an English page are short; they are marked to be read out in Chinese.
LONGEST_TERM = 16


#: Pages as they were read in this process: many tests look at each.
_pages = {}


def page(client, game, query="", lang="en", status=200):
    key = (game, query, lang, status)
    if key not in _pages:
        answer = client.get(f"{reverse('game-rules', args=[game])}?{query}", headers={"accept-language": lang})
        assert answer.status_code == status
        _pages[key] = read(answer.content.decode())
    return _pages[key]


@pytest.mark.parametrize(("game", "query"), PAGES)
def test_every_refusal_is_listed_and_leads_to_its_section(client, game, query):
    shown = page(client, game, query)
    here = {one.attributes["id"] for one in shown if "id" in one.attributes}
    texts = {one.attributes["id"]: one.text for one in shown.one("ol", class_="refusals").all("li")}
    assert list(texts) == list(GAMES[game].refusals)
    for code, refusal in GAMES[game].refusals.items():
        assert refusal.section in here
        assert refusal.sentence in texts[code]


@pytest.mark.parametrize(("game", "query"), PAGES)
def test_every_link_inside_the_page_leads_somewhere_and_names_are_given_once(client, game, query):
    shown = page(client, game, query)
    here = [one.attributes["id"] for one in shown if "id" in one.attributes]
    assert len(set(here)) == len(here)
    links = {one.attributes["href"][1:] for one in shown.all("a", href=True) if one.attributes["href"][0] == "#"}
    assert links <= {*here, "main"}


@pytest.mark.parametrize(("game", "query"), PAGES)
def test_every_option_is_there_as_it_is_here_and_what_differs_is_marked(client, game, query):
    shown = page(client, game, query)
    rules = GAMES[game]
    rows = {one.attributes["data-option"]: one for one in shown if "data-option" in one.attributes}
    assert list(rows) == [option.key for option in rules.options]
    params = dict(pair.split("=") for pair in query.split("&") if pair)
    chosen = {key: value for key, value in params.items() if key in rows}
    for key, row in rows.items():
        assert ("differs" in row.attributes["class"].split()) == (key in chosen)
        here = [one for one in row.all("option") if "selected" in one.attributes]
        if key in chosen:
            value = here[0].attributes["value"] if here else row.one("input").attributes["value"]
            assert value == chosen[key]


def test_a_sentence_that_a_house_rule_brings_is_marked(client):
    assert not page(client, "eighty").all("p", class_="differs")
    marked = [one.text for one in page(client, "eighty", "throw=true").all("p", class_="differs")]
    assert len(marked) == 2
    assert all(text.startswith("house rule") for text in marked)


@pytest.mark.parametrize(("game", "query"), PAGES)
def test_an_english_page_holds_no_chinese_but_short_terms_marked_so(client, game, query):
    for text, lang in words(page(client, game, query).one("main")):
        if re.search(r"[\u3000-\u9fff\uff00-\uffef]", text):
            assert lang == "zh-Hans" and len(text.strip()) <= LONGEST_TERM, text


@pytest.mark.parametrize(("game", "query"), PAGES)
def test_a_chinese_page_holds_no_english_but_codes_marked_so(client, game, query):
    shown = page(client, game, query, "zh-CN")
    assert shown.one("html").attributes["lang"] == "zh-Hans"
    for text, lang in words(shown.one("main")):
        if lang == "en":
            assert text in GAMES[game].refusals
        else:
            assert not re.search(r"[A-Za-z]{2,}", text), text


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_the_index_leads_to_every_game(client, lang):
    answer = client.get(reverse("rules"), headers={"accept-language": lang})
    links = {one.attributes["href"] for one in read(answer.content.decode()).one("main").all("a")}
    assert links == {reverse("keys"), reverse("rating"), *(reverse("game-rules", args=[game]) for game in GAMES)}


def test_front_page_and_set_up_lead_to_the_rules(client):
    links = {one.attributes.get("href") for one in read(client.get(reverse("home")).content.decode()).all("a")}
    assert {reverse("game-rules", args=[game]) for game in GAMES} <= links
    setup = client.get(reverse("new-room", args=["eighty"]), {"from": "today"}).content.decode()
    assert f"{reverse('game-rules', args=['eighty'])}?no_trump=true&amp;overcall=true&amp;throw=true" in setup


@pytest.mark.parametrize("query", ["throw=perhaps", "level=Z", "trump=X", "bottom=1", "level=TT"])
def test_what_the_game_has_not_is_said_and_the_standard_shown(client, query):
    shown = page(client, "eighty", query, status=422)
    assert shown.all("p", role="alert")
    assert not shown.all(class_="differs")


@pytest.mark.parametrize(
    ("game", "query"), [("all-fours", "trump=none"), ("winner", "hands=100"), ("winner", "hands=-1")]
)
def test_numbers_and_trumps_out_of_range_are_refused_too(client, game, query):
    page(client, game, query, status=422)


def test_an_unknown_game_has_no_page(client):
    assert client.get(reverse("game-rules", args=["whist"])).status_code == 404


def test_the_form_leads_to_a_short_address_and_an_edition_moves_what_was_left_alone(client):
    address = reverse("game-rules", args=["all-fours"])
    shown = page(client, "all-fours")
    form = shown.one("form", class_="options")
    fields = {one.attributes["name"]: one.attributes["value"] for one in form.all("input")}
    for choice in form.all("select"):
        fields[choice.attributes["name"]] = next(
            option.attributes["value"] for option in choice.all("option") if "selected" in option.attributes
        )
    answer = client.get(address, fields | {"edition": "1845", "ten": "1"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{address}?edition=1845&ten=1#1"


def test_trumps_and_level_are_kept_while_options_are_chosen(client):
    address = reverse("game-rules", args=["eighty"])
    answer = client.get(address, {"was": "", "throw": "true", "trump": "S", "level": "T"})
    assert answer["Location"] == f"{address}?throw=true&trump=S&level=T#1"


@pytest.mark.parametrize("full", [False, True])
def test_suits_of_straights_are_compared_only_where_they_count(client, full):
    text = page(client, "winner", f"straight_full_rank={str(full).lower()}").text
    assert ("a straight of equal rank by suit" in text) == ("top card: rank, then suit" in text) == (not full)


@pytest.mark.parametrize(
    ("game", "query", "expected"),
    [
        ("pitch", "", "Nobody can give up a hand: each plays alone"),
        ("pitch", "players=7&edition=dom-pedro", "Nobody can give up a hand: each plays alone"),
        ("pitch", "players=2", "may give up the rest of the hand"),
        ("pitch", "partners=true", "may give up the rest of the hand"),
        ("california-jack", "", "may give up the rest of the hand"),
        ("all-fours", "", "may give up the rest of the hand"),
        ("all-fours", "discipline=honour", ""),
    ],
)
def test_it_says_who_may_give_up_a_hand_and_where_nobody_may(client, game, query, expected):
    text = re.sub(r"\s+", " ", page(client, game, query).text)
    for sentence in ("Nobody can give up a hand: each plays alone", "may give up the rest of the hand"):
        assert (sentence in text) == (sentence == expected), sentence


def test_the_books_and_later_printings_that_all_fours_comes_from_are_named_with_what_they_changed(client):
    shown = page(client, "all-fours").text
    for year in ("1807", "1814", "1823", "1845", "1876", "1830", "1850", "1858", "1863", "1866", "1881"):
        assert year in shown
    assert "At equal counts the eldest scores Game." in shown
