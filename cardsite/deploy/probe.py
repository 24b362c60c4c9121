"""``python -m cardsite.deploy.probe URL [SECONDS]``: wait until a URL answers 200; otherwise exit 1 with the reason.

For health checks and rolling deploys without curl: it sends the site's own Host header and needs only the standard
library.
"""

from __future__ import annotations

import os
import sys
import time
import urllib.error
import urllib.request


def ask(url: str, timeout: float = 3.0) -> str:
    """Return "" if a URL answers 200, otherwise the reason."""
    host = os.environ.get("SIFANG_HOSTS", "localhost").split(",")[0]
    request = urllib.request.Request(url, headers={"Host": host})  # noqa: S310  an operator's own address
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:  # noqa: S310
            answer.read()
            return ""
    except urllib.error.HTTPError as refused:
        return f"{refused.code} {refused.read(200).decode(errors='replace')}"
    except OSError as fault:
        return str(fault)


def wait_for(url: str, seconds: float) -> str:
    """Poll a URL until it answers 200 or the time is up; return "" or the last reason."""
    end = time.monotonic() + seconds
    while True:
        why_not = ask(url)
        if not why_not or time.monotonic() >= end:
            return why_not
        time.sleep(0.2)


if __name__ == "__main__":
    reason = wait_for(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.0)
    if reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
