"""Rooms: a table with its game, house rules, seats and chat."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.core import Game
from games.rules.registry import GAMES

#: Without letters that are easily mistaken for others.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
#: Seconds for a turn at tables where strangers may meet.
USUAL_CLOCK = 60
#: Seconds of a day: with a clock of days people play when they have time, and are notified of their turns.
DAY = 24 * 60 * 60
#: The level of AI players by default, and of those that play for an absent person.
USUAL_LEVEL = STAND_IN = "policy"


def new_code() -> str:
    """Return a room code of six letters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(6))


class Room(models.Model):
    """A table. Its ``version`` grows with every visible change.

    ``waiting``: people take seats until the host starts. Otherwise a match is running, or has ended and its last
    hand is still shown.
    """

    class Visibility(models.TextChoices):
        LINK = "link", _("Link only")
        FRIENDS = "friends", _("Friends")
        PUBLIC = "public", _("Anyone")

    class Pace(models.TextChoices):
        QUICK = "quick", _("quick")
        USUAL = "usual", _("usual")
        SLOW = "slow", _("slow")

    class Learning(models.TextChoices):
        NO = "no", _("No")
        YES = "yes", _("Yes")
        OPEN = "open", _("Hands open")

    code = models.CharField(_("code"), max_length=6, unique=True, default=new_code)
    game = models.CharField(_("game"), max_length=20)
    # only those that differ from the game's standard
    options = models.JSONField(_("house rules"), default=dict, blank=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted")
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    waiting = models.BooleanField(_("waiting for players"), default=True)
    # when the last person left; a closed room is listed nowhere
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    visibility = models.CharField(_("who may join"), max_length=7, choices=Visibility, default=Visibility.LINK)
    # at a table of «Play now»: whether it is shown to people who look for company; null at other tables, where
    # ``visibility`` decides
    findable = models.BooleanField(_("others find it"), null=True, blank=True)
    # seconds for a turn, 0 without a clock
    clock = models.PositiveIntegerField(_("time for a turn"), default=0)
    pace = models.CharField(_("pace of this table"), max_length=5, choices=Pace, default=Pace.USUAL)
    chat = models.BooleanField(_("talk"), default=True)
    # grows with every message, and when one is removed; 0: there are none to read
    chat_version = models.PositiveIntegerField(db_column="said", default=0)
    onlookers = models.BooleanField(_("onlookers"), default=True)
    # whether all past tricks may be seen, or only the last
    open_tricks = models.BooleanField(_("past tricks open"), default=False)
    # whether people may take an AI player's seat during a match
    take_over = models.BooleanField(_("AI players make room"), default=True)
    # a learning table has hints, reasons and takebacks, and is never rated; «open»: with all hands face up
    # while one person plays with AI players alone
    learning = models.CharField(_("learning table"), max_length=4, choices=Learning, default=Learning.NO)
    # others play the same deals, each at their own table: nobody else may come or look on, the seats stay as they are,
    # no move is taken back, no hint is given, and each match is one hand
    sealed = models.BooleanField(_("sealed"), default=False, db_default=False)
    # at a sealed table of a duplicate, which has deals numbered from 1: the last that is played here, the current one,
    # and how many there are; one match each
    boards = models.PositiveSmallIntegerField(_("deals of a duplicate"), default=0, db_default=0)
    board = models.PositiveSmallIntegerField(default=0, db_default=0)
    all_boards = models.PositiveSmallIntegerField(default=0, db_default=0)
    # level of AI players added here
    level = models.CharField(_("AI players"), max_length=12, default="policy")

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        indexes = [
            models.Index(
                fields=["game"],
                condition=models.Q(
                    models.Q(visibility="public") | models.Q(findable=True), waiting=True, closed_at=None
                ),
                name="rooms_found",
            ),
            # tables in play, by their age
            models.Index(
                fields=["created_at"],
                condition=models.Q(waiting=False, sealed=False, closed_at=None),
                name="rooms_going",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} ({self.game})"

    @property
    def rules(self) -> Game:
        """The game played here."""
        return GAMES[self.game]

    @property
    def called(self) -> str:
        """The room's name, or that of its game in the reader's language."""
        return self.called_at(self.board)

    def called_at(self, board: int) -> str:
        """Return the room's name at a deal, which it says where a duplicate is played."""
        if self.boards:
            names = {"name": self.name or gettext(self.rules.name), "board": board, "boards": self.boards_in_all}
            return gettext("Deal %(board)s/%(boards)s · %(name)s") % names
        if self.sealed:
            return gettext("Deal of the day: %(game)s") % {"game": gettext(self.rules.name)}
        return self.name or gettext(self.rules.name)

    @property
    def boards_in_all(self) -> int:
        """How many deals the duplicate that is played here has, also at other tables."""
        return self.all_boards or self.boards  # tables opened by earlier releases know only their own

    @property
    def over_days(self) -> bool:
        """Whether a turn may take days: nobody need be here while others play."""
        return self.clock >= DAY

    @property
    def keeps_waiting(self) -> bool:
        """Whether the house does not play for an absent person: the room is sealed and has no clock."""
        return self.sealed and not self.clock

    @property
    def is_learning(self) -> bool:
        """Whether this is a learning table."""
        return self.learning != Room.Learning.NO

    def touch(self) -> None:
        """Raise the version in the database, so that the room is rendered again."""
        with connection.cursor() as cursor:  # plain SQL: Django would compile it at every move
            cursor.execute("UPDATE rooms_room SET version = version + 1 WHERE id = %s", [self.pk])

    def resolved(self) -> dict[str, Any]:
        """Return every option with its value."""
        return self.rules.resolve(self.options)


class Seat(models.Model):
    """A seat of a room: a person's, an AI player's, or open."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    # level of the AI player on this seat, "" if a person or nobody sits here
    level = models.CharField(_("AI player"), max_length=12, blank=True)
    # who takes over an AI player's seat at the next deal; until then they are an onlooker
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reserved_seats"
    )
    # a lease, renewed while its owner, or the person it is reserved for, has a page open
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)
    # when the owner's browser reported closing their last page; cleared when another page opens
    left_at = models.DateTimeField(null=True, blank=True)
    # consecutive turns that the clock has played for its owner
    missed = models.PositiveSmallIntegerField(default=0)
    # an AI player plays for an absent owner, until they come back
    autoplay = models.BooleanField(_("played by the house"), db_column="stood_in", default=False)
    # of ``autoplay``: only because a waiting host asked for it, so that the owner has not left
    autoplay_asked = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_seat_of_a_number"),
            models.UniqueConstraint(
                fields=["room", "user"], condition=models.Q(user__isnull=False), name="one_seat_a_person"
            ),
            models.UniqueConstraint(
                fields=["room", "reserved_for"],
                condition=models.Q(reserved_for__isnull=False),
                name="one_reserved_seat_a_person",
            ),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(level=""), name="a_person_or_an_ai_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}/{self.number}"

    @property
    def has_left(self) -> bool:
        """Whether its owner has left the match: they pressed «Leave», or missed so many turns that the house keeps the
        seat."""
        return self.autoplay and not self.autoplay_asked

    @property
    def played_by(self) -> str:
        """The level of the AI player that plays this seat, or "" if a person does."""
        return self.level or (STAND_IN if self.autoplay else "")


class Wish(models.Model):
    """Somebody's wish to play a game, by its standard rules, with others who wish the same (``games.rooms.wishes``)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wishes")
    game = models.CharField(_("game"), max_length=20)
    at = models.DateTimeField(auto_now_add=True)
    # when it expires
    until = models.DateTimeField(_("until"))
    # a lease, renewed while a page of theirs is open
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Meta:
        verbose_name = _("wish to play")
        verbose_name_plural = _("wishes to play")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_wish_a_game")]
        indexes = [models.Index(fields=["until"], name="wishes_until")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.game}"


class Ban(models.Model):
    """Somebody whom the host has removed from a room; they cannot see it any more."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="bans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        db_table = "rooms_putout"
        verbose_name = _("put out")
        verbose_name_plural = _("put out")
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="put_out_once")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.user_id}"


class JoinRequest(models.Model):
    """Somebody's request to join a room for friends, and the host's answer."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    # null until the host has answered
    granted = models.BooleanField(null=True, db_column="let_in")

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        db_table = "rooms_knock"
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="one_knock_each")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.user_id}"


class RuleSet(models.Model):
    """Named house rules, to be used again; anybody with the code may use them too."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rule_sets")
    game = models.CharField(_("game"), max_length=20)
    name = models.CharField(_("name"), max_length=40)
    options = models.JSONField(_("house rules"), default=dict, blank=True)
    code = models.CharField(pgettext_lazy("of a set of rules", "code"), max_length=6, unique=True, default=new_code)

    class Meta:
        verbose_name = _("set of rules")
        verbose_name_plural = _("sets of rules")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["owner", "game", "name"], name="one_rule_set_of_a_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.game})"


class Message(models.Model):
    """A chat message: the key of a phrase, or plain text."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="messages")
    phrase = models.CharField(max_length=12, blank=True)
    text = models.CharField(_("text"), max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["room", "-id"], name="messages_newest"),
            models.Index(fields=["user", "-at"], name="messages_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.user_id}"


class Mute(models.Model):
    """A viewer does not see somebody's messages; nobody else is affected."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["user", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.muted_id}"
