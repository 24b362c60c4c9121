"""Every name that a page's template reads is given to it.

Django's templates render an unknown name as nothing and take it for false, so that a name which a view gives and the
name which its template reads can drift apart unnoticed. ``checked`` notes each such name while pages are rendered,
by the site's compiled templates or by Django; ``tests/conftest.py`` lets no test pass that has rendered one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import engines
from django.template.base import Variable, VariableDoesNotExist
from django.template.context import BaseContext

from games.foundation.page_templates import runtime
from games.foundation.page_templates.backend import Page

#: The pages of packages, rewritten or extended here: their views give what they like.
OF_PACKAGES = ("account/", "accounts/two_factor.html", "allauth/", "mfa/", "usersessions/", "admin/")
TEMPLATES = Path(settings.BASE_DIR) / "templates"
#: The name of the page being rendered, if it is one of the site's own.
_page: ContextVar[str] = ContextVar("page", default="")


def is_missing_here(value: Any) -> bool:
    """Return whether a value without a name ought to have it: a context, a row, or an object of the site.

    None and an empty row stand for something that is not there, and the headers of a request are the browser's."""
    if isinstance(value, BaseContext):
        return True
    if type(value) is dict:
        return bool(value) and "REQUEST_METHOD" not in value
    return type(value).__module__.startswith("games.")


def is_own(template: Any) -> bool:
    """Return whether a template is a page of this site, and not a package's or a test's."""
    path = Path(template.origin.name)
    if not path.is_relative_to(TEMPLATES):
        return False
    return not path.relative_to(TEMPLATES).as_posix().startswith(OF_PACKAGES)


@contextmanager
def checked() -> Iterator[set[str]]:
    """Note every name that a page reads and is not given, as «page: name»."""
    unknown: set[str] = set()
    named, look, placeholder = runtime.named, runtime.look, runtime.placeholder
    resolve, render = Variable._resolve_lookup, Page.render

    def strict_look(value: Any, bit: str) -> Any:
        result = look(value, bit)
        if result is runtime.MISSING and _page.get() and value is not result and is_missing_here(value):
            unknown.add(f"{_page.get()}: {bit}")
        return result

    def strict_named(context: Any, name: str) -> Any:
        result = named(context, name)
        if result is runtime.MISSING and _page.get():
            unknown.add(f"{_page.get()}: {name}")
        return result

    def strict_placeholder(context: Any, name: str) -> Any:
        result = placeholder(context, name)
        if result is runtime.MISSING and _page.get():
            unknown.add(f"{_page.get()}: {name}")
        return result

    def strict_resolve(variable: Variable, context: Any) -> Any:
        try:
            return resolve(variable, context)
        except VariableDoesNotExist as missing:
            bit, value = missing.params
            template = getattr(context, "template", None)
            if template is not None and is_own(template) and is_missing_here(value):
                unknown.add(f"{template.name}: {bit}")
            raise

    def strict_render(page: Page, *arguments: Any, **more: Any) -> Any:
        token = _page.set(page.template.name if is_own(page.template) else "")
        try:
            return render(page, *arguments, **more)
        finally:
            _page.reset(token)

    runtime.named, runtime.look, runtime.placeholder = strict_named, strict_look, strict_placeholder
    Variable._resolve_lookup, Page.render = strict_resolve, strict_render
    engines["django"]._functions.clear()  # compiled functions refer to what they call
    try:
        yield unknown
    finally:
        runtime.named, runtime.look, runtime.placeholder = named, look, placeholder
        Variable._resolve_lookup, Page.render = resolve, render
        engines["django"]._functions.clear()
