"""Ratings of people at each game, the matches rated, reviews of their own play, and the moderators' decisions."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Report
from games.matches.models import Hand, Match
from games.rooms.models import CODE_LETTERS


class Rating(models.Model):
    """A person's rating at a game (openskill): ``mu``, the estimated strength, and ``sigma``, its uncertainty."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(_("game"), max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}: {self.mu:.1f} ± {2 * self.sigma:.1f}"


class Rated(models.Model):
    """Marks a match as processed by the ratings, which happens once."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="rated")
    # why it was not rated, a key of ``rating_rules.REASONS`` (or «let-in», from an earlier release); empty if rated
    reason = models.CharField(max_length=12, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return f"match {self.match_id}"


class Standing(models.Model):
    """A person's standing at a game in an unsettled season: their rating after its latest match."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings")
    game = models.CharField(_("game"), max_length=20)
    # ``Season.key``
    season = models.CharField(_("season"), max_length=6)
    mu = models.FloatField()
    sigma = models.FloatField()
    # the order of ladders (``rating_scale.low``)
    low = models.FloatField()
    # rated matches of the season, and how many of them count towards a place (``standings.NEEDED``)
    matches = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField(default=0)
    # whether they have a place: they want one, and have played enough
    ranked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("standing of a season")
        verbose_name_plural = _("standings of a season")
        constraints = [models.UniqueConstraint(fields=["user", "game", "season"], name="one_standing_a_season")]
        indexes = [
            models.Index(
                fields=["game", "season", "-low", "user"], condition=models.Q(ranked=True), name="ladder_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.season}: {self.low:.1f}"


class SettledSeason(models.Model):
    """Marks a game's season as settled, which happens once: its places are final."""

    game = models.CharField(_("game"), max_length=20)
    season = models.CharField(_("season"), max_length=6)
    settled_at = models.DateTimeField(auto_now_add=True)
    # the number of its places
    people = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("settled season")
        verbose_name_plural = _("settled seasons")
        constraints = [models.UniqueConstraint(fields=["game", "season"], name="one_settlement_a_season")]

    def __str__(self) -> str:
        return f"{self.game} {self.season}"


class FinalPlaces(models.QuerySet):
    """Places that never change, except that their owners may when accounts are merged or erased."""

    def update(self, **fields: Any) -> int:
        if not fields.keys() <= {"user"}:
            raise TypeError("a final place is never moved")
        return super().update(**fields)


class FinalPlace(models.Model):
    """A place on the final ladder of a season, with the figures as they were shown then."""

    game = models.CharField(_("game"), max_length=20)
    season = models.CharField(_("season"), max_length=6)
    place = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="final_places")
    value = models.IntegerField()
    doubt = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    # a key of ``rating_scale.TITLES``
    title = models.CharField(max_length=10)

    objects = FinalPlaces.as_manager()

    class Meta:
        verbose_name = _("final place")
        verbose_name_plural = _("final places")
        constraints = [
            models.UniqueConstraint(fields=["game", "season", "place"], name="one_person_a_place"),
            models.UniqueConstraint(fields=["user", "game", "season"], name="one_place_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.season}: {self.place}"

    def save(self, *args: Any, **options: Any) -> None:
        """Write a new row. Raises ``TypeError`` if it already exists."""
        if not self._state.adding:
            raise TypeError("a final place is never moved")
        super().save(*args, **options)


class Review(models.Model):
    """An AI review of the decisions of one seat in a finished hand, for the person who sat there."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="reviews")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reviews")
    asked_at = models.DateTimeField(auto_now_add=True)
    # when a worker last claimed it, and how many claims there were; the worker may have died since
    begun_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    # as games.community.reviews.written returns them; empty until the review is done
    decisions = models.JSONField(default=list)
    # points lost per decision; null if there was nothing to decide
    mean_loss = models.FloatField(null=True, blank=True)

    class Meta:
        verbose_name = _("second look")
        verbose_name_plural = _("second looks")
        constraints = [models.UniqueConstraint(fields=["hand", "seat"], name="one_review_a_seat")]
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(done_at__isnull=True), name="reviews_open"),
            models.Index(fields=["user", "-hand"], name="reviews_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"hand {self.hand_id}, seat {self.seat}"


def new_number() -> str:
    """Return a decision's number, as mails quote it: eight unguessable characters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Decisions(models.QuerySet):
    """Rows of the log: only their references to people may change, when a guest becomes an account."""

    def update(self, **fields: Any) -> int:
        if not fields.keys() <= {"person", "moderator"}:
            raise TypeError("a decision is never edited: write another that lifts it")
        return super().update(**fields)


class Decision(models.Model):
    """A moderator's decision about a person: both the decision log and what is in force.

    A row is never changed. Another row lifts it; a timed one expires by itself.
    """

    class Action(models.TextChoices):
        DISMISS = "dismiss", _("dismissed")
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        SUSPEND = "suspend", _("suspended")
        RENAME = "rename", _("name taken away")
        LIFT = "lift", _("lifted")

    class Reason(models.TextChoices):
        WORDS = "words", _("Offensive words")
        NAME = "name", _("An offensive name")
        CHEATING = "cheating", _("Cheating or playing together")
        LEAVING = "leaving", _("Leaves games on purpose")
        NOTHING = "nothing", _("Nothing against the rules is to be seen")
        TWICE = "twice", _("Decided already with another report")
        FAITH = "faith", _("The report was not made in good faith")
        APPEAL = "appeal", _("The appeal was right")
        MISTAKE = "mistake", _("It was a mistake of ours")
        OTHER = "other", _("Something else")

    number = models.CharField(_("number"), max_length=8, unique=True, default=new_number, editable=False)
    # what was decided on: a report, or an earlier decision that this one lifts; each has one decision
    report = models.OneToOneField(Report, models.SET_NULL, null=True, related_name="decision")
    lifts = models.OneToOneField("self", models.CASCADE, null=True, related_name="lifting")
    # the person concerned, and the moderator
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="decisions")
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="decided")
    action = models.CharField(_("what"), max_length=8, choices=Action)
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    words = models.CharField(_("words"), max_length=500, blank=True)
    at = models.DateTimeField(_("when"), default=timezone.now)
    # when it expires, if it is timed
    until = models.DateTimeField(_("until"), null=True)
    # the name that was taken away, and its replacement
    closed_name = models.CharField(max_length=20, blank=True, default="")
    given_name = models.CharField(max_length=20, blank=True, default="")

    objects = Decisions.as_manager()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["-pk"]
        permissions = [("moderate", "Can decide on reports at /moderation/")]
        indexes = [models.Index(fields=["person", "action"], name="decisions_of_a_person")]

    def __str__(self) -> str:
        return f"{self.number}: {self.action} {self.person_id}"

    def save(self, *args: Any, **options: Any) -> None:
        """Write a new row. Raises ``TypeError`` if it already exists."""
        if not self._state.adding:
            raise TypeError("a decision is never edited: write another that lifts it")
        super().save(*args, **options)
