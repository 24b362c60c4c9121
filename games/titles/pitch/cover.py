"""The cover of Pitch: what the front page shows of it."""

from __future__ import annotations

from games.plugins.cover import Cover, Way
from games.rules.core import N_

COVER = Cover(
    "投掷",
    N_("All Fours with bids: say what you will make, and your first card makes trumps."),
    "AH KH JH TH",
    N_("2 to 7 players"),
    10,
    (
        Way("auction", N_("Play now"), N_("Auction Pitch for four: one bid each, and the highest leads.")),
        Way("blind", N_("Blind, for two"), N_("No bids: the first card led makes trumps.")),
        Way("commercial", N_("Commercial"), N_("The eldest sells the lead, or keeps it.")),
        Way("pedro-sancho", N_("Pedro Sancho"), N_("To 50: the nine and the five of trumps count.")),
        Way("dom-pedro", N_("Dom Pedro"), N_("With the three as well, and a joker worth 15.")),
    ),
    "all-fours",
)
