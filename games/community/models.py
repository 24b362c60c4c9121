"""Ratings of people at each game, the matches rated, and reviews of one's own play."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Hand, Match


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
    # why it was not rated, a key of ``rating_rules.REASONS`` (or «let-in», of an earlier release); empty where it was
    reason = models.CharField(max_length=12, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return f"match {self.match_id}"


class Review(models.Model):
    """An AI review of the decisions of one seat in a finished hand, for the person who sat there."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="reviews")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reviews")
    asked_at = models.DateTimeField(auto_now_add=True)
    # when a worker last claimed it, and how often; the worker may have died since
    begun_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    # as games.community.reviews.written returns them; empty until it is done
    decisions = models.JSONField(default=list)
    # points lost per decision; null where there was nothing to decide
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
