"""One game over HTTP: the view, moves and their refusals, the log, and what is open at the end."""

import random
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.api.authentication import MoveAuthentication, MoveGrant
from games.models import Game, IdempotentAnswer, Message, Move
from games.services import talking
from oriflamme_site.rest.request import Grant, Request
from tests.api.conftest import ApiClient, ClientOf, SeatParty

pytestmark = pytest.mark.django_db


def test_a_whole_game_is_played_and_opens_at_its_end(party: SeatParty, stranger: ApiClient) -> None:
    table = party(4)
    table.play_on()
    view = table.view(table.clients[2])
    assert view["status"] == "over"
    assert sorted(view["result"]) == ["ranks", "reason", "row_cards", "scores"]
    assert all(seat["hand_cards"] is not None for seat in view["seats"])
    assert len(view["deal"]["seed"]) == 64
    record = stranger.get(f"games/{table.key}/record")
    assert record["Content-Type"] == "text/plain; charset=utf-8"
    assert view["deal"]["seed"] in record.content.decode()
    first = stranger.get(f"games/{table.key}?at=0").json()
    assert (first["seq"], first["round"], first["row"]) == (0, 1, [])
    log = stranger.get(f"games/{table.key}/log?limit=500").json()
    assert len(log) == view["seq"] + 1
    assert all(entry["move"] for entry in log[1:])


def test_what_came_of_a_move_is_answered_with_the_new_view(party: SeatParty) -> None:
    table = party()
    played = table.move(random.Random(1))
    assert played["seq"] == played["view"]["seq"] == 1
    assert played["events"][0]["kind"] == "played"
    assert played["events"][0]["says"].startswith("You ")


def test_a_move_may_be_sent_as_data(party: SeatParty) -> None:
    table = party()
    client, before = table.decider, table.view(table.decider)
    option = before["question"]["moves"][-1]
    assert option["data"]["do"] == "place"
    played = client.post(f"games/{table.key}/moves", {"seq": 0, "moves": [option["data"]]})
    assert played.status_code == 200
    entry = client.get(f"games/{table.key}/log").json()[-1]
    assert (entry["move"], entry["data"]) == (option["move"], option["data"])
    others = [one for one in table.clients if one is not client]
    hidden = others[0].get(f"games/{table.key}/log").json()[-1]
    assert (hidden["move"], hidden["data"]) == (None, None)


@pytest.mark.parametrize(
    ("move", "wrong"),
    [
        ({"do": "fly"}, {("moves.0.do", "invalid_choice")}),
        ({"card": "spy"}, {("moves.0.do", "required")}),
        (
            {"do": "place", "card": "dragon", "at": "on", "slot": "2", "by": 1},
            {("moves.0.card", "invalid_choice"), ("moves.0.slot", "wrong_kind")}
            | {("moves.0.by", "unknown")},
        ),
        ({"do": "place", "card": "spy", "at": "on"}, {("moves.0.slot", "slot_and_place")}),
        (
            {"do": "place", "card": "spy", "at": "end", "slot": 2},
            {("moves.0.slot", "slot_and_place")},
        ),
        (7, {("moves.0", "wrong_kind")}),
    ],
)
def test_all_that_is_wrong_with_a_move_is_told_at_once(
    party: SeatParty, move: object, wrong: set[tuple[str, str]]
) -> None:
    table = party()
    answer = table.decider.post(f"games/{table.key}/moves", {"seq": "x", "moves": [move]})
    assert {(one["field"], one["code"]) for one in answer.json()["errors"]} == {
        ("seq", "wrong_kind"),
        *wrong,
    }


def test_who_prefers_it_has_unknown_fields_left_out_and_named(party: SeatParty) -> None:
    table = party()
    option = table.view(table.decider)["question"]["moves"][0]["data"]
    body = {"seq": 0, "moves": [{**option, "by": "drag", "ö\r\n": 1}], "colour": "red"}
    where = f"games/{table.key}/moves"
    strict = table.decider.post(where, body)
    assert {one["code"] for one in strict.json()["errors"]} == {"unknown"}
    answer = table.decider.post(where, body, Prefer="respond-async, handling=lenient")
    assert answer.status_code == 200
    assert answer["Preference-Applied"] == "handling=lenient"
    assert answer["Warning"] == '299 - "unknown and left out: colour, by, ?"'
    many = {f"field{n}": 0 for n in range(1000)}
    answer = table.decider.post(where, {**body, **many, "dry_run": True}, Prefer="handling=lenient")
    assert len(answer["Warning"]) < 400
    assert answer["Warning"].endswith(' and more"')
    wrong = table.decider.post(where, {**body, "seq": "x"}, Prefer="handling=lenient")
    assert [one["field"] for one in wrong.json()["errors"]] == ["seq"]
    plain = table.decider.post(where, {"seq": 0, "moves": ["wait"]}, Prefer="handling=strict")
    assert not plain.has_header("Preference-Applied")


