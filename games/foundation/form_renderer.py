"""How all forms are rendered: by Django, and with the focus on what must be put right."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates


class FocusingField(BoundField):
    """A field that gets the focus when the page opens if it is the first with an error: it may be far below."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        """Return the attributes of the field's widget."""
        attrs = super().build_widget_attrs(attrs, widget)
        if self.errors and self.name == next(name for name in self.form.fields if name in self.form.errors):
            attrs["autofocus"] = True
        return attrs


class FormRenderer(DjangoTemplates):
    """Django's own renderer, with such fields."""

    bound_field_class = FocusingField
