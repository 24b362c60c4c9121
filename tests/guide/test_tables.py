"""Tables and figures of the rules pages are compared with results of the engine."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from games.rules.allfours.options import EDITIONS
from games.rules.allfours.score import pips_of
from games.rules.cards import NUMBERS, SUITS, cards
from games.rules.four_chances.following import winning_place
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.score import Taken, result
from games.rules.winner import beats, classify
from games.rules.winner import score as winner_score
from games.table.room_settings import value_name
from tests.guide.test_pages import QUERIES, page
from tests.guide.test_truth import SHENGJI, SPARE, numbers, options_of
from tests.rules.shengji.test_cases import play_state

pytestmark = pytest.mark.django_db


def section(shown, number):
    return next(one for one in shown.all("section") if one.attributes.get("id") == number)


def rows(shown, number, which=0):
    """Return the words of a section's table, row by row, the head first, and which cells are highlighted."""
    table = section(shown, number).all("table")[which]
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in table.all("tr")]
    words = [[cell.text for cell in row] for row in cells]
    lit = [[("lit" in (cell.attributes.get("class") or "").split()) for cell in row] for row in cells]
    return words, lit


def span(text):
    """Return the first and the last number of «40–75», «0» or «280 and more»."""
    numbers_in = [int(number) for number in re.findall(r"\d+", text)]
    return numbers_in[0], numbers_in[-1]


# --- Forty and Eighty -------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "query"), SHENGJI)
def test_score_tables_are_what_hands_are_scored_by(client, game, query):
    words, lit = rows(page(client, game, query), "11")
    options = options_of(game, query)
    tables = "abc"
    assert lit[1].index(True) == 1 + tables.index(options["score_table"])
    last = -5
    for row in words[1:]:
        low, high = span(row[0])
        assert low == last + 5
        last = high
        for table, text in zip(tables, row[1:], strict=True):
            stage, up = text.split(", +")
            for points in (low, high):
                taken = Taken("played", None, 0, "H", points, 0, 0, 0)
                scored = result(
                    game == "eighty", {**options, "score_table": table, "must_play": False}, ("2", "2"), taken
                )
                assert scored["stage"] == stage
                assert max(scored["change"]) == int(up)


@pytest.mark.parametrize("query", QUERIES["eighty"])
def test_the_bottom_counts_as_its_table_says(client, query):
    words, lit = rows(page(client, "eighty", query), "10")
    options = options_of("eighty", query)
    leads = ("5S", "5S 5S", "5S 5S 6S 6S", "5S 5S 6S 6S 7S 7S")
    for value, row, marked in zip(("double", "times", "power"), words[1:], lit[1:], strict=True):
        assert all(marked) == any(marked) == (options["bottom"] == value)
        for lead, text in zip(leads, row[1:], strict=True):
            assert scooped({**options, "bottom": value}, lead) == int(text.strip("× "))


def scooped(options, lead):
    """Return how many times the bottom counts if a challenger wins the last trick with this lead."""
    rules = GAMES["eighty"]
    case = {"game": "eighty", "options": {**options, "discipline": "enforced"}, "trump": "H", "level": "2"}
    led = numbers(lead.split())
    low = cards("3C 4C 6C 7C 8C 9C")[: len(led)]
    state = play_state(case, [low, led, low, low], 1)
    object.__setattr__(state.ground, "buried", state.ground.deal.bottom)
    for seat in (1, 2, 3, 0):
        state = rules.step(state, Play(seat, led if seat == 1 else tuple(sorted(low))))
    return state.result["multiplier"]


