"""Puzzles, reviews that may become puzzles, people's answers and ratings, and objections."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.community.models import Review


class Puzzle(models.Model):
    """A position in which one choice is clearly best. Pages get the seat's view, never the record."""

    class Source(models.TextChoices):
        AI = "ai", _("a hand of AI players")
        REVIEW = "review", _("a second look")

    # identifies the position: SHA-256 of the deal, the actions before it and the seat
    key = models.CharField(max_length=64, unique=True)
    game = models.CharField(_("game"), max_length=20)
    source = models.CharField(_("from"), max_length=6, choices=Source, default=Source.AI)
    # a hand (``rules/record.py``), complete if AI players played it; the position follows its first ``at`` actions
    record = models.JSONField()
    at = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    # every choice that ``moves`` lists, best first: {"action", "losses", "errors"}, with one figure per judgement
    choices = models.JSONField()
    # deal ``number`` of a seed of AI players' hands; puzzles from reviews have nothing that leads back to them
    seed = models.BigIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField(null=True, blank=True)
    # its rating by openskill, against the people who try it
    mu = models.FloatField()
    sigma = models.FloatField()
    made_at = models.DateTimeField(auto_now_add=True)
    # withdrawn puzzles are no longer shown: enough people, or a moderator, said that they are wrong
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        indexes = [
            models.Index(fields=["game", "mu"], condition=models.Q(withdrawn_at=None), name="puzzles_by_rating"),
            models.Index(fields=["game", "seed", "number"], name="puzzles_by_deal"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Candidate(models.Model):
    """A review to be searched for a puzzle, because its person agrees. The row is deleted afterwards, so that nothing
    shows from whose hand a puzzle came."""

    review = models.OneToOneField(Review, models.CASCADE, related_name="+")
    # when a worker last claimed it, and how many claims there were; the worker may have died since
    begun_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("second look to be searched for a puzzle")
        verbose_name_plural = _("second looks to be searched for puzzles")

    def __str__(self) -> str:
        return f"second look {self.review_id}"


class Attempt(models.Model):
    """A person's first and only answer to a puzzle."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    # an action as in a record
    choice = models.JSONField()
    right = models.BooleanField()
    # whether it changed the ratings
    rated = models.BooleanField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("puzzle answered")
        verbose_name_plural = _("puzzles answered")
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_answer_a_puzzle")]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle_id} by user {self.user_id}"


class PuzzleRating(models.Model):
    """A person's rating at the puzzles of a game, on a different scale from that of matches."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_ratings")
    game = models.CharField(_("game"), max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    tried = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating at puzzles")
        verbose_name_plural = _("ratings at puzzles")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.game} of user {self.user_id}"


class Objection(models.Model):
    """The claim of a person who has answered a puzzle that it is wrong."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_objections")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="objections")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("objection to a puzzle")
        verbose_name_plural = _("objections to puzzles")
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_objection_each")]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle_id} by user {self.user_id}"
