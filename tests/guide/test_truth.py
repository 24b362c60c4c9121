"""Rules pages are true: what a page shows is read from its HTML and judged again.

Verdicts are checked with hands of real size that are dealt and played through the engine, or with
the rules' own functions; tables against results of the engine.
"""

from __future__ import annotations

import pytest

from games.rules import big_two, president, tien_len, winner
from games.rules.cards import NUMBERS, card, cards
from games.rules.core import Illegal
from games.rules.registry import GAMES
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import hand_of
from games.rules.shengji.state import set_hand
from tests.guide.test_pages import QUERIES, page
from tests.rules.shengji.test_cases import play_state

pytestmark = pytest.mark.django_db
#: a card that nobody plays, so that no hand ends
SPARE = NUMBERS["3D"]
RULES = {"winner": winner, "big-two": big_two, "tien-len": tien_len, "president": president}
CLIMBING = [(game, query) for game in RULES for query in QUERIES[game]]
SHENGJI = [(game, query) for game in ("forty", "eighty") for query in QUERIES[game]]


def options_of(game, query):
    """Return the options that a query asks for, resolved."""
    params = dict(pair.split("=") for pair in query.split("&") if pair)
    chosen = {}
    for option in GAMES[game].options:
        if option.key in params:
            chosen[option.key] = next(one for one in option.values if str(one).lower() == params[option.key].lower())
    return GAMES[game].resolve(chosen)


def cards_in(position):
    """Return the cards of a position: on the table, in hand, and the play to be judged."""
    groups = {
        node.one(class_="what").text: node for node in position.one(class_="held").inside if not isinstance(node, str)
    }
    led = groups["On the table"].cards if "On the table" in groups else []
    if "May this be played?" in groups:
        played = groups["May this be played?"].cards
        return led, played, played, groups
    hand = groups["In hand; what is tried is raised"]
    return led, hand.cards, [one.cards[0] for one in hand.all("li", class_="up")], groups


def code_of(position):
    """Return the code of a position's verdict, and check that its mark and word agree."""
    code, verdict = position.attributes["data-code"], position.one("p", class_="verdict").text
    fine = "yes" in position.attributes["class"].split()
    assert verdict.startswith("✓ Yes." if fine else "✗")
    if code:
        assert not fine
    return code, verdict


def numbers(names):
    return tuple(sorted(NUMBERS[name] for name in names))


# --- verdicts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "query"), SHENGJI)
def test_positions_of_forty_and_eighty_are_judged_as_the_page_says(client, game, query):
    shown, options, rules = page(client, game, query), options_of(game, query), GAMES[game]
    params = dict(pair.split("=") for pair in query.split("&") if pair)
    count = 0
    for figure in shown.all("ol", class_="positions"):
        for position in figure.all("li", data_position=True):
            led, hand, play, groups = cards_in(position)
            own = not led and "May this be played?" in groups  # leads are for the page's trumps
            trump, level = (params.get("trump", "H"), params.get("level", "2")) if own else ("H", "2")
            case = {
                "game": game,
                "options": {key: value for key, value in options.items() if key != "discipline"},
                "trump": None if trump == "none" else trump,
                "level": level,
            }
            others = [numbers(groups[name].cards) for name in ("B holds", "C holds", "D holds") if name in groups]
            if led:
                # the follower gets their cards only now, so that a throw led here stands
                state = rules.step(play_state(case, [(*numbers(led), SPARE), (), (), ()], 0), Play(0, numbers(led)))
                state.hands = set_hand(state.hands, 1, hand_of(numbers(hand)))
            else:
                state = play_state(case, [numbers(hand), *others, *[()] * (3 - len(others))], 0)
            action = Play(1 if led else 0, numbers(play))
            code, verdict = code_of(position)
            try:
                rules.check(state, action)
            except Illegal as illegal:
                assert illegal.code == code
                assert rules.refusals[code].sentence in verdict
                assert ("revoke" in verdict) == (options["discipline"] == "honour" and code.startswith("must-"))
            else:
                assert not code
                really = rules.step(state, action).plays[-1].cards
                assert ("It fails." in verdict) == (really != numbers(play))
            count += 1
    assert count >= (5 if game == "forty" else 25)


