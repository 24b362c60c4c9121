"""HTML from pieces: exactly what Django makes of them."""

from __future__ import annotations

import pytest
from django.utils import html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from games.table import markup
from games.table.markup import SHORT


class Drawn:
    """An object that renders itself as HTML."""

    def __html__(self) -> str:
        return "<b>&</b>"


TEXT = st.text(st.sampled_from("<>&\"'{}%a 四")) | st.text(st.sampled_from("<&a"), min_size=SHORT, max_size=SHORT + 1)
PIECE = st.one_of(
    TEXT,
    TEXT.map(SafeString),
    st.integers(),
    st.booleans(),
    st.none(),
    st.sampled_from([gettext_lazy("Hand"), gettext_lazy("I'm back"), Drawn(), 1.5]),
)
ROWS = st.lists(st.tuples(PIECE, PIECE))


@given(st.lists(PIECE, min_size=1, max_size=5))
def test_a_filled_pattern_is_djangos(pieces):
    pattern = "<i>{}</i>" * len(pieces)
    output = markup.format_html(pattern, *pieces)
    assert (output, type(output)) == (html.format_html(pattern, *pieces), SafeString)


@given(PIECE, ROWS)
def test_filled_rows_are_djangos(between, rows):
    output = markup.format_html_join(between, "<i {}>{}</i>", rows)
    assert (output, type(output)) == (html.format_html_join(between, "<i {}>{}</i>", rows), SafeString)


@given(TEXT)
def test_a_text_and_the_same_text_marked_safe_are_two_things(text):
    assert markup.escaped(SafeString(text)) == text
    assert markup.escaped(text) == html.escape(text)


def test_a_pattern_that_was_filled_before_is_refused():
    with pytest.raises(TypeError, match="not escaped"):
        markup.format_html("<i>text</i>")
