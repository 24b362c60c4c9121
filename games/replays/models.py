"""Models of replays: links, deals played again, uploaded records, live sharing."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Hand, Match


def new_token() -> str:
    """Return a secret of 128 bits for a link."""
    return secrets.token_urlsafe(16)


class Share(models.Model):
    """A link by which anybody may see the replay of a hand, until it is revoked."""

    hand = models.OneToOneField(Hand, models.CASCADE, related_name="share")
    token = models.CharField(max_length=32, default=new_token)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("shared replay")
        verbose_name_plural = _("shared replays")

    def __str__(self) -> str:
        return f"hand {self.hand_id}"


class Challenge(models.Model):
    """A link by which anybody may play a hand's deal again. It shows nothing of how the hand was played."""

    hand = models.OneToOneField(Hand, models.CASCADE, related_name="challenge")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")

    def __str__(self) -> str:
        return f"hand {self.hand_id}"


class TakenUp(models.Model):
    """A person's play of a challenge: the seat whose cards they have seen, their bids so far, and their match.

    It is no part of a session, so that nobody sees another seat's cards in another browser.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="taken_up")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="taken_up")
    seat = models.PositiveSmallIntegerField()
    answers = models.JSONField(default=list)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="taken_up")

    class Meta:
        verbose_name = _("challenge taken up")
        verbose_name_plural = _("challenges taken up")
        constraints = [models.UniqueConstraint(fields=["hand", "user"], name="one_play_of_a_challenge")]

    def __str__(self) -> str:
        return f"hand {self.hand_id} by user {self.user_id}"


class Again(models.Model):
    """A match that began with the deal of an earlier hand, after ``step`` of its actions."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="again")
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="played_again")
    step = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("deal played again")
        verbose_name_plural = _("deals played again")

    def __str__(self) -> str:
        return f"match {self.match_id} from hand {self.hand_id}"


class Upload(models.Model):
    """A verified record of a finished hand that a person uploaded, visible only to them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="uploads")
    game = models.CharField(_("game"), max_length=20)
    record = models.JSONField()
    # SHA-256 of the record: uploading it again gives the same replay
    digest = models.CharField(max_length=64)
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("uploaded record")
        verbose_name_plural = _("uploaded records")
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_upload_of_a_record")]

    def __str__(self) -> str:
        return f"record {self.pk} ({self.game})"


class Showing(models.Model):
    """Live sharing: a leader shows a hand, step by step. ``seat``: whose view they show, null for all hands."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="showings")
    leader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="showings")
    step = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # when the leader last showed a step
    shown_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("shown replay")
        verbose_name_plural = _("shown replays")
        constraints = [models.UniqueConstraint(fields=["hand", "leader"], name="one_showing_of_a_hand")]

    def __str__(self) -> str:
        return f"hand {self.hand_id} by user {self.leader_id}"
