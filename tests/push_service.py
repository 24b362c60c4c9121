"""A fake push service on loopback, and a browser's keys: messages are decrypted as a browser does (RFC 8291), and
their sender is checked as a push service does (RFC 8292)."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64url(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes encoded as base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser that has subscribed."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = bytes(range(16))

    def subscription(self) -> dict[str, str]:
        """Return the subscription as the browser sends it to the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": base64url(point), "auth": base64url(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Return a message to this browser, which other keys cannot read."""
        return json.loads(decrypted(body, self.key, self.auth))


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Return a message decrypted by RFC 8291 (section 3) and RFC 8188 (section 2), using none of the sender's code;
    raise ``InvalidTag`` if it is for other keys."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size  # one record, as section 4 requires
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    material = HKDF(SHA256(), 32, salt=auth, info=b"WebPush: info\0" + own + sender).derive(shared)
    secret = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(material)
    nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\0").derive(material)
    text, end, padding = AESGCM(secret).decrypt(nonce, record, None).rpartition(b"\2")
    assert end and not padding.strip(b"\0")
    return text


class PushService:
    """Accepts messages, and answers each with the next of ``answers``, or 201."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.has_come = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with service.has_come:
                    service.taken.append((self.path, headers, body))
                    service.has_come.notify_all()
                self.send_response(service.answers.pop(0) if service.answers else 201)
                self.send_header("Location", f"{service.origin}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        # checks often whether it should stop; the default is twice a second
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def browser(self, name: str) -> Browser:
        """Return a browser that gets its messages from here."""
        return Browser(f"{self.origin}/{name}")

    @contextmanager
    def next_message(self, seconds: float = 60.0) -> Iterator[Callable[[], tuple[str, dict[str, str], bytes]]]:
        """Yield a function that returns the message sent within the block, once it has arrived."""
        before = len(self.taken)

        def message() -> tuple[str, dict[str, str], bytes]:
            with self.has_come:
                assert self.has_come.wait_for(lambda: len(self.taken) > before, seconds), "no message came"
            return self.taken[before]

        yield message

    def sent_to(self, browser: Browser) -> list[dict[str, Any]]:
        """Return the messages sent to a browser so far, as it reads them."""
        path = browser.endpoint.removeprefix(self.origin)
        return [browser.read(body) for at, _headers, body in self.taken if at == path]

    def close(self) -> None:
        """Stop accepting messages."""
        self.server.shutdown()
        self.server.server_close()


def signed_for(authorization: str, public_key: str) -> dict[str, Any]:
    """Return the claims of a message's sender; raise ``InvalidSignature`` if the key did not sign them."""
    scheme, _space, fields = authorization.partition(" ")
    assert scheme == "vapid"
    parameters = dict(part.strip().split("=", 1) for part in fields.split(","))
    assert parameters["k"] == public_key
    signed, _dot, signature = parameters["t"].rpartition(".")
    raw = from_base64url(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(public_key))
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(SHA256()))
    header, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    return claims
