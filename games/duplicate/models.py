"""Duplicate: events, their contestants, the tables they are played at, and the result of each deal."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.models import User
from games.clubs.models import Club, new_slug
from games.matches.models import Board, Match
from games.rooms.models import Room
from games.rules.core import Game
from games.rules.registry import GAMES


class Event(models.Model):
    """A number of deals that several contestants play, each at their own table, to be compared.

    A *set* is played at one's own pace against AI players. A *tournament* (``swiss`` or ``robin``) is played against
    each other, in rounds by the clock.
    """

    class Form(models.TextChoices):
        SET = "set", _("in your own time")
        SWISS = "swiss", _("Swiss rounds")
        ROBIN = "robin", _("everybody against everybody")

    class Kind(models.TextChoices):
        """Who enters together."""

        ALONE = "alone", _("each for themselves")
        PAIR = "pair", _("pairs")
        TEAM = "team", _("teams")

    class Scale(models.TextChoices):
        MATCHPOINTS = "matchpoints", _("matchpoints")
        IMPS = "imps", _("IMPs")
        DIFFERENCE = "difference", _("difference")

    class Phase(models.TextChoices):
        ENTRY = "entry", _("open to enter")
        PLAYING = "playing", _("being played")
        BREAK = "break", _("between two rounds")
        OVER = "over", _("over")

    slug = models.SlugField(max_length=8, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=40, blank=True)
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict, blank=True)
    form = models.CharField(_("form"), max_length=5, choices=Form)
    kind = models.CharField(_("who enters"), max_length=5, choices=Kind)
    scale = models.CharField(_("scored by"), max_length=11, choices=Scale)
    # total rounds, and deals per round; in a set, a round is the deals played from one side of the table
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    boards = models.PositiveSmallIntegerField(_("deals a round"))
    # for a tournament: the maximum length of a round
    minutes = models.PositiveSmallIntegerField(_("minutes a round"), default=0)
    # null if the house holds it
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="events")
    # if set, only its members see the event; its row stays once it has none
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="events")
    # whether everybody can find it, or only people with its link
    listed = models.BooleanField(_("everybody finds it"), default=False)
    # one of the house's weekly sets
    house = models.BooleanField(_("the house's"), default=False)
    # repeated each week
    weekly = models.BooleanField(_("every week"), default=False)
    starts_at = models.DateTimeField(_("begins"))
    # for a set: when entry closes
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    phase = models.CharField(_("state"), max_length=7, choices=Phase, default=Phase.ENTRY)
    # the current or the last round, from 1
    round = models.PositiveSmallIntegerField(default=0)
    # when the phase ends at the latest
    due_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    # whether it did not take place
    cancelled = models.BooleanField(_("did not take place"), default=False)

    class Meta:
        verbose_name = _("duplicate")
        verbose_name_plural = _("duplicates")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind", "starts_at"], condition=models.Q(house=True), name="one_set_a_week"
            )
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=~models.Q(phase="over"), name="duplicate_due"),
            models.Index(fields=["starts_at"], condition=models.Q(listed=True, club=None), name="duplicate_listed"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} ({self.game})"

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return GAMES[self.game]

    @property
    def called(self) -> str:
        """The event's name, or that of its game in the reader's language."""
        return self.name or gettext("Duplicate: %(game)s") % {"game": gettext(self.rules.name)}

    @property
    def is_set(self) -> bool:
        """Whether it is played at one's own pace."""
        return self.form == Event.Form.SET

    @property
    def is_over(self) -> bool:
        """Whether all results are final."""
        return self.phase == Event.Phase.OVER

    def entrants(self) -> models.QuerySet[User]:
        """Return the people who have entered it."""
        return User.objects.filter(duplicates__event=self)


