"""The words for people: marked, snapshot, translated and compiled; who gets which language."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import allauth
import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.template.base import Lexer, TokenType
from django.urls import reverse
from django.utils import translation

from cardsite.management.commands import sentences
from cardsite.management.commands.messages import ALLAUTH_LOCALES, LOCALES, compiled, source, sources
from games.accounts.sockets import language_of
from games.rooms.models import Room, RuleSet
from games.rules.pitch.actions import PASS
from games.rules.registry import GAMES
from games.table.bidding import _passed as passed
from games.table.cached_gettext import of_game
from games.table.sentences import People, sentence

HERE = Path(settings.BASE_DIR)
TEMPLATES = sorted(path.relative_to(HERE / "templates").as_posix() for path in HERE.glob("templates/**/*.html"))
#: The placeholders of a sentence, those of scripts, and tags.
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<\w+>")
#: Names that are the same in every language.
NAMES = {"Sifang", "四方", "English"}
#: Elements whose text nobody reads.
SILENT = {"script", "style", "pre", "code"}
ATTRIBUTES = {"alt", "aria-label", "aria-description", "placeholder", "title"}


def read(file):
    with file.open("rb") as words:
        return read_po(words, locale=file.parent.parent.name)


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def entries(locale, place=0):
    return [entry for entry in read(source(locale, place)) if entry.id]


# --- the catalogues ----------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_every_entry_is_translated(locale):
    assert [entry.id for entry in entries(locale) if not entry.string or not all(forms(entry.string))] == []
    assert [entry.id for entry in entries(locale) if entry.fuzzy] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_places_of_a_translation_are_those_of_its_source(locale):
    """Of a plural those of its last form: the first may leave out the number."""
    wrong = [
        entry.id
        for entry in entries(locale)
        for form in forms(entry.string)
        if set(PLACE.findall(form)) != set(PLACE.findall(forms(entry.id)[-1]))
    ]
    assert wrong == []


@pytest.mark.parametrize("file", sources(), ids=str)
def test_the_compiled_catalogue_is_what_the_written_one_compiles_to(file):
    assert file.with_suffix(".mo").read_bytes() == compiled(file)


@pytest.mark.parametrize("locale", ALLAUTH_LOCALES)
def test_what_allauth_says_anew_it_says_at_all(locale):
    """After an upgrade that changes their page, its old words would be for nobody."""
    theirs = read(Path(allauth.__file__).parent / "locale/zh_Hans/LC_MESSAGES/django.po")
    known = {(entry.context, forms(entry.id)) for entry in theirs}
    assert [entry.id for entry in entries(locale, 1) if (entry.context, forms(entry.id)) not in known] == []


@pytest.mark.parametrize("locale", ALLAUTH_LOCALES)
def test_places_of_what_allauth_says_anew_are_those_of_its_source(locale):
    for entry in entries(locale, 1):
        assert set(PLACE.findall(forms(entry.string)[-1])) == set(PLACE.findall(forms(entry.id)[-1])), entry.id


def test_no_word_of_ours_replaces_what_allauth_says_anew():
    """Of two catalogues with the same entry the first one speaks, on allauth's pages too."""
    anew = {(entry.context, entry.id) for entry in entries("zh_Hans", 1)}
    assert [entry.id for entry in entries("zh_Hans") if (entry.context, entry.id) in anew] == []


def test_pages_of_allauth_speak_as_the_house_does(client):
    page = client.get(reverse("account_reset_password"), headers={"accept-language": "zh-hans"}).content.decode()
    assert "忘了密码？" in page
    assert "您" not in page
    assert "Reset my password" in client.get(reverse("account_reset_password")).content.decode()


