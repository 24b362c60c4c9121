"""What the books of 1807 to 1876 say about each moment of a hand (/rules/all-fours/ quotes them)."""

from __future__ import annotations

from games.rules.allfours.view import AllFoursView
from games.rules.core import N_
from games.table.cached_gettext import get_language
from games.table.cached_gettext import gettext as _

SOURCES = {
    "1807": N_("The New Pocket Hoyle, 4th ed., London 1807"),
    "1814": N_("Rules as printed in 1814"),
    "1814-printed": N_("Rules as printed in 1814"),
    "1823": N_("Rules as printed in 1823"),
    "1845": N_("Rules as printed in 1845"),
    "1876": N_("The Westminster Papers, 1876"),
}
#: moment → the words in the source text, which is Chinese, and ours
QUOTED = {
    "beg": (
        "如果先手玩家不喜欢他的牌，他可以在一手中说“我要牌”，庄家必须要么给他 1 分，要么给每人再发 3 张牌……",
        N_(
            "Once in a hand the eldest may beg. The dealer then gives a point, or three more cards to each, "
            "and turns up a new trump."
        ),
    ),
    "discard": (
        "通常会弃掉 3 张牌来换取 3 张新牌。",
        N_("Whoever was given three new cards discards three: six are played."),
    ),
    "play": (
        "你必须出同花色牌或王牌。",
        N_(
            "Follow suit or trump, as you like; when a trump is led, a trump must follow. "
            "Without the suit, play anything."
        ),
    ),
    "count": (
        "低牌始终由最初获得它的玩家获得得分。",
        N_(
            "High and Low belong to those who were dealt them, the Jack to whoever takes it, "
            "Game to the most card points."
        ),
    ),
    "announce": (
        "每个玩家都计算自己的分数，无需查看牌墩。",
        N_("Each side says what it scores without looking at the tricks. What is wrong is taken down, at a price."),
    ),
    "claims": (
        "否则对手会在自己的得分中加 1 分。",
        N_("Whoever revokes gives the other side a point, if the other side sees it."),
    ),
}
#: the play in the words of 1876, which differ
PLAY_1876 = "如果玩家更愿意用王牌盖牌，他不需要跟牌，除非王牌当先，在这种情况下，如果他有王牌，他必须跟牌。"


#: what the words of 1845 on begging come to; they are not at hand in Chinese
BEG_1845 = N_("Once in a hand whoever does not deal may beg: each is then dealt three more cards.")
#: the words of 1814 on begging, which differ
BEG_1814 = "他可以在一局中说“我求牌”……"

#: moment → the editions that have these words (/rules/all-fours/#1, #4 to #8); the first stands for others
ATTESTED = {
    "beg": ("1807", "1814", "1814-printed", "1845"),
    "discard": ("1845",),
    "play": ("1807", "1814", "1814-printed", "1823", "1845", "1876"),
    "count": ("1807", "1823"),
    "announce": ("1845", "1814", "1814-printed"),
    "claims": ("1807", "1823"),
}
#: who scores Low where that is another seat than it was dealt to (/rules/all-fours/#6)
OTHER_LOW = {
    "won": N_(
        "High belongs to whoever was dealt it, Low and the Jack to whoever takes them, Game to the most card points."
    ),
    "dealer": N_(
        "High belongs to whoever was dealt it, Low to the dealer, the Jack to whoever takes it, "
        "Game to the most card points."
    ),
}


def quotation(view: AllFoursView) -> tuple[str, str, str]:
    """Return the book's words, the same in ours, and the source, for the moment of a hand. We know the
    book only in Chinese, so readers of other languages get only our words."""
    moment = "count" if view.result is not None else "beg" if view.phase == "answer" else view.phase
    original, own = QUOTED[moment]
    edition = view.options["edition"]
    if moment == "play" and edition == "1876":
        original = PLAY_1876
    if moment == "beg":
        original = {"1814": BEG_1814, "1814-printed": BEG_1814, "1845": ""}.get(edition, original)
        own = BEG_1845 if edition == "1845" else own
    if moment == "count":
        own = OTHER_LOW.get(view.options["low"], own)
    source = edition if edition in ATTESTED[moment] else ATTESTED[moment][0]
    reads_it = (get_language() or "").startswith("zh")
    return original if reads_it else "", _(own), _(SOURCES[source])
