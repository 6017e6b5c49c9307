"""What webhooks are told of tables: a person's what they may know, a table's what all may."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from accounts.models import User
from accounts.services import create_api_token
from accounts.services.bots import make_bot
from games import errors, selectors, services
from games.engine import words
from games.models import Correspondence, Game
from games.services import telling
from notifications.models import Delivery, Hook
from tests import bounded
from tests.api.test_unions import validator
from tests.games.conftest import OpenTable, decider, move_on, play_out
from tests.moderation.test_second_factor import signed_in
from tests.notifications.hooking import hook_for, work_hooks
from tests.notifications.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db
Cast = Callable[[str], User]


@pytest.fixture
def there(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as receiver:
        yield receiver


def hook_table(game: Game, person: User, there: Receiver, **wishes: Any) -> Hook:
    wishes = {"hook_format": "generic"} | wishes
    return services.hook_table(game_key=game.key, person=person, url=there.url, **wishes)[0]


def told(there: Receiver) -> list[dict[str, Any]]:
    """What has come since the last look, each as the schema describes it."""
    services.tell_hooks()
    work_hooks()
    came = [one.said for one in there.received]
    for one in came:
        if "type" in one:  # no line of a chat
            about = "TableEvent" if one["type"].startswith("table.") else "OwnEvent"
            validator(about).validate(one)
    there.received.clear()
    return came


def test_what_a_table_tells_is_numbered_in_its_order_whenever_it_comes(
    open_table: OpenTable, there: Receiver
) -> None:
    game = open_table("alice", "bob")
    hook_table(game, game.creator, there)
    for _ in range(3):
        move_on(game)
    first = told(there)
    move_on(game)
    services.tell_hooks()  # whoever sweeps twice counts once
    second = told(there)
    numbers = [one["data"]["number"] for one in first + second]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    moves = {one["data"]["number"]: one["data"]["seq"] for one in first + second}
    assert [moves[number] for number in sorted(moves)] == sorted(moves.values())


def test_your_turn_says_what_it_is_about_and_shows_no_card(
    open_table: OpenTable, there: Receiver
) -> None:
    game = open_table("alice", "bob", "carol")
    bound = bounded()
    while next(bound) and decider(game) == game.creator:
        move_on(game)
    before = decider(game)
    bound = bounded()
    while next(bound) and decider(game) == before:
        move_on(game)
    who = decider(game)
    hook_for(who, there)
    hook_for(who, there, hook_format="slack")
    services.call(game_key=game.key)
    came, chat = sorted(told(there), key=lambda came: "text" in came)
    assert chat["text"].startswith("[Friday table] Round 1 – your card to play")
    assert came["type"] == "your_turn"
    data = came["data"]
    assert data["game"] == {"id": game.key, "name": "Friday table"}
    assert data["url"] == f"https://testserver/games/{game.key}"
    assert data["seq"] == game.seq
    assert data["seat"] == game.to_move
    assert data["asks"] == {"kind": "place", "slot": None}
    assert "view" not in data
    assert not any(card in json.dumps(came) for card in words.LANGUAGES["en"].NAMES)


def test_who_asks_for_it_gets_their_own_view_and_every_move(
    open_table: OpenTable, there: Receiver, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    hook_for(decider(game), there, with_view=True)
    telling.send_letter("game began", game, [decider(game)], about="again")
    (came,) = told(there)
    view = json.loads(json.dumps(came["data"]["view"]))
    expected = selectors.find_game(game.key, decider(game)).view("en")
    assert view["yours"] == expected["yours"]
    assert view["question"]["moves"] == expected["question"]["moves"]


def test_a_move_already_made_is_not_asked_for(open_table: OpenTable, there: Receiver) -> None:
    game = open_table("alice", "bob", "carol")
    before = decider(game)
    bound = bounded()
    while next(bound) and decider(game) == before:
        move_on(game)
    hook_for(decider(game), there)
    services.call(game_key=game.key)
    move_on(game)
    assert told(there) == []


def test_the_end_is_told_with_the_result(
    open_table: OpenTable, there: Receiver, alice: User
) -> None:
    game = open_table("alice", "bob", "carol")
    hook_for(alice, there, types=["game_over"])
    hook_for(alice, there, types=["game_over"], hook_format="slack")
    play_out(game)
    generic, chat = sorted(told(there), key=lambda came: "text" in came)
    assert generic["data"]["result"]["scores"] == game.result["scores"]  # type: ignore[index]
    best = max(game.result["scores"])  # type: ignore[index]
    assert chat["text"].startswith("[Friday table] The game is over: ")
    assert f" {best}, " in chat["text"]


def test_a_chat_of_the_table_reads_how_it_ended(
    open_table: OpenTable, there: Receiver, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob")
    hook_table(game, alice, there, hook_format="slack")
    for who in (alice, person("bob")):
        services.offer_end(game_key=game.key, person=who)
    game.refresh_from_db()
    lines = [one["text"] for one in told(there)]
    (line,) = [line for line in lines if line.startswith("[Friday table] The game is over: ")]
    assert all(f" {score}" in line for score in game.result["scores"])  # type: ignore[index]


def test_a_bot_without_mail_is_called(
    open_table: OpenTable, there: Receiver, alice: User, mallory: User
) -> None:
    robin = make_bot(owner=mallory, handle="robin")
    hook_for(robin, there, with_view=True)
    game = open_table("alice", seats=3, fill_with_bots=True)
    services.join(game_key=game.key, person=robin)
    services.start(game_key=game.key, person=alice)
    assert [came["type"] for came in told(there)] == ["game_began"]
    assert not Delivery.objects.filter(notification__person=robin, channel="email").exists()


def test_a_bot_plays_a_whole_game_by_webhook_alone(
    open_table: OpenTable, there: Receiver, alice: User, mallory: User, client: Any
) -> None:
    """It knows nothing but what it is sent, and answers by the API: no other request."""
    robin = make_bot(owner=mallory, handle="robin")
    _, secret = hook_for(robin, there, with_view=True)
    _row, hidden_token = create_api_token(user=robin, name="x", scopes=["play"], tell=False)
    token = hidden_token.reveal()
    game = open_table("alice", seats=3, fill_with_bots=True)
    services.join(game_key=game.key, person=robin)
    services.start(game_key=game.key, person=alice)
    rng = random.Random(3)
    made = 0
    types: list[str] = []

    def play(view: dict[str, Any]) -> None:
        nonlocal made
        bound = bounded()
        while next(bound) and view["question"] and view["question"]["seat"] == view["you"]:
            move = rng.choice(view["question"]["moves"])["move"]
            answer = client.post(
                f"/api/v1/games/{game.key}/moves",
                json.dumps({"seq": view["seq"], "moves": [move]}),
                "application/json",
                headers={"Authorization": f"Bearer {token}"},
                secure=True,
            )
            if answer.status_code == 409:  # two events of one turn: the first was answered
                assert answer.json()["code"] == "stale"
                return
            assert answer.status_code == 200, answer.content
            made += 1
            view = answer.json()["view"]

    for _ in range(500):
        game.refresh_from_db()
        if game.status == "over":
            break
        services.let_bots_move(game_key=game.key)
        services.call(game_key=game.key)
        bound = bounded()
        while next(bound) and (
            game.refresh_from_db() or (game.to_move is not None and decides(game) == alice)
        ):
            move_on(game)
        services.let_bots_move(game_key=game.key)
        services.call(game_key=game.key)
        work_hooks()
        bound = bounded()
        while next(bound) and there.received:
            came = there.received.pop(0)
            assert came.is_signed_with(secret)
            types.append(came.said["type"])
            if came.said["data"]["asks"]:
                play(came.said["data"]["view"])
    assert game.status == "over"
    assert made > 10
    work_hooks()
    types += [came.said["type"] for came in there.received]
    assert types[0] == "game_began"
    assert set(types) == {"game_began", "your_turn", "game_over"}


def decides(game: Game) -> User | None:
    return game.chairs.get(number=game.to_move).person


# --- A table's own ---------------------------------------------------------------------


def test_a_tables_webhook_is_told_what_spectators_see(
    open_table: OpenTable, there: Receiver, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", seats=4)
    hook_table(game, alice, there)
    services.start(game_key=game.key, person=alice)
    assert [came["type"] for came in told(there)] == ["table.started"]
    game.refresh_from_db()
    move_on(game)
    (came,) = told(there)
    assert came["type"] == "table.moved"
    data = came["data"]
    assert data["game"] == {"id": game.key, "name": "Friday table"}
    assert (data["seq"], [entry["seq"] for entry in data["log"]]) == (1, [1])
    seen = selectors.log(key=game.key, viewer=None, lang="en", since=0)
    assert data["log"] == orjson.loads(orjson.dumps(seen))
    assert told(there) == []


def test_talk_and_invitations_stay_at_the_table(
    open_table: OpenTable, there: Receiver, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", seats=5, talk="full")
    hook_table(game, alice, there)
    person("dave")
    services.invite(game_key=game.key, person=alice, handle="dave")
    services.start(game_key=game.key, person=alice)
    services.say(game_key=game.key, person=alice, text="open secret")
    services.say(game_key=game.key, person=alice, text="secret", to_seat=_other_seat(game, alice))
    came = told(there)
    assert [one["type"] for one in came] == ["table.started"]
    assert "secret" not in json.dumps(came)


def _other_seat(game: Game, person: User) -> int:
    number = game.chairs.exclude(person=person).order_by("number")[0].number
    assert number is not None
    return number


def test_it_is_told_only_what_it_wants_and_from_then_on(
    open_table: OpenTable, there: Receiver, alice: User
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 3)
    hook_table(game, alice, there, types=["table.over"])
    move_on(game, 2)
    assert told(there) == []
    play_out(game)
    (came,) = told(there)
    assert came["type"] == "table.over"
    assert came["data"]["result"]["scores"] == game.result["scores"]  # type: ignore[index]


def test_a_chat_reads_the_table_in_the_tables_language(
    open_table: OpenTable, there: Receiver, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", language="it", spectators=True)
    hook, _ = services.hook_table(
        game_key=game.key, person=alice, url=there.url + "&chat_id=7", hook_format="telegram"
    )
    move_on(game)
    (came,) = told(there)
    assert came["chat_id"] == "7"
    says = selectors.log(key=game.key, viewer=None, lang="it", since=0)[0]["events"][0]["says"]
    assert came["text"] == f"[Friday table] {says}\nhttps://testserver/games/{game.key}"
    assert hook.host == "127.0.0.1"


def test_at_an_anonymous_table_nobody_is_named(
    open_table: OpenTable, there: Receiver, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", anonymous=True)
    hook_table(game, alice, there)
    hook_table(game, alice, there, hook_format="slack")
    move_on(game, 4)
    services.resign(game_key=game.key, person=person("bob"))
    said = json.dumps(told(there))
    assert "table.resigned" in said
    assert not any(name in said.lower() for name in ("alice", "bob", "carol"))


def test_only_who_sits_there_connects_a_table(
    open_table: OpenTable, there: Receiver, alice: User, mallory: User
) -> None:
    game = open_table("alice", "bob", "carol")
    with pytest.raises(errors.NotAllowed):
        hook_table(game, mallory, there)
    hidden = open_table("alice", "bob", "carol", spectators=False)
    with pytest.raises(errors.NotFound):
        hook_table(hidden, mallory, there)
    hook = hook_table(game, alice, there)
    assert services.own_hooks(game_key=game.key, person=alice) == [hook]
    bob = game.chairs.get(person__handle="bob").person
    assert bob is not None
    assert services.own_hooks(game_key=game.key, person=bob) == []


def test_who_has_left_is_told_no_more(open_table: OpenTable, there: Receiver, alice: User) -> None:
    game = open_table("alice", "bob", "carol")
    hook_table(game, alice, there)
    services.resign(game_key=game.key, person=alice)
    services.let_bots_move(game_key=game.key)
    assert told(there) == []
    assert set(Delivery.objects.filter(channel="webhook").values_list("state", flat=True)) == {
        "outdated"
    }


def test_a_personal_webhook_hears_nothing_of_tables_and_the_reverse(
    open_table: OpenTable, there: Receiver, alice: User
) -> None:
    game = open_table("alice", "bob", "carol")
    hook_table(game, alice, there)
    telling.send_letter("game began", game, [alice], about="again")
    assert told(there) == []


def test_a_table_whose_letters_are_stopped_calls_no_webhook(
    open_table: OpenTable, there: Receiver
) -> None:
    game = open_table("alice", "bob", "carol")
    before = decider(game)
    bound = bounded()
    while next(bound) and decider(game) == before:
        move_on(game)
    hook_for(decider(game), there)
    Correspondence.objects.create(game=game, person=decider(game), stopped=True)
    services.call(game_key=game.key)
    assert told(there) == []


# --- By API and by page ----------------------------------------------------------------


def test_a_player_connects_a_table_by_api(
    open_table: OpenTable, there: Receiver, alice: User, mallory: User, client: Any
) -> None:
    game = open_table("alice", "bob", "carol", spectators=False)

    def ask(person: User, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        _row, hidden_token = create_api_token(
            user=person, name="x", scopes=["organise", "account"], tell=False
        )
        token = hidden_token.reveal()
        answer = client.generic(
            method,
            f"/api/v1/{path}",
            b"" if body is None else json.dumps(body).encode(),
            "application/json",
            headers={"Authorization": f"Bearer {token}"},
            secure=True,
        )
        return answer.status_code, answer.json()

    where = f"games/{game.key}/hooks"
    wish = {"url": there.url, "types": ["table.moved", "table.over"]}
    assert ask(mallory, "POST", where, wish)[0] == 404
    assert ask(alice, "POST", where, {**wish, "types": ["your_turn"]})[0] == 422
    status, made = ask(alice, "POST", where, wish)
    assert (status, made["game"]) == (201, game.key)
    assert [one["id"] for one in ask(alice, "GET", where)[1]] == [made["id"]]
    status, changed = ask(alice, "PATCH", f"me/hooks/{made['id']}", {"types": ["table.over"]})
    assert (status, changed["types"]) == (200, ["table.over"])
    move_on(game)
    assert told(there) == []
    play_out(game)
    (came,) = told(there)
    assert came["type"] == "table.over"
    (logged,) = ask(alice, "GET", f"me/hooks/{made['id']}/deliveries")[1]
    assert (logged["type"], logged["game"]) == ("table.over", game.key)


def test_a_player_connects_a_table_by_page(
    open_table: OpenTable, there: Receiver, alice: User, mallory: User, client: Any
) -> None:
    game = open_table("alice", "bob", "carol")
    page = f"/games/{game.key}/hooks"
    signed_in(client, mallory, "password")
    assert client.get(page, secure=True).status_code == 404
    signed_in(client, alice, "password")
    shown = client.get(page, secure=True)
    assert shown.status_code == 200
    assert "table.moved" in shown.content.decode()