@pytest.mark.parametrize(("game", "query"), CLIMBING)
def test_plays_of_a_climbing_game_beat_or_not_as_the_page_says(client, game, query):
    options, rules = options_of(game, query), RULES[game]
    positions = page(client, game, query).all("li", data_position=True)
    for position in positions:
        led, _hand, play, _groups = cards_in(position)
        new, old = rules.combos.classify(numbers(play), options), rules.combos.classify(numbers(led), options)
        code, _verdict = code_of(position)
        known = rules.options.rules_of(options)
        # a four led reverses the ranks at once
        turned = (bool(options.get("revolution")) and old.size == 4,) if game == "president" else ()
        expected = "not-a-combination" if new is None else rules.combos.refusal(new, old, known, *turned)
        assert (code or None) == expected
    assert len(positions) >= (8 if game == "president" else 10)


@pytest.mark.parametrize("query", QUERIES["all-fours"])
def test_positions_of_all_fours_are_as_the_rules_list_legal_cards(client, query):
    """The deck is stacked so that a dealt hand leads to each position, where ``legal`` is compared."""
    rules, options = GAMES["all-fours"], options_of("all-fours", query)
    strict = {**options, "players": 2, "discipline": "enforced", "deal": "singles"}
    for position in page(client, "all-fours", query).all("li", data_position=True):
        led, hand, play, _groups = cards_in(position)
        rest = [name for name in map(str, NUMBERS) if name not in {*led, *hand, "LJ", "BJ", "7S"}]
        # hands are filled up to six cards with clubs, which never bind
        clubs = [name for name in rest if name.endswith("C")]
        mine = [*hand, *clubs[: 6 - len(hand)]]
        theirs = [*led, *clubs[6:11]]
        order = [name for pair in zip(theirs, mine, strict=True) for name in pair]
        left = [name for name in rest if name not in order]
        deck = cards(" ".join([*order, "7S", *left]))
        setup = rules.setup(strict, {"dealer": 1, "scores": [0, 0]}, deck)
        state = rules.start(setup)
        state = rules.step(state, rules.read_action({"seat": 0, "do": "stand"}, strict))
        state = rules.step(state, rules.read_action({"seat": 0, "do": "play", "card": led[0]}, strict))
        allowed = {action.card for action in rules.legal(state)}
        code, verdict = code_of(position)
        assert (card(play[0]) in allowed) == (code == "")
        assert ("revoke" in verdict) == bool(code and options["discipline"] == "honour")


@pytest.mark.parametrize("query", QUERIES["eighty"])
def test_who_wins_a_trick_is_the_seat_that_leads_next(client, query):
    options = options_of("eighty", query)
    tricks = page(client, "eighty", query).all("li", data_trick=True)
    assert len(tricks) == 4 + options["throw"]
    for trick in tricks:
        plays = [one for one in trick.one(class_="held").inside if not isinstance(one, str)]
        case = {"game": "eighty", "options": {**options, "discipline": "enforced"}, "trump": "H", "level": "2"}
        state = play_state(case, [(*numbers(one.cards), SPARE) for one in plays], 0)
        for seat, play in enumerate(plays):
            state = GAMES["eighty"].step(state, Play(seat, numbers(play.cards)))
        won = [seat for seat, one in enumerate(plays) if "won" in one.attributes.get("class", "")]
        assert won == [state.leaders[-1]]


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("", ["already-declared"] * 4 + ["not-a-declaration"]),
        ("overcall=true", ["", "declare-too-weak", "", "declare-too-weak", "not-a-declaration"]),
        ("overcall=true&no_trump=true&level=T", ["", "declare-too-weak", "", "declare-too-weak", ""]),
    ],
)
def test_declarations_are_judged_as_section_4_2_says(client, query, codes):
    shown = page(client, "eighty", query).all("li", data_overcall=True)
    assert [one.attributes["data-code"] for one in shown] == codes
