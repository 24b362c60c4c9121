"""``manage.py prepare``: static files are collected once, wherever and by whomever it is run again."""

from __future__ import annotations

import os

import pytest
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command

from cardsite.management.commands import prepare


class Finder:
    """Finds what is in one folder."""

    def __init__(self, folder):
        self.storage = FileSystemStorage(folder)

    def list(self, ignored):
        return [(name, self.storage) for name in self.storage.listdir("")[1]]


@pytest.fixture
def collected(settings, tmp_path, monkeypatch):
    """A folder with one static file, and the list of commands that ``prepare`` has run."""
    settings.DEBUG = False
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATIC_ROOT.mkdir()
    source = tmp_path / "static" / "a.js"
    source.parent.mkdir()
    source.write_text("1")
    ran = []
    monkeypatch.setattr(prepare, "get_finders", lambda: [Finder(source.parent)])
    monkeypatch.setattr(prepare, "call_command", lambda name, **options: ran.append(name))
    return source, ran


def test_what_a_build_has_collected_a_container_leaves_alone(collected, settings):
    source, ran = collected
    call_command("prepare", files=True)
    assert ran == ["collectstatic"]
    # The image has been shipped: other file times, another user, and now there is Redis.
    os.utime(source, (1, 1))
    settings.REDIS_URL = "redis://redis/0"
    settings.STATIC_ROOT.chmod(0o555)
    call_command("prepare", files=True)
    assert ran == ["collectstatic"]


def test_what_has_changed_is_collected_again(collected):
    source, ran = collected
    call_command("prepare", files=True)
    before = source.stat()
    source.write_text("2")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    call_command("prepare", files=True)
    assert ran == ["collectstatic"] * 2


def test_a_build_asks_for_no_database(collected):
    _source, ran = collected
    call_command("prepare", files=True)
    assert "migrate" not in ran
