"""Compile a template, with everything it extends and includes, to one Python function of its context.

Whatever does not depend on the context (text, translations, addresses without arguments) is computed once. Names that
tags bind (``for``, ``with``, ``as``) are local variables of the function; all others are looked up in the context.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.template import Context, Engine, Template
from django.template.base import FilterExpression, Node, NodeList, TextNode, Variable, VariableNode
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    ForNode,
    IfNode,
    LoadNode,
    TemplateLiteral,
    URLNode,
    WithNode,
)
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, GetCurrentLanguageNode, TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.safestring import SafeString

from games.foundation.page_templates import runtime

#: A placeholder of a translated sentence, or a percent sign.
PLACE = re.compile(r"%\((\w+)\)s|%%")
#: Names that mean the same in a template as in Python.
CONSTANTS = ("True", "False", "None")
#: How deep a template may extend or include others.
DEEPEST = 20
Rendered = Callable[[Mapping[str, Any]], str]


class Unsupported(Exception):
    """A template contains something that cannot be compiled."""


def compiled(template: Template) -> Rendered:
    """Return a template as a function in the current language; raise ``Unsupported``."""
    return _Compiler(template.engine, template).function()


@dataclass
class _Scope:
    """Names that are local variables here. ``loop``: the variable of ``forloop``; ``loop_used``: whether it is used."""

    names: dict[str, str]
    above: _Scope | None = None
    loop: str = ""
    loop_used: bool = False

    def local(self, name: str) -> str | None:
        """Return the local variable of a name, or None if the name is looked up in the context."""
        if name == "forloop" and self.loop:
            self.loop_used = True
            return self.loop
        if name in self.names:
            return self.names[name]
        return self.above.local(name) if self.above else None

    def all_names(self) -> dict[str, str]:
        """Return the local variables of all names in scope."""
        return {**(self.above.all_names() if self.above else {}), **self.names}


@dataclass
class _Compiler:
    engine: Engine
    template: Template
    #: Objects that the function refers to, by name.
    objects: dict[str, Any] = field(default_factory=dict)
    #: Blocks by name; the first of each is the one shown.
    blocks: dict[str, list[BlockNode]] = field(default_factory=dict)
    #: The blocks being compiled: name, and index among those of that name.
    around: list[tuple[str, int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    #: Output to write before the next line: Python expressions for text, then the text that follows them.
    pieces: list[str] = field(default_factory=list)
    text: str = ""
    depth: int = 1
    included: int = 0
    #: How many conditions enclose the node being compiled.
    conditions: int = 0

    # --- the function ----------------------------------------------------------------------------

    def function(self) -> Rendered:
        """Return the function of the template."""
        self.nodes(self.root(), _Scope({}))
        self.flush()
        source = "\n".join(["def page(c):", " out = []", *self.lines, " return ''.join(out)"])
        space: dict[str, Any] = {**vars(runtime), **self.objects}
        exec(compile(source, f"<{self.template.name}>", "exec"), space)  # noqa: S102  made from our own template
        return space["page"]  # type: ignore[no-any-return]

    def root(self) -> NodeList:
        """Note the blocks of all templates in the chain; return the nodes of the root template."""
        template = self.template
        for _up in range(DEEPEST):
            extends = next((node for node in template.nodelist if isinstance(node, ExtendsNode)), None)
            nodes = extends.nodelist if extends else template.nodelist
            for block in nodes.get_nodes_by_type(BlockNode):
                self.blocks.setdefault(block.name, []).append(block)
            if extends is None:
                return nodes
            template = self.engine.get_template(self.constant(extends.parent_name))
        raise Unsupported("extends too many")

    def line(self, code: str) -> None:
        """Write a line of code after any pending text."""
        self.flush()
        self.lines.append(" " * self.depth + code)

    def flush(self) -> None:
        """Write the pending text."""
        self.show()
        if self.pieces:
            self.lines.append(f"{' ' * self.depth}out += ({', '.join(self.pieces)},)")
            self.pieces.clear()

    def show(self, code: str = "") -> None:
        """Write out an expression's text after any pending text."""
        if self.text:
            self.pieces.append(repr(self.text))
            self.text = ""
        if code:
            self.pieces.append(code)

    @contextmanager
    def under(self, code: str) -> Iterator[None]:
        """Write a line that opens an indented block."""
        self.line(code)
        self.depth += 1
        at = len(self.lines)
        yield
        self.flush()
        if len(self.lines) == at:
            self.line("pass")
        self.depth -= 1

    def new(self, prefix: str = "v") -> str:
        """Return a name that is not used elsewhere."""
        self.objects[name := f"_{prefix}{len(self.objects)}"] = None
        return name

    def ref(self, value: Any) -> str:
        """Return a name for an object of the template."""
        if type(value) in (str, int, bool, type(None)):
            return repr(value)
        self.objects[name := self.new("k")] = value
        return name

    def nodes(self, nodes: Iterable[Node], scope: _Scope) -> None:
        """Compile nodes, one after the other."""
        for node in nodes:
            self.node(node, scope)

    def node(self, node: Node, scope: _Scope) -> None:
        """Compile a node."""
        match node:
            case TextNode():
                self.text += node.s
            case LoadNode() | CommentNode():
                pass
            case VariableNode():
                self.variable(node, scope)
            case IfNode():
                self.condition(node, scope)
            case ForNode():
                self.loop(node, scope)
            case WithNode():
                self.nodes(node.nodelist, self.bound(node.extra_context, scope))
            case IncludeNode():
                self.include(node, scope)
            case BlockNode():
                self.block(node.name, 0, scope)
            case TranslateNode():
                self.translate(node, scope)
            case BlockTranslateNode():
                self.sentence(node, scope)
            case CsrfTokenNode():
                self.show("csrf_field(c)")
            case URLNode():
                self.address(node, scope)
            case StaticNode() if not node.varname:
                self.static(node, scope)
            case GetCurrentLanguageNode():
                self.name(scope, node.variable, repr(translation.get_language()))
            case SimpleNode() if type(node) is SimpleNode and not node.target_var:
                self.django(node, scope)
            case _:
                raise Unsupported(type(node).__name__)

    # --- tags ------------------------------------------------------------------------------------

    def variable(self, node: VariableNode, scope: _Scope) -> None:
        """Show a value, or for ``block.super`` the parent's block."""
        expression = node.filter_expression
        lookups = getattr(expression.var, "lookups", None)
        if lookups == ("block", "super") and scope.local("block") is None:
            name, at = self.around[-1]
            self.block(name, at + 1, scope)
        else:
            self.show(f"shown({self.value(expression, scope)})")

    def block(self, name: str, at: int, scope: _Scope) -> None:
        """Compile a block as the most derived template defines it, or its ``at``-th ancestor."""
        if name not in self.blocks:
            raise Unsupported("a block of what is included")
        if at < len(self.blocks[name]):
            self.around.append((name, at))
            self.nodes(self.blocks[name][at].nodelist, _Scope({}, scope))
            self.around.pop()

    def condition(self, node: IfNode, scope: _Scope) -> None:
        """Compile all branches of a condition."""
        self.conditions += 1
        word = "if"
        for condition, nodes in node.conditions_nodelists:
            with self.under("else:" if condition is None else f"{word} {self.truth(condition, scope)}:"):
                self.nodes(nodes, scope)
            word = "elif"
        self.conditions -= 1

    def loop(self, node: ForNode, scope: _Scope) -> None:
        """Compile a loop, with ``forloop`` only if something uses it."""
        values, loop, items = self.new(), self.new(), [self.new() for _ in node.loopvars]
        inside = _Scope(dict(zip(node.loopvars, items, strict=True)), scope, loop)
        self.line(f"{values} = sequence({self.value(node.sequence, scope, 'none_if_missing')})")
        if node.is_reversed:
            raise Unsupported("a loop backwards")
        self.conditions += 1
        if node.nodelist_empty:
            with self.under(f"if not len({values}):"):
                self.nodes(node.nodelist_empty, _Scope({}, scope))
        self.flush()
        before, self.lines = self.lines, []
        self.depth += 1
        for item in items:
            self.line(f"{item} = bound({item})")
        self.nodes(node.nodelist_loop, inside)
        self.flush()
        self.depth -= 1
        self.lines, lines = before, self.lines
        if inside.loop_used:
            self.line(f"{loop} = {{}}")
        through = f"loops({values}, {loop})" if inside.loop_used else values
        unpacked = f"({', '.join(items)})" if len(items) > 1 else items[0]
        self.line(f"for {unpacked} in {through}:")
        self.lines += lines
        self.conditions -= 1

    def include(self, node: IncludeNode, scope: _Scope) -> None:
        """Compile an included template in place."""
        self.included += 1
        template = self.engine.get_template(self.constant(node.template))
        is_page = any(isinstance(node, ExtendsNode | BlockNode) for node in template.nodelist)
        if is_page or node.isolated_context or self.included > DEEPEST:
            raise Unsupported("a whole page in another")
        self.nodes(template.nodelist, self.bound(node.extra_context, scope))
        self.included -= 1

    def bound(self, expressions: Mapping[str, FilterExpression], scope: _Scope) -> _Scope:
        """Bind names to values; return a scope with them."""
        inside = _Scope({}, scope)
        for name, expression in expressions.items():
            variable = self.new()
            self.line(f"{variable} = bound(filled({self.value(expression, scope)}))")
            inside.names[name] = variable
        return inside

    def name(self, scope: _Scope, name: str, value: str) -> None:
        """Bind a name to a value from here on."""
        if self.conditions:
            raise Unsupported("a name that may have no value")
        scope.names[name] = variable = self.new()
        self.line(f"{variable} = {value}")

    def translate(self, node: TranslateNode, scope: _Scope) -> None:
        """Translate a sentence without placeholders, at compile time."""
        for expression in (node.filter_expression, node.message_context):
            if expression is not None and (expression.filters or getattr(expression.var, "lookups", None)):
                raise Unsupported("a translated variable")
        context = Context()
        text = node.render(context)
        if node.asvar:
            self.name(scope, node.asvar, self.ref(context[node.asvar]))
        else:
            self.text += text

    def sentence(self, node: BlockTranslateNode, scope: _Scope) -> None:
        """Translate a sentence with placeholders: at compile time, unless it depends on a number."""
        inside = self.bound(node.extra_context, scope)
        context = self.constant(node.message_context) if node.message_context else None
        message, places = node.render_token_list(node.singular)
        if node.asvar:
            raise Unsupported("a sentence under a name")
        if node.plural and node.countervar and node.counter:
            inside.names[node.countervar] = number = self.new()
            several, more = node.render_token_list(node.plural)
            self.line(f"{number} = {self.value(node.counter, scope)}")
            data = ", ".join(f"{place!r}: shown({self.plain(place, inside)})" for place in {*places, *more})
            self.show(f"plural({message!r}, {several!r}, {number}, {context!r}) % {{{data}}}")
            return
        text = translation.pgettext(context, message) if context else translation.gettext(message)
        at = 0
        for place in PLACE.finditer(text):
            self.text += text[at : place.start()] + ("" if place[1] else "%")
            if place[1]:
                self.show(f"shown({self.plain(place[1], inside)})")
            at = place.end()
            if place[1] and place[1] not in places:
                raise Unsupported("a place that the sentence has not")
        self.text += text[at:]

    def address(self, node: URLNode, scope: _Scope) -> None:
        """Show a view's URL; one without arguments is resolved at compile time."""
        name, prefix = self.constant(node.view_name), get_script_prefix()
        if node.kwargs or node.asvar or ":" in name:
            raise Unsupported("an address by names")
        if node.args:
            arguments = [repr(prefix), repr(name), *(self.value(argument, scope) for argument in node.args)]
            self.show(f"address({', '.join(arguments)})")
        else:
            self.text += runtime.address(prefix, name)

    def static(self, node: StaticNode, scope: _Scope) -> None:
        """Show a static file's address."""
        if node.path.is_var or node.path.filters:
            self.show(f"static_file(filled({self.value(node.path, scope)}))")
        else:
            self.text += runtime.static_file(self.constant(node.path))

    def django(self, node: Node, scope: _Scope) -> None:
        """Have Django render a tag."""
        names = ", ".join(f"{name!r}: {variable}" for name, variable in scope.all_names().items())
        self.show(f"rendered({self.ref(self.template)}, {self.ref(node)}, {{**c, {names}}})")

    # --- expressions -----------------------------------------------------------------------------

    def truth(self, condition: Any, scope: _Scope) -> str:
        """Return Python for a condition."""
        if isinstance(condition, TemplateLiteral):
            return self.value(condition.value, scope, "none_if_missing")
        if condition.id == "not":
            return f"(not {self.truth(condition.first, scope)})"
        first, second = (self.truth(operand, scope) for operand in (condition.first, condition.second))
        if condition.id in ("and", "or"):
            return f"({first} {condition.id} {second})"
        if condition.id not in runtime.OPERATORS:
            raise Unsupported(condition.id)
        return f"compared({condition.id!r}, {first}, {second})"

    def value(self, expression: FilterExpression, scope: _Scope, missing: str = "filled") -> str:
        """Return Python for a value and its filters. ``missing``: the function that replaces a missing value."""
        code = self.operand(expression.var, scope)
        for number, (function, arguments) in enumerate(expression.filters):
            first = f"{missing}({code})" if not number else code
            operands = [self.operand(one, scope) if lookup else self.ref(SafeString(one)) for lookup, one in arguments]
            code = f"filtered({', '.join([self.ref(function), first, *operands])})"
        return code

    def operand(self, operand: Any, scope: _Scope) -> str:
        """Return Python for a variable or a constant."""
        if not isinstance(operand, Variable):
            return self.ref(operand)
        if operand.translate:
            raise Unsupported("a translated constant")
        if operand.lookups is None:
            return self.ref(operand.literal)
        first, *bits = operand.lookups
        code = first if first in CONSTANTS else scope.local(first) or f"named(c, {first!r})"
        for bit in bits:
            code = f"look({code}, {bit!r})"
        return code

    def plain(self, name: str, scope: _Scope) -> str:
        """Return Python for a sentence's placeholder: a name that is not called."""
        if not name.isidentifier():
            raise Unsupported("a place that is no name")
        return scope.local(name) or f"placeholder(c, {name!r})"

    def constant(self, expression: FilterExpression) -> str:
        """Return the text of an expression that does not depend on the context."""
        value = expression.var.literal if isinstance(expression.var, Variable) else expression.var
        if expression.filters or not isinstance(value, str):
            raise Unsupported("a name that is not written out")
        return str(value)
