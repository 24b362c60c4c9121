"""Large bodies are refused in bounded memory, whether they declare their size or not."""

from __future__ import annotations

from games.foundation.body_limit import ANSWER, MAX_BODY, MAX_DRAINED, BodySizeLimit

CHUNK = b"0" * 65536


async def ask(length, chunks, headers=True):
    """Send a body through the guard; return status, what the app read, and the chunks taken."""
    count, messages, sizes = 0, [], []

    async def receive():
        nonlocal count
        count += 1
        return {"type": "http.request", "body": CHUNK, "more_body": count < chunks}

    async def send(message):
        messages.append(message)

    async def app(scope, receive, send):
        more = True
        while more:
            message = await receive()
            sizes.append(len(message["body"]))
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})

    scope = {"type": "http", "headers": [(b"content-length", str(length).encode())] if headers else []}
    await BodySizeLimit(app)(scope, receive, send)
    return messages[0]["status"], sum(sizes), count, messages[1]["body"]


async def test_a_small_body_reaches_the_site():
    assert await ask(2 * len(CHUNK), 2) == (200, 2 * len(CHUNK), 2, b"ok")


async def test_a_body_that_says_it_is_large_is_never_read_by_the_site():
    status, size, count, body = await ask(100 * 1024 * 1024, 1600)
    assert (status, size, count, body) == (413, 0, 1600, ANSWER)


async def test_a_large_body_that_does_not_say_so_is_cut_off():
    status, size, _, _ = await ask(0, 1600, headers=False)
    assert status == 413
    assert size <= MAX_BODY


async def test_an_endless_body_is_answered():
    status, _, count, _ = await ask(10**12, 10**9)
    assert status == 413
    assert count <= MAX_DRAINED // len(CHUNK) + 1


async def test_a_length_that_is_no_number_is_refused():
    assert (await ask("x", 1))[0] == 413
