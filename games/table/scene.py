"""A scene: everything that one viewer's picture of a table needs, and nothing they may not see.

``scene_builder`` gathers it from room, match and hand; ``fragments`` renders it as HTML.
Templates see a ``View``, never a ``State`` or a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.community.rating_scale import RatingChange
from games.rules.core import Action, Explanation, Game, Played, Refusal, Standing, View
from games.rules.value_types import value_type


class Sitter(NamedTuple):
    """Who sits on a seat. ``name`` is empty for an open seat; ``level`` names an AI player's
    strength, empty for people; ``autoplay``: an AI player plays for an absent owner; ``newcomer``:
    name of the person who takes an AI player's seat at the next deal; ``house``: named by the house
    though no ``level`` is shown, as in lessons; ``person``: id of whoever sits there, or of the newcomer."""

    number: int
    name: str = ""
    level: str = ""
    here: bool = True
    autoplay: bool = False
    host: bool = False
    newcomer: str = ""
    house: bool = False
    person: int | None = None

    @property
    def is_ai(self) -> bool:
        return bool(self.level)


@dataclass(frozen=True, slots=True)
class RefusedPress:
    """Why the viewer's last press did nothing: ``refusal`` for a rule, ``message`` otherwise
    («The table has moved on.»). ``binds``: cards they must play. ``cards``: those they chose."""

    code: str
    refusal: Refusal | None = None
    message: str = ""
    binds: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal action suggested to the viewer. Its ``cards`` are chosen for them, ``text`` describes it and ``why``
    gives the reason, if any. ``number`` counts from 0; the next press asks for the next hint."""

    number: int
    cards: tuple[int, ...]
    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds that the seat to act has left of those allotted."""

    left: float
    allotted: float


@dataclass(frozen=True, slots=True)
class TakeBackRequest:
    """A player's request to take a move back. ``action``: the move, if the viewer saw it made;
    ``waits``: the seats that have not answered; ``refused``: the seat that said no."""

    seat: int
    action: Action | None
    waits: tuple[int, ...]
    refused: int | None = None


@value_type()
class RoomState:
    """What the viewer may do in the room, and its settings. ``running``: a match is on.
    ``takeable``: seats that they may take now or reserve. ``reserved``: the seat that is theirs from the
    next deal. ``away``: before a match, the seats of others for whom the table waits. ``decides``: they may
    turn newcomers away; ``seats_now``: they may also seat them at once.
    ``autoplay``: an AI player plays for them. ``choice``: the room's settings, in words.
    ``open_tricks``: all past tricks may be looked at. ``reasons``: at a ``learning`` table, why some
    cards may not be played, each a sentence marked for translation with its cards.
    ``takes_back``: they may take their latest move back; ``asks_back``: they may ask the others for it;
    ``request``: the latest request. ``claims``: they may claim the rest of the hand; ``gives_up``: they may
    concede it. ``hints``: they may be given hints; not while people play against one another for their ratings.
    ``rest_of_draw``: during a draw, ``ask`` if they may ask for the rest at once, ``asked`` if they
    wait for others to ask too.
    ``pace``: how fast cards travel, unless it is the usual pace. ``coached``: this is their first hand of
    this game and they want tips. ``taps``: a tap on a card that is a play plays it. ``sealed``: only deals
    that others play too are played here.
    ``board``, ``boards``, ``boards_in_all``: the deal that a duplicate table is at, the last that is played there,
    and how many the duplicate has.
    ``newcomer``: they have no seat here and no account, or are a guest. ``spoiling``: the seats in which
    somebody is about to sit down against them, after which their win no longer counts. ``next_level``:
    the AI players proposed to them, and whether those are stronger. ``to_be_rated``: a match of theirs is over that
    is still to be rated, as far as the seats show; ``rating``: what it has changed of theirs, once it is
    rated."""

    host: bool = False
    running: bool = False
    takeable: tuple[int, ...] = ()
    reserved: int | None = None
    away: tuple[int, ...] = ()
    decides: bool = False
    seats_now: bool = False
    autoplay: bool = False
    choice: tuple[str, ...] = ()
    open_tricks: bool = False
    learning: bool = False
    takes_back: bool = False
    claims: bool = False
    gives_up: bool = False
    asks_back: bool = False
    request: TakeBackRequest | None = None
    hints: bool = True
    rest_of_draw: str = ""
    pace: str = ""
    coached: bool = False
    taps: bool = True
    sealed: bool = False
    board: int = 0
    boards: int = 0
    boards_in_all: int = 0
    newcomer: bool = False
    spoiling: tuple[int, ...] = ()
    reasons: tuple[tuple[str, tuple[int, ...]], ...] = ()
    next_level: tuple[str, bool, bool] | None = None
    to_be_rated: bool = False
    rating: RatingChange | None = None


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """The latest claim in a hand: its ``kind``, its ``seat``, how it ``stands`` (``claim_state``), the seconds
    ``left`` to object, whether the viewer ``is_asked``. ``hands``: those shown to everybody, by seat."""

    kind: str
    seat: int
    stands: str
    left: float = 0.0
    is_asked: bool = False
    hands: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A chat message with its author (``seat`` is None if they have left); ``quick``: it is a quick phrase, in the
    reader's words."""

    name: str
    seat: int | None
    text: str
    term: str = ""
    number: int = 0
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """The table's chat as the viewer reads it. ``others``: id, name and whether muted, of the people
    that the viewer may mute. ``speaks``: they may write; ``quick``: they may also use quick phrases, which
    are for the others seated there."""

    lines: tuple[Line, ...] = ()
    others: tuple[tuple[int, str, bool], ...] = ()
    speaks: bool = False
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Public:
    """A hand at one moment as seen without a seat. ``known``: results computed from that ``view``, keyed by function,
    the reader's language and further inputs."""

    view: Any
    known: dict[tuple[Any, ...], Any] = field(default_factory=dict, compare=False, repr=False)


