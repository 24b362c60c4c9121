"""``pytest -p tests.private``, set in pyproject.toml: a run uses only what it started or was given, and leaves nothing.

It is loaded before the settings are read. The site's own environment is ignored, and everything that a run writes is
in one folder, with the files of its databases. A separate process waits for the run to end in any way, and removes the
folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

for name in list(os.environ):
    if name in {"DATABASE_URL", "REDIS_URL"} or name.startswith("SIFANG_"):
        del os.environ[name]

# Keep compiled Python code, whatever the environment says: a run starts a hundred processes of the same code.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

#: Reads until the last writer has gone, which is when this process ends.
AFTER = 'read -r _; while ! rm -rf "$0"; do sleep 0.2; done'

if "PYTEST_XDIST_WORKER" not in os.environ:  # those share the folder of the process that started them
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # ``tmp_path`` stays for inspection
    folder = Path(tempfile.mkdtemp(prefix="sifang-tests-"))
    folder.chmod(0o711)  # PostgreSQL runs as its own user
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    _watch = subprocess.Popen(["sh", "-c", AFTER, folder], stdin=subprocess.PIPE, start_new_session=True)
os.environ["SIFANG_VAR"] = f"{os.environ['TMPDIR']}/var"
