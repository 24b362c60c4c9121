"""Backups and restores that are killed half-way."""

from __future__ import annotations

import os
import time

import pytest
from django.db import connection

from cardsite.keeping import backups


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_backup_left_goes_a_day_later_with_the_next(tmp_path):
    now = time.time()
    name = f".sifang-20260101T000000000000Z{backups.KINDS[connection.vendor]}.unfinished"
    old, copy, fresh = tmp_path / name, tmp_path / f"{name}.copy", tmp_path / name.replace("2026", "2027")
    others = [tmp_path / "sifang-mine", tmp_path / ".mine.unfinished"]
    for path, hours in ((old, 25), (copy, 25), (fresh, 23), *((one, 999) for one in others)):
        path.write_bytes(b"half")
        os.utime(path, (now, now - hours * 3600))
    made = backups.back_up(tmp_path)
    kept = {path.name for path in tmp_path.iterdir()} - {"gone.json", "away.json"}
    assert kept == {made.name, fresh.name, *(path.name for path in others)}
