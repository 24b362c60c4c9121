"""Clubs, their members, the house rules they play by, and the tables opened in them."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rooms.models import CODE_LETTERS, USUAL_CLOCK, Room


def new_slug() -> str:
    """Return a club's slug or invitation key: eight unguessable letters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8)).lower()


class Club(models.Model):
    """A club, which only its members can see."""

    slug = models.SlugField(max_length=8, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=40)
    made_at = models.DateTimeField(auto_now_add=True)
    # part of each invitation link; a link with another value is revoked
    link_key = models.CharField(max_length=8, default=new_slug, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("of people", "clubs")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's membership in a club."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=9, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id} ({self.role})"


class ClubRules(models.Model):
    """House rules that a club plays by, with which tables are opened."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="rules")
    game = models.CharField(_("game"), max_length=20)
    # a name given by people, or the key of one of the game's presets, whose names are translated
    name = models.CharField(_("name"), max_length=40, blank=True)
    preset = models.CharField(max_length=40, blank=True)
    # only what differs from the game's defaults
    options = models.JSONField(_("house rules"), default=dict, blank=True)
    # seconds per turn, 0 without a clock
    clock = models.PositiveIntegerField(_("time for a turn"), default=USUAL_CLOCK)

    class Meta:
        verbose_name = _("rules of a club")
        verbose_name_plural = _("rules of clubs")
        constraints = [models.UniqueConstraint(fields=["club", "game", "name", "preset"], name="club_rules_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.game} {self.name or self.preset}"


class ClubTable(models.Model):
    """A table opened in a club, where its members find it."""

    room = models.OneToOneField(Room, models.CASCADE, related_name="club_table")
    club = models.ForeignKey(Club, models.CASCADE, related_name="tables")
    # whether members are still to be notified of it (``table_notifications``)
    to_tell = models.BooleanField(default=True, db_default=False)

    class Meta:
        verbose_name = _("table of a club")
        verbose_name_plural = _("tables of clubs")
        indexes = [
            models.Index(fields=["club", "-room"], name="club_tables_newest"),
            models.Index(fields=["id"], condition=models.Q(to_tell=True), name="club_tables_to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.room_id}"
