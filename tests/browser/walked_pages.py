"""What a walk over the whole site checks beside tables in play and the pages of ``tests/access``: waiting rooms,
lessons, puzzles and replays; the pages of each game, and those of an account.

``Site.run`` calls these after ``tables.prepare_moments``; the browser gets addresses and sessions.
"""

from __future__ import annotations

import json
import secrets
import time
from importlib import import_module
from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.lessons.game_lesson import lessons
from games.puzzles import services as puzzles
from games.replays import key_moments, services
from games.rooms.models import Room
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES
from tests.faults.sizes import SOAK
from tests.lessons.answers import right_answer, wrong_answers
from tests.puzzles.drafts import form_of
from tests.replays.hands import finished, replay_for
from tests.sessions import session_of

#: Every game with the numbers of seats that make another table: what a walk calls it, key, house rules.
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "all-fours": ("all-fours", {}),
    "all-fours-4": ("all-fours", {"edition": "1814", "players": 4}),
    "winner": ("winner", {}),
    "winner-3": ("winner", {"players": 3}),
    "forty": ("forty", {}),
    "eighty": ("eighty", {}),
    "pitch": ("pitch", {}),
    "pitch-7": ("pitch", {"players": 7}),
    "california-jack": ("california-jack", {}),
    "big-two": ("big-two", {}),
    "tien-len": ("tien-len", {}),
    "president": ("president", {}),
    "president-7": ("president", {"players": 7}),
}
#: Those walked in every run: of each kind of table one with the most seats.
FULLEST = ("all-fours-4", "eighty", "pitch-7", "president-7")
#: Whether there is a second factor → pages of an account that are shown to whoever has just given the password.
OF_AN_ACCOUNT = {
    False: ("mfa_activate_totp", "mfa_add_webauthn", "account_reauthenticate", "account_change_password"),
    True: (
        "mfa_index",
        "mfa_deactivate_totp",
        "mfa_reauthenticate",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
    ),
}
#: Pages that every game has.
OF_A_GAME = ("new-room", "game-rules", "lesson-end")


def prepare_walk() -> None:
    """Make all of them; print a list of the name, the address, the session or nothing, and the answers to give."""
    settings.AI_PACE, settings.DRAW_PACE, settings.LAST_CALL = (0.0, 0.0), 0.0001, 0.0
    pages = [*_lessons(), *_puzzles()]
    for name in TABLES if SOAK else FULLEST:
        pages += [*_waiting(name, *TABLES[name]), *_replay(name, *TABLES[name])]
    print(json.dumps(pages))


def prepare_replays(*names: str) -> None:
    """Make a finished hand of each of these tables; print its name → the address of its first step, and the session."""
    settings.AI_PACE, settings.DRAW_PACE, settings.LAST_CALL = (0.0, 0.0), 0.0001, 0.0
    prepared = {}
    for name in names:
        game, options = TABLES[name]
        user, session = _reader(f"stepped-{name}")
        prepared[name] = [reverse("replay-step", args=[finished(game, user, options=options).pk, 0]), session]
    print(json.dumps(prepared))


def prepare_other_pages() -> None:
    """Make the pages of each game, of an account and of puzzles; print a list of the address and the session or
    nothing."""
    print(json.dumps([*_pages(), *_accounts(), [reverse("puzzles"), ""]]))


def _reader(name: str) -> tuple[User, str]:
    user = User.objects.create(username=f"prepared-{name}-{secrets.token_hex(4)}", name="Mei")
    return user, session_of(user)


def _pages() -> list[list[Any]]:
    return [[reverse(name, args=[game]), ""] for game in GAMES for name in OF_A_GAME]


def _accounts() -> list[list[Any]]:
    """Pages of an account that ask for the password again, of one with a second factor and one without."""
    pages = []
    for name, codes in (("plain", False), ("guarded", True)):
        user, session = _reader(f"account-{name}")
        user.set_password("a long pass phrase")
        user.save()
        if codes:
            TOTP.activate(user, generate_totp_secret())
            RecoveryCodes.activate(user)
        session = session_of(user)
        store = import_module(settings.SESSION_ENGINE).SessionStore(session)
        store["account_authentication_methods"] = [{"method": "password", "at": time.time(), "username": user.username}]
        store.save()
        pages += [[reverse(page), session] for page in OF_AN_ACCOUNT[codes]]
    return pages


def _lessons() -> list[list[Any]]:
    """Every step of every lesson; a wrong answer and the right one on each."""
    pages = []
    for game, lesson in lessons().items():
        for number, step in enumerate(lesson.steps, 1):
            wrong = (one for one, verdict in wrong_answers(game, step) if verdict.refusal is None or one[0] != "bury")
            pages.append(
                [
                    f"lesson {game} {number} of {len(lesson.steps)}",
                    reverse("lesson-step", args=[game, number]),
                    "",
                    [next(wrong), right_answer(game, step)],
                ]
            )
    return pages


def _puzzles() -> list[list[Any]]:
    """The newest puzzle of each game with the poorest answer to it."""
    pages = []
    for game in puzzles.counts():
        puzzle = puzzles.open_puzzles(game).latest("pk")
        form = form_of(puzzle.choices[-1]["action"])
        pages.append([f"puzzle {game}", reverse("puzzle", args=[game, puzzle.pk]), "", [(form["do"], form["cards"])]])
    return pages


def _waiting(name: str, game: str, options: dict[str, Any]) -> list[list[Any]]:
    """A table that waits: as its host sees it, as whoever may sit down, and whom it invites."""
    host, session = _reader(f"host-{name}")
    room = open_room(
        host, game, options, RoomSettings(name="A table of twenty-four", visibility=Room.Visibility.PUBLIC)
    )
    address = reverse("table", args=[room.code])
    invite = reverse("invite", args=[room.code])
    return [
        [f"waiting {name} host", address, session, []],
        [f"waiting {name} stranger", address, "", []],
        [f"waiting {name} invite", invite, session, []],
    ]


def _replay(name: str, game: str, options: dict[str, Any]) -> list[list[Any]]:
    """A replay's first step, its middle, its end and all turning points, all hands and one seat's view; what
    leads from it."""
    user, session = _reader(f"replay-{name}")
    hand = finished(game, user, options=options)
    replay = replay_for(hand, user)
    places = {"first": 0, "middle": len(replay.course.steps) // 2, "last": len(replay.course.steps) - 1}
    marks = key_moments.marks(replay.course)
    places |= {f"turn {mark.step}": mark.step for mark in marks if mark.kind == key_moments.TURN}
    addresses = {place: reverse("replay-step", args=[hand.pk, step]) for place, step in places.items()}
    addresses |= {f"own {place}": f"{address}?seat=0" for place, address in addresses.items()}
    addresses |= {"about": reverse("replay-about", args=[hand.pk]), "history": reverse("history")}
    addresses["challenge"] = reverse("challenge", args=[services.challenge(hand, user).token])
    return [[f"replay {name} {what}", address, session, []] for what, address in addresses.items()]
