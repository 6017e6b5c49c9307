"""Leaving: confirmed by mail, 14 days of grace, and then nothing personal is left anywhere."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts import rooms, tasks
from accounts.models import SecurityEvent, User
from accounts.services import bots, create_api_token, leaving, people, programs, relations, trail
from accounts.services.relations import Kind
from notifications import inbound
from notifications.models import MailTrouble
from tests.accounts.conftest import Browser, Post
from tests.accounts.keys import find_by_key
from tests.conftest import Cast
from tests.notifications.reports import returned

SECRETS = ("wanda", "Wanda Wanderer", "wanda@", "elsewhere@example.test", "203.0.113.77")


@pytest.fixture
def wanda(person: Cast) -> User:
    return person("wanda")


def link_in(post: Post) -> str:
    found = re.search(
        r"https://testserver(/account/leave/\S+)", post.last("wanda@example.test").body
    )
    assert found
    return found.group(1)


def ask(browser: Browser, wanda: User, post: Post) -> str:
    browser.sign_in(wanda)
    browser.send("/account/data", leave="")
    return link_in(post)


def test_the_link_alone_does_nothing_its_button_begins_the_grace(
    browser: Browser, other_browser: Browser, wanda: User, post: Post
) -> None:
    link = ask(browser, wanda, post)
    other_browser.get(link)
    wanda.refresh_from_db()
    assert wanda.deletion_due_at is None
    other_browser.send()
    wanda.refresh_from_db()
    assert wanda.deletion_due_at is not None
    assert timedelta(days=13, hours=23) < wanda.deletion_due_at - timezone.now() <= leaving.GRACE
    assert "will be deleted" in post.last("wanda@example.test").subject


def test_a_link_is_good_once_and_for_a_day(
    browser: Browser, other_browser: Browser, wanda: User, post: Post
) -> None:
    link = ask(browser, wanda, post)
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert other_browser.get(link).status_code == 410
    other_browser.send(link)
    leaving.call_off_deletion(person=User.objects.get(handle="wanda"))
    assert other_browser.get(link).status_code == 410
    assert other_browser.get(link[:-1] + "x").status_code == 410


def test_a_newer_link_makes_the_older_one_useless(
    browser: Browser, other_browser: Browser, wanda: User, post: Post
) -> None:
    older = ask(browser, wanda, post)
    browser.send("/account/data", leave="")
    newer = link_in(post)
    assert other_browser.get(older).status_code == 410
    assert other_browser.get(newer).status_code == 200


def test_wanda_thinks_again(browser: Browser, wanda: User, post: Post) -> None:
    browser.send(ask(browser, wanda, post))
    browser.send("/account/data", stay="")
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        assert leaving.due_deletions() == []
    assert "stays" in post.last("wanda@example.test").subject


def test_nothing_is_erased_before_the_grace_is_over(wanda: User) -> None:
    leaving.confirm_deletion(person=wanda)
    assert not leaving.erase_if_due(pk=wanda.pk)
    with time_machine.travel(timezone.now() + timedelta(days=13)):
        assert leaving.due_deletions() == []


@pytest.mark.django_db(transaction=True)
def test_a_dump_of_the_database_knows_nothing_of_who_has_left(
    person: Cast, browser: Browser, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanda, bob = person("wanda"), person("bob")
    live(wanda, bob, browser, post)
    assert all(secret in dump() for secret in SECRETS)
    leaving.confirm_deletion(person=User.objects.get(pk=wanda.pk))
    post.come()
    monkeypatch.setattr(tasks.erase, "delay", tasks.erase)
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        tasks.let_go()
    left = dump()
    assert [secret for secret in SECRETS if secret.lower() in left.lower()] == []
    gone = User.objects.get(pk=wanda.pk)
    assert (gone.shown_name, gone.is_active) == ("a former player", False)
    assert not people.handle_is_free("wanda")  # kept from others, by a keyed digest
    assert not Browser().sign_in("wanda").is_in()


def live(wanda: User, bob: User, browser: Browser, post: Post) -> None:
    """Leave something in every table that can hold something of a person."""
    browser.client.defaults["REMOTE_ADDR"] = "203.0.113.77"
    browser.sign_in(wanda)
    people.change_profile(user=wanda, name="Wanda Wanderer", about="wanda was here")
    people.profile_of(wanda)
    people.add_holiday(
        person=wanda,
        first_day=date.today() + timedelta(days=3),
        last_day=date.today() + timedelta(days=4),
    )
    relations.relate(person=wanda, other=bob, kind=Kind.FRIEND)
    relations.relate(person=bob, other=wanda, kind=Kind.FRIEND)
    create_api_token(user=wanda, name="wanda's key")
    bots.make_bot(owner=wanda, handle="wanda-bot")
    programs.register_app(
        owner=wanda,
        name="wanda's app",
        redirect_uris="https://wanda.example/",
        is_confidential=False,
        is_device=False,
    )
    # A letter that came back, with what the other side said of it.
    post.come()
    inbound.take_in(returned(mail.outbox[0]), recipients=[mail.outbox[0].from_email])
    assert MailTrouble.objects.get().address == "wanda@example.test"
    # Half-finished things: an address not yet verified, a code asked for and never used.
    browser.send("/account/email/", email="elsewhere@example.test", action_add="")
    Browser().send("/account/login/code/", email="wanda@example.test")
    Browser().send("/account/password/reset/", email="wanda@example.test")


def dump() -> str:
    """Every row of every table as text, sessions unpacked."""
    from django.contrib.sessions.backends.db import SessionStore

    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            found += [row[0] for row in cursor.fetchall()]
        cursor.execute("SELECT session_data FROM django_session")
        found += [str(SessionStore().decode(row[0])) for row in cursor.fetchall()]
    return "\n".join(found)


def test_bots_leave_with_their_owner(wanda: User) -> None:
    bot = bots.make_bot(owner=wanda, handle="wanda-bot")
    _, hidden_key = create_api_token(user=bot, name="x")
    key = hidden_key.reveal()
    leaving.erase(person=wanda)
    assert User.objects.get(pk=bot.pk).erased_at is not None
    assert find_by_key(key) is None


def test_passkeys_and_the_app_of_codes_go_too(wanda: User, alice: User) -> None:
    for person in (wanda, alice):
        for type_ in Authenticator.Type:
            Authenticator.objects.create(user=person, type=type_, data={"name": "telephone"})
    leaving.erase(person=wanda)
    kept = Authenticator.objects.values_list("user__handle", flat=True)
    assert list(kept) == ["alice"] * len(Authenticator.Type)


def test_other_rooms_erase_what_they_hold(wanda: User, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[User] = []
    holding = rooms.PersonalData(export=lambda _p: [], erase=told.append, merge=lambda _a, _b: None)
    monkeypatch.setitem(rooms._personal_data, "tables", holding)
    leaving.erase(person=wanda)
    assert told == [wanda]


def test_what_fails_in_another_room_leaves_everything_as_it_was(
    wanda: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_person: User) -> None:
        raise RuntimeError

    holding = rooms.PersonalData(export=lambda _p: [], erase=fail, merge=lambda _a, _b: None)
    monkeypatch.setitem(rooms._personal_data, "tables", holding)
    with pytest.raises(RuntimeError):
        leaving.erase(person=wanda)
    assert User.objects.get(pk=wanda.pk).handle == "wanda"


# --- My data -----------------------------------------------------------------------------


def test_one_click_gives_everything(browser: Browser, wanda: User, post: Post) -> None:
    browser.sign_in(wanda)
    people.change_profile(user=wanda, about="I wander.")
    _, hidden_key = create_api_token(user=wanda, name="my key")
    key = hidden_key.reveal()
    browser.send("/account/data", take="")
    assert "attachment" in browser.page["Content-Disposition"]
    data: dict[str, Any] = json.loads(browser.text)
    assert data["person"]["email"] == "wanda@example.test"
    assert data["profile"]["about"] == "I wander."
    assert [token["name"] for token in data["tokens"]] == ["my key"]
    assert {event["kind"] for event in data["trail"]} >= {"signed in", "token made", "data taken"}
    assert data["notifications"]
    for secret in (key, key[10:], wanda.password):
        assert secret not in browser.text


def test_the_copy_names_every_table_that_holds_something_of_a_person() -> None:
    """A new table that points at people must be in the copy, or said not to be."""
    known = {
        *("Profile", "Holiday", "Relation", "Consent", "SecurityEvent", "ApiToken", "User"),
        *("Application", "RefreshToken", "UserSession", "Authenticator", "Notification"),
        *("AppReader", "Hook", "Device"),
        *("Delivery", "MailTrouble"),
        # The address is in `person`; these are keys, half-done or staff's own.
        *("EmailAddress", "KeptHandle", "AccessToken", "Grant", "IDToken", "DeviceGrant"),
        *("LogEntry", "User_groups", "User_user_permissions", "FeedAddress"),
        *("Game", "Seat", "Invitation", "Move", "Mute", "Correspondence", "ReceivedMail"),
        # What is told of the above, and the answers to requests that came twice.
        *("Feed", "IdempotentAnswer"),
        *("FormerPlayer", "OrderList", "OrderUse", "FreeHours", "EveningVoice"),
        *("Rating", "RatingChange"),
        # By whom is a deed of staff.
        "Annulment",
        # Reports and decisions; hints and looks are staff's own.
        *("Report", "Decision", "Hint", "Look", "Closure"),
        "Appeal",
    }
    from django.apps import apps

    pointing = {
        model.__name__
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is User
        if model._meta.app_label in {"accounts", "notifications", "account", "mfa", "admin"}
        or model._meta.app_label in {"usersessions", "oauth2_provider", "games", "ratings", "care"}
    }
    assert pointing <= known, pointing - known


# --- The trail ---------------------------------------------------------------------------


def test_the_trail_is_never_changed(wanda: User) -> None:
    from django.db import Error, transaction

    create_api_token(user=wanda, name="x")
    for change in (
        lambda: SecurityEvent.objects.update(about="nothing happened"),
        lambda: SecurityEvent.objects.all().delete(),
    ):
        with pytest.raises(Error, match="never changed"), transaction.atomic():
            change()
    assert SecurityEvent.objects.get().about == "x"


def test_the_trail_is_closed_again_after_an_erasure(wanda: User) -> None:
    from django.db import Error, transaction

    create_api_token(user=wanda, name="x")
    SecurityEvent.objects.create(person=wanda, kind="key made", address="203.0.113.77")
    with trail.erasing():
        pass
    with pytest.raises(Error, match="never changed"), transaction.atomic():
        SecurityEvent.objects.update(address=None)


def test_wanda_reads_her_trail(browser: Browser, wanda: User) -> None:
    browser.sign_in(wanda)
    page = browser.get("/account/trail").content.decode()
    assert "signed in" in page
    assert "127.0.0.1" in page
