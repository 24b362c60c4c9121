"""The exchange of President at the table: seen by its two players, announced to all (/rules/president/#5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.safestring import SafeString

from games.rules.core import Seat
from games.rules.president.view import Exchange, PresidentView
from games.table.buttons import button
from games.table.cached_gettext import gettext as _
from games.table.cached_gettext import ngettext
from games.table.cards import card_back, card_face, joined
from games.table.display import Prompt
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import tell
from games.titles.climbing.table.hooks import Hooks
from games.titles.climbing.table.prompt import mine


def own(scene: Scene, view: PresidentView) -> Exchange | None:
    """Return the exchange in which the viewer must give cards; ``None`` if there is none."""
    return next((one for one in view.exchanges if one.taker == scene.seat and not one.has_given), None)


class ExchangeHooks(Hooks):
    """As many cards are given back as were paid; others see only how many."""

    def exchange_hub(self, scene: Scene, view: PresidentView) -> SafeString | None:
        """Return the cards of an exchange, the viewer's if there is one, and who pays whom, that exchange first."""
        open_exchanges = sorted((one for one in view.exchanges if not one.has_given), key=lambda one: not one.tribute)
        first = open_exchanges[0]
        cards = map(card_face, first.tribute) if first.tribute else (card_back() for _card in range(first.count))
        lines = joined(format_html("<small>{}</small>", _tribute(scene, exchange)) for exchange in open_exchanges)
        return format_html('<div class="hub tribute"><span class="cards">{}</span>{}</div>', joined(cards), lines)

    def exchange_prompt(self, scene: Scene, view: PresidentView) -> Prompt:
        exchange = own(scene, view)
        if exchange is None or not mine(scene, view):
            text = _("Waiting for %(names)s to give cards back.")
            return Prompt(tell(scene, text, names=tuple(map(Seat, view.to_act))))
        text = ngettext(
            "Give %(count)s card back to %(name)s: any you like.",
            "Give %(count)s cards back to %(name)s: any you like.",
            exchange.count,
        )
        is_single = exchange.count == 1
        then = _("Then the card in the middle is yours.") if is_single else _("Then the cards in the middle are yours.")
        return Prompt(tell(scene, text, name=Seat(exchange.payer), count=exchange.count), then, mine=True)

    def gift_button(self, scene: Scene, view: PresidentView) -> SafeString:
        exchange = own(scene, view)
        assert exchange is not None
        if exchange.count == 1:
            return button("give", _("Give this card"), term="还贡", go=True)
        label = _("Give these cards")
        return button("give", label, term="还贡", go=True, count=label, need=exchange.count)

    def gives_many(self, view: PresidentView) -> bool:
        return any(exchange.taker == view.seat and exchange.count > 1 for exchange in view.exchanges)

    def swaps(self, scene: Scene, view: PresidentView) -> Iterator[tuple[Sequence[int], str]]:
        for exchange in view.exchanges:
            yield exchange.tribute, _tribute(scene, exchange)
            if exchange.has_given:
                yield exchange.gift, tell(scene, _("%(name)s gave back as many"), name=Seat(exchange.taker))


def _tribute(scene: Scene, exchange: Exchange) -> str:
    text = ngettext(
        "%(payer)s {pays|pay} %(taker)s the best card",
        "%(payer)s {pays|pay} %(taker)s the %(count)s best cards",
        exchange.count,
    )
    return tell(scene, text, payer=Seat(exchange.payer), taker=Seat(exchange.taker), count=exchange.count)
