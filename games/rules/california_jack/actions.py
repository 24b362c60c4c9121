"""The one action of California Jack and its form (/rules/california-jack/#7). Drawing is no action: the cards
are dealt."""

from __future__ import annotations

from games.rules.four_chances.actions import PLAY_FORM, Form

FORMS: dict[str, Form] = {"play": PLAY_FORM}
