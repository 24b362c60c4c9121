"""Reading a rules page as people do: elements, cards and words, from the HTML itself."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Node:
    """An element with its attributes and content."""

    def __init__(self, tag, attributes, above=None):
        self.tag, self.attributes, self.above, self.inside = tag, attributes, above, []

    def __iter__(self) -> Iterator[Node]:
        for child in self.inside:
            if isinstance(child, Node):
                yield child
                yield from child

    def all(self, tag="", **attributes):
        """Return the elements inside with this tag and attributes: ``True`` is any value, ``class_`` one class."""
        return [one for one in self if one.fits(tag, attributes)]

    def one(self, tag="", **attributes):
        """Return the only such element."""
        nodes = self.all(tag, **attributes)
        assert len(nodes) == 1, (tag, attributes, len(nodes))
        return nodes[0]

    def fits(self, tag, attributes):
        for name, value in attributes.items():
            name = name.rstrip("_").replace("_", "-")
            actual = self.attributes.get(name)
            if name not in self.attributes or (name == "class" and value not in actual.split()):
                return False
            if name != "class" and value is not True and actual != value:
                return False
        return not tag or self.tag == tag

    @property
    def text(self):
        """The words inside, separated by single spaces."""
        return " ".join(" ".join(one if isinstance(one, str) else one.text for one in self.inside).split())

    @property
    def cards(self):
        """The names of the cards drawn inside, in order."""
        return [one.attributes["data-c"] for one in self if "data-c" in one.attributes]

    @property
    def lang(self):
        """The language of the element."""
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
    """Return a page as a tree; every element must be closed correctly."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root
    return reader.root


def words(node: Node) -> Iterator[tuple[str, str]]:
    """Yield every piece of text with its language, including what is only read out."""
    for child in node.inside:
        if isinstance(child, str):
            yield child, node.lang
        else:
            for name in ("aria-label", "title", "placeholder", "alt"):
                if name in child.attributes:
                    yield child.attributes[name], child.lang
            yield from words(child)
