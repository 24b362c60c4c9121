"""A second, slow reading of /rules/eighty/#3 to #5, #13 and #15: the verifier's answer.

Written from the page alone, to be compared with ``games.rules.shengji``; it shares no line with it.
``answer`` takes a record of Forty or Eighty Points; ``h`` is a hand, a plain dict.
"""

from __future__ import annotations

from tests.reference.forty_eighty_cards import (
    RANKS,
    SUITS,
    follow_refusal,
    lead_refusal,
    minus,
    points,
    really_led,
    winner,
)
from tests.reference.forty_eighty_form import BOTTOM, DEALT, defaults, well_formed
from tests.reference.forty_eighty_score import result
from tests.reference.verifier import is_same

# --- 3. The deal


def begin(record):
    """Return the hand of a record before its first action."""
    game, context, deck = record["game"], record["context"], record["deck"]
    options = {**defaults(), **record.get("options", {})}
    h = {"game": game, "options": options, "context": context, "deck": deck}
    h["n"], h["b"] = DEALT[game], BOTTOM[game]
    h["bottom"] = deck[h["n"] :]
    h["hands"] = [[deck[i] for i in range(h["n"]) if (context["first"] + i) % 4 == seat] for seat in range(4)]
    h["declares"], h["buried"], h["tricks"], h["accepted"] = [], [], [], []
    h["phase"], h["result"] = "bury", None
    # 4: the level of the hand
    h["level"] = context["levels"][0 if context["banker"] is None else context["banker"] % 2]
    return h


def is_drawn(h):
    return "drawn" in h["context"]


# --- 4.1 Declaring


def strength(h, cards):
    """Return the strength of cards as a declaration, 0 if they are none."""
    eighty, no_trump = h["game"] == "eighty", h["options"]["no_trump"]
    level_cards = [h["level"] + letter for letter in SUITS]
    if len(cards) == 1 and cards[0] in level_cards:
        return 1
    if eighty and len(cards) == 2 and cards[0] == cards[1] and cards[0] in level_cards:
        return 2
    if no_trump and eighty and cards == ["LJ", "LJ"]:
        return 3
    if no_trump and eighty and cards == ["BJ", "BJ"]:
        return 4
    if no_trump and not eighty and sorted(cards) == ["BJ", "LJ"]:
        return 3
    return 0


def declared_suit(cards):
    return None if "J" in cards[0][1] else cards[0][1]


def declare_refusal(h, action):
    seat, cards, after = action["seat"], action["cards"], action["after"]
    if is_drawn(h):
        return "trump-fixed"
    standing = h["declares"][-1] if h["declares"] else None
    if after < 1 or after > h["n"] or (standing and after < standing["after"]):
        return "bad-after"
    if not strength(h, cards):
        return "not-a-declaration"
    shown = [h["deck"][i] for i in range(after) if (h["context"]["first"] + i) % 4 == seat]
    if not holds(shown, cards):
        return "not-in-hand"
    # 4.2
    if standing and not h["options"]["overcall"]:
        return "already-declared"
    if standing and strength(h, cards) <= strength(h, standing["cards"]):
        return "declare-too-weak"
    if standing and standing["seat"] == seat:
        pair = strength(h, cards) == 2
        if not pair or declared_suit(cards) != declared_suit(standing["cards"]):
            return "declare-too-weak"
    return None


def holds(hand, cards):
    return all(hand.count(card) >= cards.count(card) for card in cards)


# --- 4.2 to 4.4: trumps and banker once the draw is closed


def close(h):
    """Return banker, trump suit (or ``None``) and the bottom cards turned up."""
    context = h["context"]
    if is_drawn(h):
        d = context["drawn"]
        return (context["first"] + d) % 4, h["deck"][d][1], []
    if h["declares"]:
        standing = h["declares"][-1]
        banker = standing["seat"] if context["banker"] is None else context["banker"]
        return banker, declared_suit(standing["cards"]), []
    banker = context["first"] if context["banker"] is None else context["banker"]
    for at, card in enumerate(h["bottom"]):
        if card[0] == h["level"]:
            return banker, card[1], h["bottom"][: at + 1]
    suited = [card for card in h["bottom"] if card not in ("LJ", "BJ")]
    if h["options"]["no_trump"] and len(suited) < len(h["bottom"]):
        return banker, None, h["bottom"]
    best = max(RANKS.index(card[0]) for card in suited)
    return banker, next(card[1] for card in suited if RANKS.index(card[0]) == best), h["bottom"]


# --- 15. Errors, in order of precedence


def refusal(h, action):
    do, seat = action["do"], action["seat"]
    honour = h["options"]["discipline"] == "honour"
    phase = h["phase"]
    if phase == "over":
        return "hand-over"
    # A draw in a record is over, yet a declare is accepted as long as no bury has come (14).
    doing = {"bury": ["declare", "bury"], "play": ["play", "claim"], "claims": ["claim", "accept"]}[phase]
    if do not in doing or (do in ("claim", "accept") and not honour):
        return "wrong-phase"
    if do in ("bury", "play") and seat not in to_act(h):
        return "not-your-turn"
    if phase == "claims" and seat in h["accepted"]:
        return "not-your-turn"
    if do == "declare":
        return declare_refusal(h, action)
    if do == "bury":
        return bury_refusal(h, action)
    if do == "play":
        return play_refusal(h, action)
    if do == "claim":
        return claim_refusal(h, action)
    return None


