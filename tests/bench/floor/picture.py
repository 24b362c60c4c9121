"""The table that the reference and the stock way show: about as much HTML as the site pushes.

It is made of cards like the site's: ``BENCH_BYTES`` sets the size of a message.
"""

from __future__ import annotations

import os
from html import escape
from typing import Any

#: bytes of a message, as measured on the site in the same run
BYTES = int(os.environ.get("BENCH_BYTES", "4000"))
#: bytes of the table without its cards, and of one card
SHELL, CARD = 710, 140
CARDS = max(1, round((BYTES - SHELL) / CARD))
RANKS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
SUITS = ("spades", "hearts", "clubs", "diamonds")


def _card(at: int, seat: int) -> dict[str, Any]:
    code, name = "23456789TJQKA"[at % 13] + "SHCD"[(at + seat) % 4], f"{RANKS[at % 13]} of {SUITS[(at + seat) % 4]}"
    return {"number": at, "code": code, "name": name, "allowed": at % 3 != seat}


SEATS = [{"name": f"Guest <{number}>", "left": 6, "turn": number == 1} for number in range(4)]
HANDS = [[_card(at, seat) for at in range(CARDS)] for seat in range(4)]


def context(table: int, seat: int, move: int) -> dict[str, Any]:
    """Return the template context of one seat's table."""
    return {"table": table, "move": move, "title": f"Table {table}", "hand": HANDS[seat], "seats": SEATS}


def fast(table: int, seat: int, move: int) -> str:
    """Return one seat's table written in plain Python: the lower bound of rendering."""
    shown = context(table, seat, move)
    cards = "".join(
        [
            f'<label class="slot{"" if card["allowed"] else " no"}"><input type="radio" name="cards" '
            f'value="{card["code"]}" id="c{card["number"]}"{"" if card["allowed"] else " aria-disabled=true"}>'
            f'<span class="card" data-c="{card["code"]}">{escape(card["name"])}</span></label>'
            for card in shown["hand"]
        ]
    )
    seats = "".join(
        [
            f'<div class="seat{" on" if seat["turn"] else ""}"><div class="plate"><b>{escape(seat["name"])}</b>'
            f'<span class="left" aria-label="{seat["left"]} cards left">{seat["left"]}</span></div></div>'
            for seat in shown["seats"]
        ]
    )
    return (
        f'<div id="table" hx-swap-oob="outerMorph" data-move="{move}"><h2>{escape(shown["title"])}</h2>'
        f'<section class="cloth" aria-label="Table">{seats}</section>'
        f'<fieldset class="hand"><legend>Your hand, {len(shown["hand"])} cards</legend>{cards}</fieldset></div>'
    )
