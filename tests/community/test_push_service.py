"""The stand-in for a push service follows the standard, and a push leads to the page that it is about."""

from __future__ import annotations

from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.community import delivery
from games.matches import turn_calls
from games.rooms.models import DAY, Room, Seat
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, person
from tests.push_service import Browser, PushService, decrypted, from_base64url

#: The example of RFC 8291 (section 5).
TEXT = b"When I grow up, I want to be a watermelon"
PRIVATE, AUTH = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
)
BODY += "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"


def test_the_example_of_the_standard_is_read_and_no_other_key_reads_it():
    key = ec.derive_private_key(int.from_bytes(from_base64url(PRIVATE), "big"), ec.SECP256R1())
    assert decrypted(from_base64url(BODY), key, from_base64url(AUTH)) == TEXT
    for other in (Browser("", auth=from_base64url(AUTH)), Browser("", key)):
        with pytest.raises(InvalidTag):
            decrypted(from_base64url(BODY), other.key, other.auth)


@pytest.mark.django_db
def test_whose_turn_it_is_over_days_is_led_from_the_notification_to_the_table(settings):
    service = PushService()
    settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, service.origin]
    match = match_of("all-fours", person("alice"), person("bob"))
    Room.objects.filter(pk=match.room_id).update(clock=DAY)
    long_ago = timezone.now() - timedelta(hours=5)
    Seat.objects.filter(room=match.room).update(seen_at=long_ago, left_at=long_ago)
    phones, clients = {}, {}
    for seat in match.room.seats.select_related("user"):
        clients[seat.number] = Client()
        clients[seat.number].force_login(seat.user)
        phones[seat.number] = service.browser(f"phone-{seat.number}")
        answer = clients[seat.number].post(reverse("push-subscribe"), phones[seat.number].subscription())
        assert answer.status_code == 204
    turn_calls.call(current(match).pk)
    delivery.deliver_waiting()
    messages = {number: service.sent_to(phone) for number, phone in phones.items()}
    ((acts, (message,)),) = [(number, pushes) for number, pushes in messages.items() if pushes]
    assert message["url"] == reverse("table", args=[match.room.code])
    assert message["off"] == "/me/notifications/#turns"
    _path, headers, _body = service.taken[0]
    assert (headers["ttl"], headers["urgency"]) == ("86400", "high")
    # whoever follows it may play at once
    user = match.room.seats.select_related("user").get(number=acts).user
    assert clients[acts].get(message["url"]).status_code == 200
    assert scene(load_snapshot(match.room.code), user).moves
    service.close()
