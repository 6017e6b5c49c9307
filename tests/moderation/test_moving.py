"""What one site writes another takes in with the same hashes, and nothing that was changed."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import orjson
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import Model

from accounts.models import User
from games import selectors, services
from games.models import Game, Message, Move, Seat
from games.moderation import moving
from games.moderation.moving import exporting
from games.moderation.moving.rows import kept
from games.selectors.verifying import verify_games
from games.tournaments.models import Tournament
from tests import address_of
from tests.games.conftest import OpenTable, move_on, play_out

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere() -> Callable[[], None]:
    """Be another site, on which nothing has happened."""

    def empty() -> None:
        call_command("flush", verbosity=0, interactive=False)

    return empty


def out(tmp_path: Path, *words: str) -> Path:
    file = tmp_path / "moved"
    file.unlink(missing_ok=True)
    call_command("move_out", *words, str(file), stdout=StringIO())
    assert file.stat().st_mode & 0o077 == 0
    return file


def take_in(file: Path, *words: str) -> str:
    told = StringIO()
    call_command("move_in", str(file), "--key", moving.own_key(), *words, stdout=told)
    return told.getvalue()


def test_a_game_arrives_with_all_that_decided_it(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob", "carol")
    alice, bob = User.objects.get(handle="alice"), User.objects.get(handle="bob")
    services.say(game_key=game.key, person=alice, text="Well begun.")
    play_out(game)
    before = selectors.record_text(key=game.key, viewer=None)
    file = out(tmp_path, "--game", game.key)
    elsewhere()
    User.objects.create_user("first", "first@example.test")  # numbers are others here
    assert "1 games have the hashes" in take_in(file)
    assert list(verify_games()) == [(game.key, [])]
    assert selectors.record_text(key=game.key, viewer=None) == before
    assert Message.objects.get().text == "Well begun."
    # Nobody can sign in as who came along with it, and no letter reaches them.
    came = User.objects.get(handle="bob")
    assert (came.email, came.has_usable_password()) == (None, False)
    assert address_of(bob) not in file.read_text()


def test_a_running_game_goes_on_where_it_arrives(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob")
    move_on(game, 6)
    with pytest.raises(CommandError, match="stop all clocks"):
        out(tmp_path, "--game", game.key)
    services.stop_clocks()
    file = out(tmp_path, "--game", game.key)
    elsewhere()
    take_in(file)
    here = Game.objects.get(key=game.key)
    assert here.deadline is not None
    play_out(here)
    assert list(verify_games()) == [(game.key, [])]


def test_a_changed_byte_is_refused(open_table: OpenTable, tmp_path: Path) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    file = out(tmp_path, "--game", game.key)
    sealed = file.read_bytes()
    for at in (0, 30, 140, len(sealed) // 2, len(sealed) - 1):
        file.write_bytes(sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :])
        with pytest.raises(CommandError, match="not what the site with this key has written"):
            take_in(file)
    file.write_bytes(sealed)
    with pytest.raises(CommandError, match="not what the site with this key has written"):
        call_command("move_in", str(file), "--key", "A" * 43 + "=")
    with pytest.raises(CommandError, match="Somebody here is called alice"):
        take_in(file)


def test_a_move_that_was_exchanged_before_it_was_signed_is_found(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    body = moving.game(game.key)
    changed = re.sub(rb'"move":"(\w+)', rb'"move":"x', body, count=1)
    assert changed != body
    elsewhere()
    file = tmp_path / "changed"
    file.write_bytes(moving.seal(changed))
    with pytest.raises(CommandError, match="not what was sent"):
        take_in(file)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def changed(body: bytes, **facts: object) -> bytes:
    return orjson.dumps(orjson.loads(body) | facts)


def test_a_site_that_is_trusted_with_games_is_not_trusted_with_rights(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    body = moving.game(game.key)
    root = User(pk=1000, handle="root", is_superuser=True, is_staff=True)
    elsewhere()
    file = tmp_path / "more"
    for label, values in (
        ("accounts.User", kept(root)),
        ("accounts.ApiToken", {"id": 1, "user_id": root.pk}),
    ):
        rows = [*orjson.loads(body)["rows"], [label, values]]
        file.write_bytes(moving.seal(changed(body, rows=rows)))
        with pytest.raises(CommandError, match="rows of another kind"):
            take_in(file)
    assert not User.objects.exists()


def test_no_game_arrives_without_being_verified(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    body = moving.game(game.key)
    elsewhere()
    file = tmp_path / "unnamed"
    file.write_bytes(moving.seal(changed(body, hashes={})))
    with pytest.raises(CommandError, match="not what was sent"):
        take_in(file)
    assert not Game.objects.exists()


def test_a_person_arrives_with_their_games_and_signs_in_as_before(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    over = open_table("alice", "bob", "carol", talk="full")
    runs = open_table("alice", "bob")
    alice, bob = User.objects.get(handle="alice"), User.objects.get(handle="bob")
    carol = User.objects.get(handle="carol")
    alice.set_password("a-long-secret")
    alice.save()
    seats = {seat.person_id: seat.number for seat in over.chairs.all()}
    services.say(game_key=over.key, person=bob, text="Between us.", to_seat=seats[carol.pk])
    services.say(game_key=over.key, person=bob, text="For you.", to_seat=seats[alice.pk])
    play_out(over)
    file = out(tmp_path, "--person", "alice")
    other = tmp_path / "of-bob"
    call_command("move_out", "--person", "bob", str(other), stdout=StringIO())
    elsewhere()
    take_in(file)
    here = User.objects.get(handle="alice")
    assert here.email == alice.email
    assert here.check_password("a-long-secret")
    assert [game.key for game in Game.objects.all()] == [over.key]
    assert runs.key not in file.read_text()
    assert [message.text for message in Message.objects.all()] == ["For you."]
    # Who came with her games moves later, and the game is theirs too.
    take_in(other, "--as", "alice=alice")
    came = User.objects.get(handle="bob")
    assert came.email == bob.email
    assert [game.key for game in Game.objects.all()] == [over.key]
    assert came.pk in Seat.objects.values_list("person", flat=True)


def test_who_is_known_here_under_another_name_sits_where_they_sat(
    open_table: OpenTable, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    file = out(tmp_path, "--game", game.key)
    elsewhere()
    User.objects.create_user("alice", "another@example.test")
    mine = User.objects.create_user("alicia", "alice@example.test")
    with pytest.raises(CommandError, match="--as alice=alice"):
        take_in(file)
    take_in(file, "--as", "alice=alicia")
    assert Seat.objects.filter(person=mine).count() == 1
    assert Move.objects.filter(by=mine.pk).exists()


def test_whatever_belongs_to_a_game_or_a_tournament_moves_or_is_said_to_stay() -> None:
    moved = set(exporting.OF_A_GAME) | {model for model, _way in exporting.OF_A_TOURNAMENT}
    whole: set[type[Model]] = {Game, Tournament}
    belongs = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in whole | moved
    }
    stays = {
        # Rights and ways of this site, and what only its staff look at.
        *{"games.FreeHours", "games.Evening"},
        *{"games.Invitation", "games.Correspondence", "games.Feed", "care.Report", "care.Look"},
        # Counted anew from the games.
        *{"ratings.RatingChange", "ratings.CountedGame", "ratings.Annulment"},
    }
    assert {model._meta.label for model in belongs - moved - whole} == stays