def to_act(h):
    if h["phase"] == "bury":
        return [close(h)[0]]
    if h["phase"] == "play":
        return [turn(h)]
    if h["phase"] == "claims":
        return [seat for seat in range(4) if seat not in h["accepted"]]
    return []


def turn(h):
    if not h["tricks"]:
        return h["banker"]
    trick = h["tricks"][-1]
    if len(trick) == 4:
        return taker(h, trick)
    return (trick[-1]["seat"] + 1) % 4


def bury_refusal(h, action):
    if not holds(h["hands"][action["seat"]] + h["bottom"], action["cards"]):
        return "not-in-hand"
    if h["options"]["discipline"] == "enforced" and len(action["cards"]) != h["b"]:
        return "wrong-bury-count"
    return None


REVOKES = ["must-follow-suit", "must-follow-tractor", "must-follow-pair"]


def play_refusal(h, action):
    hand, cards = h["hands"][action["seat"]], action["cards"]
    if not holds(hand, cards):
        return "not-in-hand"
    if leads(h):
        return lead_refusal(h["game"], h["options"], cards, h["trumps"])
    lead = h["tricks"][-1][0]["cards"]
    code = follow_refusal(h["game"], h["options"], lead, hand, cards, h["trumps"])
    if code in REVOKES and h["options"]["discipline"] == "honour":
        return None
    return code


def leads(h):
    return not h["tricks"] or len(h["tricks"][-1]) == 4


def claim_refusal(h, action):
    if action["against"] % 2 == action["seat"] % 2:
        return "own-side"
    if claimed_play(h, action) is None:
        return "no-such-trick"
    return None


def claimed_play(h, action):
    """Return the play that a claim is about, ``None`` where the accused did not follow."""
    if not 1 <= action["trick"] <= len(h["tricks"]):
        return None
    for play in h["tricks"][action["trick"] - 1][1:]:
        if play["seat"] == action["against"]:
            return play
    return None


# --- 5, 7, 13: what an action does


def carry_out(h, action):
    do, seat = action["do"], action["seat"]
    if do == "declare":
        h["declares"].append(action)
    elif do == "bury":
        h["banker"], h["trump"], _ = close(h)
        h["trumps"] = {"trump": h["trump"], "level": h["level"], "tractor": h["options"]["tractor"]}
        h["trumps"]["twos"] = h["options"]["twos_trump"]
        h["hands"][seat] = minus(h["hands"][seat] + h["bottom"], action["cards"])
        h["buried"] = action["cards"]
        h["phase"] = "play"
        if len(action["cards"]) != h["b"]:
            finish(h, "bad-bury", seat)
    elif do == "play":
        play_it(h, seat, action["cards"])
    elif do == "claim":
        claim_it(h, action)
    else:
        h["accepted"].append(seat)
        if len(h["accepted"]) == 4:
            finish(h, "played", None)


def play_it(h, seat, cards):
    hand, led = h["hands"][seat], leads(h)
    if led:
        others = [h["hands"][other] for other in range(4) if other != seat]
        cards = really_led(cards, others, h["trumps"])
        h["tricks"].append([])
    h["tricks"][-1].append({"seat": seat, "cards": cards, "held": hand})
    h["hands"][seat] = minus(hand, cards)
    if not any(h["hands"]):
        if h["options"]["discipline"] == "honour":
            h["phase"] = "claims"
        else:
            finish(h, "played", None)


def claim_it(h, action):
    # 13: judged against the hand that they held
    if is_revoke(h, h["tricks"][action["trick"] - 1], claimed_play(h, action)):
        finish(h, "claim-upheld", action["against"])
    else:
        finish(h, "claim-false", action["seat"])


def is_revoke(h, trick, play):
    lead = trick[0]["cards"]
    return follow_refusal(h["game"], h["options"], lead, play["held"], play["cards"], h["trumps"]) in REVOKES


def taker(h, trick):
    return trick[winner([play["cards"] for play in trick], h["trumps"])]["seat"]


# --- 10 and 14: the result


def finish(h, end, offender):
    h["phase"] = "over"
    banker = h["banker"]
    trick_points = 0
    for trick in h["tricks"]:
        if len(trick) == 4 and taker(h, trick) % 2 != banker % 2:
            trick_points += sum(points(play["cards"]) for play in trick)
    last = taker(h, h["tricks"][-1]) if end == "played" else None
    lead = h["tricks"][-1][0]["cards"] if end == "played" else None
    h["result"] = result(h, banker, end, offender, trick_points, h["buried"], last, lead)


# --- the verifier's answer, without its message


def answer(record):
    if not well_formed(record):
        return {"ok": False, "at": None, "error": "malformed"}
    h = begin(record)
    for at, action in enumerate(record["actions"]):
        code = refusal(h, action)
        if code:
            return {"ok": False, "at": at, "error": code}
        carry_out(h, action)
    if "result" in record and not is_same(record["result"], h["result"]):
        return {"ok": False, "at": None, "error": "wrong-result"}
    if h["result"] is None:
        return {"ok": True, "finished": False, "to_act": to_act(h)}
    return {"ok": True, "finished": True, "result": h["result"]}
