"""Nothing that a person types is markup on any page: a new one is looked at by itself."""

import random

import pytest

from accounts.models import Profile, User
from games import services
from games.models import Game
from games.tournaments.models import Entry, Series, Tournament
from tests.conftest import Cast
from tests.post.test_hostile_names import active_parts
from tests.secrecy import addresses, scene, worlds
from tests.secrecy.scene import Scene

pytestmark = pytest.mark.django_db
WORD = "\"><script src=//evil.example></script><img src=x onerror=evil.example>'' javascript:x"


def name_everything(at: Scene, word: str) -> None:
    """As if no door had ever looked at what is typed."""
    for chair in at.game.chairs.select_related("person")[:2]:
        assert chair.person is not None
        services.say(game_key=at.game.key, person=chair.person, text=word)
    Game.objects.update(name=word[:60])
    User.objects.update(name=word[:40])
    for person in User.objects.all():
        Profile.objects.update_or_create(user=person, defaults={"about": word})
    Tournament.objects.update(title=word[:80], text=word, team_counts=2)
    Series.objects.update(title=word[:80])
    Entry.objects.update(team=word[:40])


@pytest.mark.long(12)
def test_nothing_typed_is_markup_on_any_page(person: Cast) -> None:
    with worlds.standing_still():
        at = scene.of_a_tournament("oriflamme", person, moves=9, rng=random.Random(2))
        name_everything(at, WORD)
        at.remember_rows()
        pages, wrong = 0, {}
        for viewer in (at.viewers[0], at.viewer("staff without a look")):
            for one in addresses.every(at.values(viewer)):
                if one.is_api or one.is_admin != viewer.is_staff:
                    continue
                answer = viewer.browser.get(one.path)
                if "html" in answer.get("Content-Type", "") and answer.status_code == 200:
                    pages += 1
                    if bad := active_parts(answer.content.decode()):
                        wrong[one.path] = bad
    assert wrong == {}
    assert pages > 100
