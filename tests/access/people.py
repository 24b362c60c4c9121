"""Accounts, friends and profiles."""

from __future__ import annotations

from games.accounts.models import Topic
from games.community import delivery
from games.community.friend_views import token_of
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
friends                GET   200 200 200 200 200 200 200 in
friends                POST  405 405 405 405 405 405 405 405
friend-ask             POST  302 302 302 302 302 302 302 in
friend-ask             GET   302 302 302 302 302 302 302 in
friend-later           POST  302 302 302 302 302 302 302 in
friend-later           GET   405 405 405 405 405 405 405 405
friend-withdraw        POST  302 302 302 302 302 302 302 in
friend-link            GET   302 200 200 302 200 404 200 200
friend-link            POST  302 302 302 302 302 404 302 302
friend-new-link        POST  302 302 302 302 302 302 302 in
friend-new-link        GET   405 405 405 405 405 405 405 405
door                   POST  404 404 404 404 404 404 404 in
door                   GET   405 405 405 405 405 405 405 405
friend-act:ask         POST  404 302 404 302 404 404 404 in
friend-act:accept      POST  404 302 404 302 404 404 404 in
friend-act:decline     POST  404 302 404 302 404 404 404 in
friend-act:remove      POST  404 302 404 302 404 404 404 in
friend-act:block       POST  404 302 404 302 404 404 404 in
friend-act:unblock     POST  404 302 404 302 404 404 404 in
friend-act:invite      POST  404 404 404 302 404 404 404 in
friend-act:nonsense    POST  404 404 404 404 404 404 404 in
friend-act:ask         GET   405 405 405 405 405 405 405 405
friend-sure:remove     GET   404 200 404 200 404 404 404 in
friend-sure:block      GET   404 200 404 200 404 404 404 in
friend-sure:ask        GET   404 404 404 404 404 404 404 in
friend-sure:block      POST  405 405 405 405 405 405 405 405
play-with              POST  404 404 404 302 404 404 404 in
play-with              GET   405 405 405 405 405 405 405 405
notices                GET   200 200 200 200 200 200 200 in
notices                POST  405 405 405 405 405 405 405 405
delivery               GET   200 200 200 200 200 200 200 in
delivery               POST  302 302 302 302 302 302 302 in
delivery-off           GET   200 200 200 200 200 200 200 200
delivery-off           POST  200 200 200 200 200 200 200 200
push-subscribe         POST  422 422 422 422 422 422 422 in
push-subscribe         GET   405 405 405 405 405 405 405 405
push-renew             POST  422 422 422 422 422 422 422 in
push-remove            POST  302 302 302 302 302 302 302 in
push-remove            GET   405 405 405 405 405 405 405 405
person                 GET   302 200 404 200 404 404 404 in
report                 GET   404 200 404 200 404 404 404 in
report                 POST  404 422 404 422 404 404 404 in
me                     GET   200 200 200 200 200 200 200 in
settings               GET   200 200 200 200 200 200 200 in
settings               POST  422 422 422 422 422 422 422 in
games-played           GET   200 200 200 200 200 200 200 in
games-played           POST  405 405 405 405 405 405 405 405
export                 GET   200 200 200 200 200 200 200 in
merge-guest            GET   302 302 302 302 302 302 302 in
merge-guest            POST  302 302 302 302 302 302 302 in
delete-account         GET   200 200 200 200 200 200 200 in
delete-account         POST  422 422 422 422 422 422 302 in
set_language           POST  302 302 302 302 302 302 302 302
set_language           GET   405 405 405 405 405 405 405 405
healthz                GET   200 200 200 200 200 200 200 200
healthz                POST  405 405 405 405 405 405 405 405
readyz                 GET   200 200 200 200 200 200 200 200
metrics                GET   404 404 404 404 404 404 404 404
admin                  GET   302 302 302 302 302 302 302 302
admin-login            GET   302 302 302 302 302 302 302 302
admin-login            POST  302 302 302 302 302 302 302 302
account_login          GET   302 302 302 302 302 302 200 200
account_signup         GET   302 302 302 302 302 302 200 200
account_logout         GET   200 200 200 200 200 200 302 302
account_inactive       GET   200 200 200 200 200 200 200 200
account_reauthenticate GET   200 200 200 200 200 200 302 in
account_email          GET   200 200 200 200 200 200 302 in
account_change_password GET  200 200 200 200 200 200 302 in
account_set_password   GET   302 302 302 302 302 302 302 in
account_email_verification_sent GET 200 200 200 200 200 200 200 200
account_confirm_email  GET   200 200 200 200 200 200 200 200
account_reset_password GET   200 200 200 200 200 200 200 200
account_reset_password_done GET 200 200 200 200 200 200 200 200
account_reset_password_from_key GET 200 200 200 200 200 200 200 200
account_reset_password_from_key_done GET 200 200 200 200 200 200 200 200
account_confirm_login_code GET 302 302 302 302 302 302 302 302
mfa_index              GET   200 200 200 200 200 200 302 in
mfa_authenticate       GET   302 302 302 302 302 302 302 302
mfa_reauthenticate     GET   302 302 302 302 302 302 302 in
mfa_activate_totp      GET   302 302 302 302 302 302 302 in
mfa_deactivate_totp    GET   404 404 404 404 404 404 302 in
mfa_view_recovery_codes GET  404 404 404 404 404 404 302 in
mfa_generate_recovery_codes GET 302 302 302 302 302 302 302 in
mfa_download_recovery_codes GET 404 404 404 404 404 404 302 in
mfa_list_webauthn      GET   200 200 200 200 200 200 302 in
mfa_add_webauthn       GET   302 302 302 302 302 302 302 in
mfa_reauthenticate_webauthn GET 302 302 302 302 302 302 302 in
mfa_remove_webauthn    GET   302 302 302 302 302 302 302 in
mfa_edit_webauthn      GET   302 302 302 302 302 302 302 in
mfa_login_webauthn     GET   302 302 302 302 302 302 302 302
usersessions_list      GET   200 200 200 200 200 200 302 in
"""
#: What a POST sends, by address.
POSTED = {"friend-ask": {"name": "nobody"}, "set_language": {"language": "en"}, "delivery": {"hour": "10"}}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: always Alice's own."""
    name, _colon, action = name.partition(":")
    return {
        "friend-act": {"pk": world.alice.pk, "do": action},
        "friend-sure": {"pk": world.alice.pk, "do": action},
        "friend-withdraw": {"pk": 1},
        "friend-link": {"token": token_of(world.alice)},
        "delivery-off": {"token": delivery.token_of(world.alice, Topic.FRIENDS)},
        "push-remove": {"pk": 1},
        "person": {"pk": world.alice.pk},
        "play-with": {"pk": world.alice.pk, "game": "winner"},
        "report": {"pk": world.alice.pk},
        "account_confirm_email": {"key": "none"},
        "account_reset_password_from_key": {"uidb36": "1", "key": "none-at-all"},
        "mfa_remove_webauthn": {"pk": 1},
        "mfa_edit_webauthn": {"pk": 1},
    }.get(name, {})
