"""Beside the board of California Jack: the score, the four chances, and what was drawn."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.safestring import SafeString

from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import SUITS
from games.table.cached_gettext import gettext as _
from games.table.cards import card_back, card_face, joined, suit_sign
from games.table.display import NOTHING, called, near, render
from games.table.markup import format_html_join
from games.table.piece_cache import cached_piece
from games.table.public import in_public
from games.table.scene import Scene
from games.table.sentences import Viewer, reader_of
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.position import ACE, JACK
from games.titles.four_chances.table.standing import Count

TEN = 8


def score(scene: Scene, view: CaliforniaJackView) -> SafeString:
    """Return the scores and the four chances, with who has what."""
    games = getattr(scene.standing, "games", (0, 0))
    return _score(reader_of(scene), in_public(scene, count), view.stock, games)


def count(view: CaliforniaJackView) -> Count:
    """Return what lies open of the score: all chances go to the taker."""
    first, pips = SUITS.index(view.trump) * 13, standing.pips_by_side(view)
    shown = pips if view.tricks else None
    return standing.count(view, (first + ACE, first, first + JACK), shown, low="won", game=standing.most(pips))


@cached_piece(1024)
def _score(who: Viewer, shown: Count, stock: int, games: tuple[int, int]) -> SafeString:
    """Return the score panel for a viewer; ``games``: won by each side."""
    assert shown.trump is not None
    first, names = who.near, [who.called(seat) for seat in (0, 1)]
    return render(
        "four_chances/_score",
        strip=standing.strip(
            who,
            shown,
            family.CHANCES,
            sign=suit_sign(shown.trump),
            under=_("stock %(number)s") % {"number": stock} if stock else "",
            us=names[first],
            ours=str(shown.scores[first]),
            theirs=str(shown.scores[1 - first]),
            other=names[1 - first],
            link=_("Last trick"),
        ),
        target=str(shown.target),
        rows=family.totals(
            (
                seat == who.seat,
                names[seat],
                games[seat] if dict(shown.options)["games"] > 1 else None,
                str(shown.scores[seat]),
            )
            for seat in (first, 1 - first)
        ),
        bid="",
        head=_("Four chances, a point each"),
        chances=family.chances(_chances(who, shown, SUITS.index(shown.trump) * 13)),
    )


def _chances(who: Viewer, shown: Count, first: int) -> Iterator[tuple[SafeString, str, str]]:
    """Yield for each chance the card it depends on, its name, and who has it; ``first``: the lowest trump."""
    for rank, label in ((ACE, _("High")), (0, _("Low")), (JACK, _("Jack"))):
        yield card_face(first + rank), label, shown.taker(first + rank, who) or _("to whoever takes it")
    text = _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s") % {"ten": 10}
    if shown.pips is not None:
        text = shown.pips_of_sides((who.called(seat), shown.pips[seat]) for seat in (who.near, 1 - who.near))
    yield card_face(first + TEN), _("Game"), text


def side(scene: Scene, view: CaliforniaJackView) -> SafeString:
    """Return the last trick, and what both drew after it."""
    drawn = NOTHING
    if view.drawn[0]:
        drawn = format_html_join(
            "",
            "<li><span>{}</span>{}</li>",
            ((called(seat, scene), joined([_drawn(view.drawn[seat][-1])])) for seat in (near(scene), 1 - near(scene))),
        )
    return render("four_chances/_side", last=family.last_trick(scene, view), bids=NOTHING, drawn=drawn)


def _drawn(card: int | None) -> SafeString:
    return card_back() if card is None else card_face(card)
