"""The pages about an account: who one is, how one signs in, what one is told, what programs may."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, DeviceGrant

from accounts.models import Holiday, Profile, User
from accounts.secret import Address
from accounts.services import bots, create_api_token, leaving, programs, undoing
from games.moderation import services as care
from games.moderation.models import Decision
from games.services import hooking as table_hooks
from notifications import services as post
from notifications import stopping
from notifications.models import Delivery, Device, Notification
from tests import address_of
from tests.accounts.conftest import Browser
from tests.accounts.passkey import Passkey
from tests.accounts.test_passkeys import options_on
from tests.browser.world import Shown, World, enter, kept, key_of, send

_BACK = "https://pocket.example/back"
_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


def oneself(world: World) -> Iterator[Shown]:
    me = world.me
    key = key_of(enter(me))
    yield Shown("account", "/account/", key)
    yield Shown("profile", "/account/profile", key)
    yield Shown("handle", "/account/handle", key)
    day = timezone.now().date() + timedelta(days=10)
    Holiday.objects.create(person=me, first_day=day, last_day=day + timedelta(days=6))
    yield Shown("holidays", "/account/holidays", key)
    for kind in ("friend", "mute", "block"):
        handle = world.named(f"some-{kind}").handle
        send(enter(me), "/account/people", handle=handle, kind=kind)
    yield Shown("people", "/account/people", key)
    yield Shown("trail", "/account/trail", key)
    yield Shown("my-data", "/account/data", key)
    yield Shown("access", "/account/access", key)
    signed_in = Browser().sign_in(world.named("sven")).client
    yield Shown("sessions", "/account/sessions/", key_of(signed_in))


def leave(world: World) -> Iterator[Shown]:
    yield Shown("leave-too-late", "/account/leave/an-old-link", status=410)
    yield Shown("leave", _way_out(world.named("hugo")))
    goes = world.named("hanna")
    yield kept("leave-done", send(Client(), _way_out(goes)))
    key = key_of(enter(goes))
    yield Shown("account-leaving", "/account/", key)
    yield Shown("my-data-leaving", "/account/data", key)


def _way_out(person: User) -> str:
    """The link in the letter that asks whether one is sure."""
    with mock.patch("accounts.rooms.tell") as told:
        leaving.ask_for_deletion(person=person)
    return f"/account/leave/{told.call_args.kwargs['key'].reveal()}"


def signing_in(world: World) -> Iterator[Shown]:
    key = key_of(enter(world.me))
    yield Shown("mail-address", "/account/email/", key)
    yield Shown("password", "/account/password/change/", key)
    yield Shown("sign-out", "/account/logout/", key)
    yield Shown("say-it-again", "/account/reauthenticate/", key)
    keyless = world.named("kira")
    keyless.set_unusable_password()
    keyless.save()
    yield Shown("password-first", "/account/password/set/", key_of(enter(keyless)))


def second_factor(world: World) -> Iterator[Shown]:
    key = key_of(enter(world.me))
    yield Shown("factors-none", "/account/2fa/", key)
    yield Shown("code-app", "/account/2fa/totp/activate/", key)
    yield Shown("passkey-add", "/account/2fa/webauthn/add/", key)
    safe = world.named("sofia")
    browser = Browser().sign_in(safe)
    browser.get("/account/2fa/webauthn/add/")
    credential = Passkey().create(options_on(browser))
    browser.send(name="My phone", passwordless="on", credential=credential)
    TOTP.activate(safe, generate_totp_secret())
    RecoveryCodes.activate(safe)
    passkey = Authenticator.objects.get(user=safe, type=Authenticator.Type.WEBAUTHN)
    key = key_of(enter(safe))
    yield Shown("factors", "/account/2fa/", key)
    yield Shown("factor-asked-again", "/account/2fa/reauthenticate/", key)
    yield Shown("code-app-off", "/account/2fa/totp/deactivate/", key)
    yield Shown("recovery-codes", "/account/2fa/recovery-codes/", key)
    yield Shown("recovery-codes-new", "/account/2fa/recovery-codes/generate/", key)
    yield Shown("passkeys", "/account/2fa/webauthn/", key)
    yield Shown("passkey-name", f"/account/2fa/webauthn/keys/{passkey.pk}/edit/", key)
    yield Shown("passkey-remove", f"/account/2fa/webauthn/keys/{passkey.pk}/remove/", key)
    coming = Client()
    send(coming, "/account/login/", login=safe.handle, password="a-long-secret")
    yield Shown("factor-asked", "/account/2fa/authenticate/", key_of(coming))


def codes(world: World) -> Iterator[Shown]:
    """What was sent to an address is typed in here."""
    mail = address_of(world.me)
    asks = Client()
    yield Shown("code-by-mail", "/account/login/code/")
    send(asks, "/account/login/code/", email=mail)
    yield Shown("code-sent", "/account/login/code/confirm/", key_of(asks))
    forgot = Client()
    send(forgot, "/account/password/reset/", email=mail)
    yield Shown("reset-code", "/account/password/reset/confirm/", key_of(forgot))
    remembers = Client()
    send(remembers, "/account/password/reset/", email=mail)
    confirm = "/account/password/reset/confirm/"
    send(remembers, confirm, code=_code_in(remembers.session))
    yield Shown("reset-password", "/account/password/reset/complete/", key_of(remembers))
    before = Address("before@example.test")
    undo = undoing.link_key(person=world.named("ulla"), address=before).reveal()
    yield Shown("address-undone", f"/account/undo-address/{undo}")
    comes = Client()
    secret = "violet anvil under the orchard"
    said = {"username": "zoe", "email": "zoe@example.test", "terms": "on", "language": "en"}
    send(comes, "/account/signup/", password1=secret, password2=secret, **said)
    yield Shown("address-code", "/account/confirm-email/", key_of(comes))


def _code_in(session: Any) -> str:
    return next(
        str(state["code"].reveal())
        for state in session.values()
        if isinstance(state, dict) and state.get("code")
    )


def told(world: World) -> Iterator[Shown]:
    me = world.me
    key = key_of(enter(me))
    for number, (kind, hours) in enumerate(
        [("your turn", 20), ("reminder", 26), ("your turn", 33)]
    ):
        yesterday = timezone.now().replace(hour=12) - timedelta(hours=hours)
        Notification.objects.create(
            person=me, kind=kind, dedupe_key=f"yesterday {number}", created_at=yesterday
        )
    hours = {"quiet_from": "22:30", "quiet_until": "07:00"}
    Profile.objects.update_or_create(user=me, defaults=hours)
    yield Shown("letters", "/account/letters", key)
    for state, error in [("sent", ""), ("bounced", "550 5.1.1 no such mailbox"), ("held", "")]:
        some = Delivery.objects.filter(person=me, state="queued").values_list("pk", flat=True)[:2]
        Delivery.objects.filter(pk__in=list(some)).update(state=state, last_error=error)
    yield Shown("deliveries", "/account/deliveries", key)
    letter = stopping.page(me.pk, ["table closed", "tournament news"])
    yield Shown("stop-letters", letter[letter.index("/letters/") :])


def hooks_and_feeds(world: World) -> Iterator[Shown]:
    me = world.me
    key = key_of(enter(me))
    url = "https://light.example/hook"
    hook, _ = post.make_hook(person=me, url=url, name="My light")
    post.ping(hook=hook)
    post.change_hook(hook=post.make_hook(person=me, url=url, name="Old light")[0], paused=True)
    table_hooks.hook_table(
        game_key=world.friday.key, person=me, url=url, hook_format="generic", name="Club"
    )
    yield Shown("hooks", "/account/hooks", key)
    yield Shown("hook", f"/account/hooks/{hook.key}", key)
    yield Shown("table-hooks", f"/games/{world.friday.key}/hooks", key)
    yield Shown("devices-none", "/account/devices", key_of(enter(world.others[0])))
    Device.objects.create(
        person=me, key="0" * 16, name="Telephone", endpoint="https://push.example/1"
    )
    yield Shown("devices", "/account/devices", key)
    yield Shown("feeds-none", "/account/feeds", key_of(enter(world.others[0])))
    post.renew_feeds(person=me)
    yield Shown("feeds", "/account/feeds", key)
    yield kept("hook-refused", send(enter(me), "/account/hooks", url="ftp://x", format="generic"))


def programs_of_mine(world: World) -> Iterator[Shown]:
    me = world.me
    key = key_of(enter(me))
    create_api_token(user=me, name="my phone")
    yield Shown("tokens", "/account/tokens", key)
    made = send(enter(me), "/account/tokens", name="a script", scopes=["read", "play"])
    yield kept("token-made", made)
    robot = bots.make_bot(owner=me, handle="clockwork", name="Clockwork")
    create_api_token(user=robot, name="its server")
    yield Shown("bots", "/account/bots", key)
    yield Shown("bot", "/account/bots/clockwork", key)
    yield Shown("bot-hooks", "/account/bots/clockwork/hooks", key)
    yield Shown("bot-person", "/people/clockwork", key)


def apps(world: World) -> Iterator[Shown]:
    me = world.me
    key = key_of(enter(me))
    facts: dict[str, Any] = {"owner": me, "redirect_uris": _BACK, "is_confidential": False}
    app, _ = programs.register_app(name="Pocket Oriflamme", is_device=False, **facts)
    clock, _ = programs.register_app(name="Kitchen clock", is_device=True, **facts)
    yield Shown("apps", "/account/apps", key)
    in_an_hour = timezone.now() + timedelta(hours=1)
    AccessToken.objects.create(
        user=me, application=app, token="x" * 32, expires=in_an_hour, scope="read"
    )
    yield Shown("connected", "/account/connected", key)
    asked = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": _BACK,
        "scope": "read play",
        "state": "x",
        "code_challenge": _CHALLENGE,
        "code_challenge_method": "S256",
    }
    yield Shown("consent", f"/oauth/authorize/?{urlencode(asked)}", key)
    yield Shown("consent-refused", "/oauth/authorize/?client_id=nobody", key, status=400)
    yield Shown("device", "/oauth/device/", key)
    for name, user_code, state, last in [
        ("device-confirm", "WXYZ-1234", DeviceGrant.AUTHORIZATION_PENDING, ""),
        ("device-done", "ABCD-5678", DeviceGrant.AUTHORIZED, "/done"),
    ]:
        _device(clock, world, user_code, state)
        yield Shown(name, f"/oauth/device/{clock.client_id}/{user_code}{last}", key)


def _device(app: Application, world: World, user_code: str, state: str) -> None:
    DeviceGrant.objects.create(
        user=world.me,
        device_code=user_code * 3,
        user_code=user_code,
        scope="read play",
        interval=5,
        expires=timezone.now() + timedelta(minutes=10),
        status=state,
        client_id=app.client_id,
    )


def decided(world: World) -> Iterator[Shown]:
    """What staff decided about somebody, and the appeal."""
    staff, rude = world.named("sam"), world.named("rudi")
    facts: dict[str, Any] = {"person": rude, "by": staff}
    why = "You called another player names, twice, after a first warning."
    first = Decision.objects.create(outcome="warning", reason="That was an insult.", **facts)
    care.appeal(token=first.token.reveal(), text="It was meant as a joke among friends.")
    until = timezone.now() + timedelta(days=7)
    later = Decision.objects.create(outcome="silence", reason=why, until=until, **facts)
    yield Shown("decisions", "/account/decisions", key_of(enter(rude)))
    yield Shown("appeal", f"/appeal/{later.token.reveal()}")
    yield Shown("appeal-made", f"/appeal/{first.token.reveal()}")


PARTS: list[Callable[[World], Iterator[Shown]]] = [
    *(oneself, leave, signing_in, second_factor, codes, told),
    *(hooks_and_feeds, programs_of_mine, apps, decided),
]
