"""A scene: all that one viewer's picture of a table is made of, and nothing they may not see.

``build`` gathers it from room, match and hand; ``fragments`` turns it into HTML. Templates see
a scene's ``View``, never a ``State`` or a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.rules.core import Action, Explanation, Game, Played, Refusal, Standing, View


class Sitter(NamedTuple):
    """Who sits on a seat. ``name`` is empty for an open seat; ``level`` names an AI player's
    strength, empty for people; ``autoplay``: an AI player plays for an absent owner; ``newcomer``: the
    name of whoever gets an AI player's seat with the next deal."""

    number: int
    name: str = ""
    level: str = ""
    here: bool = True
    autoplay: bool = False
    host: bool = False
    newcomer: str = ""

    @property
    def is_ai(self) -> bool:
        return bool(self.level)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the viewer's last press did nothing: ``refusal`` for a rule, ``said`` for the rest
    («The table has moved on.»). ``binds``: the cards that bind them. ``cards``: those they chose."""

    code: str
    refusal: Refusal | None = None
    said: str = ""
    binds: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A legal action that the viewer asked for: its ``cards`` are chosen for them, ``said`` tells it in words, ``why``
    gives the reason where there is one; ``number`` counts from 0, so that the next press asks for the next."""

    number: int
    cards: tuple[int, ...]
    said: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time of the seat to act, in seconds: left of what was allotted."""

    left: float
    allotted: float


@dataclass(frozen=True, slots=True)
class TakeBackRequest:
    """Somebody asks the others to take a move back. ``action``: the move, as far as the viewer has seen it made;
    ``waits``: the seats that have not answered; ``refused``: the one that does not let them."""

    seat: int
    action: Action | None
    waits: tuple[int, ...]
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class RoomState:
    """How the viewer stands to the room, and how it is kept. ``going``: a match goes on.
    ``takeable``: seats that they may take now, or reserve. ``reserved``: the seat that is theirs with the
    next deal. ``decides``: they may turn newcomers away; ``lets_in``: and let them in at once.
    ``minded``: the house plays for them. ``choice``: how the room is kept, in words.
    ``open_tricks``: all past tricks may be looked at. At a
    ``learning`` table ``reasons`` are why some cards may not be played, each a marked sentence with
    its cards. ``takes_back``: the viewer may take their latest move back; ``asks_back``: they may ask the others to
    let them; ``request``: somebody has asked. ``claims``: they may claim the rest of the hand, ``gives_up``: give it
    up. ``rest``: of a draw that runs, ``ask`` where they may ask for the rest of it at once, ``asked`` where they
    wait for others to.
    ``pace``: how fast cards travel, where it is not the usual. ``coached``: this is the first hand of theirs
    in this game, and they want help. ``sealed``: only deals that others play too are played here.
    ``board`` of ``boards``: which of its deals, at a table of a duplicate.
    ``newcomer``: they have no account, and no seat here. ``spoils``: with a guest who is to sit down against them
    the viewer's win no longer counts. ``next_level``: the AI players that the house proposes to them, and whether those
    are stronger."""

    host: bool = False
    going: bool = False
    takeable: tuple[int, ...] = ()
    reserved: int | None = None
    decides: bool = False
    lets_in: bool = False
    minded: bool = False
    choice: tuple[str, ...] = ()
    open_tricks: bool = False
    learning: bool = False
    takes_back: bool = False
    claims: bool = False
    gives_up: bool = False
    asks_back: bool = False
    request: TakeBackRequest | None = None
    rest: str = ""
    pace: str = ""
    coached: bool = False
    sealed: bool = False
    board: int = 0
    boards: int = 0
    newcomer: bool = False
    spoils: bool = False
    reasons: tuple[tuple[str, tuple[int, ...]], ...] = ()
    next_level: tuple[str, bool] | None = None


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """The latest claim of a hand: of what ``kind``, by which ``seat``, how it ``stands`` (``claim_state``), the
    seconds ``left`` to object, whether the viewer ``is_asked``. ``lying``: hands that all have seen, by seat."""

    kind: str
    seat: int
    stands: str
    left: float = 0.0
    is_asked: bool = False
    lying: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: by whom (``seat`` is None for one who has left), in the reader's words; ``quick``: by a quick
    phrase."""

    name: str
    seat: int | None
    text: str
    term: str = ""
    number: int = 0
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """The table's talk as the viewer reads it. ``others``: id, name, and whether they have muted
    them, of people they may mute. ``speaks``: whether they may say something; ``quick``: and quick phrases too,
    which are for the others who sit there."""

    lines: tuple[Line, ...] = ()
    others: tuple[tuple[int, str, bool], ...] = ()
    speaks: bool = False
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Public:
    """A hand at one moment as somebody sees it who has no seat. ``known``: what has been worked out of that ``view``,
    by the function that did, what else it was given, and the reader's language."""

    view: Any
    known: dict[tuple[Any, ...], Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Scene:
    """One viewer's table at one moment.

    ``picture`` grows with every change that anybody can see; a page never replaces a newer
    picture by an older. ``seat`` is the viewer's seat, None for an onlooker. ``view`` is None
    while nobody has dealt. ``moves`` are the viewer's legal actions, empty off their turn;
    ``played`` are the finished hands of the match; ``ready`` the seats that want the next hand;
    ``explanation``: of a finished hand. ``seq`` and ``key`` go into every form. ``open``: hands by
    seat that lie open, in a replay; ``south``: the seat an onlooker sees on their own side; ``you``: the
    seat that sentences call so where all hands are shown. ``next_in``: seconds until the next hand is dealt,
    None where it is dealt when all have asked for it.
    ``hint``: cards that they asked for; ``reading``: what the cards they have chosen are, in words.
    ``commitment``: to the deck, from before the first action; ``promise``: of the house, for the
    next shuffle (``rules/proof.py``). ``unaided``: no
    card is dimmed or chosen for the viewer, for they are asked which may be played (a lesson).
    ``onlookers``: how many without a seat look on. ``claim``: the latest claim of the rest of the hand.
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
    refused: Refused | None = None
    hint: Hint | None = None
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
    # what lies open to all, of which viewers of one picture work things out together (``public.in_public``)
    public: Public | None = field(default=None, compare=False, repr=False)
    # what is worked out of it once, by the reader's language (``sentences.people``)
    told: dict[str | None, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
