"""Lesson progress: one row for each step of a first lesson that a person has passed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Passed(models.Model):
    """A step that a person has answered correctly. ``lesson`` is the game's key, ``step`` the step's."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passed")
    lesson = models.CharField(_("lesson"), max_length=20)
    step = models.CharField(_("step"), max_length=24)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step passed")
        verbose_name_plural = _("steps passed")
        constraints = [models.UniqueConstraint(fields=["user", "lesson", "step"], name="passed_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.lesson}/{self.step}"
