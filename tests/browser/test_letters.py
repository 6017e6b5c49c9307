"""A letter on a phone: what is to be pressed is seen at once, and nothing runs out of it."""

import base64
from collections.abc import Iterator

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page

from accounts.models import User
from games import kinds
from games.models import Game
from games.post import letter as writing
from games.post.letter_facts import gather
from games.wording.choices import Choice, Group
from notifications.models import Notification
from notifications.registry import Letter
from tests.games.conftest import OpenTable, decider, move_on

pytestmark = pytest.mark.django_db

# The longest that is written back: why nothing was done.
REFUSED = (
    "Quello che hai scritto non è stato capito, quindi non è stato fatto nulla: “Se Bob rivela, "
    "allora rivela”",
    "Sembra una condizione, e a una lettera si risponde ora. Scrivi che cosa fare, oppure dillo "
    "come ordine permanente, ad esempio “aspetta con Imboscata fino al round 4”.",
)


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    yield page
    page.close()


def shown(letter: Letter, page: Page) -> tuple[int, int]:
    """Where the first button ends, and how wide the letter is."""
    html = letter.html
    for picture in letter.pictures:
        content = base64.b64encode(picture.content).decode()
        html = html.replace(f"cid:{picture.name}", f"data:image/png;base64,{content}")
    page.set_content(html)
    return page.evaluate(
        "[Math.round(document.querySelector('a.button').getBoundingClientRect().bottom),"
        " document.documentElement.scrollWidth]"
    )


def about(game: Game, who: User, kind: str, **more: object) -> Letter:
    facts = {"game": game.key, "name": game.name, "seq": game.seq, **more}
    told = Notification(person=who, kind=kind, context=facts)
    with translation.override(who.language):
        return told.what.letter()


@pytest.mark.parametrize("lang", ["en", "uk", "ru", "it"])
def test_the_first_button_is_on_the_first_screen_and_nothing_is_wider(
    open_table: OpenTable, phone: Page, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    name = "The long round of old friends"
    game = open_table("alice", "bob", "carol", "dave", "erin", name=name)
    User.objects.update(language=lang)
    move_on(game, 14)
    who = decider(game)
    matter = gather(game.key, who)
    together = open_table("alice", "bob", "carol", together=True, name=name)
    letters = [
        about(game, who, kinds.YOUR_TURN),
        about(game, who, kinds.ABSENT),
        about(game, who, kinds.REMINDER),
        about(together, User.objects.get(handle="alice"), kinds.YOUR_TURN, together=True),
        writing.write(matter, subject="", opening=REFUSED),
    ]
    # More choices than there are buttons for.
    monkeypatch.setattr(writing, "MOST_BUTTONS", 0)
    letters.append(about(game, who, kinds.YOUR_TURN))
    for letter in letters:
        bottom, width = shown(letter, phone)
        assert bottom <= 700
        assert width == 360


def test_a_button_of_many_words_has_what_it_says_below_it(
    open_table: OpenTable, phone: Page
) -> None:
    game = open_table("alice", "bob", "carol")
    matter = gather(game.key, decider(game))
    words = "put it back and lay down the card: Extortion"
    matter.groups[:] = [
        Group("", "", [Choice("gain", "gain 1", "gain"), Choice("swap", words, words)])
    ]
    letter = writing.write(matter, subject="")
    assert shown(letter, phone)[1] == 360
