"""People: accounts, guests (accounts without a password), friends and blocks."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person who plays. A guest has no password and keeps everything when they sign up."""

    # what others see; the login name is never shown
    name = models.CharField(_("name"), max_length=20)
    is_guest = models.BooleanField(_("guest"), default=False)
    # "" follows the browser
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    # how the table looks and how presses act there (``forms.LOOKS``), only what differs from the defaults, and
    # the room of a first hand (``games.table.room_state.COACHED``)
    prefs = models.JSONField(_("preferences"), default=dict, blank=True)
    # when they last requested a page, to the minute
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True)
    # when its owner closed it; they may reopen it for thirty days, under the name in kept_name
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    kept_name = models.CharField(max_length=20, blank=True, default="")
    # the row of a deleted account stays as a tombstone, so that other players' hands stay complete; whether it was a
    # guest stays, too, for the ratings
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    # when an operator suspended them
    suspended_at = models.DateTimeField(_("suspended"), null=True, blank=True)
    # grows with every mute and block of theirs, every block against them, and the end of each: what a process caches
    # of them is valid for one value. Their export omits it, because it would reveal that somebody has blocked them
    hearing_version = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    # part of their friend link: a link with another value is no longer valid
    friend_key = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)

    first_name: Any = None
    last_name: Any = None
    # what `manage.py createsuperuser` asks for: operators can play too
    REQUIRED_FIELDS = ["email", "name"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name or self.username


class Friendship(models.Model):
    """A friend request, and once it is accepted, the friendship.

    A request to a name that nobody has is stored without ``asked``, and a declined one loses its ``asked``: the asker
    cannot find out which names exist.
    """

    asker = models.ForeignKey(User, models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(User, models.CASCADE, null=True, related_name="friends_asking")
    # the name the request was sent to, as typed
    called = models.CharField(_("name asked for"), max_length=150)
    asked_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            # requests to nobody form no pair; PostgreSQL's least() ignores NULL
            models.UniqueConstraint(
                Least("asker", "asked"),
                Greatest("asker", "asked"),
                condition=models.Q(asked__isnull=False),
                name="one_friendship_a_pair",
            ),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="nobody_befriends_himself"),
            models.CheckConstraint(
                condition=models.Q(accepted_at=None) | models.Q(asked__isnull=False), name="friends_are_two_people"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id}→{self.asked_id or self.called}"


class Block(models.Model):
    """One person blocks another, who is not notified."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="nobody_blocks_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id}→{self.blocked_id}"


class Notification(models.Model):
    """A notification to a person, shown on their open pages and on the friends page."""

    class Kind(models.TextChoices):
        ASKED = "asked", _("friend request")
        ACCEPTED = "accepted", _("friend request accepted")
        INVITED = "invited", _("invitation to a table")
        KNOCKED = "knocked", _("asks to be let in to a table")
        LET_IN = "let-in", _("let in to a table")
        DECIDED = "decided", _("decision of a moderator")
        LOOKED_AT = "looked-at", _("report looked at")
        DAILY = "daily", _("deal of the day")
        TURN = "turn", _("one's turn")
        ROUND = "round", _("round of a duplicate")
        REPORTED = "reported", _("reports to look at")
        CLUB_TABLE = "club-table", _("table opened in a club")
        ORGANISER = "organiser", _("organiser of a club from now on")

    #: Kinds that stay until they are read, however many newer notifications there are.
    STAY_UNTIL_READ = frozenset({Kind.DECIDED})

    user = models.ForeignKey(User, models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=12, choices=Kind)
    sender = models.ForeignKey(User, models.CASCADE, related_name="+")
    # {"room": code} if it is about a table; for notifications from the house, the sender is the reader
    data = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    # whether it still has to be pushed or mailed to a reader who is off the site (``community.delivery``), and when it
    # was pushed
    waits = models.BooleanField(default=True, db_default=False)
    pushed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes = [
            models.Index(fields=["user", "-at"], name="notifications_newest"),
            models.Index(fields=["at"], condition=models.Q(waits=True), name="notifications_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Topic(models.TextChoices):
    """The topics of notifications for which people can choose delivery by push and by mail."""

    TURNS = "turns", _("Your turn")
    TABLES = "tables", _("Tables")
    FRIENDS = "friends", _("Friends")
    DAILY = "daily", _("Deal of the day")
    CLUBS = "clubs", _("Clubs")
    REPORTS = "reports", _("Reports")


class DeliveryChoice(models.Model):
    """A person's explicit choice whether notifications of a topic come by push and by mail."""

    user = models.ForeignKey(User, models.CASCADE, related_name="delivery_choices")
    topic = models.CharField(max_length=10, choices=Topic)
    push = models.BooleanField()
    mail = models.BooleanField()
    # the hour, in UTC, from which they want to be reminded; for topics that have an hour
    hour = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("choice of delivery")
        verbose_name_plural = _("choices of delivery")
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="one_choice_a_topic")]
        indexes = [models.Index(fields=["topic", "hour"], name="choices_by_hour")]

    def __str__(self) -> str:
        return f"{self.topic} for {self.user_id}"


class PushSubscription(models.Model):
    """A browser that shows a person's notifications even when no page of the site is open.

    It belongs to the session in which it was created and ends with it, so that after signing out the next person at the
    device does not see who wants to play.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    session_key = models.CharField(max_length=40)
    # the browser's address at its push service, and the keys for encrypting messages to it (RFC 8291)
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    # the browser's language, for people who follow it, and a description of the browser in words
    language = models.CharField(max_length=10)
    device = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")

    def __str__(self) -> str:
        return f"{self.device} of {self.user_id}"


class Report(models.Model):
    """A player's report about another player, for the operators."""

    class Reason(models.TextChoices):
        WORDS = "words", _("Offensive words")
        CHEATING = "cheating", _("Cheating or playing together")
        LEAVING = "leaving", _("Leaves games on purpose")
        OTHER = "other", _("Something else")

    reporter = models.ForeignKey(User, models.SET_NULL, null=True, related_name="reports")
    reported = models.ForeignKey(User, models.CASCADE, related_name="reported")
    reason = models.CharField(_("reason"), max_length=10, choices=Reason)
    text = models.CharField(_("what happened"), max_length=500, blank=True)
    # evidence from that moment: the table's code, the hand in play, and the chat as {"at", "user", "name", "said"}
    room = models.CharField(_("table"), max_length=6, blank=True)
    hand = models.PositiveBigIntegerField(_("hand"), null=True, blank=True)
    talk = models.JSONField(
        _("talk"), default=list, db_default=models.Value([], output_field=models.JSONField()), blank=True
    )
    at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(_("handled"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.reason}: {self.reported_id}"
