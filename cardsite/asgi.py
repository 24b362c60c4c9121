"""The ASGI application: HTTP and WebSockets."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import django
from asgiref.sync import SyncToAsync
from channels.auth import AuthMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.urls import path, re_path, set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
django.setup(set_prefix=False)

from games.accounts.sockets import SocketSessions  # noqa: E402
from games.ai import thinking  # noqa: E402  needs the apps
from games.community.consumers import NewsConsumer  # noqa: E402
from games.foundation import lifespan  # noqa: E402
from games.foundation.addresses import SocketsPerAddress  # noqa: E402
from games.foundation.body_limit import BodySizeLimit  # noqa: E402
from games.foundation.consumers import refuse_socket  # noqa: E402
from games.foundation.origins import SameOriginSockets  # noqa: E402
from games.replays.consumers import FollowConsumer  # noqa: E402
from games.table import short_way  # noqa: E402
from games.table.consumers import TableConsumer  # noqa: E402
from games.table.hub import hub  # noqa: E402

thinking.keep_code_in(settings.COMPILED_CODE)

#: Threads that answer requests, each with a persistent database connection.
REQUEST_THREADS = 4


class OneHopHandler(ASGIHandler):
    """Django's handler with one thread hop per request, in a fixed pool of threads.

    All our views and middleware are synchronous. Django's asynchronous handler would switch between event loop
    and thread about sixteen times per request, with a new thread that opens its own database connection.
    """

    def __init__(self) -> None:
        super().__init__()
        threads = ThreadPoolExecutor(REQUEST_THREADS, thread_name_prefix="request")
        self._answer_in_thread = SyncToAsync(self._answer, thread_sensitive=False, executor=threads)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            short = short_way.room_and_session(scope)
            sockets = hub.sockets_of(*short) if short else []
            if short and sockets and await self._is_pressed(short[0], scope, body):
                status, headers, content = short_way.ANSWER
            else:
                status, headers, content = await self._answer_in_thread(scope, body)
                if short and not sockets:
                    headers.append(short_way.ELSEWHERE)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    async def _is_pressed(self, code: str, scope: Any, body: Any) -> bool:
        """Carry out a press whose page is connected to this process; return False if the full handler must do it."""
        return await hub.press(code, lambda: short_way.press(code, scope, body))

    def _answer(self, scope: Any, body: Any) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return status, headers and the whole body, which is never large."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response = error if request is None else self.get_response(request)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
        headers += [(b"Set-Cookie", cookie.output(header="").strip().encode()) for cookie in response.cookies.values()]
        response.close()  # sends request_finished, which closes stale connections
        return response.status_code, headers, content


application = ProtocolTypeRouter(
    {
        "lifespan": lifespan.application,
        "http": BodySizeLimit(OneHopHandler()),
        "websocket": SocketsPerAddress(
            SameOriginSockets(
                CookieMiddleware(
                    SocketSessions(
                        AuthMiddleware(
                            URLRouter(
                                [
                                    path("ws/t/<slug:code>/", TableConsumer.as_asgi()),
                                    path("ws/me/", NewsConsumer.as_asgi()),
                                    path("ws/hands/<row:pk>/show/<row:showing>/", FollowConsumer.as_asgi()),
                                    re_path("", refuse_socket),
                                ]
                            )
                        )
                    )
                )
            ),
            settings.SOCKETS_PER_ADDRESS,
        ),
    }
)
