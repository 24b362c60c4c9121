"""A puzzle in a real browser: solved by taps and by clicks, without scripts, looked at by axe."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.puzzles.models import Puzzle
from tests.browser.axe import faults_of
from tests.browser.hands import follow
from tests.browser.test_languages_table import WIDE
from tests.browser.test_lessons import LIGHTS, LOCALES, answer
from tests.browser.tongues import foreign
from tests.faults.sizes import SOAK
from tests.puzzles.drafts import draft, form_of
