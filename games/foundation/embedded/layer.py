"""A channel layer inside one process: bounded, safe across threads, never silent about loss.

Channels' own in-memory layer scans every connection on each message, is not safe across
threads and drops silently. Here a message is handed to the loop of the socket that waits for
it. A member whose queue is full loses its backlog and gets one ``stale`` message instead:
consumers answer it by drawing everything again.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import deque
from typing import Any

from channels.layers import BaseChannelLayer


class _Box:
    """The mailbox of one channel; it belongs to the loop of whoever receives from it."""

    __slots__ = ("capacity", "groups", "loop", "messages", "waiter")

    def __init__(self, loop: asyncio.AbstractEventLoop, capacity: int) -> None:
        self.loop = loop
        self.capacity = capacity
        self.messages: deque[dict[str, Any]] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.groups: set[str] = set()

    def put(self, message: dict[str, Any]) -> None:
        if len(self.messages) >= self.capacity:
            self.messages.clear()
            message = {"type": "stale"}
        self.messages.append(message)
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def get(self) -> dict[str, Any]:
        while not self.messages:
            self.waiter = self.loop.create_future()
            try:
                await self.waiter
            finally:
                self.waiter = None
        return self.messages.popleft()


class InProcessChannelLayer(BaseChannelLayer):  # type: ignore[misc]
    """Channels' layer API (``groups``, ``flush``) for one process."""

    extensions = ["groups", "flush"]

    def __init__(self, expiry: int = 60, capacity: int = 64, **kwargs: Any) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        self._boxes: dict[str, _Box] = {}
        self._groups: dict[str, dict[str, _Box]] = {}

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new channel that the running loop will receive from."""
        name = f"{prefix}local!{uuid.uuid4().hex}"
        self._boxes[name] = _Box(asyncio.get_running_loop(), self.capacity)
        return name

    def _box(self, channel: str) -> _Box:
        box = self._boxes.get(channel)
        if box is None:
            box = self._boxes[channel] = _Box(asyncio.get_running_loop(), self.capacity)
        return box

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Put a message into one channel's mailbox."""
        self._hand_over(self._box(channel), message)

    async def receive(self, channel: str) -> dict[str, Any]:
        """Return the channel's next message; wait for it. Whoever waits no more and is in no group is
        forgotten: nobody else would."""
        box = self._box(channel)
        try:
            return await box.get()
        except asyncio.CancelledError:
            if not box.groups and not box.messages:
                self._boxes.pop(channel, None)
            raise

    async def group_add(self, group: str, channel: str) -> None:
        """Make a channel a member of a group."""
        box = self._box(channel)
        box.groups.add(group)
        self._groups.setdefault(group, {})[channel] = box

    async def group_discard(self, group: str, channel: str) -> None:
        """End a channel's membership; a channel in no group is forgotten."""
        members = self._groups.get(group)
        if members is not None:
            members.pop(channel, None)
            if not members:
                self._groups.pop(group, None)
        box = self._boxes.get(channel)
        if box is not None:
            box.groups.discard(group)
            if not box.groups:
                self._boxes.pop(channel, None)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Put a message into the mailbox of each member."""
        self.group_send_now(group, message)

    def group_send_now(self, group: str, message: dict[str, Any]) -> None:
        """The same from any thread, without a loop of its own."""
        for box in list(self._groups.get(group, {}).values()):
            self._hand_over(box, message)

    def _hand_over(self, box: _Box, message: dict[str, Any]) -> None:
        if box.loop.is_closed():
            return
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            running = None
        if running is box.loop:
            box.put(message)
        else:
            box.loop.call_soon_threadsafe(box.put, message)

    async def flush(self) -> None:
        """Forget everything."""
        self._boxes.clear()
        self._groups.clear()

    async def close(self) -> None:
        """Nothing to close."""
