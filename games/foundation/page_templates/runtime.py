"""Runtime of compiled pages: look up, render and compare values as Django's templates do."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from inspect import signature
from typing import Any

from django.template import Context
from django.template.base import Node, Template, render_value_in_context
from django.templatetags.static import StaticNode
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeData, SafeString
from django.utils.timezone import template_localtime


class Missing:
    """The value of an unknown name: renders as nothing and is false."""

    def __bool__(self) -> bool:
        return False


MISSING = Missing()
#: The context in which values are rendered: escaped, in local time.
PLAIN = Context()
LOOKUP_FAULTS = (TypeError, AttributeError, KeyError, ValueError, IndexError)
OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
    "is": operator.is_,
    "is not": operator.is_not,
}


def named(context: Mapping[str, Any], name: str) -> Any:
    """Return the value of a name in the context, called if callable. The context's own methods are no names."""
    value = context.get(name, MISSING)
    return bound(value) if callable(value) else value


def look(value: Any, bit: str) -> Any:
    """Return what a dot looks up: a key, an attribute or an index; called if callable."""
    if type(value) is dict:
        attribute = value.get(bit, MISSING)
        if attribute is not MISSING:
            return bound(attribute) if callable(attribute) else attribute
        if not hasattr(value, bit) and not bit.isdigit():
            return MISSING  # faster than letting every other lookup raise
    if value is MISSING:
        return MISSING
    try:
        attribute = _looked_up(value, bit)
        return bound(attribute) if callable(attribute) else attribute
    except Exception as fault:
        return _silent(fault)


def placeholder(context: Mapping[str, Any], name: str) -> Any:
    """Return what fills a sentence's placeholder: a name that is not called."""
    return context.get(name, MISSING)


def _looked_up(value: Any, bit: str) -> Any:
    if hasattr(type(value), "__getitem__"):
        try:
            return value[bit]
        except LOOKUP_FAULTS:
            pass
    try:
        return getattr(value, bit)
    except (TypeError, AttributeError):
        if bit in dir(value):
            raise
    try:
        return value[int(bit)]
    except (IndexError, ValueError, KeyError, TypeError):
        return MISSING


def bound(value: Any) -> Any:
    """Return the value of a name, called if it can be called without arguments; "" if there is no row to return."""
    if not callable(value) or getattr(value, "do_not_call_in_templates", False):
        return value
    if getattr(value, "alters_data", False):
        return ""
    try:
        return value()
    except TypeError:
        try:
            signature(value).bind()
        except (TypeError, ValueError):
            return ""
        raise
    except Exception as fault:
        return _silent(fault)


def _silent(fault: Exception) -> str:
    """Return "" for a fault that Django does not report in a template, such as a row that does not exist."""
    if getattr(fault, "silent_variable_failure", False):
        return ""
    raise fault


def shown(value: Any) -> str:
    """Return a value as text of a page, escaped unless it is safe."""
    kind = type(value)
    if kind is SafeString:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return escape(value)
    if value is MISSING:
        return ""
    return render_value_in_context(value, PLAIN)  # type: ignore[arg-type,no-any-return]


def none_if_missing(value: Any) -> Any:
    """Return a value for a condition, with None for a missing one."""
    return None if value is MISSING else value


def filled(value: Any) -> Any:
    """Return a value for an argument or a filter, with "" for a missing one."""
    return "" if value is MISSING else value


def compared(sign: str, one: Any, other: Any) -> bool:
    """Compare as ``{% if %}`` does: values that cannot be compared give false."""
    try:
        return bool(OPERATORS[sign](none_if_missing(one), none_if_missing(other)))
    except Exception:
        return False


def filtered(function: Any, value: Any, *arguments: Any) -> Any:
    """Return a value after a filter."""
    if getattr(function, "expects_localtime", False):
        value = template_localtime(value)
    more = {"autoescape": True} if getattr(function, "needs_autoescape", False) else {}
    result = function(value, *arguments, **more)
    return SafeString(result) if getattr(function, "is_safe", False) and isinstance(value, SafeData) else result


def sequence(value: Any) -> Sequence[Any]:
    """Return the sequence that ``{% for %}`` iterates over, which has a length."""
    if value is None or value is MISSING:
        return ()
    return value if hasattr(value, "__len__") else list(value)


def loops(values: Sequence[Any], loop: dict[str, Any]) -> Any:
    """Yield values, keeping ``forloop`` up to date."""
    count = len(values)
    for at, value in enumerate(values):
        loop.update(
            counter0=at, counter=at + 1, revcounter=count - at, revcounter0=count - at - 1, first=not at,
            last=at == count - 1,
        )  # fmt: skip
        yield value


def plural(singular: str, several: str, count: Any, context: str | None) -> str:
    """Return the sentence for a number, in the language of the page."""
    if context:
        return translation.npgettext(context, singular, several, count)
    return translation.ngettext(singular, several, count)


def address(prefix: str, name: str, *arguments: Any) -> str:
    """Return the address of a view, escaped. ``prefix``: the script prefix of all the site's addresses."""
    for one in arguments:
        if type(one) is not str and type(one) is not int:
            return _address(prefix, name, *(str(filled(argument)) for argument in arguments))
    return _address(prefix, name, *arguments)


@lru_cache(maxsize=8192, typed=True)
def _address(_prefix: str, name: str, *arguments: Any) -> str:
    return escape(reverse(name, args=arguments))


@lru_cache(maxsize=256)
def static_file(path: str) -> str:
    """Return the address of a static file, escaped."""
    return escape(StaticNode.handle_simple(path))


def csrf_field(context: dict[str, Any]) -> str:
    """Return a form's hidden CSRF field, or "" without a token; it is built once per page."""
    field = context.get("_csrf_field")
    if field is None:
        value = context.get("csrf_token")
        has_token = value and value != "NOTPROVIDED"
        html = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        field = context["_csrf_field"] = format_html(html, value) if has_token else ""
    return field


def rendered(template: Template, node: Node, context: Mapping[str, Any]) -> str:
    """Return Django's rendering of a tag that is not compiled."""
    whole = Context(dict(context))
    whole.template = template
    return node.render(whole)


def clear_caches() -> None:
    """Drop cached addresses."""
    _address.cache_clear()
    static_file.cache_clear()
