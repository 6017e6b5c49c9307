"""Invitations by name, by mail address, by link."""

import smtplib
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import User
from accounts.services.relations import Kind, relate
from games import errors, selectors, services
from games.models import Feed, Game
from notifications.models import Delivery, Notification
from notifications.services import deliver
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


@pytest.fixture
def game(open_table: OpenTable) -> Game:
    return open_table("alice", seats=4, join="invitation")


def test_who_is_invited_by_name_sees_the_table_and_joins(
    game: Game, alice: User, person: Cast
) -> None:
    bob = person("bob")
    with pytest.raises(errors.NotFound):
        services.join(game_key=game.key, person=bob)
    services.invite(game_key=game.key, person=alice, handle="Bob")
    services.invite(game_key=game.key, person=alice, handle="bob")  # once is enough
    assert Notification.objects.filter(kind="invitation", person=bob).count() == 1
    assert Feed.objects.filter(kind="invited", person=bob).count() == 1
    (listed,), _ = selectors.list_games(which="invited", viewer=bob)
    assert listed["id"] == game.key
    services.join(game_key=game.key, person=bob)
    assert [one["state"] for one in selectors.list_invitations(key=game.key, viewer=alice)] == [
        "accepted"
    ]
    assert selectors.list_games(which="invited", viewer=bob) == ([], None)


def test_who_declines_does_not_see_it_any_more(game: Game, alice: User, person: Cast) -> None:
    services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
    services.decline(game_key=game.key, person=person("bob"))
    for service in (services.decline, services.join):
        with pytest.raises(errors.NotFound):
            service(game_key=game.key, person=person("bob"))


def test_an_invitation_is_withdrawn(game: Game, alice: User, person: Cast) -> None:
    invitation = services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
    services.withdraw_invitation(game_key=game.key, person=alice, token=invitation.token.reveal())
    with pytest.raises(errors.NotFound):
        services.join(game_key=game.key, person=person("bob"))
    delivery = Delivery.objects.get(notification__kind="invitation")
    assert not deliver(delivery.pk)  # nobody needs to know any more
    assert mail.outbox == []


def test_a_link_opens_no_table_that_there_is_not(game: Game, mallory: User) -> None:
    with pytest.raises(errors.NotFound):
        services.join(game_key="2" * 10, person=mallory, token=game.link.reveal())


def test_others_at_the_table_withdraw_no_invitation(game: Game, alice: User, person: Cast) -> None:
    for handle in ("bob", "carol"):
        services.invite(game_key=game.key, person=alice, handle=person(handle).handle)
    services.join(game_key=game.key, person=person("bob"))
    token = game.invitations.get(person=person("carol")).token.reveal()
    with pytest.raises(errors.NotAllowed):
        services.withdraw_invitation(game_key=game.key, person=person("bob"), token=token)
    services.join(game_key=game.key, person=person("carol"))


def test_an_address_of_somebody_here_is_invited_as_a_person(
    game: Game, alice: User, person: Cast
) -> None:
    person("bob")
    services.invite(game_key=game.key, person=alice, address="BOB@example.test")
    services.invite(game_key=game.key, person=alice, address="stranger@example.test")
    listed = selectors.list_invitations(key=game.key, viewer=alice)
    assert [(one["handle"], one["address"], one["state"]) for one in listed] == [
        (None, "stranger@example.test", "open"),
        (None, "bob@example.test", "open"),
    ]
    services.join(game_key=game.key, person=person("bob"))


@pytest.mark.parametrize("asks", [["handle", "address"], ["address", "handle"]])
@pytest.mark.parametrize("answer", [services.join, services.decline])
def test_who_is_invited_by_name_and_by_address_is_not_told_to_be_one(
    open_table: OpenTable, alice: User, person: Cast, asks: list[str], answer: Callable[..., object]
) -> None:
    """Whoever has an address of somebody's cannot try out whose it is among the players."""
    person("bob")
    guest = {"handle": "bob", "address": "bob@example.test"}

    def host_sees(address: str) -> list[object]:
        game = open_table("alice", seats=4, join="invitation")
        names = {guest["handle"]: "bob", address: "somebody"}
        told: list[object] = []
        for ask in asks:
            named = {"handle": "bob"} if ask == "handle" else {"address": address}
            made = services.invite(game_key=game.key, person=alice, **named)
            shown = selectors.invitation(made, viewer=alice)
            told.append((names[str(shown["handle"] or shown["address"])], shown["state"]))
        answer(game_key=game.key, person=person("bob"))
        rows = selectors.list_invitations(key=game.key, viewer=alice)
        assert len({row["token"] for row in rows}) == len(asks)
        told += [(names[str(row["handle"] or row["address"])], row["state"]) for row in rows]
        return told

    assert host_sees("bob@example.test") == host_sees("new@example.test")
    letters = Notification.objects.filter(kind="invitation", person=person("bob"))
    assert letters.count() == 2  # one for each table
    assert selectors.list_games(which="invited", viewer=person("bob")) == ([], None)


