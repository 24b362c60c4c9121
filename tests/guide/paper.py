"""Reading a rules page as a reader does: elements, cards and words, from the HTML itself."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Node:
    """An element with its attributes and what it holds."""

    def __init__(self, tag, attributes, above=None):
        self.tag, self.attributes, self.above, self.inside = tag, attributes, above, []

    def __iter__(self) -> Iterator[Node]:
        for one in self.inside:
            if isinstance(one, Node):
                yield one
                yield from one

    def all(self, tag="", **wanted):
        """Return the elements inside with this tag and attributes: ``True`` is any value, ``class_`` one class."""
        return [one for one in self if one.fits(tag, wanted)]

    def one(self, tag="", **wanted):
        """Return the only such element."""
        nodes = self.all(tag, **wanted)
        assert len(nodes) == 1, (tag, wanted, len(nodes))
        return nodes[0]

    def fits(self, tag, wanted):
        for name, value in wanted.items():
            name = name.rstrip("_").replace("_", "-")
            held = self.attributes.get(name)
            if name not in self.attributes or (name == "class" and value not in held.split()):
                return False
            if name != "class" and value is not True and held != value:
                return False
        return not tag or self.tag == tag

    @property
    def text(self):
        """The words inside, one blank between them."""
        return " ".join(" ".join(one if isinstance(one, str) else one.text for one in self.inside).split())

    @property
    def cards(self):
        """The names of the cards drawn inside, in order."""
        return [one.attributes["data-c"] for one in self if "data-c" in one.attributes]

    @property
    def lang(self):
        """The language the element stands in."""
        return self.attributes.get("lang") or (self.above.lang if self.above else "")


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = self.at = Node("", {})

    def handle_starttag(self, tag, attrs):
        node = Node(tag, dict(attrs), self.at)
        self.at.inside.append(node)
        if tag not in VOID:
            self.at = node

    def handle_endtag(self, tag):
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag}>"
        self.at = self.at.above

    def handle_data(self, data):
        if self.at.tag not in ("script", "style"):
            self.at.inside.append(data)


def read(html: str) -> Node:
    """Return a page as a tree; every element must be closed where it ought to be."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root
    return reader.root


def words(node: Node) -> Iterator[tuple[str, str]]:
    """Yield every piece of text with the language it stands in, and what is read out beside it."""
    for one in node.inside:
        if isinstance(one, str):
            yield one, node.lang
        else:
            for name in ("aria-label", "title", "placeholder", "alt"):
                if name in one.attributes:
                    yield one.attributes[name], one.lang
            yield from words(one)
