"""What every game is made of.

A hand is a pure function of a ``Setup`` and a list of ``Action``: ``start`` gives the first ``State``, ``check`` says
whether an action is legal, ``step`` gives the next state. Players, templates and AI players get a ``View``, no state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, ClassVar, Protocol

from games.rules.cards import NAMES, names
from games.rules.cutting import Cut
from games.rules.option import Difference, Option, Preset
from games.rules.value_types import value_type


def N_(text: str) -> str:
    """Mark an English sentence for translation; the code that shows it translates it."""
    return text


# --- sentences ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat inside a sentence: shown as the player's name."""

    number: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards inside a sentence: shown by their names or faces."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit inside a sentence, a letter of ``SUITS``."""

    letter: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in English with named placeholders, ``"%(seat)s takes it."``, and their values.

    Values are ``Seat``, ``Cards``, ``Suit``, numbers, another ``Message``, or a word marked by
    ``N_``. The code that shows it translates it.
    """

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExplainedTrick:
    """A finished trick: the seat that took it, why (the first message heads the rest), and the ``points`` in it
    if they count."""

    winner: int
    messages: tuple[Message, ...]
    points: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a finished hand came out as it did.

    ``before``: what happened before the first trick; ``tricks``: in order; ``score``: every line of the score.
    """

    before: tuple[Message, ...] = ()
    tricks: tuple[ExplainedTrick, ...] = ()
    score: tuple[Message, ...] = ()

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, in the order of the hand."""
        return (*self.before, *(message for trick in self.tricks for message in trick.messages), *self.score)


# --- refusals ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line of a rules page's list of errors: sentence for the player, section of the page."""

    sentence: str
    section: str


