"""What nobody may read, and what is somebody else's, stands in nothing that anybody receives:
pages, answers, refusals, exports, streams, letters, webhooks.

`CANARY_SHARE=1` asks for all of it; the short form for one in so many.
"""

import os
import random
import zlib

import pytest
from django.conf import settings

from accounts.models import User
from tests.conftest import Cast
from tests.secrecy import eyes, scene, worlds
from tests.secrecy.scene import Scene, Viewer

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0)]
SHARE = int(os.environ.get("CANARY_SHARE", "400"))


def of_nobody(at: Scene) -> set[str]:
    game, cup = at.game, at.cup
    assert cup is not None
    assert game.state is not None
    keys = [game.seed, game.round_key, cup.last_round_key]
    found = {key.reveal().hex() for key in keys if key is not None}
    # All cards as they are kept; and passwords.
    found.add(game.state.reveal()[:60])
    return found | {*User.objects.values_list("password", flat=True)} - {""}


def of_one(viewer: Viewer) -> set[str]:
    if viewer.person is None:
        return set()
    key = viewer.program.headers["Authorization"].split()[1]
    session = viewer.browser.cookies[settings.SESSION_COOKIE_NAME].value
    own = {key, session, viewer.feeds}
    return own if viewer.person.email is None else own | {viewer.person.email.reveal()}


def is_asked(name: str) -> bool:
    return name.startswith((*eyes.SENT, "exports")) or zlib.crc32(name.encode()) % SHARE == 0


@pytest.mark.long(15)
def test_no_secret_and_nothing_of_anothers_is_in_what_anybody_receives(person: Cast) -> None:
    with worlds.standing_still():
        at = scene.of_a_tournament("oriflamme", person, moves=11, rng=random.Random(8))
        at.remember_rows()
        at.viewers += scene.of_each_role(person)
        nobodys = of_nobody(at)
        theirs = {viewer.name: of_one(viewer) for viewer in at.viewers}
        asked = 0
        for viewer in at.viewers:
            seen = eyes.everything(at, viewer, eyes.all_that_answers, thin=is_asked)
            asked += len(seen)
            forbidden = nobodys.union(*(theirs[one.name] for one in at.viewers if one != viewer))
            forbidden -= theirs[viewer.name]
            if viewer.is_staff:  # whoever helps people finds them by their addresses
                forbidden = {one for one in forbidden if "@" not in one}
            found = {
                name: canary
                for name, answer in zip(seen, map(repr, seen.values()), strict=True)
                for canary in forbidden
                if canary in answer
            }
            assert found == {}, viewer.name
    assert asked > 60
