"""``python -m tests.bench.floor.serve PORT``: serve the contender that ``BENCH_WAY`` names, with
the flags of ``manage.py serve``."""

from __future__ import annotations

import os
import sys

import uvicorn

MODULES = {"bare": "bare", "bare-render": "bare", "lean": "lean", "stock": "stock"}


def main(port: int) -> None:
    """Serve until SIGTERM."""
    sys.setswitchinterval(0.0005)
    uvicorn.run(
        f"tests.bench.floor.{MODULES[os.environ['BENCH_WAY']]}:application",
        host="127.0.0.1",
        port=port,
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
