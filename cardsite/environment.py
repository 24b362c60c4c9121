"""Reading settings from environment variables."""

from __future__ import annotations

import os
import secrets
import warnings
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def flag(name: str, default: bool = False) -> bool:
    """Return a boolean setting: true for 1, true, yes and on."""
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def listed(name: str, default: str) -> list[str]:
    """Return the parts of a comma-separated setting, stripped, without empty parts."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def renamed(name: str, old_name: str, default: str) -> str:
    """Return a setting whose name has changed; the old name is accepted for one release, with a warning."""
    if value := os.environ.get(name):
        return value
    if value := os.environ.get(old_name):
        # of the category that Python shows to users by default
        warnings.warn(f"{old_name} is now called {name}. Set that instead.", FutureWarning, stacklevel=2)
        return value
    return default


def networks(name: str, default: str) -> list[IPv4Network | IPv6Network]:
    """Return the networks in a comma-separated setting. Raises ``ImproperlyConfigured`` if one is invalid."""
    try:
        return [ip_network(part, strict=False) for part in listed(name, default)]
    except ValueError as fault:
        raise ImproperlyConfigured(f"{name} wants networks, with commas: {fault}.") from None


def secret_key(var: Path) -> str:
    """Return the secret key from the environment, or one that is generated once and stored in the site's folder."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    var.mkdir(parents=True, exist_ok=True)
    path = var / "secret-key"
    if not path.exists():
        # Write it under another name first: a process that starts at the same time must not read half a key.
        draft = path.with_name(f".secret-key.{secrets.token_hex(8)}")
        try:
            with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50))
            with suppress(FileExistsError):
                os.link(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text()
