"""Standings within pages of other sites."""

import pytest

from games.tournaments import services as tournaments
from tests.pages.test_embedded import LETS_BE_FRAMED, shown
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db


def test_standings_may_be_framed_in_any_language_and_their_picture_shown(
    announce: Announce,
) -> None:
    cup = announce(capacity=8, start="full", stages=[SWISS])
    path = f"/tournaments/{cup.key}/embed"
    assert "There are no standings" in shown(path).content.decode()
    people = crowd(8)
    for person in people:
        tournaments.enter_tournament(key=cup.key, person=person)
    tournaments.advance(key=cup.key)
    page = shown(f"{path}?lang=uk")
    text = page.content.decode()
    assert 'lang="uk"' in text
    assert all(person.handle in text for person in people)
    assert LETS_BE_FRAMED in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    picture = shown(f"/tournaments/{cup.key}/share.png")
    assert picture["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_what_is_for_those_who_have_the_link_is_in_no_frame(announce: Announce) -> None:
    cup = announce(capacity=8, stages=[SWISS], visibility="link")
    nowhere = shown(f"/games/{'2' * 16}/embed", status=404)
    assert shown(f"/tournaments/{cup.key}/embed", status=404).content == nowhere.content
