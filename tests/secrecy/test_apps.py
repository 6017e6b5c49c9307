"""Through an app nobody is told where its user sits, if the table does not say it – nor that its
maker does; and its maker is not told who uses it."""

import os
import random
import re
import zlib
from collections.abc import Callable
from copy import copy

import pytest
from oauth2_provider.models import Application

from accounts.models import User
from games.models import Game, Seat, apps
from tests.api.conftest import ApiClient
from tests.apps import app_of, key_of
from tests.conftest import Cast
from tests.secrecy import eyes, scene, secrets, worlds
from tests.secrecy.comparing import Leak, Moment
from tests.secrecy.scene import Scene, Viewer

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0)]
# APPS_SHARE=1 asks for all of it.
SHARE = int(os.environ.get("APPS_SHARE", "150"))
_OF_PROGRAMS = re.compile(r"(GET|POST|PUT|PATCH|DELETE|OPTIONS) (/api/v1/|games/|people/)|try ")


def by_program(name: str) -> bool:
    """One in so many of what a program asks; and what it reads of its person, always."""
    own = name.startswith(("GET /api/v1/me", "GET /api/v1/games")) and name.count(" ") == 1
    is_asked = own or zlib.crc32(name.encode()) % SHARE == 0
    return is_asked and _OF_PROGRAMS.match(name) is not None


def through_an_app(at: Scene, person: User, maker: User) -> Viewer:
    known = next((one for one in at.viewers if one.person == person), None)
    viewer = copy(known) if known else Viewer("", person, None)
    viewer.name = "the user of an app"
    viewer.program = ApiClient(key_of(app_of(maker), person))
    at.viewers.append(viewer)
    return viewer


def sits_instead(handle: str, other: str) -> secrets.Secret:
    """Somebody else has the seat of `handle`."""

    def instead(at: Scene, viewer: Viewer, rng: random.Random) -> None:
        person = {who: User.objects.get(handle=who) for who in (handle, other)}
        taken = Seat.objects.filter(game=at.game, person=person[handle])
        assert taken.update(person=person[other])
        Game.objects.filter(pk=at.game.pk, creator=person[handle]).update(creator=person[other])

    return instead


def connects(handle: str, app: Application) -> secrets.Secret:
    def connected(at: Scene, viewer: Viewer, rng: random.Random) -> None:
        key_of(app, User.objects.get(handle=handle))

    return connected


def tables(person: Cast, rng: random.Random) -> list[Scene]:
    return [
        scene.anonymous_running("oriflamme", person, moves=6, rng=rng),
        scene.anonymous(person),
    ]


@pytest.mark.usefixtures("behind_the_services")
@pytest.mark.parametrize("which", [0, 1], ids=["running", "gathering"])
def test_an_app_tells_neither_that_its_user_sits_there_nor_that_its_maker_does(
    person: Cast, which: int
) -> None:
    rng = random.Random(3)
    with worlds.standing_still():
        at = tables(person, rng)[which]
        dave, frank = person("dave"), person("frank")
        user = through_an_app(at, dave, frank)
        for who in ("alice", "dave"):
            compared = Moment(at, user, rng, thin=by_program).compare(sits_instead(who, "frank"))
            assert compared.total() > 20
        maker, app = at.viewers[0], app_of(person("alice"))  # who sits there herself
        compared = Moment(at, maker, rng, thin=by_program).compare(connects("dave", app))
        assert compared.total() > 20


def nothing_is_closed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(apps, "closed", lambda *_: set())


def lists_leave_nothing_out(patch: pytest.MonkeyPatch) -> None:
    from games.selectors import lists

    patch.setitem(lists._FILTERS, "maker", "%(maker)s::bigint IS NOT NULL")


def turns_leave_nothing_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(apps, "OPEN", "%(maker)s::bigint IS NOT NULL")


@pytest.mark.usefixtures("behind_the_services")
def test_a_door_that_is_left_open_to_apps_is_found(person: Cast) -> None:
    rng = random.Random(4)
    plants: list[tuple[Callable[[pytest.MonkeyPatch], None], str]] = [
        (nothing_is_closed, "GET /api/v1/games/"),
        (lists_leave_nothing_out, "GET /api/v1/games"),
        (turns_leave_nothing_out, "GET /api/v1/me/"),
    ]
    with worlds.standing_still():
        at = scene.anonymous_running("oriflamme", person, moves=6, rng=rng)
        chair = at.game.chairs.select_related("person").get(number=at.game.to_move)
        assert chair.person is not None
        user = through_an_app(at, chair.person, person("frank"))
        secret = sits_instead(chair.person.handle, "frank")
        for plant, where in plants:
            with pytest.MonkeyPatch.context() as patch:
                plant(patch)
                moment = Moment(at, user, rng, asks=asked(where))
                with pytest.raises(Leak):
                    moment.compare(secret)


def asked(where: str) -> eyes.Asks:
    def asks(at: Scene, viewer: Viewer) -> object:
        lists = ("mine", "opened")
        for name, ask in eyes.all_that_answers(at, viewer):
            if name.startswith(where) and " " not in name.removeprefix("GET "):
                yield name, ask
        for which in lists:
            yield (
                f"list {which}",
                lambda which=which: eyes.heard(viewer.program.get(f"games?list={which}")),
            )

    return asks  # type: ignore[return-value]