def test_a_move_on_an_old_view_brings_the_present_one(party: SeatParty) -> None:
    table = party()
    late = table.decider
    table.move(random.Random(1))
    answer = late.post(f"games/{table.key}/moves", {"seq": 0, "moves": ["wait"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["view"] == table.view(late)
    assert answer.json()["seq"] == 1


def test_the_decider_is_told_what_is_legal(party: SeatParty) -> None:
    table = party()
    answer = table.decider.post(f"games/{table.key}/moves", {"seq": 0, "moves": ["reveal"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_move")
    legal = [m["move"] for m in table.view(table.decider)["question"]["moves"]]
    assert answer.json()["legal"] == legal


@pytest.mark.parametrize("move", ["reveal", "place spy end", "gibberish"])
def test_others_are_told_the_same_of_any_move(party: SeatParty, move: str) -> None:
    table = party()
    for other in table.others():
        answer = other.post(f"games/{table.key}/moves", {"seq": 0, "moves": [move]})
        assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")
        assert "legal" not in answer.json()


def test_several_moves_are_made_all_or_none(party: SeatParty) -> None:
    table = party()
    view = table.view(table.decider)
    move = view["question"]["moves"][0]["move"]
    answer = table.decider.post(f"games/{table.key}/moves", {"seq": 0, "moves": [move, "wait"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_moves")
    assert Move.objects.filter(seq__gt=0).count() == 0


def test_a_dry_run_tells_that_it_would_be_legal_and_nothing_else(party: SeatParty) -> None:
    table = party()
    move = table.view(table.decider)["question"]["moves"][0]["move"]
    asked = {"seq": 0, "moves": [move], "dry_run": True}
    answer = table.decider.post(f"games/{table.key}/moves", asked)
    assert answer.json() == {"seq": 0, "dry_run": True, "events": [], "view": None}
    assert Game.objects.get().seq == 0


def test_a_watcher_is_told_that_he_does_not_sit_there(
    party: SeatParty, client_of: ClientOf
) -> None:
    table = party()
    answer = client_of("mallory").post(f"games/{table.key}/moves", {"seq": 0, "moves": ["wait"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_at_table")


def test_record_and_replay_wait_for_the_end(party: SeatParty) -> None:
    table = party()
    for path in ("/record", "?at=0"):
        answer = table.decider.get(f"games/{table.key}{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_the_same_key_is_done_once_and_answered_alike(party: SeatParty) -> None:
    table = party()
    client = table.decider
    move = table.view(client)["question"]["moves"][0]["move"]
    asked = {"seq": 0, "moves": [move]}
    path = f"games/{table.key}/moves"
    first = client.post(path, asked, Idempotency_Key="move-1")
    again = client.post(path, asked, Idempotency_Key="move-1")
    assert first.content == again.content
    assert (first.status_code, again.status_code) == (200, 200)
    assert again["Idempotent-Replayed"] == "true"
    assert Game.objects.get().seq == 1


def test_a_refusal_uses_no_key_up(party: SeatParty) -> None:
    table = party()
    client = table.decider
    path = f"games/{table.key}/moves"
    move = table.view(client)["question"]["moves"][0]["move"]
    refused = client.post(path, {"seq": 0, "moves": ["reveal"]}, Idempotency_Key="k")
    assert refused.status_code == 422
    assert client.post(path, {"seq": 0, "moves": [move]}, Idempotency_Key="k").status_code == 200


def test_too_much_for_now_is_not_remembered(
    party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = party()
    client = table.decider
    path = f"games/{table.key}/talk"
    monkeypatch.setattr(talking, "MOST", 1)
    assert client.post(path, {"text": "one"}).status_code == 201
    assert client.post(path, {"text": "two"}, Idempotency_Key="k").status_code == 429
    with time_machine.travel(timezone.now() + talking.WITHIN + timedelta(seconds=1)):
        answer = client.post(path, {"text": "two"}, Idempotency_Key="k")
    assert (answer.status_code, "Idempotent-Replayed" in answer) == (201, False)


def test_a_key_that_came_with_another_request_is_refused(party: SeatParty) -> None:
    alice = party().clients[0]
    table = {"name": "x", "set": "oriflamme", "seats": 3}
    assert alice.post("games", table, Idempotency_Key="k").status_code == 201
    answer = alice.post("games", table | {"seats": 4}, Idempotency_Key="k")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")


def test_equal_json_is_equal_in_whatever_order(client_of: ClientOf) -> None:
    alice = client_of("alice")
    first = alice.post("me/bots", b'{"handle":"robin","name":"R"}', Idempotency_Key="k")
    again = alice.post("me/bots", b'{"name": "R", "handle": "robin"}', Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.content, again["Idempotent-Replayed"]) == (again.content, "true")


@pytest.mark.parametrize("path", ["me/tokens", "me/hooks"])
def test_a_secret_is_told_again_and_kept_from_who_has_not_the_key(
    client_of: ClientOf, path: str
) -> None:
    alice = client_of("alice")
    asked = {
        "me/tokens": {"name": "x", "scopes": ["read"]},
        "me/hooks": {"url": "https://example.test/"},
    }[path]
    first = alice.post(path, asked, Idempotency_Key="k")
    assert first.content == alice.post(path, asked, Idempotency_Key="k").content
    secret = first.json().get("token") or first.json()["secret"]
    kept = IdempotentAnswer.objects.get()
    assert kept.key != "k"
    assert secret.encode() not in bytes(kept.body)


def test_too_much_is_not_kept_under_a_key(party: SeatParty) -> None:
    table = party()
    path = f"games/{table.key}/talk"
    for number in range(20):
        table.clients[0].post(path, {"text": f"hello {number}"})
    refused = table.clients[0].post(path, {"text": "hello"}, Idempotency_Key="k")
    assert refused.status_code == 429
    Message.objects.update(at=timezone.now() - timedelta(hours=1))
    said = table.clients[0].post(path, {"text": "hello"}, Idempotency_Key="k")
    assert said.status_code == 201


def test_the_log_speaks_the_language_asked_for(party: SeatParty) -> None:
    table = party()
    table.move(random.Random(1))
    english, ukrainian = (
        table.clients[0].get(f"games/{table.key}/log", Accept_Language=language).json()
        for language in ("en", "uk")
    )
    assert english[1]["events"][0]["says"] != ukrainian[1]["events"][0]["says"]
    del english[1]["events"][0]["says"], ukrainian[1]["events"][0]["says"]
    assert english[1] == ukrainian[1]


def test_all_agree_to_end_early(party: SeatParty) -> None:
    table = party()
    for client in table.clients:
        assert table.view(client)["status"] == "running"
        assert client.ask("PUT", f"games/{table.key}/early-end").status_code == 200
    assert table.view(table.clients[0])["result"]["reason"] == "agreed"


def test_who_resigns_watches_and_a_stand_in_plays(party: SeatParty) -> None:
    table = party()
    seat = table.view(table.clients[1])["you"]
    view = table.clients[1].post(f"games/{table.key}/resign").json()
    assert (view["you"], view["at_table"], view["yours"]) == (None, False, None)
    assert view["seats"][seat]["stand_in"] is True


def test_turns_wait_for_the_decider_alone(party: SeatParty) -> None:
    table = party()
    turns = table.decider.get("me/turns").json()
    assert [(t["id"], t["question"]["kind"]) for t in turns] == [(table.key, "place")]
    assert all(other.get("me/turns").json() == [] for other in table.others())


def test_a_token_that_may_not_play_is_read_no_position(
    party: SeatParty, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, found = MoveAuthentication.find, list[MoveGrant]()

    def spy(self: MoveAuthentication, request: Request, token: str) -> tuple[User, Grant]:
        person, grant = find(self, request, token)
        assert isinstance(grant, MoveGrant)
        found.append(grant)
        return person, grant

    monkeypatch.setattr(MoveAuthentication, "find", spy)
    table = party(3)
    body = {"seq": 0, "moves": ["pass"]}
    assert client_of("alice", ("read",)).post(f"games/{table.key}/moves", body).status_code == 403
    assert table.decider.post(f"games/{table.key}/moves", body).status_code == 422
    assert [grant.position is None for grant in found] == [True, False]