@pytest.mark.parametrize(("game", "query"), SHENGJI)
def test_the_order_of_the_cards_is_the_one_that_wins_tricks(client, game, query):
    """Of two neighbours in a drawn row the first wins; equal cards are won by whoever plays first."""
    shown = page(client, game, query)
    params = dict(pair.split("=") for pair in query.split("&") if pair)
    trump, level = params.get("trump", "H"), params.get("level", "2")
    options = {"twos_trump": params.get("twos_trump") == "true"}
    case = {"game": game, "options": options, "trump": None if trump == "none" else trump, "level": level}

    def winner(*played):
        state = play_state(case, [(NUMBERS[name], SPARE) for name in (*played, *played)], 0)
        for seat, name in enumerate((*played, *played)):
            state = GAMES[game].step(state, Play(seat, (NUMBERS[name],)))
        return played[state.leaders[-1]]

    lines = [one for one in section(shown, "2").all("div", class_="line") if one.all("b")]
    drawn = [name for line in lines for name in line.cards]
    assert sorted(drawn) == sorted(NUMBERS)
    for line in lines:
        for high, low in pairwise(line.cards):
            if "equal" in line.one("b").text:
                assert (winner(low, high), winner(high, low)) == (low, high)
            else:
                assert winner(low, high) == winner(high, low) == high
    trumps = [line for line in lines if line.all("i", class_="trump")]
    for above, below in pairwise(trumps):
        assert winner(below.cards[0], above.cards[-1]) == above.cards[-1]
    for side in lines[len(trumps) :]:
        assert winner(side.cards[0], trumps[-1].cards[-1]) == trumps[-1].cards[-1]


@pytest.mark.parametrize(("game", "query"), SHENGJI)
def test_levels_rise_as_their_table_says(client, game, query):
    """Search for points that raise the level by this much in one of the tables."""
    options = options_of(game, query)
    words, lit = rows(page(client, game, query), "12")
    eighty = game == "eighty"
    assert all(row.index(True) == 3 + options["must_play"] for row in lit[1:])
    count = 0
    for row in words[1:]:
        level, up, held = row[0].replace("10", "T"), int(row[1]), row[2] == "declarers"
        for must, text in zip((False, True), row[3:], strict=True):
            for table in "abc":
                for points in range(0, 300, 5):
                    rules = {**options, "must_play": False, "score_table": table}
                    taken = Taken("played", None, 0, "H", points, 0, 0, 0)
                    if result(eighty, rules, ("2", "2"), taken)["change"] != ([up, 0] if held else [0, up]):
                        continue
                    levels = (level, "3") if held else ("3", level)
                    scored = result(eighty, {**rules, "must_play": must}, levels, taken)
                    assert scored["levels"][not held].replace("T", "10") == text
                    count += 1
    assert count > 10


# --- Winner -----------------------------------------------------------------------------------


@pytest.mark.parametrize("query", QUERIES["winner"])
def test_every_combination_is_read_as_it_is_drawn(client, query):
    options = options_of("winner", query)
    part = section(page(client, "winner", query), "3")
    figures = part.one("dl").all("dd")
    combos = [classify(numbers(one.one(class_="this").cards), options) for one in figures]
    types = [combo.type for combo in combos]
    assert len(set(types)) == len(types) == 12
    assert combos[types.index("triple-straight")].size == 3 * options["triple_straight_min"]
    for combo, figure in zip(combos, figures, strict=True):
        better = [classify(numbers(cards.cards), options) for cards in figure.all(class_="better")]
        assert better and all(beats(other, combo, options) for other in better)
        if not combo.type.startswith(("four", "straight")):
            assert [other.type for other in better] == [combo.type, *["four"] * options["bomb"]]
    for line in part.all("div", class_="line"):
        assert ("yes" in line.attributes["class"].split()) == (classify(numbers(line.cards), options) is not None)


@pytest.mark.parametrize("query", QUERIES["winner"])
def test_hands_of_winner_are_paid_as_its_tables_say(client, query):
    options = options_of("winner", query)
    players, shown = options["players"], page(client, "winner", query)
    words, _lit = rows(shown, "7", 0)
    for row in words[1:]:
        has_played = row[0][0].isdigit()
        for left in range(span(row[0])[0], span(row[0])[1] + 1) if has_played else (1, 13):
            played = [True, has_played, *[True] * (players - 2)]
            points = winner_score.points([0, left, *[0] * (players - 2)], played, 0)
            assert points[1] == -int(row[1].strip("× ")) * left
    words, _lit = rows(shown, "7", 1)
    points = winner_score.points([int(row[1]) for row in words[1:]], [row[2] == "yes" for row in words[1:]], 0)
    assert [f"{point:+d}".replace("-", "−") for point in points] == [row[3] for row in words[1:]]


