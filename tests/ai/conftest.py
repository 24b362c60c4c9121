"""AI players think with compiled kernels here, as a long-running process does: the same moves, sooner.

Compiling takes most of a minute: an ordinary run compiles one game of each family of kernels, and the players of the
other games think with plain ones; ``make soak`` compiles them all, as a site does.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.ai import compiled, compiling
from games.ai.compiled import PLAIN, Compiled, Engine
from tests.faults.sizes import SOAK

HERE = Path(__file__).parent
#: games whose kernels are compiled only in ``make soak``: Winner stands for its family
PLAIN_GAMES: frozenset[str] = frozenset() if SOAK else frozenset({"big-two", "tien-len", "president"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow for the first test's wait for the compiler, which takes minutes on a busy machine."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(1200))


@pytest.fixture(scope="session")
def kernels(request: pytest.FixtureRequest) -> Path:
    """The folder that keeps compiled code from run to run."""
    return request.config.cache.mkdir("kernels" if SOAK else "kernels-of-some")


def game_of(function: Any) -> str:
    """Return the game for which a kernel of its family was made, else the kernel's name."""
    return str(function.__qualname__.partition(".")[0])


@pytest.fixture(scope="session")
def shared_engine(kernels: Path) -> Engine:
    """The compiled kernels; in ``make soak`` loaded as a thinking process loads them."""
    if SOAK:
        assert compiling.compile_here(kernels) == "compiled"
        return compiled.use(PLAIN)
    folder = kernels / compiled.code()
    folder.mkdir(exist_ok=True)
    engine = Compiled(folder)
    with (folder / "lock").open("w") as lock:  # workers share a folder: what one compiles, the others load
        fcntl.flock(lock, fcntl.LOCK_EX)
        for function in tuple(compiled._entries):
            if game_of(function) not in PLAIN_GAMES:
                engine.of(function)
        (folder / compiling.READY).touch()
    return engine


@pytest.fixture
def engine(shared_engine: Engine) -> Engine:
    """The compiled kernels, which ``test_compiled`` compares with the plain ones."""
    return shared_engine


@pytest.fixture(autouse=True)
def thinks_compiled(request: pytest.FixtureRequest, shared_engine: Engine) -> Iterator[None]:
    """Have AI players think with compiled kernels, except in games that have none here."""
    before = compiled.use(PLAIN if _game_of(request) in PLAIN_GAMES else shared_engine)
    yield
    compiled.use(before)


def _game_of(request: pytest.FixtureRequest) -> str | None:
    """Return the game that a test's parameters name, or None."""
    callspec = getattr(request.node, "callspec", None)
    row: dict[str, Any] = callspec.params if callspec else {}
    return row.get("key") or getattr(row.get("position"), "game", None)
