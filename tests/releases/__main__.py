"""Make the database of a release (see the package)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.releases import applied, unpacked

ROOT = Path(__file__).resolve().parents[2]


def main(version: str) -> None:
    """Fill a database of its own and keep it."""
    with tempfile.TemporaryDirectory(prefix="sifang-release-") as var:
        environment = {name: what for name, what in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        environment |= {"SIFANG_VAR": var, "SIFANG_AI_PACE": "0,0", "SIFANG_NEXT_HAND_SECONDS": "0"}
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True)
        fill = "from tests.releases.filling import fill, keep; fill(); keep({!r})"
        folder = Path(__file__).parent / version
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", fill.format(str(folder))]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        print(f"{folder.relative_to(ROOT)}: {len(applied(unpacked(folder, Path(var))))} migrations")


if __name__ == "__main__":
    main(sys.argv[1])