@pytest.mark.parametrize("address", ["bob@example.test", "new@example.test"])
def test_an_address_can_be_invited_again_whatever_became_of_an_invitation_by_name(
    game: Game, alice: User, person: Cast, address: str
) -> None:
    by_name = services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
    first = services.invite(game_key=game.key, person=alice, address=address)
    services.withdraw_invitation(game_key=game.key, person=alice, token=by_name.token.reveal())
    again = services.invite(game_key=game.key, person=alice, address=address)
    assert again.token == first.token
    asked, _ = selectors.list_games(which="invited", viewer=person("bob"))
    assert len(asked) == (address == "bob@example.test")


@pytest.mark.parametrize("address", ["bob@example.test", "new@example.test"])
def test_the_token_of_an_address_does_not_tell_whether_it_is_somebodys(
    game: Game, alice: User, person: Cast, address: str
) -> None:
    person("bob")
    made = services.invite(game_key=game.key, person=alice, address=address)
    token = made.token.reveal()
    assert selectors.find_by_link(token, None).table.key == game.key
    services.join_by_link(token=token, person=person("carol"))
    (row,) = selectors.list_invitations(key=game.key, viewer=alice)
    assert (row["address"], row["state"]) == (address, "accepted")
    with pytest.raises(errors.NotFound):
        selectors.find_by_link(token, None)


def test_an_invitation_by_an_address_stands_when_it_has_become_anothers(
    game: Game, alice: User, person: Cast
) -> None:
    bob, carol = person("bob"), person("carol")
    services.invite(game_key=game.key, person=alice, address="bob@example.test")
    for guest, address in ((bob, "bob.new@example.test"), (carol, "bob@example.test")):
        guest.email = address
        guest.save(update_fields=["email"])
        services.invite(game_key=game.key, person=alice, address=address)
    assert len(selectors.list_invitations(key=game.key, viewer=alice)) == 2


