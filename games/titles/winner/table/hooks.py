"""What only Winner says at the table: its open exchange, its bombs and its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.rules.climbing.combos import Combo
from games.rules.climbing.state import State
from games.rules.core import N_, Seat
from games.rules.winner.combos import TERMS, classify
from games.rules.winner.view import WinnerView
from games.table.buttons import button
from games.table.cached_gettext import gettext as _
from games.table.cards import card_face
from games.table.display import Prompt
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.climbing.table.hooks import Hooks
from games.titles.climbing.table.prompt import mine


class WinnerHooks(Hooks):
    """One card is given and one given back, and all see both."""

    terms = TERMS

    def classify(self, cards: Sequence[int], options: Mapping[str, Any]) -> Combo | None:
        return classify(cards, options)

    def exchange_hub(self, scene: Scene, view: WinnerView) -> SafeString | None:
        if view.exchange is None:
            return None
        text = _("%(loser)s {gives|give} %(winner)s the highest card")
        sentence = tell(scene, text, loser=Seat(view.exchange.loser), winner=Seat(view.exchange.winner))
        return format_html(
            '<div class="hub tribute">{}<small>{}</small></div>', card_face(view.exchange.tribute), sentence
        )

    def exchange_prompt(self, scene: Scene, view: WinnerView) -> Prompt:
        assert view.exchange is not None
        if not mine(scene, view):
            text = _("Waiting for %(name)s to give a card back.")
            return Prompt(tell(scene, text, name=Seat(view.exchange.winner)))
        text = tell(scene, _("Give a card back to %(name)s: any card you like."), name=Seat(view.exchange.loser))
        return Prompt(text, _("Then the card in the middle is yours."), mine=True)

    def gift_button(self, scene: Scene, view: WinnerView) -> SafeString:
        return button("give", _("Give this card"), term="还贡", go=True)

    def swaps(self, scene: Scene, view: WinnerView) -> Iterator[tuple[Sequence[int], str]]:
        exchange = view.exchange
        if exchange is None:
            return
        text = _("%(name)s lost the last hand and gave the highest card")
        yield (exchange.tribute,), tell(scene, text, name=Seat(exchange.loser))
        if exchange.gift is not None:
            yield (exchange.gift,), tell(scene, _("%(name)s gave this in return"), name=Seat(exchange.winner))

    def moment(self, before: State, after: State, combo: Combo) -> str:
        """Return the sentence for a bomb."""
        bombs = combo.type == "four" and before.top is not None and before.top.type != "four"
        return N_("%(seat)s {bombs|bomb} with %(cards)s.") if bombs else ""