def test_a_tables_code_is_called_by_a_word_of_its_own():
    with translation.override("zh-hans"):
        table, rules = (str(model._meta.get_field("code").verbose_name) for model in (Room, RuleSet))
    assert table == "桌号" and rules == "约定编号"


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs xgettext of GNU gettext")
def test_gathering_the_words_again_finds_the_same(tmp_path, monkeypatch):
    before = {locale: {(entry.context, entry.id) for entry in entries(locale)} for locale in LOCALES}
    for folder in ("cardsite", "games", "templates"):
        shutil.copytree(HERE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    places = [tmp_path / path.relative_to(HERE) for path in settings.LOCALE_PATHS]
    monkeypatch.setattr(settings, "LOCALE_PATHS", places)
    call_command("messages", verbosity=0)
    for locale in LOCALES:
        assert {(entry.context, entry.id) for entry in entries(locale)} == before[locale]
        assert source(locale).with_suffix(".mo").read_bytes() == compiled(source(locale))


@pytest.mark.parametrize("place", [0, 1])
def test_chinese_is_written_with_chinese_marks(place):
    """Half-width marks between Chinese words are left over from the English."""
    half = re.compile(r"[\u4e00-\u9fff] ?[,;:!?.()«»\"]|[,;:!?()«»\"] ?[\u4e00-\u9fff]")
    assert [entry.string for entry in entries("zh_Hans", place) if any(map(half.search, forms(entry.string)))] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_quotation_marks_are_of_one_kind(locale):
    """The apostrophe of English is curved, except in names of fields that only operators read."""
    straight = re.compile(r"\w'\w|s' ")
    found = {form for entry in entries(locale) for form in forms(entry.id) if straight.search(form)}
    assert found == {"one's turn", "the house's"}
    assert [entry.string for entry in entries(locale) if re.search("[「」]", str(entry.string))] == []


def test_everybody_is_spoken_to_as_a_friend():
    assert [entry.string for place in (0, 1) for entry in entries("zh_Hans", place) if "您" in str(entry.string)] == []


# --- the templates -----------------------------------------------------------------------


class Words(HTMLParser):
    """Gathers what a page says: text, and attributes that are read out."""

    def __init__(self):
        super().__init__()
        self.texts = []
        self.silent = 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in SILENT
        self.texts += [value for name, value in attrs if name in ATTRIBUTES and value]

    def handle_endtag(self, tag):
        self.silent -= tag in SILENT

    def handle_data(self, data):
        if not self.silent:
            # what a block puts into a tag, and the query of an address
            self.texts.append(re.sub(r'[a-z-]+="[^"]*"|\?\w+=', "", data))


def unmarked(text):
    """Return the words of a template that are not marked for translation."""
    parts, marked = [], False
    for token in Lexer(text).tokenize():
        name = token.contents.split(" ", 1)[0]
        if token.token_type is TokenType.BLOCK and name in ("blocktranslate", "comment"):
            marked = True
        elif token.token_type is TokenType.BLOCK and name in ("endblocktranslate", "endcomment"):
            marked = False
        elif token.token_type is TokenType.TEXT and not marked:
            parts.append(token.contents)
        elif token.token_type is TokenType.VAR:
            parts += re.findall(r"\|default(?:_if_none)?:[\"']([^\"']{3,})[\"']", token.contents)
    page = Words()
    page.feed(re.sub(r'<(\w+)[^<>]* lang="zh-Hans"[^<>]*>[^<]*</\1>', "", "".join(parts)))
    page.close()
    words = (word for phrase in page.texts for word in re.findall(r"[^\W_]+", phrase))
    return [word for word in words if word.upper() != word and word not in NAMES]


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_word_of_a_template_is_marked(name):
    assert unmarked((HERE / "templates" / name).read_text()) == []


def test_it_notices_words_that_are_not_marked():
    text = (
        '{% load i18n %}<p title="Hey">{% translate "Sit" %} down {{ name }}'
        '{% blocktranslate %}all{% endblocktranslate %}<b lang="zh-Hans">主</b> 四方 <script>var one;</script></p>'
    )
    assert unmarked(text) == ["Hey", "down"]


# --- who gets which ----------------------------------------------------------------------

PREFERENCES = [
    ("zh-CN,zh;q=0.9,en;q=0.8", "zh-hans"),
    ("zh", "zh-hans"),
    ("zh-SG", "zh-hans"),
    ("zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-hans"),
    ("zh-HK", "zh-hans"),
    ("zh-Hant-HK,en;q=0.5", "zh-hans"),
    ("zh-MO", "zh-hans"),
    ("en-GB,zh-TW;q=0.5", "en"),
    ("fr,zh-TW;q=0.5", "zh-hans"),
    ("fr", "en"),
    ("", "en"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("preference", "expected"), PREFERENCES)
def test_a_browser_gets_the_language_it_asks_for(client, preference, expected):
    """Traditional Chinese browsers get Simplified Chinese: it is nearer to them than English."""
    answer = client.get(reverse("home"), headers={"accept-language": preference})
    assert answer.headers["Content-Language"] == expected
    assert ("四方一桌" in answer.content.decode()) == (expected == "zh-hans")


OPEN = ["home", "lobby", "account_login", "account_signup", "account_reset_password"]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "args"), [*((name, []) for name in OPEN), *(("new-room", [key]) for key in GAMES)])
def test_a_chinese_page_holds_no_english(client, name, args):
    """Words of other scripts on it are names, and terms that Chinese uses as they are."""
    page = Words()
    page.feed(client.get(reverse(name, args=args), headers={"accept-language": "zh-CN"}).content.decode())
    page.close()
    words = {word for phrase in page.texts for word in re.findall(r"[A-Za-z]{3,}", phrase)}
    assert words <= {"Sifang", "English", "JavaScript", "passkey"}


