"""Every release's data can be migrated to this release, on both databases, and play continues.

And migrations since the last release leave its code running: expand, migrate, contract.
"""

from __future__ import annotations

import importlib
import pkgutil
from random import Random

import pytest
from django.apps import apps
from django.db import migrations, models

from games.matches.models import Entry
from tests import services
from tests.matches.tables import current, match_of, person
from tests.releases import DATA, applied, releases, unpacked
from tests.releases.filling import act
from tests.sites import LargeSite, Site

OURS = [app.label for app in apps.get_app_configs() if app.name.startswith("games.")]
PLAYED_ON = "from tests.releases.filling import play_everything_on; print(play_everything_on())"


def lives_on(site):
    """Migrate a release's data to this code, check it, play on, check again."""
    site.command("prepare")
    assert "all is well" in site.command("check_hands")
    assert int(site.run(PLAYED_ON)) == 8
    assert "all is well" in site.command("check_hands")


def test_there_is_a_release():
    assert releases()


@pytest.mark.slow
@pytest.mark.parametrize("folder", releases(), ids=lambda folder: folder.name)
def test_data_of_a_release_lives_on_in_sqlite(folder):
    site = Site(SIFANG_NEXT_HAND_SECONDS="0")
    site.command("restore", folder / DATA)
    lives_on(site)
    site.remove()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("folder", releases(), ids=lambda folder: folder.name)
def test_data_of_a_release_lives_on_in_postgresql(folder, tmp_path):
    services.unless_here(services.missing())
    database = unpacked(folder, tmp_path)
    site = LargeSite(SIFANG_NEXT_HAND_SECONDS="0")
    del site.environment["REDIS_URL"]  # nobody listens
    try:
        site.run(f"from tests.releases.filling import load_into_postgres as load; load({str(database)!r})")
        lives_on(site)
    finally:
        site.remove()


# --- old and new code side by side -----------------------------------------------------------------


#: What the old code does not notice: it reads and writes only what it knows.
HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
)


def breaks(operation):
    """Return why the previous release's code cannot run with an operation, or ""."""
    if isinstance(operation, (migrations.RemoveField, migrations.DeleteModel)):
        return "it takes away what the old code reads: first ship code that does not, then contract"
    if isinstance(operation, (migrations.RenameField, migrations.RenameModel, migrations.AlterModelTable)):
        return "the old code knows the old name: add the new one, copy, and contract later"
    if isinstance(operation, migrations.AddField):
        field = operation.field
        filled = field.null or field.has_db_default() or isinstance(field, models.ManyToManyField)
        return "" if filled else "the old code inserts rows without it: give it null=True or a db_default"
    return ""


def unknown(operation):
    """Return whether nobody but its author can know that the old code lives with an operation: a field's
    new type or a constraint may refuse what it writes, and SQL and Python may do anything."""
    return not breaks(operation) and not isinstance(operation, (*HARMLESS, migrations.AddField))


def fault(migration, operation):
    """Return why a release may not ship an operation of a migration, or ""."""
    if why := breaks(operation):
        return "" if getattr(migration, "contracts", False) else why
    if unknown(operation) and not getattr(migration, "old_code_lives", ""):
        return 'it may refuse what the old code writes: if not, the migration says old_code_lives = "why"'
    return ""


def since(folder, elsewhere):
    """Yield our migrations that a release does not have."""
    before = applied(unpacked(folder, elsewhere))
    for label in OURS:
        try:
            package = importlib.import_module(f"{apps.get_app_config(label).name}.migrations")
        except ModuleNotFoundError:
            continue
        for module in pkgutil.iter_modules(package.__path__):
            if (label, module.name) not in before:
                yield label, module.name, importlib.import_module(f"{package.__name__}.{module.name}").Migration


def test_migrations_since_the_last_release_leave_its_code_running(tmp_path):
    faults = [
        f"{label}.{name}: {type(operation).__name__}: {why}"
        for label, name, migration in since(releases()[-1], tmp_path)
        for operation in migration.operations
        if (why := fault(migration, operation))
    ]
    assert not faults


def test_no_migration_of_a_release_has_gone(tmp_path):
    """Otherwise a database of that release could no longer be migrated."""
    for folder in releases():
        for label, name in applied(unpacked(folder, tmp_path)):
            if label in OURS:
                importlib.import_module(f"{apps.get_app_config(label).name}.migrations.{name}")


@pytest.mark.parametrize(
    ("operation", "is_safe"),
    [
        (migrations.AddField("hand", "note", models.TextField(null=True)), True),
        (migrations.AddField("hand", "note", models.TextField(db_default="")), True),
        (migrations.AddField("hand", "note", models.TextField(default="")), False),
        (migrations.RemoveField("hand", "salt"), False),
        (migrations.RenameField("hand", "salt", "pepper"), False),
        (migrations.DeleteModel("hand"), False),
        (migrations.CreateModel("thing", []), True),
        (migrations.AddIndex("hand", models.Index(fields=["number"], name="x")), True),
    ],
)
def test_what_the_old_code_can_live_with(operation, is_safe):
    assert (breaks(operation) == "") is is_safe


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AlterField("hand", "note", models.CharField(max_length=1)),
        migrations.AddConstraint("hand", models.UniqueConstraint(fields=["number"], name="x")),
        migrations.AlterUniqueTogether("hand", {("match", "number")}),
        migrations.RunSQL("SELECT 1"),
        migrations.RunPython(migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState([], []),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_no_test_can_know_a_migration_says_itself(operation):
    migration = type("Migration", (), {"old_code_lives": "it writes no such rows"})
    assert "old_code_lives" in fault(type("Migration", (), {}), operation)
    assert fault(migration, operation) == ""
    assert fault(migration, migrations.RemoveField("hand", "salt")) != ""
    assert fault(type("Migration", (), {"contracts": True}), migrations.RemoveField("hand", "salt")) == ""


@pytest.mark.django_db
def test_what_makes_a_releases_data_plays_for_people_and_ai_players():
    match = match_of("all-fours", person("alice"), "random")
    for _ in range(8):
        act(current(match), Random(1))
    assert set(Entry.objects.values_list("by", flat=True)) == {"person", "ai"}
