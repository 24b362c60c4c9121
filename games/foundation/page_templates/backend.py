"""The site's template engine: Django's, compiling every template that can be compiled."""

from __future__ import annotations

from typing import Any

from django.conf import global_settings
from django.core.signals import setting_changed
from django.http import HttpRequest
from django.template.backends import django as stock
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.foundation.page_templates import runtime
from games.foundation.page_templates.compiler import Rendered, Unsupported, compiled


class PageTemplates(stock.DjangoTemplates):
    """Django's templates, each compiled on first render, once per language."""

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._functions: dict[tuple[str, str | None, str], Rendered | None] = {}
        setting_changed.connect(self._clear_caches)

    def get_template(self, template_name: str) -> Page:
        """Return a template of this name."""
        return Page(super().get_template(template_name).template, self)

    def function_of(self, template: Any) -> Rendered | None:
        """Return a template as a function in the current language, or None if Django renders it."""
        key = (template.name, get_language(), get_script_prefix())
        if key not in self._functions:
            try:
                self._functions[key] = compiled(template)
            except Unsupported:
                self._functions[key] = None
        return self._functions[key]

    def _clear_caches(self, *, setting: str, **_changed: Any) -> None:
        """Drop templates compiled under other settings (in tests). The site's own settings are in none of them."""
        if hasattr(global_settings, setting):
            self._functions.clear()
            runtime.clear_caches()


class Page(stock.Template):
    """A template as views render it."""

    backend: PageTemplates

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> SafeString:
        """Return the page."""
        if self.backend.engine.debug or (function := self.backend.function_of(self.template)) is None:
            return super().render(context, request)  # type: ignore[return-value]
        whole: dict[str, Any] = {}
        if request is not None:
            for processor in self.backend.engine.template_context_processors:
                whole.update(processor(request))
        whole.update(context or {})
        return SafeString(function(whole))
