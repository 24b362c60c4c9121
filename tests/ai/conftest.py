"""AI players think with compiled kernels here, as a process that has thought for long does: the same moves, sooner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.ai import compiled, compiling
from games.ai.compiled import PLAIN, Engine

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whichever test comes first waits for the compiler, on a busy machine for minutes."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.timeout(1200))


@pytest.fixture(scope="session")
def kernels(request: pytest.FixtureRequest) -> Path:
    """Where compiled code is kept, from run to run."""
    return request.config.cache.mkdir("kernels")


@pytest.fixture(scope="session")
def fetched(kernels: Path) -> Engine:
    """The compiled kernels, fetched as a process that thinks fetches them."""
    assert compiling.compile_here(kernels) == "compiled"
    return compiled.use(PLAIN)


@pytest.fixture(scope="package", autouse=True)
def engine(fetched: Engine) -> Iterator[Engine]:
    """``test_compiled`` holds the compiled kernels to the plain ones; all other tests here may use them."""
    compiled.use(fetched)
    yield fetched
    compiled.use(PLAIN)