@pytest.mark.parametrize(("preference", "expected"), PREFERENCES)
def test_a_socket_speaks_as_the_page_does(preference, expected):
    scope = {"user": None, "cookies": {}, "headers": [(b"accept-language", preference.encode())]}
    assert language_of(scope) == expected


@pytest.mark.parametrize(
    ("language", "cookie", "expected"),
    [
        ("zh-hans", "en", "zh-hans"),
        ("en", "zh-hans", "en"),
        ("", "zh-hans", "zh-hans"),
        ("", "zh-hant", "en"),
        ("", "fr", "en"),
    ],
)
def test_what_a_person_has_chosen_goes_before_the_browser(language, cookie, expected):
    """Only the languages of this house can be chosen."""
    scope = {
        "user": SimpleNamespace(language=language),
        "cookies": {settings.LANGUAGE_COOKIE_NAME: cookie},
        "headers": [(b"accept-language", b"en")],
    }
    assert language_of(scope) == expected


def test_one_thing_has_one_word_in_chinese_in_all_games():
    """What these are called here: 轮, 先出, 毙, 懒汉, 王, 山姆, 文刊, 主牌, 大老二, 前进, 扣, 不要."""
    others = re.compile("墩|首引|将吃|鼾王|鬼牌|沙斯塔|文件》|王牌|锄大地|进莲|埋|“过”|斩二")
    wrong = {text: chinese for (_context, text), chinese in sentences.translations().items() if others.search(chinese)}
    assert not wrong
    assert not [text for (_context, text) in sentences.translations() if re.search("plain (suit|lead)", text)]


def test_a_pass_is_called_what_it_is_where_one_bids_and_where_one_shows():
    with translation.override("zh-hans"):
        assert "不叫" in sentence(PASS[0].message(), People(("A",)))
        assert "不亮" in sentence(passed(0), People(("A",)))
        assert of_game("Pitch", "pass") == "不叫" != of_game("Winner", "pass")


def test_every_sentence_of_the_catalogue_is_printed_with_the_moment_that_says_it_in_both_forms_of_a_plural(capsys):
    call_command("sentences", "allfours")
    of_code = "%(points)s card point lies here: take it if you can. | %(points)s card points lie here: take them"
    assert of_code in capsys.readouterr().out
    keys = {key for of_moment in sentences.moments().values() for key in of_moment}
    assert len({key for key in keys if key[2]}) > 50
    missing = set(sentences.translations()) - {key[:2] for key in keys}
    # words whose context is composed when they are shown, and Django's own that are worded anew here
    assert len(missing) < 11, missing