@pytest.mark.parametrize("query", QUERIES["winner"])
def test_as_many_cards_are_dealt_as_the_table_says(client, query):
    rules, options = GAMES["winner"], options_of("winner", query)
    words, _lit = rows(page(client, "winner", query), "5")
    setup = rules.setup(options, {"dealer": 0, "winner": None, "loser": None}, rules.pack(options))
    assert [int(row[1]) for row in words[1:]] == list(rules.view(rules.start(setup), None).counts)


# --- All Fours --------------------------------------------------------------------------------


@pytest.mark.parametrize("query", QUERIES["all-fours"])
def test_pips_are_counted_as_their_table_says(client, query):
    options = options_of("all-fours", query)
    words, _lit = rows(page(client, "all-fours", query), "6")
    head = [sign.replace("10", "T") for sign in words[0][1:-1]]
    for row, suit in zip(words[1:], "SH", strict=True):
        for rank, text in zip(head, row[1:-1], strict=True):
            assert pips_of([NUMBERS[rank + suit]], SUITS.index("S"), options) == int(text)
    others = [NUMBERS[rank + suit] for rank in "98765432" for suit in SUITS]
    assert pips_of(others, SUITS.index("S"), options) == 0


@pytest.mark.parametrize("query", QUERIES["all-fours"])
def test_the_worked_hand_is_what_playing_it_gives(client, query):
    """Who takes each trick shown follows from the rules of tricks; the points add up to the lines."""
    part = section(page(client, "all-fours", query), "6")
    tricks = part.one("ol", class_="worked").all("li")
    tricks = [one for one in tricks if one.all("b")]
    assert len(tricks) == 6
    lead = "A"
    for trick in tricks:
        assert trick.text.startswith(f"{lead} leads")
        place = winning_place([NUMBERS[name] for name in trick.cards], SUITS.index("S"))
        lead = "AB"[(place + "AB".index(lead)) % 2]
        assert f"{lead} takes it." in trick.text
    points = [int(number) for number in re.findall(r"[AB]: (\d)", part.all("p")[-1].text)]
    text = [one.text for one in part.one("ul", class_="said").all("li")]
    assert sum(points) == sum("nobody" not in line for line in text) > 2


def test_the_editions_stand_side_by_side_as_the_rules_resolve_them(client):
    rules = GAMES["all-fours"]
    table = section(page(client, "all-fours", "edition=1845"), "editions").one("table")
    first = rules.resolve({})
    shown = [option for option in rules.options if option.key != "edition"]
    for option, row in zip(shown, table.one("tbody").all("tr"), strict=True):
        for name, cell in zip(EDITIONS, row.all("td"), strict=True):
            value = rules.resolve({"edition": name})[option.key]
            look = cell.attributes["class"].split()
            assert cell.text == value_name(option, value)
            assert ("diff" in look) == (value != first[option.key])
            assert ("lit" in look) == (name == "1845")


@pytest.mark.parametrize("query", QUERIES["all-fours"])
def test_the_cards_go_to_the_seats_that_the_deal_names(client, query):
    rules, options = GAMES["all-fours"], options_of("all-fours", query)
    words, _lit = rows(page(client, "all-fours", query), "3")
    deck = rules.pack(options)
    state = rules.start(rules.setup(options, {"dealer": options["players"] - 1, "scores": [0, 0]}, deck))
    for seat, row in enumerate(words[1:-1]):
        places = [at for part in row[1].split(", ") for at in range(span(part)[0], span(part)[1] + 1)]
        assert sorted(deck[at - 1] for at in places) == sorted(state.hands[seat])
    assert deck[int(words[-1][1]) - 1] == state.course.turned[0]
