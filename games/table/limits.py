"""Rate limits: how fast a seat may press, how many wrong room codes may be tried."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.foundation.addresses import network_at, network_of
from games.foundation.rate_limit import RateLimit

#: Wrong room codes within ten minutes, from one browser and from one network.
WRONG_CODES = RateLimit("wrong-codes", 10, 10 * 60)
WRONG_CODES_OF_NETWORK = RateLimit("wrong-codes-of-network", 30, 10 * 60)
#: First shuffles promised to a network.
OFFERS = RateLimit("offers", 60, 60)
#: Presses of «keep my tables to myself» from one network, because anybody can become a new guest.
KEEPS = RateLimit("keeps", 30, 60)
#: Seats that one person may take or reserve.
TAKES = RateLimit("takes", 20, 10 * 60)
#: Wishes to play made or taken back, by one person and by one network.
WISHES, WISHES_OF_NETWORK = RateLimit("wishes", 20, 10 * 60), RateLimit("wishes-of-network", 60, 10 * 60)
#: Whose attempts are counted: a network, and a session key or "".
Guesser = tuple[str, str]


def too_fast(room_id: int, seat: int) -> bool:
    """Count a press; return whether it exceeds the limit for this second, faster than anybody plays."""
    most = settings.PRESSES_A_SECOND
    return bool(most) and RateLimit("presses", most, 1).wait(f"{room_id}:{seat}") > 0


def network(request: HttpRequest) -> str:
    """Return the network a request comes from."""
    return network_at(request.META.get("REMOTE_ADDR", ""))


def guesser(request: HttpRequest) -> Guesser:
    """Return who tries a code: their network, and their session key if they have one."""
    return network(request), request.session.session_key or ""


def guesser_of(scope: Any) -> Guesser:
    """Return who tries a code through a socket."""
    return network_of(scope), scope["session"].session_key or ""


def guessing(who: Guesser) -> int:
    """Return the seconds until somebody may try codes again; 0 if they may now."""
    return max(limit.left(part) for limit, part in _limits_of(who))


def count_wrong(who: Guesser) -> None:
    """Count a wrong room code."""
    for limit, part in _limits_of(who):
        limit.wait(part)


def _limits_of(who: Guesser) -> list[tuple[RateLimit, str]]:
    network, browser = who
    return [(WRONG_CODES, browser or network), (WRONG_CODES_OF_NETWORK, network)]
