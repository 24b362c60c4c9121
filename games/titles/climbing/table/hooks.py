"""Where a climbing game differs from the others at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import SafeString

from games.rules.climbing.actions import Play
from games.rules.climbing.combos import KINDS, Combo, describe
from games.rules.climbing.state import State
from games.rules.climbing.view import ClimbingView
from games.rules.core import Message, Seat
from games.table.cached_gettext import get_language, ngettext, pgettext
from games.table.cached_gettext import gettext as _
from games.table.display import NOTHING, Prompt, tag
from games.table.markup import format_html
from games.table.scene import Scene
from games.table.sentences import NOBODY, People, sentence, tell

#: with at most this many cards a player is «almost out»
FEW = 3


class Hooks:
    """What one game shows and says; the defaults suit most games of the family."""

    #: type → its name, and the term that players use for it, in the language ``terms_in``
    kinds: Mapping[str, str] = KINDS
    terms: Mapping[str, str] = {}
    terms_in: str = "zh-Hans"
    #: the Chinese term on the button of a pass
    passing_term: str = "不要"

    # --- combinations

    def classify(self, cards: Sequence[int], options: Mapping[str, Any]) -> Combo | None:
        """Return which combination some cards are, by resolved options."""
        raise NotImplementedError

    def describe(self, combo: Combo) -> Message:
        """Return a combination as a sentence of the rules."""
        return describe(combo)

    def in_words(self, combo: Combo) -> str:
        """Return a combination in words: «a straight of four, up to J♠»."""
        return sentence(self.describe(combo), NOBODY)

    def combo_of(self, play: Play, view: ClimbingView) -> Combo:
        """Return the combination of a play of this hand."""
        combo = self.classify(play.cards, view.options)
        assert combo is not None
        return combo

    def height(self, combo: Combo, view: Any) -> int:
        """Return the number by which combinations of one type and size are compared, as the hand stands."""
        return combo.strength

    def after(self, view: Any, combo: Combo) -> Any:
        """Return a view in which this combination is the one to beat, with any change that it makes to the ranks."""
        return replace(view, to_beat=combo)

    def kind_name(self, kind: str) -> str:
        """Return the name of a type in the reader's language."""
        return _(self.kinds[kind])

    def term_of(self, combo: Combo) -> str:
        """Return the term that players use for a combination, empty for none."""
        return self.terms.get(combo.type, "")

    def term(self, combo: Combo) -> SafeString:
        """Return the term for a combination as shown, if it says more than the words do."""
        word, chinese = self.term_of(combo), (get_language() or "").startswith("zh")
        if not word or word == self.kind_name(combo.type) or (chinese and self.terms_in != "zh-Hans"):
            return NOTHING
        look = "zh" if self.terms_in == "zh-Hans" else "muted"
        return format_html(' <span class="{}" lang="{}">{}</span>', look, self.terms_in, word)

    # --- the board

    def tags(self, seat: int, scene: Scene, view: ClimbingView) -> SafeString:
        """Return the tag beside a player's name: that they won the last hand."""
        return tag(_("winner"), "上游", "zhuang") if view.context["winner"] == seat else NOTHING

    def out_note(self, seat: int, view: ClimbingView) -> str:
        """Return the note for a seat that has gone out."""
        return _("is out, place %(place)s") % {"place": view.out.index(seat) + 1}

    def passed_note(self, seat: int, view: ClimbingView) -> str:
        """Return the note for a seat that cannot act now; empty for most games."""
        return _("passed") if seat in view.passed else ""

    def word(self, combo: Combo, view: ClimbingView) -> str:
        """Return the word under the play to beat."""
        if combo.type in ("single", "pair", "triple", "four"):
            return _("to beat")
        return self.in_words(combo)

    def exchange_hub(self, scene: Scene, view: Any) -> SafeString | None:
        """Return the middle of the board during an exchange; ``None`` if there is none."""
        return None

    def hub_note(self, scene: Scene, view: Any) -> SafeString:
        """Return what the middle of the board shows besides the kind of the trick."""
        return NOTHING

    # --- sentences

    def about(self) -> str:
        """Return one line on what the game is about."""
        return _("Be the first out of cards. A play is beaten by a higher one of its kind.")

    def lead(self, scene: Scene, view: Any) -> str:
        """Return the prompt for a viewer who leads."""
        return _("You lead: play whatever you like.")

    def prompt_text(self, view: Any, text: str) -> str:
        """Return the viewer's prompt, preceded by what holds for the whole trick."""
        return text

    def duty(self, scene: Scene, view: Any) -> str:
        """Return what else, besides the play to beat, restricts the viewer this turn; empty for nothing."""
        return ""

    def played(self, view: Any, play: Play) -> str:
        """Return the sentence, marked for translation, for the last play."""
        return _("%(name)s played %(combo)s.")

    def taken(self, view: Any, play: Play) -> str:
        """Return the sentence for the play that took the last trick."""
        return _("%(name)s {takes|take} the trick with %(combo)s.")

    def exchange_prompt(self, scene: Scene, view: Any) -> Prompt:
        """Return the prompt under the board during an exchange."""
        raise NotImplementedError

    def gift_button(self, scene: Scene, view: Any) -> SafeString:
        """Return the button that gives cards back."""
        raise NotImplementedError

    def gives_many(self, view: Any) -> bool:
        """Return whether several cards are chosen for a gift."""
        return False

    # --- beside the board

    def ending(self, view: ClimbingView) -> str:
        """Return two or three words on when a hand ends."""
        return _("first out wins") if view.options["ending"] == "first-out" else _("to the end")

    def swaps(self, scene: Scene, view: Any) -> Iterable[tuple[Sequence[int], str]]:
        """Yield the cards given in this hand's exchange that the viewer may see, each with a sentence."""
        return ()

    def panel(self, scene: Scene, view: Any) -> SafeString:
        """Return an extra panel under the totals of the match."""
        return NOTHING

    # --- the end of a hand

    def wins(self) -> str:
        """Return the sentence that says who won the hand."""
        return _("%(name)s {wins|win} the hand.")

    def why(self, scene: Scene, view: ClimbingView) -> str:
        """Return one line on why the hand was won and what it brings."""
        assert view.result is not None
        winner = view.result["winner"]
        points = view.result["points"][winner]
        text = ngettext(
            "%(name)s went out first and {gains|gain} %(points)s point.",
            "%(name)s went out first and {gains|gain} %(points)s points.",
            points,
        )
        return tell(scene, text, name=Seat(winner), points=points)

    def order(self, view: ClimbingView) -> list[int]:
        """Return the seats in the order of the scorecard, best first."""
        assert view.result is not None
        points = view.result["points"]
        return sorted(range(view.seats), key=lambda seat: -points[seat])

    def scorecard_lines(self, lines: Sequence[Message], people: People) -> dict[int, str]:
        """Return seat → its text on the scorecard, in a row that names it, from the sentences of the score."""
        # what the winner gains stands under the title
        return sentences_by_seat((line for line in lines if "left" in line.values), people)

    # --- a finished hand

    def moment(self, before: State, after: State, combo: Combo) -> str:
        """Return the sentence for a play that turned the hand, marked for translation; empty for most plays."""
        return ""


def sentences_by_seat(lines: Iterable[Message], people: People) -> dict[int, str]:
    """Return seat → the sentences about it, one after the other, each without the name that it begins with."""
    sentences: dict[int, str] = {}
    for line in lines:
        if "seat" in line.values:
            seat, then = line.values["seat"].number, _without_name(line, people)
            both = pgettext("two sentences", "%(first)s %(then)s")
            sentences[seat] = both % {"first": sentences[seat], "then": then} if seat in sentences else then
    return sentences


def _without_name(line: Message, people: People) -> str:
    """Return a sentence without the name of the seat that it begins with: «Has 2 cards left and loses 2.»"""
    text, name = sentence(line, people), people.called(line.values["seat"].number)
    if not _(line.text).startswith("%(seat)s") or text[: len(name)].casefold() != name.casefold():
        return text
    rest = text[len(name) :].lstrip()
    return rest[:1].upper() + rest[1:]
