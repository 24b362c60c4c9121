"""AI players think with compiled kernels here, as a process that has thought for long does: the same moves, sooner.

To compile takes most of a minute: with the other tests one game of each family of kernels is compiled, and the
players of the others think with plain ones; ``make soak`` compiles them all, as a site does.
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
#: games whose kernels are not compiled but in ``make soak``: Winner stands for its family
PLAIN_GAMES: frozenset[str] = frozenset() if SOAK else frozenset({"big-two", "tien-len", "president"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whichever test comes first waits for the compiler, on a busy machine for minutes."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(1200))


@pytest.fixture(scope="session")
def kernels(request: pytest.FixtureRequest) -> Path:
    """Where compiled code is kept, from run to run."""
    return request.config.cache.mkdir("kernels" if SOAK else "kernels-of-some")


def game_of(function: Any) -> str:
    """Return the game that has completed a kernel which its family shares, else the kernel's name."""
    return str(function.__qualname__.partition(".")[0])


@pytest.fixture(scope="session")
def fetched(kernels: Path) -> Engine:
    """The compiled kernels; in ``make soak`` fetched as a process that thinks fetches them."""
    if SOAK:
        assert compiling.compile_here(kernels) == "compiled"
        return compiled.use(PLAIN)
    folder = kernels / compiled.code()
    folder.mkdir(exist_ok=True)
    engine = Compiled(folder)
    with (folder / "lock").open("w") as lock:  # workers have one folder: what one has compiled, the other fetches
        fcntl.flock(lock, fcntl.LOCK_EX)
        for function in tuple(compiled._entries):
            if game_of(function) not in PLAIN_GAMES:
                engine.of(function)
        (folder / compiling.READY).touch()
    return engine


@pytest.fixture
def engine(fetched: Engine) -> Engine:
    """The compiled kernels, which ``test_compiled`` holds to the plain ones."""
    return fetched


@pytest.fixture(autouse=True)
def thinks_compiled(request: pytest.FixtureRequest, fetched: Engine) -> Iterator[None]:
    """Have AI players think with compiled kernels, but for those of a game that has none here."""
    before = compiled.use(PLAIN if _game_of(request) in PLAIN_GAMES else fetched)
    yield
    compiled.use(before)


def _game_of(request: pytest.FixtureRequest) -> str | None:
    """Return the game that a row of a test is about, None where it is about none."""
    callspec = getattr(request.node, "callspec", None)
    row: dict[str, Any] = callspec.params if callspec else {}
    return row.get("key") or getattr(row.get("position"), "game", None)
