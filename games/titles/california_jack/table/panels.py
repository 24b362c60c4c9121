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
from games.table.scene import Scene
from games.titles.four_chances.table import panels as family
from games.titles.four_chances.table import standing
from games.titles.four_chances.table.standing import ACE, JACK

TEN = 8


def score(scene: Scene, view: CaliforniaJackView) -> SafeString:
    """Return the scores and the four chances, with who has what."""
    first = near(scene)
    games = getattr(scene.standing, "games", (0, 0))
    names = [called(seat, scene) for seat in (0, 1)]
    return render(
        "four_chances/_score",
        strip=standing.strip(
            scene,
            view,
            standing.leaders(view, low="won", game=standing.most(standing.pips_by_side(view))),
            family.CHANCES,
            sign=suit_sign(view.trump),
            under=_("stock %(number)s") % {"number": view.stock} if view.stock else "",
            us=names[first],
            ours=str(view.scores[first]),
            theirs=str(view.scores[1 - first]),
            other=names[1 - first],
            link=_("Last trick"),
        ),
        target=str(view.target),
        rows=family.totals(
            (
                seat == scene.seat,
                names[seat],
                games[seat] if view.options["games"] > 1 else None,
                str(view.scores[seat]),
            )
            for seat in (first, 1 - first)
        ),
        bid="",
        head=_("Four chances, a point each"),
        chances=family.chances(_chances(scene, view)),
    )


def _chances(scene: Scene, view: CaliforniaJackView) -> Iterator[tuple[SafeString, str, str]]:
    """Yield for each chance the card it hangs on, its name, and who has it: all go to the taker."""
    first = SUITS.index(view.trump) * 13
    taker = _("to whoever takes it")
    for rank, label in ((ACE, _("High")), (0, _("Low")), (JACK, _("Jack"))):
        yield card_face(first + rank), label, family.taken(first + rank, scene, view) or taker
    text = _("most card points: A 4, K 3, Q 2, J 1, 10 %(ten)s") % {"ten": 10}
    if view.tricks:
        count, seat = standing.pips_by_side(view), near(scene)
        text = _("so far %(us)s %(ours)s, %(them)s %(theirs)s") % {
            "us": called(seat, scene),
            "ours": count[seat],
            "them": called(1 - seat, scene),
            "theirs": count[1 - seat],
        }
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
    return render("four_chances/_side", last=family.last_trick(scene, view), said=NOTHING, drawn=drawn)


def _drawn(card: int | None) -> SafeString:
    return card_back() if card is None else card_face(card)
