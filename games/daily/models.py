"""The deal of the day: deals, attempts, tallies of scores, and streaks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match


class Deal(models.Model):
    """One deal of a game, the same for everybody for one day in UTC. Only services may read its cards."""

    day = models.DateField(_("day"))
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    context = models.JSONField()
    deck = models.JSONField()
    salt = models.BinaryField()
    secret = models.BinaryField()
    # the commitment to the deck (``rules/proof.py``), shown from the day before
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("deal of the day")
        verbose_name_plural = _("deals of the day")
        constraints = [models.UniqueConstraint(fields=["day", "game"], name="one_deal_a_day")]

    def __str__(self) -> str:
        return f"{self.game} of {self.day}"


class Attempt(models.Model):
    """A person's only attempt at a deal; the house's attempt has no person (``daily/house.py``)."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="attempts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="daily_attempts"
    )
    # answers in the bidding, if any: the player has seen cards, so no answer can be taken back
    answers = models.JSONField(default=list)
    # the table, once the bidding is over
    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="daily_attempt")
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # hundredths of a point of the game (``Bot.margin``)
    score = models.IntegerField(null=True, blank=True)
    # whether an account began it, which can play a deal only once; a guest could return as somebody else
    by_account = models.BooleanField(default=False)
    # whether an account finished it in time, so that it counts in ``Tally``
    ranked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("deal of the day played")
        verbose_name_plural = _("deals of the day played")
        constraints = [models.UniqueConstraint(fields=["deal", "user"], name="one_attempt_each")]
        indexes = [
            models.Index(fields=["deal", "-score", "finished_at"], condition=models.Q(ranked=True), name="daily_best"),
            models.Index(fields=["match"], condition=models.Q(finished_at=None), name="daily_unfinished"),
        ]

    def __str__(self) -> str:
        return f"deal {self.deal_id} by user {self.user_id}"


class Tally(models.Model):
    """How many ranked attempts at a deal reached a score; few rows, however many people play."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="tallies")
    score = models.IntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("number of results")
        verbose_name_plural = _("numbers of results")
        constraints = [models.UniqueConstraint(fields=["deal", "score"], name="one_tally_a_score")]

    def __str__(self) -> str:
        return f"deal {self.deal_id}: {self.count} × {self.score}"


class Streak(models.Model):
    """The number of consecutive days on which a person has finished a deal of the day, of any game."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="daily_streak")
    days = models.PositiveIntegerField(default=0)
    longest = models.PositiveIntegerField(default=0)
    # the last day of which they finished a deal
    last = models.DateField()

    class Meta:
        verbose_name = _("streak")
        verbose_name_plural = _("streaks")

    def __str__(self) -> str:
        return f"user {self.user_id}: {self.days} to {self.last}"
