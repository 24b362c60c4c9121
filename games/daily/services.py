"""The only writer of the deal of the day: deals settled in advance, attempts begun once, results counted once.

There is one deal per game and day (UTC), with the same cards, seat and AI players for everybody. The AI players choose
by the deal's salt and the plays before them, at the usual level, which ignores time: the same plays always get the same
answers. A release that changes how they play affects only later plays.

Possible abuses and the defences:

- *Look before playing.* Tables are sealed (``Room.sealed``): nobody joins, watches or is invited. Replays, records,
  links, challenges, live sharing and operators' pages of a deal that may still be played check ``seal`` first.
- *Play it twice.* An account has one attempt (``one_attempt_each``). It stores each answer of the bidding; a player who
  leaves returns to the same table; there are no takebacks, no hints and no resets.
- *Have the house play.* Nobody plays on for a player who leaves, and there is no clock.
- *Play it first as somebody else.* A guest in a second browser can, so guests get results but no rank, even if they
  sign up or sign in later. A second account or a friend on the telephone can help too: nothing is rated, and the page
  says that the ranking is for people who play fair.
- *Play it again elsewhere.* Nobody plays on from a step of it, or challenges others to it, until it is over; nor from
  its record, uploaded. Whoever is given the record can change some cards in it and practise with those, as they could
  with cards on a table.
- *Wait for the answer.* A deal must be begun on its day and finished within ``GRACE``; a later result has no rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from games import ai
from games.accounts.models import User
from games.daily.models import Attempt, Deal, Streak, Tally
from games.foundation.transactions import write
from games.matches.models import Hand
from games.matches.practice import Origin, play_sealed
from games.matches.settled_deals import settle
from games.matches.turns import score_ended
from games.plugins.cover import options_of
from games.rules.cards import NUMBERS
from games.rules.core import Setup
from games.rules.registry import GAMES
from games.table import bidding

#: The seat that every person plays.
SEAT = 0
#: How long after its day a deal may be finished; after that it is over, and open to anyone with its links.
GRACE = timedelta(hours=2)
#: The number of days for which finished attempts are found without a visit to their page.
RECENT = 7
#: How many missed days in a row do not end a streak.
FORGIVEN = 1


class NotToday(Exception):
    """The deal belongs to another day, and cannot be begun now."""


def today() -> date:
    """Return today's date in UTC."""
    return timezone.now().astimezone(UTC).date()


def next_at(day: date) -> datetime:
    """Return when the day after a day begins: its deal can no longer be begun, and the next one can."""
    return datetime.combine(day + timedelta(days=1), time.min, UTC)


def over_at(day: date) -> datetime:
    """Return when the deal of a day is over: it can no longer be finished, and may be viewed."""
    return next_at(day) + GRACE


# --- deals ---------------------------------------------------------------------------------------


def prepare(days: Iterable[date] | None = None) -> None:
    """Settle the missing deals of the given days, by default today and tomorrow. Only one of several concurrent runs
    succeeds (``one_deal_a_day``)."""
    needed = {(day, game) for day in (days or _near()) for game in GAMES}
    existing = set(Deal.objects.filter(day__in={day for day, _game in needed}).values_list("day", "game"))
    if missing := sorted(needed - existing):
        deals = [_new_deal(day, game) for day, game in missing]
        with write():
            Deal.objects.bulk_create(deals, ignore_conflicts=True)


def deal_of(game: str, day: date) -> Deal | None:
    """Return the deal of a game and day; one for today or tomorrow is settled now if it is missing."""
    deal = Deal.objects.filter(day=day, game=game).first()
    if deal is None and day in _near():
        prepare([day])
        deal = Deal.objects.get(day=day, game=game)
    return deal


def setup_of(deal: Deal) -> Setup:
    """Return everything fixed about a deal, including every card."""
    return GAMES[deal.game].setup(deal.options, deal.context, tuple(NUMBERS[name] for name in deal.deck))


def _near() -> tuple[date, date]:
    return today(), today() + timedelta(days=1)


def _new_deal(day: date, key: str) -> Deal:
    game = GAMES[key]
    options = options_of(game)
    return Deal(day=day, game=key, options=options, **asdict(settle(game, options, day.toordinal())))


# --- attempts ------------------------------------------------------------------------------------


def attempt_of(deal: Deal, user: User | None) -> Attempt | None:
    """Return a person's attempt at a deal, as ``attempts_of`` does."""
    return attempts_of([deal], user).get(deal.pk)


def attempts_of(deals: Iterable[Deal], user: User | None) -> dict[int, Attempt]:
    """Return a person's attempts by deal, after scoring the hands that are over and counting their results: they may
    come for them before the tasks have run. Deals that are still being played are looked at without a lock."""
    if user is None:
        return {}
    attempts = Attempt.objects.select_related("match__room").filter(user=user, deal__in=list(deals))
    own = {attempt.deal_id: attempt for attempt in attempts}
    unfinished = [attempt.match_id for attempt in own.values() if attempt.finished_at is None and attempt.match_id]
    if not unfinished:
        return own
    score_ended(Hand.objects.filter(match__in=unfinished))
    over = Attempt.objects.filter(match__in=unfinished, match__ended_at__isnull=False)
    if not (late := list(over.values_list("pk", flat=True))):
        return own
    for pk in late:
        finish(pk)
    return {attempt.deal_id: attempt for attempt in attempts.all()}


