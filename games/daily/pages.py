"""The context of the deal-of-the-day pages, as plain values for their templates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.names import GONE, readable
from games.daily import results, services
from games.daily.models import Attempt, Deal
from games.foundation.moments import moment
from games.rules.registry import GAMES
from games.table import bidding
from games.table.home import families
from games.table.room_settings import differences, rules_address
from games.table.scene_builder import ai_name
from games.table.sentences import People, bare, listed


def index(user: User | None) -> dict[str, Any]:
    """Return the page of all games: by family, each with the viewer's progress."""
    day = services.today()
    deals = {deal.game: deal for deal in Deal.objects.filter(day=day)}
    own = services.attempts_of(deals.values(), user)
    spreads = results.spreads([pk for pk, attempt in own.items() if attempt.finished_at is not None])

    def line(cover: dict[str, Any]) -> dict[str, Any]:
        deal = deals[cover["key"]]
        attempt = own.get(deal.pk)
        state = "new" if attempt is None else "begun" if attempt.finished_at is None else "done"
        comparison = ""
        if attempt is not None and state == "done":
            comparison = _comparison(results.place_of(spreads[deal.pk], attempt))
        names = {name: cover[name] for name in ("key", "name", "term", "cards")}
        return names | {"state": state, "comparison": comparison, "url": reverse("daily-game", args=[deal.game])}

    groups = [[line(cover), *map(line, cover["kin"])] for cover in families()]
    finished = sum(game["state"] == "done" for group in groups for game in group)
    return {
        "day": day,
        "next_at": moment(services.next_at(day)),
        "families": groups,
        "streak": _streak(user),
        "done": finished,
        "of": len(deals),
    }


def before(deal: Deal, user: User | None, attempt: Attempt | None) -> dict[str, Any]:
    """Return the page of a deal that the viewer has not finished. It contains no card and nothing about others."""
    game = GAMES[deal.game]
    tomorrow = services.deal_of(deal.game, deal.day + timedelta(days=1))
    seats = range(game.seats(game.resolve(deal.options)))
    return _summary(deal) | {
        "state": "new" if attempt is None else "begun",
        "table": reverse("table", args=[attempt.match.room.code]) if attempt is not None and attempt.match else "",
        "differences": differences(game, game.resolve(deal.options)),
        "rules": rules_address(game, deal.options),
        "others": listed(bare(ai_name(seat)) for seat in seats if seat != services.SEAT),
        "begins": deal.day == services.today(),
        "next_at": moment(services.next_at(deal.day)),
        "over_at": moment(services.over_at(deal.day)),
        "guest": user is None or user.is_guest,
        "commitment": deal.commitment,
        "late": deal.made_at.date() >= deal.day,
        "tomorrow": tomorrow.commitment if tomorrow is not None else "",
        "streak": _streak(user),
    }


def after(deal: Deal, user: User | None, attempt: Attempt | None) -> dict[str, Any]:
    """Return the page of a deal that the viewer has finished or that is over: everybody's results."""
    own = attempt if attempt is not None and attempt.finished_at is not None else None
    spread = results.spreads([deal.pk])[deal.pk]
    # only people who have finished it see names
    friends = results.of_friends(deal, user) if own is not None else []
    best = results.best(deal, user) if own is not None else []
    house = results.of_the_house(deal)
    hands = results.hands([*friends, *best, *filter(None, (own, house))])
    sees_all = own is not None and (own.by_account or services.is_over(deal))  # as ``seal.has_finished``

    def is_own(attempt: Attempt) -> bool:
        return user is not None and attempt.user_id == user.pk

    def lines(attempts: Iterable[Attempt]) -> list[dict[str, Any]]:
        return [
            {
                "name": _("You")
                if is_own(attempt)
                else readable(attempt.user.name if attempt.user is not None else GONE),
                "points": points(attempt.score or 0),
                "replay": _replay(hands, attempt) if sees_all or is_own(attempt) else "",
                "own": is_own(attempt),
            }
            for attempt in attempts
        ]

    most = max((bar.count for bar in results.bars(spread, None)), default=0)
    yesterday = deal.day - timedelta(days=1)
    before = Deal.objects.filter(day=yesterday, game=deal.game).exists()
    return _summary(deal) | {
        "own": _own_result(own, spread, hands) if own is not None else None,
        "guest": own is not None and not own.by_account,
        "late": own is not None and own.by_account and not own.ranked,
        "over": services.is_over(deal),
        "friends": lines(friends),
        "best": lines(best),
        "house": {"points": points(house.score or 0), "replay": _replay(hands, house) if sees_all else ""}
        if house is not None
        else None,
        "bars": [
            {"label": _range(bar), "count": bar.count, "own": bar.own}
            for bar in results.bars(spread, own.score if own is not None else None)
        ],
        "most": most,
        "commitment": deal.commitment,
        "streak": _streak(user),
        "picture": reverse("daily-picture", args=[deal.game, deal.day]),
        "yesterday": reverse("daily-day", args=[deal.game, yesterday]) if before else "",
        "next_at": moment(services.next_at(deal.day)) if deal.day == services.today() else "",
    }


def bidding_page(deal: Deal, bids: bidding.Bidding) -> dict[str, Any]:
    """Return the page of the bidding, where the viewer must answer."""
    game = GAMES[deal.game]
    seats = range(game.seats(game.resolve(deal.options)))
    who = People(tuple(bare(ai_name(seat)) for seat in seats), services.SEAT)
    return {
        "address": reverse("daily-game", args=[deal.game]),
        "name": _summary(deal)["name"],
        "day": deal.day.isoformat(),
        "answers": bids.answers,
    } | bidding.described(game, bids, who)


def points(score: int) -> str:
    """Return a score in hundredths as signed points of the game."""
    whole = f"{abs(score) / 100:.2f}".rstrip("0").rstrip(".")
    return f"+{whole}" if score > 0 else f"−{whole}" if score < 0 else "0"


def _summary(deal: Deal) -> dict[str, Any]:
    return {"key": deal.game, "name": _(GAMES[deal.game].name), "day": deal.day}


def _own_result(attempt: Attempt, spread: results.Spread, hands: dict[int, int]) -> dict[str, Any]:
    stands = results.place_of(spread, attempt)
    return {
        "points": points(attempt.score or 0),
        "comparison": _comparison(stands),
        "rank": stands.rank,
        "total": stands.total,
        "replay": _replay(hands, attempt),
    }


def _comparison(stands: results.Place) -> str:
    """Return a sentence that compares a person with the others who have played."""
    return _("You are the first.") if stands.percent is None else stands.comparison


def _replay(hands: dict[int, int], attempt: Attempt) -> str:
    pk = hands.get(attempt.match_id or 0)
    return reverse("replay-hand", args=[pk]) if pk is not None else ""


def _range(bar: results.Bar) -> str:
    if bar.low == bar.high:
        return points(bar.low)
    return _("%(low)s to %(high)s") % {"low": points(bar.low), "high": points(bar.high // 100 * 100)}


def _streak(user: User | None) -> str:
    """Return a person's streak in words, or "" if there is none."""
    row = services.streak_of(user)
    if row is None:
        return ""
    return ngettext("%(number)s day running", "%(number)s days running", row.days) % {"number": row.days}
