"""A secret is told by its own word alone: nothing that prints, encodes or copies has it."""

import ast
import copy
import hashlib
import json
import logging
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
import structlog
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.template import Context, Template
from rest_framework.renderers import JSONRenderer

from accounts.models import User
from accounts.secret import SHOWN, Address, Secret
from accounts.secret_fields import _Hidden
from accounts.services import create_api_token, programs
from games import engine, selectors, services
from games.models import Game, Seat
from notifications.services import make_hook, renew_feeds, rotate_secret

CANARY = "canary-in-a-mine"
SECRET = Secret(CANARY)
# What models keep from staff, and is no type: of no use by itself, or no right of anybody's.
NO_TYPES = {
    **dict.fromkeys(("User.password", "ApiToken.digest"), "a digest"),
    **dict.fromkeys(("KeptMail.digest", "TakenMail.digest"), "a digest"),
    **dict.fromkeys(("Hook.sealed_url", "Hook.sealed_secret", "Hook.sealed_old_secret"), "sealed"),
    **dict.fromkeys(("KeptMail.recipients", "KeptMail.content"), "a mail over which we fell"),
    "Seat.plan": "of a bot of the house, in orders",
    "Tournament.code": "a word that an organiser gives to many",
    "Step.before": "rows as they were, the code among them",
}


@pytest.mark.parametrize(
    "printed",
    [
        repr(SECRET),
        str(SECRET),
        f"{SECRET}",
        f"{SECRET!s:>40}",
        f"{SECRET:>40}",
        "%s %r" % (SECRET, SECRET),  # noqa: UP031  as logging does
        repr([SECRET]),
        repr({"a": (SECRET,)}),
        Template("{{ it }} {{ it.reveal }} {{ it|safe }}").render(Context({"it": SECRET})),
        repr(ValueError(SECRET)),
    ],
)
def test_whatever_prints_a_secret_prints_that_it_is_one(printed: str) -> None:
    assert CANARY not in printed
    assert SHOWN in printed


@pytest.mark.parametrize(
    "pass_on",
    [
        json.dumps,
        orjson.dumps,
        pickle.dumps,
        lambda it: json.dumps(it, cls=DjangoJSONEncoder),
        JSONRenderer().render,
        "".join,
        bytes,
        len,
        hash,
    ],
)
def test_what_would_pass_it_on_refuses(pass_on: Any) -> None:
    for wrapped in (SECRET, [SECRET]) if pass_on not in (bytes, len, hash) else (SECRET,):
        with pytest.raises(TypeError):
            pass_on(wrapped)


def test_a_copy_is_a_secret_too_and_its_word_tells_it() -> None:
    assert copy.deepcopy([SECRET])[0].reveal() == CANARY
    assert Secret("a") == Secret("a")
    assert Secret("a") != Secret("b")
    assert SECRET.is_same(CANARY)
    assert not SECRET.is_same("another")
    assert not Secret(None).is_same("")


ADDRESS = Address("canary@example.test")


@pytest.mark.parametrize(
    "make_text",
    [
        str,
        "{}".format,
        lambda it: f"{it}",
        lambda it: "%s" % it,  # noqa: UP031  as logging does
        lambda it: "to " + it,
        lambda it: it + " and others",
        lambda it: Template("{{ it }}").render(Context({"it": it})),
        lambda it: Template("{% autoescape off %}{{ it|lower }}{% endautoescape %}").render(
            Context({"it": it})
        ),
        lambda it: Template("{% for one in it %}{{ one }}{% endfor %}").render(Context({"it": it})),
        *(json.dumps, orjson.dumps, pickle.dumps, JSONRenderer().render, "".join, list, sorted),
        *(bytes, len, hash, hashlib.sha256, lambda it: {it: 1}, lambda it: "canary" in it),
        lambda it: json.dumps(it, cls=DjangoJSONEncoder),
    ],
)
def test_an_address_is_made_part_of_nothing(make_text: Any) -> None:
    """Neither shown by mistake, nor – as “[secret]” would be – the same key for all people."""
    with pytest.raises(TypeError):
        make_text(ADDRESS)


def test_an_address_is_compared_and_shortened_without_telling_it() -> None:
    assert ADDRESS == "canary@example.test" == ADDRESS
    assert Address("Canary@example.test").lower() == ADDRESS
    assert "b@example.test" != ADDRESS != Address("b@example.test")
    assert ADDRESS in ["canary@example.test"]
    assert ADDRESS[0:6] == "canary"
    assert bool(ADDRESS)
    assert not Address("")
    assert {repr(ADDRESS), repr(ADDRESS[0:6]), "%r" % ADDRESS.lower()} == {SHOWN}  # noqa: UP031


@pytest.mark.django_db
def test_a_row_gives_its_secrets_as_such_however_it_is_read(alice: User) -> None:
    made = services.create_game(person=alice, name="x", set="oriflamme", seats=3, join="link")
    services.contribute(game_key=made.key, person=alice, contribution="ab" * 32)
    read = Game.objects.get(pk=made.pk)
    late = Game.objects.defer("seed", "link").get(pk=made.pk)
    for game in (made, read, late):
        assert isinstance(game.seed, Secret)
        assert game.seed.reveal() == made.seed.reveal()
        assert game.link.reveal() == made.link.reveal()
    assert Game.objects.filter(link=made.link).get() == made
    assert Game.objects.filter(link=made.link.reveal()).get() == made
    row = Game.objects.values("seed", "link", "state").get(pk=made.pk)
    assert [type(row["seed"]), type(row["link"]), row["state"]] == [Secret, Secret, None]
    assert Seat.objects.get(game=made).contribution == Secret(bytes.fromhex("ab" * 32))
    assert isinstance(services.invite(game_key=made.key, person=alice).token, Secret)
    assert isinstance(create_api_token(user=alice, name="x")[1], Secret)
    with pytest.raises(TypeError, match="secret"):
        serializers.serialize("json", [read])
    with pytest.raises(TypeError):
        pickle.dumps(read)