class EventBoard(models.Model):
    """A deal of an event, dealt at all tables of its round."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="deals")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    board = models.OneToOneField(Board, models.PROTECT, related_name="event_board")

    class Meta:
        verbose_name = _("deal of an event")
        verbose_name_plural = _("deals of events")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "round", "number"], name="one_deal_of_a_number")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.round}/{self.number}"


class Contestant(models.Model):
    """Who plays an event together: a person, a pair, or a team."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="contestants")
    # part of the link through which partners enter
    key = models.SlugField(max_length=8, unique=True, default=new_slug, editable=False)
    entered_at = models.DateTimeField(auto_now_add=True)
    # whether all its members left during a tournament, so that it is no longer paired or ranked
    withdrawn = models.BooleanField(_("has gone"), default=False)
    # for a set: when its last deal was scored
    finished_at = models.DateTimeField(null=True, blank=True)
    # on the event's scale, in hundredths, and the resulting rank; recomputed as results come in
    total = models.IntegerField(null=True, blank=True)
    rank = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("contestant")
        verbose_name_plural = _("contestants")
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "rank"], name="duplicate_ranks")]

    def __str__(self) -> str:
        return f"{self.event_id}: contestant {self.pk}"


class Member(models.Model):
    """A member of a contestant. Their ``number``, from 0, decides which seat is theirs."""

    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="duplicates")
    number = models.PositiveSmallIntegerField(default=0, db_column="place")
    # when they left the event while it was being played
    left_at = models.DateTimeField(null=True, blank=True)
    # when they last said that they were ready to play
    ready_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("person of a contestant")
        verbose_name_plural = _("people of contestants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="enters_once"),
            models.UniqueConstraint(fields=["contestant", "number"], name="one_member_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.contestant_id}: {self.user_id}"

    @property
    def is_playing(self) -> bool:
        """Whether they still play; otherwise an AI player takes their seat."""
        return self.user.is_active and self.left_at is None


class Sitting(models.Model):
    """A table of a round. At one without a room AI players play all deals: it is the house's own, one a round, or has
    contestants of whom nobody is left to play there, halves of teams."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sittings")
    round = models.PositiveSmallIntegerField()
    room = models.OneToOneField(Room, models.CASCADE, null=True, blank=True, related_name="sitting")
    begun_at = models.DateTimeField(default=timezone.now)
    # when its last deal was scored
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["event", "round"], condition=models.Q(ended_at=None), name="duplicate_unfinished")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: round {self.round}, table {self.pk}"


class SideAssignment(models.Model):
    """The contestant on a side of a table; the house plays a side without one."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="side_assignments")
    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="side_assignments")
    round = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()

    class Meta:
        # the table has the name that the class had at first
        db_table = "duplicate_place"
        verbose_name = _("side at a table")
        verbose_name_plural = _("sides at tables")
        constraints = [
            models.UniqueConstraint(fields=["sitting", "side"], name="one_contestant_a_side"),
            # a team plays both sides of a round, at two tables
            models.UniqueConstraint(fields=["contestant", "round", "side"], name="one_table_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id}/{self.side}: {self.contestant_id}"


class Score(models.Model):
    """The result of one side of a table in one deal."""

    deal = models.ForeignKey(EventBoard, models.CASCADE, related_name="scores")
    sitting = models.ForeignKey(Sitting, models.CASCADE, related_name="scores")
    side = models.PositiveSmallIntegerField()
    contestant = models.ForeignKey(Contestant, models.CASCADE, null=True, blank=True, related_name="scores")
    # hundredths of a point of the game (``Bot.margin``)
    margin = models.IntegerField()
    # the match that was played; null if the house played the deal at once
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("result of a deal")
        verbose_name_plural = _("results of deals")
        constraints = [models.UniqueConstraint(fields=["deal", "sitting", "side"], name="one_score_a_side")]
        indexes = [models.Index(fields=["deal", "side", "-margin", "id"], name="duplicate_best")]

    def __str__(self) -> str:
        return f"deal {self.deal_id}, table {self.sitting_id}/{self.side}"


class Tally(models.Model):
    """At how many tables one side of a deal reached a margin; few rows, however many people play."""

    deal = models.ForeignKey(EventBoard, models.CASCADE, related_name="tallies")
    side = models.PositiveSmallIntegerField()
    margin = models.IntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("number of results of a deal")
        verbose_name_plural = _("numbers of results of deals")
        constraints = [models.UniqueConstraint(fields=["deal", "side", "margin"], name="one_tally_a_margin")]

    def __str__(self) -> str:
        return f"deal {self.deal_id}/{self.side}: {self.count} × {self.margin}"
