"""Matches and hands. The deck and the entries are the source of truth; everything else is folded from them."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rooms.models import Room


def new_salt() -> bytes:
    """Return 32 random bytes, to hide a deck in its commitment or to shuffle it."""
    return secrets.token_bytes(32)


class Match(models.Model):
    """A series of hands played by the same seats under the same options."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="matches")
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # seats that have won, once it is over
    winners = models.JSONField(null=True, blank=True)
    # the cut for the first deal: who ``deals``, and ``rounds`` of seat → card drawn, where only those who tied draw
    # again; null if the deal was given
    cut = models.JSONField(null=True, blank=True)
    # started from a deal played before: somebody may know the cards, so it is not rated
    practice = models.BooleanField(_("practice"), default=False)
    # a move was taken back
    unrated = models.BooleanField(_("not rated"), default=False, db_default=False)
    # somebody joined in mid-hand and took over an AI player's cards: the match can be lost, not won
    joined_mid_hand = models.BooleanField(_("somebody was let in"), default=False, db_default=False, db_column="let_in")
    # ended before its end, because no person had moved for a week or by the only person who played: those who left have
    # lost, if it is rated
    abandoned = models.BooleanField(_("abandoned"), default=False, db_default=False)
    # whether the ratings have still to count it, or to judge whether it is abandoned
    to_rate = models.BooleanField(default=True, db_default=True, editable=False)
    # when it was last left unfinished because it was not rated, for a reason that may pass
    judged_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["ended_at", "id"],
                condition=models.Q(to_rate=True, ended_at__isnull=False, winners__isnull=False),
                name="matches_to_rate",
            ),
            models.Index(fields=["id"], condition=models.Q(to_rate=True, ended_at=None), name="matches_to_judge"),
        ]

    def __str__(self) -> str:
        return f"match {self.pk} ({self.game})"


class Player(models.Model):
    """Who plays a seat of a match; ``user`` is empty for an AI player."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="played")
    level = models.CharField(_("AI player"), max_length=12, blank=True)
    # the first hand this person plays from its start; before it an AI player had the seat
    from_hand = models.PositiveIntegerField(default=1, db_default=1)
    # the hand in which they joined, and the level of the AI player whose seat they took
    came_in = models.PositiveIntegerField(default=1, db_default=1)
    replaced_level = models.CharField(max_length=12, blank=True, default="", db_default="", db_column="before")
    # whether this person was a guest when they got the seat (they may have an account since); not noted in matches
    # for practice, which are not rated
    joined_as_guest = models.BooleanField(default=False, db_default=False)
    # hands in which the house made more than half of this person's moves
    hands_missed = models.PositiveIntegerField(default=0, db_default=0)
    # their rating (``mu``) before and after the match, once it is rated for them
    mu_before = models.FloatField(null=True, blank=True, editable=False)
    mu_after = models.FloatField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("player of a match")
        verbose_name_plural = _("players of a match")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_seat")]
        # a person's matches, the newest first
        indexes = [models.Index(fields=["user", "-match"], name="players_history")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Hand(models.Model):
    """One deal. ``version`` is the number of its entries; only services write it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    context = models.JSONField()
    # card names, next to be drawn first; never shown before the hand is over
    deck = models.JSONField()
    salt = models.BinaryField(default=new_salt)
    # what the deck was shuffled with (``shuffling``), never shown before the hand is over: the house's
    # part, and by seat what the players' browsers added; null if the deal was given
    secret = models.BinaryField(null=True)
    seeds = models.JSONField(null=True)
    # the house's promise for the room's next deal
    promised = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(default=0)
    # when the house must do something: an AI turn, a clock, scoring, the next deal
    due_at = models.DateTimeField(null=True, blank=True)
    # when the turn of the people to act began: their clock runs from here
    turn_at = models.DateTimeField(null=True, blank=True)
    # when a live draw began; None if cards are not drawn one by one
    drawn_at = models.DateTimeField(null=True, blank=True)
    # how that draw is dealt (``clock.DrawPlan``), and who wants the rest at once; it reveals when somebody may show
    # cards, so it is shown to nobody
    draw_plan = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    # a claim of the rest or a concession, and its state (``claim_state.Claim``)
    claim = models.JSONField(null=True, blank=True)
    # seats that want the next hand
    ready = models.JSONField(default=list)
    dealt_at = models.DateTimeField(auto_now_add=True)
    scored_at = models.DateTimeField(null=True, blank=True)
    # requests to take a move back, at a table with several people (``consent.Request``), the latest last
    take_back_requests = models.JSONField(null=True, blank=True)
    # after a move was taken back: the hand that replaced this one, and its number
    replaced_by = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=models.Q(replaced_by=None), name="one_hand_of_a_number"
            )
        ]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="hands_due")]

    def __str__(self) -> str:
        return f"hand {self.number} of match {self.match_id}"


class Shuffle(models.Model):
    """A room's next shuffle. The secret's hash is shown, then seeds come in; the deal uses both and leaves a new
    secret."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="shuffle")
    secret = models.BinaryField(default=new_salt)
    # giver («user 7») → seed
    seeds = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("next shuffle")
        verbose_name_plural = _("next shuffles")

    def __str__(self) -> str:
        return f"next shuffle of room {self.room_id}"


class Offer(models.Model):
    """The promise of a first shuffle, made before the room exists, for a player who wants to sit down at once. It is
    used once, with the seed that answers it."""

    promise = models.CharField(max_length=64, unique=True)
    secret = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("offered shuffle")
        verbose_name_plural = _("offered shuffles")

    def __str__(self) -> str:
        return f"shuffle offered at {self.at}"


class Board(models.Model):
    """A duplicate deal, settled in advance and dealt at several tables. Only services read its cards."""

    context = models.JSONField()
    deck = models.JSONField()
    salt = models.BinaryField()
    secret = models.BinaryField()
    # the commitment to the deck (``rules/proof.py``), shown before anybody plays it
    commitment = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("deal of a duplicate")
        verbose_name_plural = _("deals of duplicates")
        # finds the deal of an uploaded record
        indexes = [models.Index(fields=["deck"], name="board_deck")]

    def __str__(self) -> str:
        return f"board {self.pk}"


class RoomBoard(models.Model):
    """A board in the series that a sealed table plays, and the match in which it is played."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="dealt_boards")
    number = models.PositiveSmallIntegerField()
    board = models.ForeignKey(Board, models.PROTECT, related_name="tables")
    match = models.OneToOneField(Match, models.CASCADE, null=True, blank=True, related_name="room_board")

    class Meta:
        verbose_name = _("deal at a table")
        verbose_name_plural = _("deals at tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="one_board_of_a_number")]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"


class Entry(models.Model):
    """One action of a hand, as stored in a record. Entries are append-only."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        AI = "ai", _("AI player")
        CLOCK = "clock", _("AI player for an absent person")
        HOUSE = "house", _("the house")

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=6, choices=By)
    # made by the server for one picture and one seat: a repeated press is one entry
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seq"], name="one_entry_a_place"),
            models.UniqueConstraint(fields=["hand", "key"], name="one_entry_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.seq}"


class Pulse(models.Model):
    """When the site last served people: one row, renewed by every process that serves pages."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
