"""A wire between a browser and the site that can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading


class Wire:
    """Passes bytes on to a port of this machine. While it is cut, every connection ends at once, as
    when a router is switched off and says so; while it is silent, nothing comes through and
    nobody notices, as in a tunnel."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.whole = True
        self._passes = threading.Event()
        self._passes.set()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """End every connection, and every new one, until it is mended."""
        with self._lock:
            self.whole = False
            ends, self._open = self._open, set()
        for end in ends:
            _shut(end)

    def silence(self) -> None:
        """Let nothing through, on open and on new connections."""
        self._passes.clear()

    def mend(self) -> None:
        """Let connections through again."""
        self.whole = True
        self._passes.set()

    def close(self) -> None:
        """Remove the wire."""
        self.cut()
        self._passes.set()
        self._ear.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                here, _ = self._ear.accept()
                if not self.whole:
                    _shut(here)
                    continue
                there = socket.create_connection(("127.0.0.1", self.port))
                with self._lock:
                    if whole := self.whole:
                        self._open |= {here, there}
                if not whole:  # cut meanwhile
                    _shut(here)
                    _shut(there)
                    continue
                for ends in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._passes.wait()
                target.sendall(data)
        for end in (source, target):
            _shut(end)
        with self._lock:
            self._open -= {source, target}


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
