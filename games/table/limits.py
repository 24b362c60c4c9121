"""How fast a seat may press, and how many codes that are no table's may be tried."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from games.accounts.models import User
from games.foundation.addresses import network_at, network_of
from games.foundation.rate_limit import RateLimit

#: Codes that were no table's within ten minutes: from one browser, and from one network.
WRONG_CODES = RateLimit("wrong-codes", 10, 10 * 60)
WRONG_CODES_OF_NETWORK = RateLimit("wrong-codes-of-network", 30, 10 * 60)
#: First shuffles promised to one network.
OFFERS = RateLimit("offers", 60, 60)
#: Presses of one network that keep tables to oneself, or no longer: anybody can be a new guest at any time.
KEEPS = RateLimit("keeps", 30, 60)
#: Seats that one person may take, or reserve, at tables where play goes on.
TAKES = RateLimit("takes", 20, 10 * 60)
#: The same for all who come from one network without an account.
TAKES_OF_NETWORK = RateLimit("takes-of-network", 60, 10 * 60)
#: Wishes to play that one person may make or take back, and all of one network.
WISHES, WISHES_OF_NETWORK = RateLimit("wishes", 20, 10 * 60), RateLimit("wishes-of-network", 60, 10 * 60)
#: Whose tries are counted: a network, and a session's key where there is one.
Guesser = tuple[str, str]


def too_fast(room_id: int, seat: int) -> bool:
    """Count a press, and say whether it is one too many for this second: faster than anybody plays."""
    most = settings.PRESSES_A_SECOND
    return bool(most) and RateLimit("presses", most, 1).wait(f"{room_id}:{seat}") > 0


def network(request: HttpRequest) -> str:
    """Return the network a request comes from."""
    return network_at(request.META.get("REMOTE_ADDR", ""))


def guesser(request: HttpRequest) -> Guesser:
    """Return who tries a code: their network, and their browser where it has a session."""
    return network(request), request.session.session_key or ""


def guesser_of(scope: Any) -> Guesser:
    """Return who tries a code by a socket."""
    return network_of(scope), scope["session"].session_key or ""


def guessing(who: Guesser) -> int:
    """Return for how many seconds somebody may try no more codes; 0 where they may."""
    return max(limit.left(part) for limit, part in _counted(who))


def count_wrong(who: Guesser) -> None:
    """Count a code that was no table's."""
    for limit, part in _counted(who):
        limit.wait(part)


def _counted(who: Guesser) -> list[tuple[RateLimit, str]]:
    network, browser = who
    return [(WRONG_CODES, browser or network), (WRONG_CODES_OF_NETWORK, network)]


def taking(request: HttpRequest, user: User | None) -> int:
    """Count a seat that somebody takes where play goes on; return for how many seconds they may take no more."""
    return TAKES.wait(user.pk) if user is not None else TAKES_OF_NETWORK.wait(network(request))
