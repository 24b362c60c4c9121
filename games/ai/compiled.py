"""Code on integers that is compiled where it may be and runs as plain Python elsewhere, from the same lines.

A *kernel* is a function on integers, floats, flat tables of these and named tuples, which calls nothing but other
kernels. It never imports numba: a process that serves pages has no compiler in its memory. A process that thinks asks
for the compiled kernels (``thinking``), and until they are there the plain ones serve: both come to the same result,
bit for bit, so that nobody can tell by a move which it was. Therefore a kernel draws its chances from the generator
below, and takes powers, roots and the like from tables that Python has made.
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

#: tables as kernels take them: lists, where they are compiled arrays
Integers = list[int]
Floats = list[float]
Function = TypeVar("Function", bound=Callable[..., Any])

#: functions that are kernels; of those that are entered from outside also what they are given, and the same of those
#: that a family of games shares and each game completes
_kernels: set[Any] = set()
_entries: dict[Any, str] = {}
_shared_entries: dict[Any, str] = {}


def kernel(function: Function) -> Function:
    """Mark a function that other kernels call."""
    _kernels.add(function)
    return function


def entry(signature: str) -> Callable[[Function], Function]:
    """Mark a kernel that is entered from outside, through ``Engine.of``. ``signature``: what it returns and is given,
    in numba's words."""

    def mark(function: Function) -> Function:
        _entries[function] = signature
        return kernel(function)

    return mark


def shared_entry(signature: str) -> Callable[[Function], Function]:
    """Mark an entry that calls kernels which each game has of its own: ``completed`` makes the entry of a game."""

    def mark(function: Function) -> Function:
        _shared_entries[function] = signature
        return kernel(function)

    return mark


def completed(function: Any, known: dict[Any, Any], game: str) -> Any:
    """Return a kernel that a family of games shares as one of them has it. ``known``: a kernel of the family → the one
    that the game has in its place, wherever it is called; those that are made for it are added. ``game``: what tells
    its kernels from those of the others."""
    if function not in known:
        called = _called(function)
        names = {name: completed(value, known, game) for name, value in called.items()}
        known[function] = function
        if names != called:
            twin = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
            # By its name the compiler tells what it has kept.
            twin.__qualname__ = f"{game}.{function.__qualname__}"
            known[function] = entry(_shared_entries[function])(twin) if function in _shared_entries else kernel(twin)
    return known[function]


def _called(function: Any) -> dict[str, Any]:
    """Return name → kernel of those that a kernel calls."""
    return {
        name: value
        for name, value in function.__globals__.items()
        if name in function.__code__.co_names and isinstance(value, FunctionType) and value in _kernels
    }


class Engine:
    """How kernels are run in this process: as plain Python, on lists."""

    name = "plain"

    def of(self, function: Function) -> Function:
        """Return an entry as it is run here."""
        return function

    def integers(self, values: Iterable[int]) -> Integers:
        """Return a table of integers for kernels."""
        return list(values)

    def floats(self, values: Iterable[float]) -> Floats:
        """Return a table of floats for kernels."""
        return list(values)


class Compiled(Engine):
    """How kernels are run where they are compiled: on arrays. ``folder``: where the code is kept, None for nowhere."""

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
            # A copy of the function with the kernels that it calls as they are compiled.
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
        """Return a kernel that other kernels call. It is kept within the entries that lead to it, and is compiled once:
        by itself the compiler makes it anew for each number that stands in a call."""
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
        """Compile every entry, or fetch it from where it is kept."""
        _import_all()
        for function in tuple(_entries):
            self.of(function)


PLAIN = Engine()
_engine = PLAIN


def engine() -> Engine:
    """Return how kernels are run in this process now."""
    return _engine


def use(new: Engine) -> Engine:
    """Run kernels so from now on; return how they were run before. What has been begun goes on as it was begun."""
    global _engine
    before, _engine = _engine, new
    return before


def is_possible() -> bool:
    """Say whether kernels can be compiled here."""
    return find_spec("numba") is not None


def _import_all() -> None:
    """Import all kernels that AI players think with, so that they are known."""
    from games.ai.bot import bot  # whose search stands on kernels
    from games.rules.registry import GAMES

    for game in GAMES:
        for name in bot(game).kernels:
            import_module(name)


@cache
def code() -> str:
    """Return what tells the code of the kernels from that of another release: their lines, and the numbers that these
    take from elsewhere, for they are compiled in."""
    _import_all()
    digest = sha256(Path(bits.__file__).read_bytes())
    for source in sorted({getsourcefile(function) or "" for function in _kernels}):
        # The compiler trusts what it has kept by the time of the file.
        digest.update(Path(source).read_bytes() + str(Path(source).stat().st_mtime_ns).encode())
    for function in sorted(_kernels, key=lambda one: (one.__module__, one.__qualname__)):
        values = ((name, function.__globals__.get(name)) for name in sorted(function.__code__.co_names))
        digest.update(repr([item for item in values if isinstance(item[1], int | float | tuple)]).encode())
    return digest.hexdigest()[:16]