class Illegal(Exception):
    """An action that the rules refuse.

    ``code`` is one of the game's ``refusals``; ``binds`` are the cards that bind the player
    (the suit to follow, the pair that must be played, the card to beat).
    """

    def __init__(self, code: str, binds: Iterable[int] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.binds = tuple(binds)


class Malformed(Exception):
    """A record, option, context or action without the form that the rules page requires."""


# --- a hand ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. Subclasses add their own fields, such as ``cards``.

    ``do`` is its word in a record. ``label`` is the text of its button and ``sentence`` says that it was done; both
    are marked for translation and may have placeholders for the fields. ``form``: the fields that the player fills
    in: «card» and «cards» with the cards they have chosen, «items» with words, others with numbers.
    ``in_turn``: tied to the snapshot it was chosen on, so that a late one is refused; the others are judged on the
    latest state. ``recorded``: whether records include it.
    """

    do: ClassVar[str]
    label: ClassVar[str]
    sentence: ClassVar[str]
    form: ClassVar[tuple[str, ...]] = ()
    in_turn: ClassVar[bool] = True
    recorded: ClassVar[bool] = True
    seat: int

    def values(self) -> dict[str, Any]:
        """Return the values for ``label`` and ``sentence``, by name; a single ``card`` is given as ``cards`` too."""
        values: dict[str, Any] = {"seat": Seat(self.seat)}
        for name in [attribute.name for attribute in fields(self)[1:]]:
            value = getattr(self, name)
            if name in ("card", "cards"):
                values["cards"] = Cards((value,) if name == "card" else tuple(value or ()))
            else:
                values[name] = value
        return values

    def message(self) -> Message:
        """Return what was done, cards included, for hands that are over."""
        return Message(self.sentence, self.values())


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything fixed before the first action.

    ``options`` are resolved: every key of the game. ``context`` is what the match hands to
    the hand, checked. ``deck``: card numbers, the next to be dealt first.
    """

    options: Mapping[str, Any]
    context: Mapping[str, Any]
    deck: tuple[int, ...]


class State(Protocol):
    """A hand at one moment: immutable, cheap to step. Each game has its own class.

    ``to_act``: the seats that must act, in the rules page's order, else ascending; empty when over and
    while the draw runs.
    ``result``: the record's ``result`` once the hand is over, else ``None``.
    """

    @property
    def phase(self) -> str: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    @property
    def result(self) -> dict[str, Any] | None: ...


@value_type(kw_only=True)
class View:
    """What one seat, or an onlooker (``seat`` None), may know of a hand. Games add fields.

    ``hand``: the viewer's own cards, in display order. ``counts``: cards held, by seat. ``memory``: all actions that
    the viewer has seen, in order, without hidden parts: what a player with a perfect memory knows. Pages show only what
    the rules page keeps open. ``result`` is ``None`` until the hand is over.
    """

    game: str
    options: Mapping[str, Any]
    context: Mapping[str, Any]
    seat: int | None
    seats: int
    phase: str
    to_act: tuple[int, ...]
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    memory: tuple[Action, ...]
    result: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Played:
    """One finished hand of a match: the context it was given and its result."""

    context: Mapping[str, Any]
    result: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a match. ``scores`` are by side (or by seat where each plays alone): points, totals or levels, as
    the game counts. ``winners``: the seats that have won the match, empty until it is over."""

    scores: tuple[Any, ...]
    winners: tuple[int, ...]
    over: bool

    @property
    def merits(self) -> tuple[Any, ...]:
        """What places the sides in a game that counts points: more is better, and equal ones share a place."""
        return self.scores


@dataclass(frozen=True, slots=True)
class Role:
    """A seat's role in a finished hand, in games whose sides have different tasks.

    ``sentence``: a marked sentence on all such hands, with placeholders for those ``won`` ``of`` how many.
    ``points``: the points of the seat's side, where they are measured against a ``mark``.
    """

    sentence: str
    won: bool
    points: int | None = None
    mark: int = 0


def _as_it_is(value: Any) -> Any:
    return value


#: How records write fields of an action that need converting.
_WRITTEN: Mapping[str, Callable[[Any], Any]] = {"card": NAMES.__getitem__, "cards": names, "items": list}


class Game(ABC):
    """The rules of one game, without state: every method is a pure function.

    ``module`` names the game's files: ``games/rules/<module>/``, ``games/titles/<module>/``,
    ``templates/<module>/`` and ``static/<module>/``.
    """

    key: ClassVar[str]
    module: ClassVar[str]
    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[tuple[Preset, ...]]
    #: code → refusal, in the page's order of precedence
    refusals: ClassVar[Mapping[str, Refusal]]
    #: every action of the game
    actions: ClassVar[tuple[type[Action], ...]]
    #: whether seats are drawn clockwise (seat + 1 on the left of the viewer)
    clockwise: ClassVar[bool] = True

    # --- before the hand

    def defaults(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return every option's standard value, given the options chosen (editions differ)."""
        return {option.key: option.default for option in self.options}

    def resolve(self, options: object) -> dict[str, Any]:
        """Return every option with its value; raise ``Malformed`` if a key or value is unknown."""
        if not isinstance(options, dict):
            raise Malformed("options")
        table = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in table or not table[key].allows(value):
                raise Malformed(f"options: {key}")
        return {**self.defaults(options), **options}

    def differences(self, options: Mapping[str, Any]) -> list[Difference]:
        """Return how a table's options (as chosen or resolved) differ from the standard."""
        resolved, standard = self.resolve(dict(options)), self.defaults(options)
        return [
            Difference(option, resolved[option.key], standard[option.key])
            for option in self.options
            if resolved[option.key] != standard[option.key]
        ]

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> int:
        """Return the number of seats, from resolved options."""

    @abstractmethod
    def side(self, seat: int, options: Mapping[str, Any]) -> int:
        """Return the side of a seat; partners share one."""

    @abstractmethod
    def pack(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the cards of the game, unshuffled."""

    @abstractmethod
    def read_context(self, context: object, options: Mapping[str, Any], deck: tuple[int, ...]) -> dict[str, Any]:
        """Return a checked context; raise ``Malformed`` if it is not as the page says."""

    def setup(self, options: object, context: object, deck: tuple[int, ...]) -> Setup:
        """Return a checked setup from options as chosen; raise ``Malformed`` if anything is wrong."""
        resolved = self.resolve(options)
        if sorted(deck) != sorted(self.pack(resolved)):
            raise Malformed("deck")
        return Setup(resolved, self.read_context(context, resolved, deck), deck)

    @abstractmethod
    def read_action(self, raw: object, options: Mapping[str, Any]) -> Action:
        """Return the action from its record form; raise ``Malformed`` if the form is wrong."""

    def write_action(self, action: Action) -> dict[str, Any]:
        """Return an action's record form; fields hidden from a viewer are left out."""
        record: dict[str, Any] = {"seat": action.seat, "do": action.do}
        for attribute in fields(action)[1:]:
            value = getattr(action, attribute.name)
            if value is not None:
                record[attribute.name] = _WRITTEN.get(attribute.name, _as_it_is)(value)
        return record

    def action_class(self, do: str) -> type[Action] | None:
        """Return the action class for a word, None if the game has no such action."""
        return next((action for action in self.actions if action.do == do), None)

    # --- the hand

    @abstractmethod
    def start(self, setup: Setup) -> Any:
        """Return the first state; a live draw (``live_draw``) is already over, as in a record."""

    @abstractmethod
    def check(self, state: Any, action: Action) -> None:
        """Raise ``Illegal`` with the first code that applies, or return."""

    @abstractmethod
    def step(self, state: Any, action: Action) -> Any:
        """Return the state after a legal action; undefined for an illegal one."""

    @abstractmethod
    def legal(self, state: Any) -> Sequence[Action]:
        """Return legal actions of the seats to act: all of them if they are few, else a good
        selection. Never empty while somebody is to act. Must be fast: AI players depend on it."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> Any:
        """Return what a seat may know, built up from nothing; ``seat``: None for an onlooker."""

    @abstractmethod
    def moves(self, view: Any) -> Sequence[Action]:
        """Return what ``legal`` returns, for the view's own seat, from what that seat knows."""

    def trick(self, state: Any) -> int:
        """Return the number of the current or last trick, from 1; 0 before the first, and in
        games without tricks."""
        return 0

    # --- the match

    def cut(self, options: Mapping[str, Any], rng: Random) -> Cut | None:
        """Return the cut that ``following`` makes before the first hand; None in games without a cut."""
        return None

    @abstractmethod
    def following(
        self, options: Mapping[str, Any], played: Sequence[Played], deck: tuple[int, ...], rng: Random
    ) -> dict[str, Any]:
        """Return the context of the next hand of a match that is not over; of the first hand
        if none was played. ``rng`` draws lots (who deals first)."""

    @abstractmethod
    def standing(self, options: Mapping[str, Any], played: Sequence[Played]) -> Standing:
        """Return the standing of the match after these hands."""

    def is_full_length(self, options: Mapping[str, Any]) -> bool:
        """Say, from resolved options, whether a match is at least as long as the standard one."""
        return True

    def has_end(self, options: Mapping[str, Any]) -> bool:
        """Say, from resolved options, whether a match ends some day if it is played on."""
        return True

    def role(self, result: Mapping[str, Any], seat: int) -> Role | None:
        """Return a seat's role in a finished hand, None if all have the same task."""
        return None

    # --- words

    @abstractmethod
    def explain(self, state: Any) -> Explanation:
        """Return the reasons for each trick and each score line of a finished hand."""
