"""What a table costs the server as a page, beside the same view by API: CPU in one process.

    .venv/bin/python -m tests.bench.page

Both are asked for by the same signed-in browser, in turns, on a game in its middle: they differ
in what is shown alone. The page is made anew each time. The API's view is asked for as it is in
production, where nobody has changed it: a copy kept under its ETag; and made anew beside that. (A
program with a token has a leaner way into the API: tests.bench.http.)

What a turn costs hangs on what else the machine does just then, so each is compared with those
beside it, and the median of these comparisons judges.
"""

import sys
from collections.abc import Callable
from statistics import median

from tests import services

MOST = 2.5
# In short turns, so that what else this machine does meets all alike.
ROUNDS, EACH = 80, 5


def main() -> int:
    services.begin()
    import django

    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    databases = setup_databases(verbosity=0, interactive=False)
    try:
        turns = measure()
    finally:
        teardown_databases(databases, verbosity=0)
    page, api, copied = (min(each) * 1000 for each in zip(*turns, strict=True))
    beside_copy = median(page / copied for page, _api, copied in turns)
    beside_api = median(page / api for page, api, _copied in turns)
    print(f"page {page:.2f} ms of CPU at best")
    print(
        f"API's view, a copy {copied:.2f} ms: {beside_copy:.2f} × (≤ {MOST}), "
        f"the best of each {page / copied:.2f}"
    )
    print(
        f"API's view, made anew {api:.2f} ms: {beside_api:.2f} ×, the best of each {page / api:.2f}"
    )
    return beside_copy > MOST


def measure() -> list[tuple[float, float, float]]:
    """Turn by turn the seconds of CPU for one answer: page, view made anew, view from a copy."""
    import time
    from random import Random
    from unittest.mock import patch

    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from games import engine, services
    from games.models import Game
    from games.services import telling
    from oriflamme_site.rest.conditional import Copies

    telling._ask_worker = lambda *_asked, **_options: None
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    people = [
        User.objects.create_user(name, f"{name}@example.test", "a-long-secret")
        for name in ("alice", "bob", "carol", "dave")
    ]
    # The same cards in each run.
    with patch("secrets.token_bytes", bytes):
        game = services.create_game(person=people[0], name="Bench", set="oriflamme", seats=4)
    for other in people[1:]:
        services.join(game_key=game.key, person=other)
    rng = Random(5)
    while True:
        game.refresh_from_db()
        state = engine.load(game.state.reveal())
        who = game.chairs.get(number=game.to_move).person
        assert who is not None
        if state.round == 4:
            break
        move = rng.choice(engine.legal_moves(state))
        services.play(game_key=game.key, person=who, seq=game.seq, moves=[move], door="api")
    browser = Client()
    browser.force_login(who)

    def ask_page() -> None:
        assert browser.get(f"/games/{game.key}", secure=True).status_code == 200

    def ask_copy() -> None:
        assert browser.get(f"/api/v1/games/{game.key}", secure=True).status_code == 200

    def ask_api() -> None:
        with patch.object(Copies, "find", lambda _self, _tag: None):
            ask_copy()

    def took(ask: Callable[[], None]) -> float:
        began = time.process_time()
        for _ in range(EACH):
            ask()
        return (time.process_time() - began) / EACH

    turns = [(took(ask_page), took(ask_api), took(ask_copy)) for _ in range(ROUNDS)]
    assert Game.objects.get(pk=game.pk).seq == game.seq
    print(f"round {state.round}, {len(state.row)} slots, {len(engine.legal_moves(state))} moves")
    return turns


if __name__ == "__main__":
    sys.exit(main())