def test_an_answer_to_an_invitation_tells_of_an_anonymous_table_what_its_list_tells(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", seats=4, join="invitation", anonymous=True)
    for _ in range(2):
        made = services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
        assert selectors.invitation(made, viewer=alice)["state"] == "open"
        if not game.chairs.filter(person=person("bob")).exists():
            services.join(game_key=game.key, person=person("bob"))


def test_a_stranger_gets_one_letter_with_a_link_of_their_own(
    game: Game, alice: User, mallory: User
) -> None:
    invitation = services.invite(game_key=game.key, person=alice, address="new@example.test")
    assert services.mail_invitations() == 1
    assert services.mail_invitations() == 0
    (letter,) = mail.outbox
    assert letter.to == ["new@example.test"]
    assert f"/join/{invitation.token.reveal()}" in letter.body
    assert selectors.find_by_link(invitation.token.reveal(), None).table.key == game.key
    services.join_by_link(token=invitation.token.reveal(), person=mallory)
    with pytest.raises(errors.NotFound):
        selectors.find_by_link(invitation.token.reveal(), None)


def test_a_letter_to_a_stranger_holds_no_word_of_the_inviter(game: Game, alice: User) -> None:
    Game.objects.filter(pk=game.pk).update(name="Your bank: canary.example")
    services.invite(game_key=game.key, person=alice, address="new@example.test")
    assert services.mail_invitations() == 1
    (letter,) = mail.outbox
    assert letter.subject == "You are invited to a game"
    for word in ("canary", "Your bank", "alice"):
        assert word not in str(letter.message())


@pytest.mark.parametrize(
    ("failure", "tries"),
    [
        (smtplib.SMTPRecipientsRefused({"new@example.test": (550, b"nobody")}), 1),
        (smtplib.SMTPRecipientsRefused({"new@example.test": (452, b"full")}), 2),
        (ConnectionRefusedError(), 2),
    ],
)
def test_a_letter_that_may_arrive_later_is_tried_again(
    game: Game,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    failure: Exception,
    tries: int,
) -> None:
    tried = []

    def fail(*_args: object, **_kwargs: object) -> None:
        tried.append(1)
        raise failure

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", fail)
    services.invite(game_key=game.key, person=alice, address="new@example.test")
    services.mail_invitations()
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        services.mail_invitations()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        services.mail_invitations()
        services.mail_invitations()
    assert len(tried) - (tries == 2) == tries


def test_nobody_floods_strangers(open_table: OpenTable, alice: User) -> None:
    first = open_table("alice", seats=5, join="invitation")
    second = open_table("alice", seats=5, join="invitation")
    for number in range(10):
        for game in (first, second):
            services.invite(
                game_key=game.key, person=alice, address=f"{game.key}{number}@example.test"
            )
    third = open_table("alice", seats=5, join="invitation")
    with pytest.raises(errors.NotAllowed):
        services.invite(game_key=third.key, person=alice, address="one-more@example.test")


def test_a_link_opens_a_table_that_is_not_listed(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    game = open_table("alice", seats=4, join="link")
    shown = selectors.find_game(game.key, person("alice")).view("en")["link"]
    assert shown == game.link.reveal()
    assert selectors.find_by_link(shown, mallory).view("en")["link"] is None
    services.join_by_link(token=shown, person=person("bob"))
    with pytest.raises(errors.NotFound):
        services.join_by_link(token="wrong", person=mallory)
    with pytest.raises(errors.NotFound):
        services.join(game_key=game.key, person=mallory)


def test_the_link_of_a_table_by_invitation_opens_nothing(game: Game, mallory: User) -> None:
    with pytest.raises(errors.NotFound):
        services.join_by_link(token=game.link.reveal(), person=mallory)
    with pytest.raises(errors.NotFound):
        selectors.find_by_link(game.link.reveal(), mallory)


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
def test_letters_go_out(open_table: OpenTable, alice: User, language: str) -> None:
    alice.language = language
    alice.save()
    open_table("alice", "bob")
    # By then what only tells has waited long enough for a question to come with.
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        for delivery in Delivery.objects.all():
            assert deliver(delivery.pk)
    subjects = {letter.to[0]: letter.subject for letter in mail.outbox}
    assert subjects["alice@example.test"].startswith("[Friday table] ")
    assert all("/games/" in letter.body for letter in mail.outbox)


# --- addresses that nobody has verified --------------------------------------------------


def test_an_address_that_is_not_verified_gets_no_invitation_until_it_is(
    game: Game, alice: User, person: Cast
) -> None:
    """Mallory has signed up with Bob's address: she is not invited, and he gets no letter yet."""
    squatter = User.objects.create_user("squatter", "bob@example.test", email_is_verified=False)
    services.invite(game_key=game.key, person=alice, address="bob@example.test")
    with pytest.raises(errors.NotAllowed, match="nobody called"):
        services.invite(game_key=game.key, person=alice, handle="squatter")
    assert selectors.list_games(which="invited", viewer=squatter) == ([], None)
    assert services.mail_invitations() == 0
    assert (mail.outbox, Notification.objects.count()) == ([], 0)
    squatter.delete()  # nobody has come with the code
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert services.mail_invitations() == 1
    assert mail.outbox[0].to == ["bob@example.test"]


def test_letters_of_a_table_go_to_verified_addresses_alone(
    open_table: OpenTable, person: Cast
) -> None:
    person("bob")
    User.objects.filter(handle="bob").update(email_is_verified=False)
    open_table("alice", "bob")
    told = {
        one.notification.person.handle for one in Delivery.objects.select_related("notification")
    }
    assert told == {"alice"}


def _world(open_table: OpenTable, person: Cast, sits: str, declines: str) -> list[object]:
    """All that Alice learns at an anonymous table that she has invited Bob and Carol to, and at
    which one has sat down and one has declined."""
    alice = person("alice")
    for name in ("bob", "carol"):
        relate(person=alice, other=person(name), kind=Kind.FRIEND)
    game = open_table("alice", seats=5, join="invitation", anonymous=True, start="creator")
    mine = {
        name: services.invite(game_key=game.key, person=alice, handle=name).token
        for name in ("bob", "carol")
    }
    services.join(game_key=game.key, person=person(sits))
    services.decline(game_key=game.key, person=person(declines))
    told: list[object] = []

    def look() -> None:
        told.append(selectors.find_game(game.key, alice).view("en")["revision"])
        rows = selectors.list_invitations(key=game.key, viewer=alice)
        told.append([(row["handle"], row["state"]) for row in rows])
        told.append([row["token"] == mine[row["handle"]] for row in rows])
        if Game.objects.get(pk=game.pk).status == "gathering":
            told.append(selectors.list_friends(key=game.key, viewer=alice))

    look()
    for name in ("bob", "carol"):
        again = services.invite(game_key=game.key, person=alice, handle=name)
        told.append((name, again.token == mine[name]))
    look()
    for name in ("bob", "carol"):
        services.withdraw_invitation(game_key=game.key, person=alice, token=mine[name])
        with pytest.raises(errors.NotFound):
            services.withdraw_invitation(game_key=game.key, person=alice, token=mine[name])
        look()
        mine[name] = services.invite(game_key=game.key, person=alice, handle=name).token
    look()
    for name in ("dave", "erin"):
        services.join_by_link(
            token=services.invite(game_key=game.key, person=alice).token, person=person(name)
        )
    services.start(game_key=game.key, person=alice)
    mine |= {None: ""}  # type: ignore[dict-item]  # whoever came by a link
    rows = selectors.list_invitations(key=game.key, viewer=alice)
    told.append(sorted((row["handle"] or "", row["state"]) for row in rows))
    return told


def test_the_host_of_an_anonymous_table_learns_nothing_about_who_came(
    open_table: OpenTable, person: Cast
) -> None:
    one = _world(open_table, person, "bob", "carol")
    Game.objects.filter(status="running").update(name="The other world")
    other = _world(open_table, person, "carol", "bob")
    assert one == other


def test_who_declined_is_asked_again(open_table: OpenTable, person: Cast, alice: User) -> None:
    bob = person("bob")
    game = open_table("alice", seats=3, join="invitation", anonymous=True)
    services.invite(game_key=game.key, person=alice, handle="bob")
    services.decline(game_key=game.key, person=bob)
    services.invite(game_key=game.key, person=alice, handle="bob")
    assert selectors.list_games(which="invited", viewer=bob)[0]
