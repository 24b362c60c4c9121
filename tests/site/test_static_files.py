"""Static files as a browser gets them: under names with marks, and otherwise as they were written."""

from __future__ import annotations

import re
from wsgiref.headers import Headers

import brotli
import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import override_settings

from games.foundation.static_headers import set_headers
from games.foundation.static_storage import strip_comments, strip_script


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """The folder of our static files as a browser gets them, which is only read. Those of Django's operators' pages,
    whose compression takes longer, are left out."""
    folder = tmp_path_factory.mktemp("shipped")
    storage = {"BACKEND": "games.foundation.static_storage.CommentlessManifestStorage"}
    with override_settings(STATIC_ROOT=folder, STORAGES=django_settings.STORAGES | {"staticfiles": storage}):
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["admin"])
    return folder


def test_pictures_in_style_sheets_stay_whole(settings, shipped):
    """The storage that gives files their marks takes ``url(…)`` within a picture for an address."""
    pictures = 0
    for sheet in settings.BASE_DIR.glob("static/css/*.css"):
        [served] = shipped.glob(f"css/{sheet.stem}.????????????.css")
        within = re.findall(r'url\("data:[^"]*"\)', sheet.read_text())
        assert [picture for picture in within if picture not in served.read_text()] == [], sheet.name
        pictures += len(within)
    assert pictures > 20


#: The innermost brackets, and a part of a selector that names nothing by which an element could be found.
BRACKETS, NAMELESS = re.compile(r"\([^()]*\)"), re.compile(r"[\s>+~](?::not)?:?\*?(?::not)?$")


def nameless_within_has(sheet):
    """Return the selectors of a sheet by which something in an element depends on what that element holds, and which
    do not name it."""
    rules = re.findall(r"[^{};]+(?=\{)", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    selectors = []
    for rule in (rule.strip() for rule in rules if ":has(" in rule and not rule.strip().startswith("@")):
        bare = rule
        while BRACKETS.search(bare):
            bare = BRACKETS.sub("", bare)
        selectors += [rule for part in bare.split(",") if ":has" in part and NAMELESS.search(part.strip())]
    return selectors


@pytest.mark.parametrize(
    ("sheet", "count"),
    [
        (".a:has(.b) > * {}", 1),
        (".a:has(.b) > :not(.c) {}", 1),
        (".a:has(.b) :is(p, .c), .d {}", 0),
        (".a:has(> *) {}", 0),
        (".a > * {}", 0),
    ],
)
def test_what_a_selector_leaves_unnamed_is_found(sheet, count):
    assert len(nameless_within_has(sheet)) == count


def test_no_change_of_a_page_has_all_of_it_styled_anew(settings):
    """Browsers keep one set of what may have to be styled anew for all that depends on ``:has``; a rule in it that
    names no element puts every element there, and each move costs the whole page."""
    sheets = [sheet for sheet in settings.BASE_DIR.glob("static/**/*.css") if "vendor" not in sheet.parts]
    assert len(sheets) > 20
    assert [(sheet.name, rule) for sheet in sheets for rule in nameless_within_has(sheet.read_text())] == []


def test_style_sheets_leave_their_comments_behind_and_nothing_else(settings, shipped):
    for sheet in settings.BASE_DIR.glob("static/css/*.css"):
        [served] = shipped.glob(f"css/{sheet.stem}.????????????.css")
        written, sent = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL), served.read_text()
        unmarked = re.sub(r"\.[0-9a-f]{12}(?=\.svg)", "", sent)
        assert "/*" not in sent, sheet.name
        assert "".join(written.split()).replace(";}", "}") == "".join(unmarked.split()), sheet.name
        assert brotli.decompress(served.with_name(served.name + ".br").read_bytes()).decode() == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("a { b: c; d: e; } /* why */\n", "a{b:c;d:e}\n"),
        ('a::before { content: "/* no; comment */"; }', 'a::before{content:"/* no; comment */"}'),
        ("a,\n    b {\n  c: d\n}", "a,b{c:d}"),
        ("a { width: calc(1px\n   + 2px) }", "a{width:calc(1px\n+ 2px)}"),
        ("a :hover > b { c: d  e }", "a :hover>b{c:d  e}"),
    ],
)
def test_a_style_sheet_is_laid_bare(written, sent):
    assert strip_comments(written) == sent


def test_a_file_is_sent_with_the_headers_that_files_need(client, settings):
    """A first visit asks for some twenty of them, and each header stands in every answer."""
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    answer = client.get("/static/css/base.css")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not {"Referrer-Policy", "Access-Control-Allow-Origin", "Content-Security-Policy"} & set(answer.headers)


def test_of_a_file_whose_address_names_its_content_nothing_more_is_said_than_that_it_stays():
    headers = Headers([("Cache-Control", "max-age=315360000, public, immutable")])
    set_headers(headers, "base.0123456789ab.css", "/static/css/base.0123456789ab.css")
    assert (headers["Cache-Control"], headers["ETag"]) == ("max-age=31536000, immutable", '"0"')


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("// why\n(() => {\n  // how\n  const a = 1; // what\n})();\n", "(() => {const a = 1; // what\n})();"),
        ("a();\n\n  b(\n    1,\n    2,\n  );\n", "a();b(\n1,2,);"),
        ("a(); // one, two,\nb()\nc\n", "a(); // one, two,\nb()\nc\n"),
        ('const link = "http://sifang";\n', 'const link = "http://sifang";\n'),
    ],
)
def test_a_script_is_laid_bare(written, sent):
    assert strip_script(written) == sent


def test_no_string_of_a_script_goes_over_a_line(settings):
    """Its indents are removed wherever they are."""
    for script in settings.BASE_DIR.glob("static/js/*.js"):
        assert all(line.count("`") % 2 == 0 for line in script.read_text().splitlines()), script.name
