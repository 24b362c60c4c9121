"""The forms of the moderators' pages: one per action, with only the fields it needs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.community.models import Decision
from games.community.moderation import DAYS, REASONS, TIMED
from games.rules.core import N_

Action, Reason = Decision.Action, Decision.Reason
#: The label of each action's button, and the effect announced before the press.
DEEDS = {
    Action.DISMISS: (N_("Dismiss the report"), N_("Nothing happens to whom it is about, and they are told nothing.")),
    Action.WARN: (N_("Warn"), N_("They are told what was wrong. They may do all that they could before.")),
    Action.MUTE: (
        N_("Mute"),
        N_(
            "They can neither write nor use phrases at any table, nor name one, nor change their own name, at once and "
            "until the time is over, and their tables lose their names. They play on."
        ),
    ),
    Action.SUSPEND: (
        N_("Suspend"),
        N_(
            "They leave all their tables at once, and cannot play or come in until the time is over; a rated match "
            "that they leave can be lost. A guest is kept out in their own browser alone."
        ),
    ),
    Action.RENAME: (
        N_("Take the name away"),
        N_(
            "They are called Player and a number at once, and the tables that they host lose their names. They may "
            "choose another name, but not this one again."
        ),
    ),
    Action.LIFT: (
        N_("Lift the decision"),
        N_("It counts no more: what it closed is open again, and a name that it took comes back. They are told."),
    ),
}


class DecisionForm(forms.Form):
    """A decision: the required reason, the moderator's words, and a duration if it expires."""

    def __init__(self, action: str, data: Any = None) -> None:
        super().__init__(data, auto_id=f"{action}_%s")
        self.action = action
        label, does = DEEDS[Action(action)]
        self.press, self.does = _(label), _(does)
        reasons = [(reason.value, reason.label) for reason in REASONS[Action(action)]]
        self.fields["reason"] = forms.ChoiceField(
            label=_("Reason"),
            choices=[("", _("Choose one")), *reasons],
            widget=forms.Select(attrs={"class": "field"}),
        )
        if action in TIMED:
            lengths = [(days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days}) for days in DAYS]
            self.fields["days"] = forms.TypedChoiceField(
                label=_("For how long"), choices=lengths, coerce=int, widget=forms.Select(attrs={"class": "field"})
            )
        read = _("Moderators alone read them.") if action == Action.DISMISS else _("They read these words.")
        self.fields["words"] = forms.CharField(
            label=_("In your own words, if you like"),
            help_text=read,
            required=False,
            max_length=500,
            widget=forms.Textarea(attrs={"rows": 3, "maxlength": 500}),
        )

    def clean(self) -> dict[str, Any]:
        """Require words if the reason alone says nothing."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("reason") == Reason.OTHER and not data.get("words", "").strip():
            self.add_error("words", _("Say in your own words what the reason is."))
        return data
