"""Names: which are stored and which are refused."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation

from games.accounts.names import GONE, clean_name, readable, skeleton


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Mei", "Mei"),
        ("  小 雨  ", "小 雨"),
        ("诸葛亮", "诸葛亮"),
        ("Cafe\u0301", "Café"),
        ("Ольга", "Ольга"),
        ("عمر", "عمر"),
        ("🐼 Panda", "🐼 Panda"),
        ("x" * 20, "x" * 20),
        ("1807", "1807"),
        ("Badminton", "Badminton"),
    ],
)
def test_a_name_in_any_script_is_kept(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u3164\u3164", "empty"),
        ("\U0001d159\u2800", "empty"),
        ("a\U0001d159b", "hidden"),
        ("...", "empty"),
        ("x" * 21, "too-long"),
        ("x" * 1_000_000, "too-long"),
        ("a\u200bb", "hidden"),
        ("a\u202eb", "hidden"),
        ("a\x00b", "hidden"),
        ("a\ufeffb", "hidden"),
        ("x" + "\u0301" * 3, "hidden"),
        ("\u3164a", "hidden"),
        ("admin", "reserved"),
        ("ADMIN", "reserved"),
        ("аdmin", "reserved"),
        ("Adm1n", "reserved"),
        ("ａｄｍｉｎ", "reserved"),
        ("a.d.m.i.n", "reserved"),
        ("Sifang", "reserved"),
        ("四方客服", "reserved"),
        ("管理员", "reserved"),
        ("Deleted player", "reserved"),
        ("已注销的玩家", "reserved"),
        ("已注销 的玩家", "reserved"),
    ],
)
def test_a_name_that_hides_or_poses_is_refused(typed, code):
    with pytest.raises(ValidationError) as refused:
        clean_name(typed)
    assert refused.value.code == code


@pytest.mark.parametrize("language", [language for language, _name in settings.LANGUAGES])
@pytest.mark.parametrize("reader", [language for language, _name in settings.LANGUAGES])
def test_nobody_is_called_as_a_deleted_account_is_in_any_language(language, reader):
    with translation.override(reader):
        name = readable(GONE)
    with translation.override(language), pytest.raises(ValidationError):
        clean_name(name)


def test_look_alikes_have_one_skeleton():
    assert skeleton("Alice") == skeleton("Аlice") == skeleton("al1ce")
    assert skeleton("Alice") != skeleton("Alicia")
