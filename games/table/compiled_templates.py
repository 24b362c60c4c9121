"""Django templates compiled to Python functions, one per language: the same bytes at a tenth of the cost.

A picture of a table fills half a dozen templates. They use only the part of Django's language that pieces
need: text, ``{{ name }}``, ``{% if %}`` with ``not``, ``and`` and ``or``, ``{% translate %}``,
``{% blocktranslate %}`` and URLs without arguments. Whatever does not depend on the values filled in is
computed once, including translations. A template that uses more is left to Django.

Libraries that compile templates (django-template-compiler) keep all of Django's context and gain a factor of two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from keyword import iskeyword
from typing import Any

from django.template import Context
from django.template.base import FilterExpression, Node, TextNode, Variable, VariableNode
from django.template.defaulttags import CommentNode, IfNode, LoadNode, TemplateLiteral, URLNode
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils import translation
from django.utils.safestring import SafeString

from games.table.markup import escaped

#: A placeholder in a translated sentence, or ``%%``.
PLACE = re.compile(r"%\((\w+)\)s|%%")
OPERATORS = {"or": "({} or {})", "and": "({} and {})"}


class Unsupported(Exception):
    """A template uses something that cannot be compiled."""


@lru_cache(maxsize=512)
def compiled(name: str, language: str | None) -> Callable[..., SafeString]:
    """Return a template as a function of its values, by name: strings, escaped unless they are safe."""
    template = get_template(name).template  # type: ignore[attr-defined]
    with translation.override(language):
        try:
            return _function(name, template.nodelist)
        except Unsupported:
            return lambda **values: template.render(Context(values))


def _function(name: str, nodes: Iterable[Node]) -> Callable[..., SafeString]:
    names: set[str] = set()
    body = _expression(nodes, names)
    parameters = "".join(f"{name}='', " for name in sorted(names))
    scope = {"_escaped": escaped, "_safe": SafeString}
    source = f"def filled({parameters}**_more):\n    return _safe({body})"
    exec(compile(source, f"<{name}>", "exec"), scope)  # noqa: S102  the source is one of this site's templates
    return scope["filled"]  # type: ignore[return-value]


def _expression(nodes: Iterable[Node], names: set[str]) -> str:
    """Return a Python expression for a sequence of nodes."""
    pieces: list[str] = []
    text = ""
    for node in nodes:
        for piece, is_text in _pieces(node, names):
            if is_text:
                text += piece
                continue
            pieces += [repr(text)] if text else []
            text = ""
            pieces.append(piece)
    pieces += [repr(text)] if text else []
    return f"''.join(({', '.join(pieces)},))" if pieces else "''"


def _pieces(node: Node, names: set[str]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a node, text or Python that makes text, and whether each is text."""
    match node:
        case TextNode():
            yield node.s, True
        case LoadNode() | CommentNode():
            pass
        case VariableNode():
            yield _value(_name(node.filter_expression, names)), False
        case IfNode():
            yield _choice(node, names), False
        case TranslateNode() if not node.asvar:
            yield _translation(node), True
        case URLNode() if not (node.args or node.kwargs or node.asvar):
            yield node.render(Context()), True
        case BlockTranslateNode() if not (node.plural or node.extra_context or node.asvar or node.trimmed):
            yield from _sentence(node, names)
        case _:
            raise Unsupported(type(node).__name__)


def _value(name: str) -> str:
    """Return Python for a value to fill in: most are safe, and a type check is cheaper than a call."""
    return f"({name} if type({name}) is _safe else _escaped({name}))"


def _translation(node: TranslateNode) -> str:
    if isinstance(node.filter_expression.var, Variable) and node.filter_expression.var.lookups:
        raise Unsupported("a translated variable")
    return str(node.render(Context()))


def _sentence(node: BlockTranslateNode, names: set[str]) -> Iterator[tuple[str, bool]]:
    message, places = node.render_token_list(node.singular)
    if not all(map(_is_name, places)):
        raise Unsupported("a place that is no name")
    if node.message_context:
        message = translation.pgettext(node.message_context.resolve(Context()), message)
    else:
        message = translation.gettext(message)
    at = 0
    for place in PLACE.finditer(message):
        yield message[at : place.start()] + ("" if place[1] else "%"), True
        if place[1]:
            names.add(place[1])
            yield _value(place[1]), False
        at = place.end()
    yield message[at:], True


def _choice(node: IfNode, names: set[str]) -> str:
    otherwise = "''"
    for condition, nodes in reversed(node.conditions_nodelists):
        branches = _expression(nodes, names)
        otherwise = (
            branches if condition is None else f"({branches} if {_condition(condition, names)} else {otherwise})"
        )
    return otherwise


def _condition(condition: Any, names: set[str]) -> str:
    if isinstance(condition, TemplateLiteral) and isinstance(condition.value, FilterExpression):
        return _name(condition.value, names)
    if condition.id == "not":
        return f"(not {_condition(condition.first, names)})"
    if condition.id in OPERATORS:
        first, second = (_condition(operand, names) for operand in (condition.first, condition.second))
        return OPERATORS[condition.id].format(first, second)
    raise Unsupported(condition.id)


def _name(expression: FilterExpression, names: set[str]) -> str:
    """Return the name that an expression consists of; filters and lookups are unsupported."""
    lookups = getattr(expression.var, "lookups", None)
    if expression.filters or not lookups or len(lookups) > 1 or not _is_name(lookups[0]):
        raise Unsupported(str(expression.token))
    names.add(lookups[0])
    return str(lookups[0])


def _is_name(word: str) -> bool:
    return word.isidentifier() and not iskeyword(word)