@pytest.mark.django_db
def test_an_error_in_the_midst_of_a_game_prints_nothing_of_it(
    alice: User, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """The worst that code could do: log and raise with all it has in hand, at DEBUG."""
    made = services.practise(person=alice, set="oriflamme", seats=3)
    game, found = Game.objects.get(pk=made.pk), selectors.find_game(made.key, alice)
    _row, key = create_api_token(user=alice, name="x")
    text = engine.write_record(engine.record(engine.load(game.state.reveal()), []))
    held = [game, found, found.table, found.state, game.seed, game.state, game.link, key]
    held += [alice.email, EmailAddress.objects.get(user=alice)]
    held += [engine.read_record(text), *Seat.objects.filter(game=game)]
    caplog.set_level(logging.DEBUG)
    log = structlog.get_logger("oriflamme.test")
    try:
        raise RuntimeError(*held)
    except RuntimeError as error:
        log.exception("it broke", held=held, error=error, seen=vars(error))
        logging.getLogger("plain").exception("%s %r", held, error)
    printed = capsys.readouterr()
    said = caplog.text + printed.out + printed.err + repr(held)
    assert SHOWN in said
    seed, hands = game.seed.reveal(), engine.load(game.state.reveal()).hands
    canaries = [seed.hex(), repr(seed)[2:-1], game.link.reveal(), key.reveal(), game.state.reveal()]
    canaries += ["alice@example.test", *(" ".join(hand) for hand in hands), *map(repr, hands)]
    assert [canary for canary in canaries if canary in said] == []


def test_whatever_a_model_keeps_from_staff_is_a_type() -> None:
    told = {
        f"{model.__name__}.{name}"
        for model in apps.get_models()
        for name in getattr(model, "SECRETS", ())
        if not isinstance(model._meta.get_field(name), _Hidden)
    }
    assert told == NO_TYPES.keys()


# --- What is handed on ----------------------------------------------------------------------------

_CALLED = re.compile(r"(^|_)(secret|token|seed|password|contribution|unseal)s?$|_code$")
# Fields and answers that are called so, and are plain: given by whoever asks, or shown to all.
PLAIN = {
    **dict.fromkeys(("DealPaper.seed", "Deal.seed", "Lots.seed"), "told when it is over"),
    "Whole.contributions": "of a game that is over, to be exported",
    "Invitation.token": "what is shown to whoever invites",
    "Incoming.tokens": "what came in a mail; it prints nothing of itself",
    "book.seed": "in hexadecimal digits, told when the tournament is over",
    **dict.fromkeys(("keys.token", "keys.seed"), "drawn for a column, which makes a secret of it"),
    "__main__._secret": "of the settings of a local site, written to its file",
    "replaying._contributions": "by which a game is dealt once more, at once",
    "discretion._secrets": "names of columns",
}
PACKAGES = ("accounts", "games", "notifications", "oriflamme_site")
# There a token is what lies on a card.
RULES = {"engine", "replies", "orders", "faces"}


def handed_on(path: Path) -> Iterator[str]:
    """Fields of classes, and functions, that are called like secrets and are texts or bytes."""
    for one in ast.walk(ast.parse(path.read_text())):
        if isinstance(one, ast.ClassDef):
            fields = [field for field in one.body if isinstance(field, ast.AnnAssign)]
            for field in fields:
                yield from _if_plain(one.name, ast.unparse(field.target), field.annotation)
        elif isinstance(one, ast.FunctionDef):
            yield from _if_plain(path.stem, one.name, one.returns)


def _if_plain(where: str, name: str, annotation: ast.expr | None) -> Iterator[str]:
    said = ast.unparse(annotation) if annotation else ""
    if _CALLED.search(name) and "Secret" not in said and re.search(r"\b(str|bytes|Hex)\b", said):
        yield f"{where}.{name}"


def test_what_is_called_a_secret_is_of_its_type_or_said_to_be_plain() -> None:
    root = Path(__file__).parents[2]
    found = {
        name
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
        if RULES.isdisjoint(path.parts)
        for name in handed_on(path)
    }
    assert found == PLAIN.keys()


def test_what_is_shown_once_is_a_secret_until_then(alice: User) -> None:
    url = "https://hooks.example.test/x"
    hook, of_hook = make_hook(person=alice, url=url)
    renewed = rotate_secret(hook=hook)
    _, of_app = programs.register_app(
        owner=alice, name="x", redirect_uris=url, is_confidential=True, is_device=False
    )
    _, key = create_api_token(user=alice, name="x")
    for made in (of_hook, renewed, of_app, key, renew_feeds(person=alice)):
        assert isinstance(made, Secret)
        assert len(made.reveal()) > 30
    chat, none = make_hook(person=alice, url=url, hook_format="discord")
    assert none is None
    assert chat.host == "hooks.example.test"
