"""The named sets of options of Pitch."""

from __future__ import annotations

from games.rules.core import N_
from games.rules.option import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(
        "auction",
        N_("Auction Pitch"),
        N_("Each bids once for the first lead; who falls short is set back. The standard here."),
        {},
    ),
    Preset(
        "blind",
        N_("Blind All Fours"),
        N_("For two, without bids: the eldest leads, and the first card makes trumps."),
        {"edition": "blind"},
    ),
    Preset(
        "commercial",
        N_("Commercial Pitch"),
        N_("The eldest sells the pitch to the highest bidder, or keeps it and must make as much."),
        {"edition": "commercial"},
    ),
    Preset(
        "pedro-sancho",
        N_("Pedro Sancho"),
        N_("To fifty: the nine and the five of trumps count their pips, and you may bid again."),
        {"edition": "pedro-sancho"},
    ),
    Preset(
        "dom-pedro",
        N_("Dom Pedro"),
        N_("To fifty, with the three as well, and a joker that is worth fifteen."),
        {"edition": "dom-pedro"},
    ),
    Preset(
        "partners",
        N_("Two against two"),
        N_("Auction Pitch for four in two partnerships; a bid binds both partners."),
        {"partners": True},
    ),
    Preset(
        "party",
        N_("Seven at the table"),
        N_("Nearly all the cards are out, so bid only with an ace or a two in your hand."),
        {"players": 7},
    ),
)
