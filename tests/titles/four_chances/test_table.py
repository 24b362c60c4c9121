"""What the tables of Pitch and California Jack show in each phase, in words and in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import strip_tags

from games.rules.cards import NAMES
from games.rules.four_chances.asking import may_ask
from games.rules.registry import GAMES
from games.table import fragments
from games.table.scene import Sitter
from games.table.sentences import AI_NAMES
from tests.table.scenes import clear_drawings, scene_of, state_at

EDITIONS = ("auction", "blind", "commercial", "pedro-sancho", "dom-pedro")
SCORES = (3, -2, 0, 6, 1, 5, 2)


def parts(key: str, is_wanted: Any, seat: int | None = 0, dealer: int = 0, **chosen: Any) -> dict[str, str]:
    """Return the parts of the table as text, for the first state that ``is_wanted``."""
    game = GAMES[key]
    options = game.resolve(chosen)
    seats = game.seats(options)
    sides = max(game.side(one, options) for one in range(seats)) + 1
    context: dict[str, Any] = {"dealer": dealer, "scores": list(SCORES[:sides])}
    if key == "all-fours":
        context["scores"] = [3, 5]
    if key == "california-jack":
        context = {"dealer": dealer, "scores": [3, 5], "trump": "H" if options["trump"] == "cut" else None}
    state = state_at(game, is_wanted, chosen, context)
    sitters = tuple(Sitter(one, AI_NAMES[one], level="policy") for one in range(seats))
    html_by_part = fragments.parts(scene_of(key, state, seat, chosen, sitters=sitters))
    clear_drawings()
    return {name: re.sub(r"\s+", " ", strip_tags(html.replace("<", " <"))) for name, html in html_by_part.items()} | {
        "html": html_by_part["actions"],
        "board-html": html_by_part["board"],
        "hand-html": html_by_part["hand"],
    }


def turn(phase: str, seat: int = 0, trick: int | None = None) -> Any:
    return lambda s: s.phase == phase and s.to_act == (seat,) and (trick is None or len(s.trick) == trick)


def test_a_bidder_is_offered_the_numbers_they_may_say_and_told_who_holds_the_bid() -> None:
    shown = parts("pitch", lambda s: turn("bid")(s) and s.course.highest and s.course.highest.points == 2, dealer=1)
    assert re.findall(r'value="bid points=(\d+)"', shown["html"]) == ["3", "4"]
    # to pass is the main answer: last for the eye, so last for the Tab key too
    assert re.findall(r'value="?([a-z]+)', shown["html"]) == ["bid", "bid", "hint", "pass"]
    assert "2. Bid more, or pass?" in shown["prompt"]
    assert "Bid 2" in shown["board"] and "highest: 2" in shown["board"]


@pytest.mark.parametrize(
    ("key", "edition", "phase", "chooses"),
    [
        ("pitch", "auction", "bid", False),
        ("pitch", "auction", "play", True),
        ("all-fours", "1845", "beg", False),
        ("all-fours", "1845", "discard", True),
    ],
)
def test_cards_can_be_chosen_only_in_phases_that_take_them(key: str, edition: str, phase: str, chooses: bool) -> None:
    shown = parts(key, lambda s: s.phase == phase and 0 in s.to_act, dealer=1, edition=edition)
    assert (" disabled>" not in shown["hand-html"]) is chooses


def test_of_many_bids_two_stand_in_the_row_beside_hint_and_the_others_behind_it() -> None:
    shown = parts("pitch", lambda s: turn("bid")(s) and s.course.highest is None, dealer=1, edition="dom-pedro")
    row, more = shown["html"].split("<details")
    assert re.findall(r'value="bid points=(\d+)', row) == ["1", "2"]
    assert re.findall(r'name="points" value="(\d+)"', more) == [str(points) for points in range(3, 37)]
    assert 'value="3" checked' in more and more.count(" checked") == 1
    assert re.findall(r'name=do value="(\w+)"', more)[0] == "bid"  # which alone bids what is chosen
    assert "id=do-hint" in more.split("</details>")[1]


@pytest.mark.parametrize(
    ("phase", "actions"), [("offer", {"hint", "keep", "offer"}), ("answer", {"hint", "keep", "sell"})]
)
def test_the_eldest_is_asked_to_sell_or_keep_with_the_price(phase: str, actions: set[str]) -> None:
    shown = parts("pitch", turn(phase), dealer=3, edition="commercial")
    assert set(re.findall(r'name=do value="(\w+)"', shown["html"])) == actions
    assert "you must make" in shown["actions"]


def test_who_is_bound_stands_with_what_they_surely_have() -> None:
    shown = parts(
        "pitch",
        lambda s: turn("play")(s) and s.course.bound and len(s.tricks) > 3 and s.course.bound.points == 4,
        dealer=3,
    )
    assert re.search(r"must make 4 points\. (Nothing is sure yet|Sure: )", shown["score"])
    assert re.search(r": \d of 4", shown["score"])
    assert "Bid 4" in shown["board"]


def test_each_counter_stands_with_its_worth_and_its_taker() -> None:
    def taken(s: Any) -> bool:
        five = s.trump * 13 + 3
        return s.phase == "play" and any(five in trick.cards for trick in s.tricks)

    shown = parts("pitch", taken, dealer=3, edition="dom-pedro")
    assert re.search(r"Pedro, the five: 5 points 5.: (You|\w+)", shown["score"])
    assert "Snoozer, the joker: 15 points" in shown["score"] and "Sancho, the nine: 9 points" in shown["score"]


def test_a_set_back_is_told_and_counted() -> None:
    def fell_short(s: Any) -> bool:
        contract = s.result["contract"] if s.result else None
        return bool(contract and contract["made"] < contract["points"] and s.result["winner"] is None)

    shown = parts("pitch", fell_short, dealer=3)
    assert re.search(r"Set back \S+ had to make \d and made \d. \S+ −\d", shown["scorecard"])
    title = re.search(r"(\S+) (is|are) set back \d\. (.*?) Chance", shown["scorecard"])
    assert title and title[1] not in title[3] and "pitched" not in title[3] and " for " in title[3]


def test_a_hand_says_at_its_head_who_won_it_and_what_each_side_scored() -> None:
    def is_made(s: Any) -> bool:
        contract = s.result["contract"] if s.result else None
        return bool(contract and contract["made"] >= contract["points"] and s.result["winner"] is None)

    shown = parts("pitch", is_made, dealer=3)["scorecard"]
    assert re.match(r" \S+ bid \d and made \d\. [\w ,]+ for \S+(; [\w ,]+ for \S+)*\. Chance", shown), shown
    # what the title says is not repeated under the count
    assert "had to make" not in shown and "made its suit trumps." in shown
    shown = parts("california-jack", lambda s: bool(s.result))["scorecard"]
    assert re.search(r"\d to \d\. [\w ,]+ for \w+; [\w ,]+ for \w+\. Chance", shown), shown
    assert "Trumps were hearts, by the cut. Trick by trick" in shown


@pytest.mark.parametrize(
    ("key", "chosen", "us", "them"),
    [
        ("all-fours", {}, "You", "Bamboo"),
        ("all-fours", {"edition": "1814", "players": 4}, "Your side", "The others"),
        ("california-jack", {}, "You", "Bamboo"),
        ("pitch", {"players": 2}, "You", "Bamboo"),
    ],
)
def test_a_hand_of_two_sides_is_counted_in_one_table_with_a_column_for_each(
    key: str, chosen: dict[str, Any], us: str, them: str
) -> None:
    shown = parts(key, lambda s: bool(s.result), **chosen)["scorecard"]
    assert f"Chance {us} {them} " in shown and "Scored by" not in shown
    assert re.search(r"This hand (\+\d|0|−\d) (\+\d|0|−\d) Score, to \d+ ", shown), shown


def test_after_the_hand_the_panel_tells_what_was_made_and_what_was_not_in_play() -> None:
    def over(s: Any) -> bool:
        jack = s.trump * 13 + 9 if s.trump is not None else None
        return bool(
            s.result and s.result["contract"] and all(jack not in trick.cards for trick in s.tricks) and s.tricks
        )

    shown = parts("pitch", over, dealer=3)
    assert re.search(r"had to make \d points? and made \d\.", shown["score"]), shown["score"]
    assert "Jack not in play" in shown["score"]
    for future in ("must make", "Sure: ", "Nothing is sure", "to whoever takes it"):
        assert future not in shown["score"]


def test_the_stock_lies_open_with_what_the_trick_takes() -> None:
    shown = parts("california-jack", turn("play", trick=1), dealer=0)
    assert "in the stock" in shown["board"] and "The winner draws this, the other the next." in shown["board"]
    assert "The winner draws " in shown["prompt"]


def test_a_stock_that_lies_down_shows_no_card() -> None:
    game = GAMES["california-jack"]
    chosen = {"edition": "shasta-sam"}
    state = state_at(game, turn("play", trick=1), chosen, {"dealer": 0, "scores": [3, 5], "trump": "H"})
    html = "".join(fragments.parts(scene_of("california-jack", state, 0, chosen)).values())
    clear_drawings()
    shown = set(re.findall(r"data-c=(\w+)", html))
    view = game.view(state, 0)
    known = {*view.hand, *view.trick, *(card for trick in view.tricks for card in trick.cards)}
    known |= {card for cards in view.drawn for card in cards if card is not None}
    known |= {13 + rank for rank in (0, 8, 9, 12)}  # hearts are trumps: the cards that represent the chances
    assert shown <= {NAMES[card] for card in known}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        *(("pitch", {"edition": edition}) for edition in EDITIONS),
        *(("pitch", {"players": seats}) for seats in (5, 6, 7)),
        ("pitch", {"partners": True}),
        *(("california-jack", {"edition": edition}) for edition in ("1897", "later", "shasta-sam")),
    ],
)
def test_every_moment_of_a_hand_can_be_drawn(key: str, chosen: dict[str, Any], seat: int | None, language: str) -> None:
    game = GAMES[key]
    state = state_at(game, lambda s: True, chosen)
    while True:
        with translation.override(language):
            shown = fragments.parts(scene_of(key, state, seat, chosen, sitters=_sitters(game, chosen)))
        assert "%(" not in "".join(shown.values())
        assert "{" not in strip_tags(shown["prompt"])
        if state.result is not None:
            assert "<table" in shown["scorecard"]
            break
        moves = game.legal(state)
        state = game.step(state, moves[len(state.tricks) % len(moves)])
    clear_drawings()


def _sitters(game: Any, chosen: dict[str, Any]) -> tuple[Sitter, ...]:
    return tuple(Sitter(one, AI_NAMES[one], level="policy") for one in range(game.seats(game.resolve(chosen))))


@pytest.mark.parametrize("key", ["all-fours", "pitch"])
@pytest.mark.parametrize("ends_trick", [False, True])
def test_whoever_may_ask_is_told_about_which_card(key: str, ends_trick: bool) -> None:
    """A trump may also be asked about when it has ended its trick."""
    shown = parts(key, lambda s: may_ask(s, 0) and (not s.trick) is ends_trick and s.to_act != (0,), players=2)
    card = re.search(r"Ask about (\S+) the highest or lowest trump\?", shown["actions"])
    assert card and card[1] in shown["prompt"]