def begin(deal: Deal, user: User, answers: Sequence[str] = ()) -> Attempt | bidding.Bidding:
    """Begin or resume a person's attempt. Return the attempt once they sit at its table, or the bidding if they must
    answer first.

    ``answers``: theirs in the bidding so far; stored answers stand. Raises ``NotToday``, ``bidding.NoAnswer``, and
    ``RateLimited`` if they have opened many rooms recently.
    """
    with write():
        # Lock the person's row, so that two windows do not open two tables.
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        attempt = Attempt.objects.filter(deal=deal, user=user).first()
        if attempt is not None and attempt.match_id is not None:
            return attempt
        if deal.day != today():
            raise NotToday
        game, setup = GAMES[deal.game], setup_of(deal)
        bid_answers = list(attempt.answers) if attempt is not None else []
        if list(answers[: len(bid_answers)]) == bid_answers:
            bid_answers = list(answers)
        bids = bidding.bid(game, setup, SEAT, bid_answers)
        if attempt is None:
            attempt = Attempt(deal=deal, user=user, by_account=not user.is_guest)
        attempt.answers = bid_answers
        if not bids.choices:
            origin = Origin(bytes(deal.salt), bytes(deal.secret))
            attempt.match = play_sealed(user, game, setup, bids.actions, SEAT, origin)
        attempt.save()
    return bids if bids.choices else attempt


# --- results -------------------------------------------------------------------------------------


def count() -> int:
    """Count the results of all finished, uncounted attempts; return their number. Results finished weeks later are
    counted when their page is opened."""
    recent = timezone.now() - timedelta(days=RECENT)
    over = Attempt.objects.filter(finished_at=None, match__ended_at__isnull=False, started_at__gte=recent)
    return sum(finish(pk) for pk in list(over.values_list("pk", flat=True)[:1000]))


def finish(attempt_id: int) -> bool:
    """Store the result of an attempt whose hand is scored, count it if it is ranked, and continue the person's streak,
    all only once. Return whether this call did."""
    with write():
        attempt = Attempt.objects.select_for_update(of=("self",)).select_related("deal").get(pk=attempt_id)
        hand = (
            Hand.objects.filter(match=attempt.match_id, scored_at__isnull=False).first() if attempt.match_id else None
        )
        if attempt.finished_at is not None or hand is None or hand.scored_at is None:
            return False
        in_time = hand.scored_at <= over_at(attempt.deal.day)
        attempt.finished_at, attempt.score = hand.scored_at, score_of(attempt.deal, hand.result or {})
        attempt.ranked = in_time and attempt.by_account
        attempt.save(update_fields=["finished_at", "score", "ranked"])
        if attempt.ranked:
            Tally.objects.get_or_create(deal_id=attempt.deal_id, score=attempt.score)
            Tally.objects.filter(deal_id=attempt.deal_id, score=attempt.score).update(count=F("count") + 1)
        if in_time and attempt.user_id is not None:
            _go_on(attempt.user_id, attempt.deal.day)
    return True


def score_of(deal: Deal, result: dict[str, Any]) -> int:
    """Return the value of a result for the person who played it, in hundredths of a point of the game."""
    game = GAMES[deal.game]
    return round(100 * ai.bot(deal.game).margin(result, game.side(SEAT, game.resolve(deal.options))))


def _go_on(user_id: int, day: date) -> None:
    """Record that a person has finished a day's deal, stored before: extend their streak, or start a new one. A deal
    that is finished after one of a later day may close the gap before that day."""
    row, new = Streak.objects.select_for_update().get_or_create(user_id=user_id, defaults={"last": day, "days": 1})
    if not new and day > row.last:
        row.days = row.days + 1 if goes_on(row.last, day) else 1
        row.last = day
    elif day < row.last:
        row.days = max(row.days, _days_to(user_id, row.last))
    row.longest = max(row.longest, row.days)
    row.save(update_fields=["days", "longest", "last"])


def _days_to(user_id: int, last: date) -> int:
    """Return the length of a person's streak up to a day whose deal they have finished, counted from their attempts."""
    attempts = Attempt.objects.filter(user=user_id, deal__day__lt=last, finished_at__isnull=False)
    days, earliest = 1, last
    for day, finished_at in attempts.order_by("-deal__day").values_list("deal__day", "finished_at").iterator():
        if not goes_on(day, earliest):
            break
        if day < earliest and finished_at <= over_at(day):
            days, earliest = days + 1, day
    return days


def goes_on(last: date, day: date) -> bool:
    """Return whether a streak whose last day was ``last`` is alive on a later day: one missed day is forgiven."""
    return (day - last).days <= 1 + FORGIVEN


def streak_of(user: User | None) -> Streak | None:
    """Return a person's streak if it is alive."""
    row = Streak.objects.filter(user=user).first() if user is not None else None
    return row if row is not None and goes_on(row.last, today()) else None


def is_over(deal: Deal) -> bool:
    """Return whether a deal can no longer be finished."""
    return over_at(deal.day) <= timezone.now()
