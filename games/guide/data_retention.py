"""What the site stores about people and for how long, in the words of the privacy page.

Each line names the models it is about: every model with a foreign key to ``User`` must be listed here
(``tests/guide/test_about.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.accounts import limits as account_limits
from games.accounts import notifications
from games.clubs import limits as club_limits
from games.community import account_deletion, retention
from games.community.rating_rules import ABANDONED
from games.community.season import GRACE
from games.replays import preview_image, record_views
from games.rooms import join_requests, wishes
from games.rules.core import N_
from games.table import limits as table_limits


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the page, and the models it is about."""

    text: str
    models: tuple[str, ...] = ()


#: What is stored.
KEPT = (
    Line(
        N_(
            "A name, your settings, when you were last here; and, if you make an account, a login name, a password "
            "that nobody can read, and an e-mail address and second factors if you give any."
        ),
        ("accounts.User", "account.EmailAddress", "mfa.Authenticator"),
    ),
    Line(
        N_(
            "Every hand you play, move by move, with whom and when: it is your history and theirs. Replays of tables "
            "that are open to all can be seen by all."
        ),
        ("hands.Player",),
    ),
    Line(
        N_("Your ratings, the second looks that you have asked for, and the steps of lessons that you have passed."),
        ("people.Rating", "people.Review", "lessons.Passed"),
    ),
    Line(
        N_(
            "How your matches of a season have moved your ratings, and your final places on the ladders. Your name, "
            "rating and place are shown to everybody only while you wish to be on the ladders; final places stay."
        ),
        ("people.Standing", "people.FinalPlace"),
    ),
    Line(
        N_("The clubs that you belong to, since when, and whether you lead them. Their members see your name."),
        ("clubs.Membership",),
    ),
    Line(
        N_(
            "Which deals of the day you have played, when, and how you did, and your streak. Those who have finished "
            "the same deal see your name, your points and how you played it."
        ),
        ("daily.Attempt", "daily.Streak"),
    ),
    Line(
        N_(
            "Which duplicates you hold or have entered, with whom, how you did, and whether you left. Whoever finds "
            "one sees who has entered a tournament and, once it is over, the results; those who have played the same "
            "deals also see how you played them."
        ),
        ("duplicate.Event", "duplicate.Member"),
    ),
    Line(
        N_(
            "Which puzzles you have answered, when and how, your rating at them, and which you think wrong. Only you "
            "see that."
        ),
        ("puzzles.Attempt", "puzzles.PuzzleRating", "puzzles.Objection"),
    ),
    Line(
        N_(
            "If you agree, puzzles from your second looks: what you saw at one moment of a finished hand, with the "
            "cards that you did not see dealt anew. Nothing with them says who you are, at which table it was, or when."
        )
    ),
    Line(
        N_(
            "The tables that you open or sit at, whom their hosts let in or sent away, and the house rules that you "
            "keep under a name."
        ),
        ("rooms.Room", "rooms.Seat", "rooms.JoinRequest", "rooms.Ban", "rooms.RuleSet"),
    ),
    Line(
        N_("Which game you wish to play with other people, until when, and that a page of yours was open."),
        ("rooms.Wish",),
    ),
    Line(
        N_(
            "What is said at a table, for those who sit there; friends, requests, blocks, whose talk you do not read, "
            "and notes on what is new."
        ),
        ("rooms.Message", "rooms.Mute", "accounts.Friendship", "accounts.Block", "accounts.Notification"),
    ),
    Line(
        N_(
            "What you want to be notified of when you are not here; and of each browser that you have chosen for it "
            "its address at its push service, until you sign out there. What is sent is encrypted for your browser."
        ),
        ("accounts.DeliveryChoice", "accounts.PushSubscription"),
    ),
    Line(
        N_("Links that you make to a hand or a deal, hands that you show step by step, and records that you upload."),
        ("replays.Share", "replays.Challenge", "replays.Showing", "replays.Upload"),
    ),
    Line(
        N_(
            "Which challenges you have taken up, in which seat, and what you bid there. All who may look at the hand "
            "see your name, your seat and your points beside the others’."
        ),
        ("replays.TakenUp",),
    ),
    Line(
        N_(
            "Reports, with the talk of the table they are about, and what was decided on them, by whom and why: only "
            "the people who run the site read them. What they do in their own pages is noted."
        ),
        ("accounts.Report", "people.Decision", "admin.LogEntry"),
    ),
    Line(
        N_(
            "For each signed-in device its address and browser, so that you can see and end it. That stays while it "
            "is signed in, at most %(session_days)s days from your last visit, and %(listed_days)s day after."
        ),
        ("usersessions.UserSession",),
    ),
    Line(
        N_(
            "The network that you come from, for %(limit_minutes)s minutes at most, so that nobody guesses or asks too "
            "often. The web server’s log notes the address that asks, when, and for what kind of page."
        )
    ),
    Line(
        N_(
            "A hash of every e-mail address for which a mail was requested, for %(mail_hours)s hours at most, so that "
            "nobody gets too many."
        )
    ),
    Line(
        N_(
            "How often you have asked or invited the same person, for %(of_one_hours)s hours at most, so that nobody "
            "is asked without end."
        )
    ),
    Line(
        N_(
            "Two cookies that the site cannot do without: one says who you are, one keeps others from pressing in "
            "your name. A third for your language, if you choose one. Your browser itself remembers the numbers that "
            "it has added to shuffles and, until you sign out, the last table you saw."
        )
    ),
)
#: What is deleted with an erased account, and what remains.
ERASED = Line(
    N_(
        "An account that you delete is closed at once. For %(erased_days)s days you can have it back by signing in; "
        "then name, mail, talk, friends, settings and all else that is yours alone are erased. The hands and their "
        "tables stay, for they are the others’ too, as those of a deleted player."
    ),
    (
        *("account.EmailAddress", "mfa.Authenticator", "usersessions.UserSession"),
        *("accounts.Friendship", "accounts.Block", "accounts.Notification"),
        *("accounts.DeliveryChoice", "accounts.PushSubscription"),
        *("rooms.JoinRequest", "rooms.Ban", "rooms.RuleSet", "rooms.Message", "rooms.Mute", "rooms.Wish"),
        *("people.Rating", "people.Standing", "people.Review", "lessons.Passed", "daily.Attempt", "daily.Streak"),
        *("puzzles.Attempt", "puzzles.PuzzleRating", "puzzles.Objection"),
        *("replays.Share", "replays.Challenge", "replays.TakenUp", "replays.Showing", "replays.Upload"),
        *("accounts.Report", "people.Decision", "clubs.Membership", "duplicate.Member"),
    ),
)
#: How long data are stored.
SPANS = (
    Line(
        N_(
            "A guest who left nothing behind is removed after %(guest_days)s days. A guest who has played is made "
            "nameless %(played_days)s days after the last visit."
        ),
        ("accounts.User", "hands.Player"),
    ),
    ERASED,
    Line(
        N_(
            "Talk stays with its table, until whoever said it deletes their account. House rules, uploads and links to "
            "replays stay until you remove them."
        ),
        ("rooms.Message", "rooms.RuleSet", "replays.Share", "replays.Upload"),
    ),
    Line(
        N_(
            "A report is kept for %(report_days)s days, a decision of a moderator for %(decision_days)s; both no "
            "longer than the account that they are about. When yours is erased, your name and words are erased from "
            "all reports."
        ),
        ("accounts.Report", "people.Decision"),
    ),
    Line(
        N_(
            "Your results at deals of the day and your streak are kept as long as your account and erased with it. "
            "What stays is how many came to which score, without names."
        ),
        ("daily.Attempt", "daily.Streak"),
    ),
    Line(
        N_(
            "That you have entered a duplicate is kept as long as your account. When it is erased, the results stay "
            "for the others, as those of a deleted player, and so does what you have held, which names nobody."
        ),
        ("duplicate.Event", "duplicate.Member"),
    ),
    Line(
        N_(
            "You can take your word for puzzles from your second looks back at any time, in your settings: from then "
            "on, and once you close your account, none is made. Those that are made stay, for nobody can tell any more "
            "that they were yours."
        )
    ),
    Line(
        N_(
            "How you stand in a season is kept until it is settled, %(settled_days)s day after its end. A final place "
            "is never moved; when you delete your account, a deleted player has it."
        ),
        ("people.Standing", "people.FinalPlace"),
    ),
    Line(
        N_("You belong to a club until you leave it or are removed. A club ends with its last member."),
        ("clubs.Membership",),
    ),
    Line(
        N_(
            "A table at which nobody ever played is removed after %(table_days)s days. A rated match that nobody goes "
            "on with is ended after %(abandoned_days)s days."
        ),
        ("rooms.Room", "rooms.Seat"),
    ),
    Line(
        N_(
            "A wish to play ends after %(wish_minutes)s minutes, when you take it back, and when you sit down at a "
            "table. What is left of it is removed within a day."
        ),
        ("rooms.Wish",),
    ),
    Line(
        N_(
            "Of the notes on what is new the last %(notices)s are kept; that something was decided about you, until "
            "you have read it. A shuffle that was promised and not used is forgotten after %(offered_days)s day."
        ),
        ("accounts.Notification",),
    ),
    Line(
        N_(
            "The people who run the site keep backups, the servers’ logs and the notes on what they did, as long as "
            "they need them; no log names cards or talk."
        ),
        ("admin.LogEntry",),
    ),
)
#: Rate limits that count networks.
OF_NETWORKS = (
    account_limits.GUESTS_OF_NETWORK,
    account_limits.REQUESTS_OF_NETWORK,
    account_limits.REPORTS_OF_NETWORK,
    club_limits.JOINED_OF_NETWORK,
    join_requests.REQUESTS_OF_NETWORK,
    record_views.UPLOADS_OF_NETWORK,
    preview_image.DRAWN_OF_NETWORK,
    table_limits.WRONG_CODES_OF_NETWORK,
    table_limits.OFFERS,
    table_limits.KEEPS,
    table_limits.WISHES_OF_NETWORK,
)
#: Those that count how often one person reaches another, for longer.
OF_ONE = (account_limits.REQUESTS_OF_ONE, account_limits.INVITATIONS_OF_ONE)


def spans() -> dict[str, Any]:
    """Return how long each thing is stored, read from the cleanup tasks and rate limits."""
    return {
        "guest_days": retention.GUEST_WITH_NOTHING.days,
        "played_days": retention.GUEST.days,
        "table_days": retention.EMPTY_ROOM.days,
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "listed_days": retention.LISTED.days,
        "offered_days": retention.OFFERED.days,
        "report_days": retention.REPORTED.days,
        "decision_days": retention.DECIDED.days,
        "erased_days": account_deletion.UNTIL_ERASED.days,
        "abandoned_days": ABANDONED.days,
        "settled_days": GRACE.days,
        "wish_minutes": int(wishes.LASTS.total_seconds()) // 60,
        "notices": notifications.MOST,
        "limit_minutes": max(limit.seconds for limit in OF_NETWORKS) // 60,
        "mail_hours": account_limits.RESETS.seconds // 3600,
        "of_one_hours": max(limit.seconds for limit in OF_ONE) // 3600,
    }


def sentences(lines: tuple[Line, ...]) -> list[str]:
    """Return lines as text in the active language."""
    filled = spans()
    return [_(line.text) % filled for line in lines]
