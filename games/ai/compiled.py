"""Integer code that is compiled where possible and runs as plain Python elsewhere, from the same source.

A *kernel* is a function on integers, floats, flat tables of these and named tuples, which calls nothing but other
kernels. It never imports numba: a process that serves pages keeps no compiler in memory. A process that thinks asks
for the compiled kernels (``thinking``) and runs the plain ones until they are ready. Both give the same result, bit
for bit, so that no move shows which one ran. Kernels therefore draw random numbers from ``chance``, and take
powers, roots and the like from tables made in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from inspect import getsourcefile
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from games.ai import bits

#: tables as kernels take them: lists, or arrays where compiled
Integers = list[int]
Floats = list[float]
Function = TypeVar("Function", bound=Callable[..., Any])

#: all kernels; entry → signature, for kernels called from outside; shared entry → signature, for those that a family
#: of games shares and each game completes
_kernels: set[Any] = set()
_entries: dict[Any, str] = {}
_shared_entries: dict[Any, str] = {}


def kernel(function: Function) -> Function:
    """Mark a function that other kernels call."""
    _kernels.add(function)
    return function


def entry(signature: str) -> Callable[[Function], Function]:
    """Mark a kernel that is called from outside, through ``Engine.of``. ``signature``: its return and argument types
    in numba's notation."""

    def mark(function: Function) -> Function:
        _entries[function] = signature
        return kernel(function)

    return mark


def shared_entry(signature: str) -> Callable[[Function], Function]:
    """Mark an entry that calls kernels specific to each game; ``completed`` makes a game's entry from it."""

    def mark(function: Function) -> Function:
        _shared_entries[function] = signature
        return kernel(function)

    return mark


def completed(function: Any, known: dict[Any, Any], game: str) -> Any:
    """Return one game's version of a kernel that a family of games shares. ``known``: kernel of the family → the
    game's replacement, wherever it is called; the versions made here are added to it. ``game``: prefix that tells
    the game's kernels from those of the others."""
    if function not in known:
        called = _called(function)
        names = {name: completed(value, known, game) for name, value in called.items()}
        known[function] = function
        if names != called:
            twin = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
            # The compiler's cache goes by this name.
            twin.__qualname__ = f"{game}.{function.__qualname__}"
            known[function] = entry(_shared_entries[function])(twin) if function in _shared_entries else kernel(twin)
    return known[function]


def _called(function: Any) -> dict[str, Any]:
    """Return name → kernel for the kernels that a kernel calls."""
    return {
        name: value
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names and isinstance(value, FunctionType) and value in _kernels
    }


class Engine:
    """How this process runs kernels: as plain Python, on lists."""

    name = "plain"

    def of(self, function: Function) -> Function:
        """Return an entry as this engine runs it."""
        return function

    def integers(self, values: Iterable[int]) -> Integers:
        """Return a table of integers for kernels."""
        return list(values)

    def floats(self, values: Iterable[float]) -> Floats:
        """Return a table of floats for kernels."""
        return list(values)


class Compiled(Engine):
    """Runs kernels compiled, on arrays. ``folder``: where the compiled code is cached, None for no cache."""

    name = "compiled"

    def __init__(self, folder: Path | None) -> None:
        self._numba: Any = import_module("numba")
        self._numpy: Any = import_module("numpy")
        bits.teach()
        if folder is not None:
            self._numba.config.CACHE_DIR = str(folder)
        self._kept = folder is not None
        self._twins: dict[Any, Any] = {}

    def of(self, function: Any) -> Any:
        if function not in self._twins:
            # A copy of the function that calls the compiled kernels.
            names = {name: self.of(value) for name, value in _called(function).items()}
            twin = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
            twin.__qualname__ = function.__qualname__
            if function in _entries:
                compiler = self._numba.njit(_entries[function], cache=self._kept, no_cfunc_wrapper=True)
                self._twins[function] = compiler(twin)
            else:
                self._twins[function] = self._inner(twin)
        return self._twins[function]

    def _inner(self, twin: FunctionType) -> Any:
        """Return a compiled kernel that other kernels call. It is cached within the entries that lead to it, and
        compiled once: by default the compiler would compile it again for each literal number in a call."""
        compiled = self._numba.njit(no_cfunc_wrapper=True)(twin)
        template, plain = compiled.get_call_template, self._numba.types.unliteral
        compiled.get_call_template = lambda args, kws: template(
            [plain(one) for one in args], {name: plain(one) for name, one in kws.items()}
        )
        return compiled

    def integers(self, values: Iterable[int]) -> Any:
        return self._numpy.array(list(values), dtype=self._numpy.int64)

    def floats(self, values: Iterable[float]) -> Any:
        return self._numpy.array(list(values), dtype=self._numpy.float64)

    def compile_all(self) -> None:
        """Compile every entry, or load it from the cache."""
        _import_all()
        for function in tuple(_entries):
            self.of(function)


PLAIN = Engine()
_engine = PLAIN


def engine() -> Engine:
    """Return the engine that this process runs kernels with now."""
    return _engine


def use(new: Engine) -> Engine:
    """Run kernels with a new engine from now on and return the old one. Work under way keeps its engine."""
    global _engine
    before, _engine = _engine, new
    return before


def is_possible() -> bool:
    """Return whether kernels can be compiled here."""
    return find_spec("numba") is not None


def _import_all() -> None:
    """Import all kernels of AI players, so that they are registered."""
    from games.ai.bot import bot  # its search imports kernels
    from games.rules.registry import GAMES

    for game in GAMES:
        for name in bot(game).kernels:
            import_module(name)


@cache
def code() -> str:
    """Return a digest that tells this release's kernels from another's: of their source, and of the numbers that they
    take from elsewhere, which are compiled in."""
    _import_all()
    digest = sha256(Path(bits.__file__).read_bytes())
    for source in sorted({getsourcefile(function) or "" for function in _kernels}):
        # The compiler's cache goes by the file's modification time.
        digest.update(Path(source).read_bytes() + str(Path(source).stat().st_mtime_ns).encode())
    for function in sorted(_kernels, key=lambda one: (one.__module__, one.__qualname__)):
        values = ((name, function.__globals__.get(name)) for name in sorted(function.__code__.co_names))
        digest.update(repr([item for item in values if isinstance(item[1], int | float | tuple)]).encode())
    return digest.hexdigest()[:16]
