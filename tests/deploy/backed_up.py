"""What tests of backups share: a running site, bots at its tables, and people with what happens to them."""

from __future__ import annotations

import shutil
import signal

import pytest

from tests import services
from tests.faults.bot import Bot
from tests.sites import LargeSite, Site

#: Presses of each bot between two looks.
PRESSES = 4
large = [pytest.mark.postgres, pytest.mark.redis]
kinds = pytest.mark.parametrize("kind", ["embedded", pytest.param("large", marks=large)])


def site_of(kind, **environment):
    """Return a site of a kind, not started, or skip if what it needs is missing."""
    if kind == "large":
        services.unless_here(services.missing())
    return {"embedded": Site, "large": LargeSite}[kind](**environment)


#: AI players that keep nobody waiting
QUICK = {"SIFANG_AI_PACE": "0.0,0.02", "SIFANG_NEXT_HAND_SECONDS": "0.1"}


@pytest.fixture(params=["embedded", pytest.param("large", marks=large)])
def site(request):
    """A running site of each kind. It prepares its data when it is started again."""
    site = site_of(request.param, **QUICK)
    site.start()
    site.prepares = True
    yield site
    if site.process.poll() is None:
        site.stop(signal.SIGKILL)
    site.remove()


def press(bots, count=PRESSES):
    """Have every bot press ``count`` times, or until its match is over."""
    for bot in bots:
        until = len(bot.journal) + count
        while len(bot.journal) < until and not bot.over:
            bot.turn(again=False)


def seated(site, count=3):
    bots = [Bot(site.url, seed) for seed in range(count)]
    for bot in bots:
        bot.sit_down()
    return bots


#: a site's people: Ann closes her account, Bob is shut out for a day, a guest is erased, Cid stays
PEOPLE = """
from games.accounts.models import User; from games.accounts.services import make_guest
for name in ("ann", "bob", "cid"): User.objects.create_user(name, name=name.title())
make_guest()
"""
FATES = """
from datetime import timedelta; from django.utils import timezone
from games.accounts.models import User; from games.accounts.services import suspend
from games.community.account_deletion import delete_account
from games.community.models import Decision
bob, now = User.objects.get(username="bob"), timezone.now()
Decision.objects.create(person=bob, action="suspend", reason="words", at=now, until=now + timedelta(days=1))
suspend(bob, now)
delete_account(User.objects.get(username="ann"))
delete_account(User.objects.get(is_guest=True))
User.objects.filter(username="ann").update(closed_at=timezone.now() - timedelta(days=29))
"""
SUMMARY = """
from datetime import timedelta; from django.utils import timezone
from games.accounts.models import User
ann, bob, cid = (User.objects.get(username=name) for name in ("ann", "bob", "cid"))
print(bob.decisions.values_list("number", "reason", "until"), bob.suspended_at)
print(ann.name, ann.closed_at < timezone.now() - timedelta(days=28), bob.is_active, cid.is_active)
print(User.objects.filter(deleted_at=None).count())
"""


@pytest.fixture(scope="module")
def saved_people(tmp_path_factory):
    """A site with these people, and a folder with its database and, in ``backups``, its backup."""
    site, folder = Site(), tmp_path_factory.mktemp("people")
    site.prepare()
    site.run(PEOPLE)
    site.command("backup", folder / "backups")
    shutil.copy(site.var / "sifang.sqlite3", folder)
    yield site, folder
    site.remove()


@pytest.fixture
def peopled(saved_people, tmp_path):
    """A site with these people, and its backup in ``tmp_path``."""
    site, folder = saved_people
    for file in site.var.glob("sifang.sqlite3*"):
        file.unlink()
    shutil.copy(folder / "sifang.sqlite3", site.var)
    shutil.copytree(folder / "backups", tmp_path, dirs_exist_ok=True)
    return site
