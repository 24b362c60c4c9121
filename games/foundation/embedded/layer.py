"""A channel layer for one process: bounded, thread-safe, and explicit about dropped messages.

Channels' own in-memory layer scans every connection on each message, is not thread-safe and drops messages
silently. Here a message is passed to the event loop of the receiving socket. A member whose queue is full
loses its backlog and receives one ``stale`` message instead, which consumers answer by rendering everything.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import deque
from typing import Any

from channels.layers import BaseChannelLayer


class _Mailbox:
    """The queue of one channel; it belongs to the event loop of its receiver."""

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


def _put_all(boxes: list[_Mailbox], message: dict[str, Any]) -> None:
    for box in boxes:
        box.put(message)


class InProcessChannelLayer(BaseChannelLayer):  # type: ignore[misc]
    """Channels' layer API, with its extensions ``groups`` and ``flush``, for one process."""

    extensions = ["groups", "flush"]

    def __init__(self, expiry: int = 60, capacity: int = 64, **kwargs: Any) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        self._boxes: dict[str, _Mailbox] = {}
        self._groups: dict[str, dict[str, _Mailbox]] = {}

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return the name of a new channel that the running loop will receive from."""
        name = f"{prefix}local!{uuid.uuid4().hex}"
        self._boxes[name] = _Mailbox(asyncio.get_running_loop(), self.capacity)
        return name

    def _box(self, channel: str) -> _Mailbox:
        box = self._boxes.get(channel)
        if box is None:
            box = self._boxes[channel] = _Mailbox(asyncio.get_running_loop(), self.capacity)
        return box

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send a message to one channel."""
        box = self._box(channel)
        self._deliver(box.loop, [box], message)

    async def receive(self, channel: str) -> dict[str, Any]:
        """Wait for the channel's next message and return it.

        A cancelled receiver that is in no group is removed here: nothing else would remove it.
        """
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
        """End a channel's membership; a channel in no group is removed."""
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
        """Send a message to each member of a group."""
        self.group_send_now(group, message)

    def group_send_now(self, group: str, message: dict[str, Any]) -> None:
        """Do what ``group_send`` does, from any thread and without an event loop."""
        by_loop: dict[asyncio.AbstractEventLoop, list[_Mailbox]] = {}
        for box in list(self._groups.get(group, {}).values()):
            by_loop.setdefault(box.loop, []).append(box)
        for loop, boxes in by_loop.items():
            self._deliver(loop, boxes, message)

    def _deliver(self, loop: asyncio.AbstractEventLoop, boxes: list[_Mailbox], message: dict[str, Any]) -> None:
        """Put a message into mailboxes of one loop, which is woken once for all of them."""
        if loop.is_closed():
            return
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            running = None
        if running is loop:
            _put_all(boxes, message)
        else:
            loop.call_soon_threadsafe(_put_all, boxes, message)

    async def flush(self) -> None:
        """Remove all channels and groups."""
        self._boxes.clear()
        self._groups.clear()

    async def close(self) -> None:
        """Nothing to close."""
