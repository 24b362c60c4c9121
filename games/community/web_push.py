"""Web push: one message to one browser, encrypted (RFC 8291) and signed (RFC 8292) by ``pywebpush``.

The site's key is derived from its secret key, so that all processes share it and nothing has to be stored. After a
change of the secret key, push services refuse old subscriptions and browsers subscribe again.
"""

from __future__ import annotations

import json
from base64 import b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.accounts.models import PushSubscription
from games.foundation.contact import contact

#: Seconds a push service may take to answer.
PATIENCE = 5.0
#: Responses that mean a subscription is gone: unknown, expired, or made with another of our keys.
GONE = frozenset({400, 401, 403, 404, 410})
#: The order of the curve P-256 minus one: private keys range from 1 to this.
_KEYS = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551 - 1


class Gone(Exception):
    """The subscription no longer exists."""


class Unreachable(Exception):
    """The push service does not accept messages now."""


def public_key() -> str:
    """Return the key that browsers use to subscribe, as base64url."""
    point = _key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def is_push_service(endpoint: str) -> bool:
    """Return whether an address given by a browser belongs to a push service; nothing is ever sent elsewhere."""
    try:
        url = urlsplit(endpoint)
        origin = f"{url.scheme}://{url.netloc}"
    except ValueError:
        return False
    if origin in settings.PUSH_SERVICES:  # a stand-in for tests
        return True
    if url.scheme != "https" or url.netloc != url.hostname:  # no port, user name or password
        return False
    return any(
        url.hostname == service or (service.startswith(".") and url.hostname.endswith(service))
        for service in settings.PUSH_SERVICES
    )


def are_keys(p256dh: str, auth: str) -> bool:
    """Return whether a browser's keys, as base64url, are valid: a point on the curve, and sixteen bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False


def _bytes(text: str) -> bytes:
    return b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)


def send(subscription: PushSubscription, message: dict[str, Any], *, ttl: int, urgent: bool, topic: str) -> None:
    """Send a message to a browser.

    Args:
        ttl: the seconds for which the push service keeps it for a browser that is away.
        topic: a browser that was away gets only the last message with the same topic.

    Raises:
        Gone: the browser takes no more messages.
        Unreachable: its push service cannot be reached, or accepts no messages now.
    """
    # Imported late: only workers need them, and the import is slow.
    from py_vapid import Vapid02
    from pywebpush import WebPushException, webpush
    from requests import RequestException, Session

    with Session() as session:
        session.max_redirects = 0  # redirects are not followed
        try:
            webpush(
                {
                    "endpoint": subscription.endpoint,
                    "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
                },
                json.dumps(message, ensure_ascii=False),
                vapid_private_key=Vapid02(private_key=_key()),
                vapid_claims={"sub": _sender()},
                ttl=ttl,
                headers={"Urgency": "high" if urgent else "normal", "Topic": topic},
                timeout=PATIENCE,
                requests_session=session,
            )
        except WebPushException as fault:
            status = fault.response.status_code if fault.response is not None else 0
            raise (Gone if status in GONE else Unreachable)(str(status)) from None
        except RequestException as fault:
            raise Unreachable(type(fault).__name__) from None


def _sender() -> str:
    """Return a contact link for push services."""
    link = contact()["contact_link"]
    return link if link.startswith(("mailto:", "https:")) else "mailto:nobody@localhost"


def _key() -> ec.EllipticCurvePrivateKey:
    return _key_of(settings.SECRET_KEY)


@lru_cache(maxsize=2)
def _key_of(secret: str) -> ec.EllipticCurvePrivateKey:
    drawn = HKDF(SHA256(), 48, salt=None, info=b"sifang web push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn, "big") % _KEYS + 1, ec.SECP256R1())