@value_type()
class Scene:
    """One viewer's table at one moment.

    ``picture`` grows with every change that anybody can see; a page never replaces a newer picture with an older
    one. ``seat`` is the viewer's seat, None for an onlooker. ``view`` is None without a hand to watch. ``moves``
    are the viewer's legal actions, empty off their turn; ``played`` the finished hands of the match; ``ready`` the
    seats that want the next hand; ``explanation`` that of a finished hand. ``seq`` and ``key`` go into every form.
    ``open``: hands that are open, by seat; ``south``: the seat on an onlooker's near side; ``you``: the seat that
    sentences call «you» where all hands are shown. ``next_in``: seconds until the next hand is dealt, None if it is
    dealt once everybody has asked for it. ``hint``: the cards suggested to them; ``learning_hint``: what a learning
    table suggests by itself; ``reading``: what their chosen cards are, in words. ``commitment``: to the deck, made
    before the first action; ``promise``: the house's, for the next shuffle (``rules/proof.py``). ``unaided``: no
    card is dimmed or chosen for the viewer, because a lesson asks them which may be played. ``onlookers``: how many
    watch without a seat. ``claim``: the latest claim of the rest of the hand.
    """

    code: str
    name: str
    game: Game
    options: Mapping[str, Any]
    picture: int
    seat: int | None
    sitters: tuple[Sitter, ...]
    view: View | None = None
    hand_id: int | None = None
    # whether the viewer may look at the hand again once it is over
    replayed: bool = True
    hand_number: int = 0
    # whether the match is this hand alone, whatever its options say
    one_hand: bool = False
    seq: int = 0
    key: str = ""
    # they follow from the view
    moves: Sequence[Action] = field(default=(), compare=False)
    standing: Standing | None = None
    played: tuple[Played, ...] = ()
    ready: tuple[int, ...] = ()
    explanation: Explanation | None = None
    clock: Clock | None = None
    next_in: float | None = None
    dealt: int | None = None
    refused: RefusedPress | None = None
    hint: Hint | None = None
    learning_hint: Hint | None = None
    reading: str = ""
    prefs: Mapping[str, Any] | None = None
    open: tuple[tuple[int, ...], ...] = ()
    south: int = 0
    you: int | None = None
    commitment: str = ""
    promise: str = ""
    room_state: RoomState = RoomState()
    talk: Talk | None = None
    claim: ClaimShown | None = None
    unaided: bool = False
    onlookers: int = 0
    # what is open to all, from which the viewers of one picture share results (``public.in_public``)
    public: Public | None = field(default=None, compare=False, repr=False)
    # what is computed from it once, by the reader's language (``sentences.reader_of``)
    readers: dict[str | None, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
