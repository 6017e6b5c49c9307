"""The floor: the least that Django and PostgreSQL can do for one view and one move.

Hand-written SQL on tables of its own, JSON passed through as text, no rules, no hidden
view, no errors worth the name. Nothing real can reach it; the product's cost is stated as
a ratio to it. Served by the product's own server setting, and once by plain WSGI.
"""

import hashlib
import json
import os
import random
from typing import Any

import psycopg
from django.conf import settings

GAMES, PLAYERS = 1000, 200
TABLES = """
CREATE SCHEMA IF NOT EXISTS floor;
SET search_path TO floor;
CREATE TABLE player (id bigserial PRIMARY KEY, name text NOT NULL, is_active boolean NOT NULL);
CREATE TABLE token (key varchar(40) PRIMARY KEY, player_id bigint NOT NULL REFERENCES player);
CREATE TABLE game (id bigserial PRIMARY KEY, version integer NOT NULL, state jsonb NOT NULL);
CREATE TABLE move (id bigserial PRIMARY KEY, game_id bigint NOT NULL REFERENCES game,
    seq integer NOT NULL, payload jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (game_id, seq));
CREATE TABLE outbox (id bigserial PRIMARY KEY, kind text NOT NULL, payload jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), sent_at timestamptz);
CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL;
"""
AUTHENTICATE = (
    "SELECT p.id FROM floor.token t JOIN floor.player p ON p.id = t.player_id "
    "WHERE t.key = %s AND p.is_active"
)


def key(number: int) -> str:
    return hashlib.sha256(b"player%d" % number).hexdigest()[:40]


def fill(url: str) -> None:
    """A thousand games of about 5 KB, two hundred players with a token each."""
    rng = random.Random(7)
    with psycopg.connect(url, autocommit=True) as db, db.cursor() as cursor:
        cursor.execute(TABLES.encode())
        cursor.executemany(
            "INSERT INTO player (name, is_active) VALUES (%s, true)",
            [(f"p{n}",) for n in range(PLAYERS)],
        )
        cursor.executemany(
            "INSERT INTO token VALUES (%s, %s)", [(key(n), n + 1) for n in range(PLAYERS)]
        )
        cursor.executemany(
            "INSERT INTO game (version, state) VALUES (0, %s::jsonb)",
            [(json.dumps(_state(rng)),) for _ in range(GAMES)],
        )
        cursor.execute("VACUUM ANALYZE")


def _state(rng: random.Random) -> dict[str, Any]:
    cards = [
        {"id": f"c{rng.getrandbits(40):010x}", "suit": rng.choice("SHDC"), "up": rng.random() < 0.5}
        for _ in range(92)
    ]
    return {"turn": 1, "last": None, "piles": [cards[n * 12 : n * 12 + 12] for n in range(8)]}


def _configure() -> None:
    settings.configure(
        SECRET_KEY="only for measuring",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[],
        MIDDLEWARE_OF_PROGRAMS=[],
        BEHIND_PROXY=False,
        INSTALLED_APPS=[],
        USE_TZ=True,
        LOGGING_CONFIG=None,
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                **_django_names(os.environ["DATABASE_URL"]),
                "CONN_MAX_AGE": None,
                "OPTIONS": {"server_side_binding": True, "prepare_threshold": 3},
            }
        },
    )


def _django_names(url: str) -> dict[str, Any]:
    parts = psycopg.conninfo.conninfo_to_dict(url)
    return {
        "NAME": parts["dbname"],
        "USER": parts["user"],
        "PASSWORD": parts["password"],
        "HOST": parts["host"],
        "PORT": parts["port"],
    }


if "FLOOR" in os.environ:  # being served
    _configure()
    import django

    django.setup()

    from django.core.wsgi import get_wsgi_application
    from django.db import connection, transaction
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    def game(request: HttpRequest, pk: int) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute(AUTHENTICATE, [request.headers.get("Authorization", "")[6:]])
            who = cursor.fetchone()
            if who is None:
                return HttpResponse(status=401)
            if request.method == "GET":
                cursor.execute("SELECT state::text FROM floor.game WHERE id = %s", [pk])
                row = cursor.fetchone()
                return HttpResponse(row[0], content_type="application/json")
            body = json.loads(request.body)
            with transaction.atomic():
                cursor.execute(
                    "SELECT version, state::text FROM floor.game WHERE id = %s FOR UPDATE", [pk]
                )
                version, text = cursor.fetchone()
                state = json.loads(text)
                state["turn"] += 1
                state["piles"][0].append(state["piles"][0].pop(0))
                state["last"] = body["move"]
                cursor.execute(
                    "UPDATE floor.game SET version = %s, state = %s::jsonb WHERE id = %s",
                    [version + 1, json.dumps(state), pk],
                )
                cursor.execute(
                    "INSERT INTO floor.move (game_id, seq, payload) VALUES (%s, %s, %s::jsonb)",
                    [pk, version + 1, json.dumps(body)],
                )
                cursor.execute(
                    "INSERT INTO floor.outbox (kind, payload) VALUES ('turn', %s::jsonb)",
                    [json.dumps({"game": pk, "to": who[0]})],
                )
        answer = b'{"version":%d}' % (version + 1)
        return HttpResponse(answer, content_type="application/json")

    urlpatterns = [path("games/<int:pk>", game)]
    if os.environ["FLOOR"] == "wsgi":
        application = get_wsgi_application()
    else:
        from oriflamme_site.asgi import application  # noqa: F401  the product's own bridge
