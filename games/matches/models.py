"""Matches and hands. The deck and the entries are the truth; all else is a fold of them."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rooms.models import Room


def new_salt() -> bytes:
    """Return 32 bytes by chance: they hide a deck inside its commitment, or make its shuffle."""
    return secrets.token_bytes(32)


class Match(models.Model):
    """A series of hands by the same seats under the same options."""

    room = models.ForeignKey(Room, models.PROTECT, related_name="matches")
    game = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("house rules"), default=dict)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # seats that have won, once it is over
    winners = models.JSONField(null=True, blank=True)
    # the cut for the first deal: who ``deals``, and in ``rounds`` seat → card drawn, again by those who tied; empty
    # where the deal was given
    cut = models.JSONField(null=True, blank=True)
    # begun from a deal that was played before: somebody may know the cards, so it is not rated
    practice = models.BooleanField(_("practice"), default=False)
    # a move was taken back
    unrated = models.BooleanField(_("not rated"), default=False, db_default=False)
    # somebody was let into the middle of a hand, whose cards an AI player had held till then: it can be lost, not won
    let_in = models.BooleanField(_("somebody was let in"), default=False, db_default=False)
    # ended because nobody had played for long: its people have lost it
    abandoned = models.BooleanField(_("abandoned"), default=False, db_default=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")

    def __str__(self) -> str:
        return f"match {self.pk} ({self.game})"


class Player(models.Model):
    """Who plays a seat of a match; ``user`` is empty for an AI player."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="played")
    level = models.CharField(_("AI player"), max_length=12, blank=True)
    # the first hand that is this person's from its beginning; before it an AI player had the seat
    from_hand = models.PositiveIntegerField(default=1, db_default=1)
    # the hand in which they came, and the level of the AI player who had the seat till then
    came_in = models.PositiveIntegerField(default=1, db_default=1)
    before = models.CharField(max_length=12, blank=True, default="", db_default="")
    # hands in which the house made more than half of this person's moves
    hands_missed = models.PositiveIntegerField(default=0, db_default=0)

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
    """One deal. ``version`` is the number of its entries; nobody but services writes it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    context = models.JSONField()
    # card names, the next to leave it first; never shown before the hand is over
    deck = models.JSONField()
    salt = models.BinaryField(default=new_salt)
    # what the deck was shuffled by (``shuffling``), never shown before the hand is over: the house's
    # part, and by seat what the players' browsers added; empty where the deal was given
    secret = models.BinaryField(null=True)
    seeds = models.JSONField(null=True)
    # what the house promises for the next deal of the room
    promised = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(default=0)
    # when the house must do something: an AI turn, a clock, scoring, the next deal
    due_at = models.DateTimeField(null=True, blank=True)
    # when the turn of the people who are to act began: their clock runs from here
    turn_at = models.DateTimeField(null=True, blank=True)
    # when a live draw began; None where cards are not drawn one by one
    drawn_at = models.DateTimeField(null=True, blank=True)
    # how that draw is dealt (``clock.DrawPlan``), and who wants the rest at once: it tells when somebody may show
    # cards, and is shown to nobody
    draw_plan = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    # who has claimed the rest or given it up, and how that stands (``claim_state.Claim``)
    claim = models.JSONField(null=True, blank=True)
    # seats that want the next hand
    ready = models.JSONField(default=list)
    dealt_at = models.DateTimeField(auto_now_add=True)
    scored_at = models.DateTimeField(null=True, blank=True)
    # requests to take a move back, at a table with several people (``consent.Request``), the latest last
    take_back_requests = models.JSONField(null=True, blank=True)
    # a move was taken back: the hand that took this one's place, and its number
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
    """The next shuffle of a room. The secret's hash is shown, then seeds come in; the deal takes
    both and leaves a new secret."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="shuffle")
    secret = models.BinaryField(default=new_salt)
    # whose («user 7») → seed
    seeds = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("next shuffle")
        verbose_name_plural = _("next shuffles")

    def __str__(self) -> str:
        return f"next shuffle of room {self.room_id}"


class Offer(models.Model):
    """The promise of a first shuffle, made before there is a room: for a browser whose player wants to sit
    down at once. It is taken once, with the seed that answers it."""

    promise = models.CharField(max_length=64, unique=True)
    secret = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("offered shuffle")
        verbose_name_plural = _("offered shuffles")

    def __str__(self) -> str:
        return f"shuffle offered at {self.at}"


class Board(models.Model):
    """A deal of a duplicate, settled ahead and dealt at several tables. Nobody but services reads its cards."""

    context = models.JSONField()
    deck = models.JSONField()
    salt = models.BinaryField()
    secret = models.BinaryField()
    # to the deck (``rules/proof.py``), shown before anybody plays it
    commitment = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("deal of a duplicate")
        verbose_name_plural = _("deals of duplicates")

    def __str__(self) -> str:
        return f"board {self.pk}"


class RoomBoard(models.Model):
    """A board as one of those that a sealed table plays in a row, and the match that it is played in."""

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
    """One action of a hand, as a record holds it. Entries are only ever added."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        AI = "ai", _("AI player")
        CLOCK = "clock", _("AI player for an absent person")
        HOUSE = "house", _("the house")

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=6, choices=By)
    # made by the server for one picture and one seat: the same press twice is one entry
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
    """When the site was last there for people: one row, renewed by whatever process serves pages."""

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
