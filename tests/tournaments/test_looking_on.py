"""An organiser looks on at a table of their tournament as everybody does who does not sit there."""

import random
import re
from threading import Thread

import httpx
import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import Relation, User
from games import errors
from games.api.streams.hub import Row, Watch
from games.api.views import events
from games.models import Game
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from games.services.hooking import hook_table
from games.tournaments import services as tournaments
from tests.api.conftest import ClientOf, client_of, running_site, site  # noqa: F401  fixtures
from tests.api.live import Site
from tests.api.test_streams import Listener, settle
from tests.conftest import Cast
from tests.games.conftest import move_on
from tests.pace import PATIENCE
from tests.pages.conftest import text_of
from tests.tournaments.browsing import At, begun, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import play_out

pytestmark = pytest.mark.django_db

# What only who sits there has.
_SEAT = re.compile(r'type="radio"|id="send"|class="hand|class="(card )?peek|class="eye')


def _table(announce: Announce, **wishes: str) -> tuple[str, Game]:
    cup = begun(announce, **wishes)
    game = Game.objects.get(name__contains=cup.title)
    move_on(game, 40, random.Random(1))
    return f"/tournaments/{cup.key}/desk", game


def test_the_desk_leads_to_the_table_as_spectators_see_it(
    announce: Announce, organiser: User, browser: At
) -> None:
    desk, game = _table(announce)
    here = f"/games/{game.key}"
    assert f'href="{here}"' in read(browser("erin"), desk)
    seen = text_of(browser("erin").get(here))
    assert seen == text_of(browser("frank").get(here))
    assert not _SEAT.search(seen)
    assert "Fallen so far" in seen or "No card has fallen yet" in seen


def test_whoever_has_the_desk_looks_on_where_nobody_else_may(
    announce: Announce, organiser: User, browser: At, person: Cast
) -> None:
    desk, game = _table(announce, visibility="link")
    cup, here = desk.removesuffix("/desk"), f"/games/{game.key}"
    assert browser("frank").get(here).status_code == 404
    tournaments.take_step(
        key=game.tournament, person=organiser, step="add_organiser", handle="frank"
    )
    for who in ("erin", "frank"):
        assert f'href="{here}"' in read(browser(who), desk)
        assert f'href="{here}"' in read(browser(who), f"{cup}/rounds/1")
        seen = read(browser(who), here)
        assert not _SEAT.search(seen)
    assert text_of(browser("erin").get(here)) == text_of(browser("frank").get(here))
    # It goes nowhere else,
    for who in ("erin", "frank"):
        with pytest.raises(errors.NotAllowed):
            hook_table(
                game_key=game.key,
                person=person(who),
                url="https://there.example/",
                hook_format="generic",
            )
    # is in no list, and for nobody else.
    assert game.key not in read(browser("erin"), "/tables")
    for who in ("heidi", None):
        at = browser(who) if who else Client()
        assert at.get(here, secure=True).status_code == (404 if who else 302)
        assert f'href="{here}"' not in read(at, f"{cup}/rounds/1")
        assert f'href="{here}"' not in read(at, f"{cup}/players/1")
    sits = game.chairs.exclude(person=None).first()
    assert sits is not None
    assert sits.person is not None
    assert f'href="{here}"' in read(browser(sits.person.handle), f"{cup}/rounds/1")
    tournaments.take_step(
        key=game.tournament, person=organiser, step="remove_organiser", handle="frank"
    )
    assert browser("frank").get(here).status_code == 404


def test_a_stream_of_the_desk_tells_that_the_game_is_over(
    announce: Announce,
    organiser: User,
    client_of: ClientOf,  # noqa: F811
    person: Cast,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Watch] = []

    def streamed(_request: object, watch: Watch) -> HttpResponse:
        opened.append(watch)
        return HttpResponse()

    monkeypatch.setattr(events, "streamed", streamed)
    _desk, game = _table(announce, visibility="link")
    assert client_of("frank").get(f"games/{game.key}/events").status_code == 404
    assert client_of("erin").get(f"games/{game.key}/events").status_code == 200
    game.refresh_from_db()
    play_out(game)
    what = Happening(Cursor(1, 0, timezone.now()), game.pk, game.key, "over", game.seq, None)
    (table,) = news.tables_of([what]).values()
    assert table.is_over
    (watch,) = opened
    assert watch.concerns(Row(what, table))
    # Whoever came by an invitation to take over a seat is told no more.
    invited = Watch(person("frank").pk, "en", table, invited=True)
    assert not invited.concerns(Row(what, table))


@pytest.mark.django_db(transaction=True)
def test_whoever_loses_the_desk_is_told_no_more_and_their_streams_end(
    announce: Announce,
    organiser: User,
    client_of: ClientOf,  # noqa: F811
    site: Site,  # noqa: F811
    person: Cast,
) -> None:
    _desk, game = _table(announce, visibility="link")
    asked = {"key": game.tournament, "person": organiser, "handle": person("frank").handle}
    tournaments.take_step(step="add_organiser", **asked)
    frank, erin = client_of("frank"), client_of("erin")
    path, events = f"games/{game.key}", f"games/{game.key}/events"
    tag = frank.get(path)["ETag"]
    assert frank.get(path, If_None_Match=tag).status_code == 304
    streams = [Listener(site, who, events) for who in (frank, erin)]
    game.refresh_from_db()
    move_on(game, 1, random.Random(2))
    for one in streams:
        one.wait_for(2)
    settle()
    waits: list[httpx.Response] = []
    asked_for = {"url": f"{site.url}/api/v1/{events}?wait=25", "headers": frank.headers}
    poll = Thread(target=lambda: waits.append(httpx.get(**asked_for, timeout=PATIENCE)))
    poll.start()
    poll.join(1)  # it is there by now, or is refused
    tournaments.take_step(step="remove_organiser", **asked)
    move_on(game, 1, random.Random(3))
    streams[1].wait_for(3)
    assert streams[0].ended.wait(PATIENCE)
    assert not streams[1].ended.is_set()
    assert [len(one.moves) for one in streams] == [1, 2]
    poll.join(PATIENCE)
    assert waits[0].status_code == 404 or waits[0].json()["events"] == []
    for at in (path, events):
        assert frank.get(at, If_None_Match=tag).status_code == 404


def test_whom_a_player_has_blocked_looks_on_if_they_have_the_desk(
    announce: Announce, organiser: User, browser: At
) -> None:
    """Blocks do not count in a tournament, or its desk could not see to that table."""
    _desk, game = _table(announce, visibility="link")
    sits = game.chairs.exclude(person=None).first()
    assert sits is not None
    assert sits.person is not None
    Relation.objects.create(person=sits.person, other=organiser, kind="block")
    assert browser("erin").get(f"/games/{game.key}").status_code == 200


def test_a_table_whose_tournament_is_not_here_is_for_its_players(
    announce: Announce, browser: At
) -> None:
    _desk, game = _table(announce, visibility="link")
    Game.objects.filter(pk=game.pk).update(tournament="2" * 16)
    assert browser("erin").get(f"/games/{game.key}").status_code == 404
