"""The turn's letter: who gets it, what is in it, and what it weighs."""

import io
import random
import re
from datetime import timedelta
from email import message_from_bytes, policy
from html.parser import HTMLParser

import pytest
from django.core.mail import EmailMultiAlternatives
from django.template.base import Template
from django.utils import timezone
from PIL import Image

from accounts.models import User
from games import engine, services
from games.engine import words
from games.models import Game
from games.post import tokens
from games.post.letter import turn_subject, write
from games.post.letter_facts import gather
from games.wording import choices, times
from notifications import digest
from notifications.models import Notification
from notifications.registry import Letter
from tests import address_of, bounded
from tests.games.conftest import OpenTable, decider, move_on, play_out, position
from tests.post.posting import sent

pytestmark = pytest.mark.django_db
# What stands between the words of a line in text alone: columns, arrows, addresses.
_BETWEEN = re.compile(r"\s{2,}(?:<- )?|: https?://\S+| – ")


def turn_letter(game: Game, who: User) -> Letter:
    matter = gather(game.key, who)
    return write(matter, subject=turn_subject(matter))


class Reader(HTMLParser):
    """The words of an HTML letter as a screen reader says them, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(re.sub(r"(?s)<head>.*</head>", "", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links.append(str(dict(attrs)["href"]))
        if tag == "img":
            self.pictures.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.said).split())


def some_turns(tables: OpenTable, set_: str, every: int = 13) -> list[tuple[Game, Letter]]:
    """Letters of a random game of people with four languages."""
    game = tables("alice", "bob", "carol", "dave", set=set_)
    rng = random.Random(set_)
    found = []
    bound = bounded()
    while True:
        next(bound)
        game.refresh_from_db()
        if game.status != "running":
            return found
        if game.seq % every == 0:
            found.append((game, turn_letter(game, decider(game))))
        move_on(game, rng=rng)


def test_the_first_to_play_is_told_with_the_beginning(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    first = decider(game)
    assert not Notification.objects.filter(kind="your turn").exists()
    from django.core import mail

    sent("game began")
    asked = {
        letter.to[0]: "Answer this mail with one of these" in letter.body for letter in mail.outbox
    }
    assert asked == {address_of(seat.person): seat.person == first for seat in game.chairs.all()}
    assert all("Your hand: " in letter.body for letter in mail.outbox)


def test_the_end_is_told_with_all_cards_open(tables: OpenTable) -> None:
    game = tables("alice", "alicia")
    play_out(game)
    letter = sent("game over")
    assert letter is not None
    assert letter.body.startswith("The game is over: 1. ")
    assert letter.body.count("The game is over: ") == 1
    assert "1." in letter.body
    assert "Reply-To" in letter.extra_headers


def test_the_letter_says_what_happened_what_lies_there_and_what_can_be_done(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison", "alissa")
    move_on(game, 14)
    who = decider(game)
    Game.objects.filter(pk=game.pk).update(
        deadline=timezone.now() + timedelta(days=1, hours=14, minutes=1)
    )
    text = turn_letter(game, who).text
    first = text.splitlines()[0]
    assert first.startswith(("Decide", "Choose"))
    assert "You have 1 day 14 hours (until " in first
    assert first.endswith(", Kyiv).")
    parts = ["Answer this mail", "Since your last move", "Round ", "Influence: ", "Your hand: "]
    assert [text.index(part) for part in parts] == sorted(text.index(part) for part in parts)
    for move in engine.legal_moves(position(game)):
        assert move.split()[0] in text


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("set_", engine.SETS)
def test_letters_are_light_and_say_the_same_in_both_parts(tables: OpenTable, set_: str) -> None:
    for game, letter in some_turns(tables, set_):
        read = Reader(letter.html)
        assert len(letter.html.encode()) < 60_000
        assert len(letter.text.encode()) < 20_000
        said = read.text
        for line in letter.text.split("\n-- \n")[0].splitlines():
            for piece in re.split(_BETWEEN, line.strip(" >-")):
                word = " ".join(piece.split())
                if word and not word.startswith("http") and not word.isdecimal():
                    assert word in said, (line, word)
        assert game.key in letter.text


def test_the_picture_is_inline_and_the_letter_reads_without_it(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game, 4)
    letter = turn_letter(game, decider(game))
    by_day, by_night = Reader(letter.html).pictures
    for shown, picture in zip((by_day, by_night), letter.pictures, strict=True):
        assert shown["src"] == f"cid:{picture.name}"
        # What the list below says is not read aloud twice.
        assert shown["alt"] == "The row of cards. Below it stands in words."
        assert Image.open(io.BytesIO(picture.content)).width == 720
        assert len(picture.content) < 60_000


def test_one_of_two_pictures_is_seen_and_in_the_dark_it_is_the_dark_one(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game, 4)
    letter = turn_letter(game, decider(game))
    light, dark = (Image.open(io.BytesIO(one.content)) for one in letter.pictures)
    assert light.tobytes() == dark.tobytes()
    assert light.getpalette() != dark.getpalette()
    shown = [str(one["style"]).partition(";")[0] for one in Reader(letter.html).pictures]
    assert shown == ["display:block", "display:none"]
    sheet = letter.html.partition("(prefers-color-scheme: dark)")[2].partition("</style>")[0]
    assert ".day { display: none !important; }" in sheet
    assert ".night { display: block !important; }" in sheet
    # Word knows no `display`.
    assert '<!--[if !mso]><!--><img class="night"' in letter.html


def test_templates_are_read_once_for_all_letters(
    tables: OpenTable, no_pictures: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables("alice", "bob", "carol")
    briefs = [
        Notification(
            person=decider(game),
            kind="your turn",
            context={"game": game.key, "name": game.name, "seq": game.seq},
        )
    ]
    turn_letter(game, decider(game))
    digest.compose(briefs)
    read: list[str] = []
    monkeypatch.setattr(Template, "compile_nodelist", lambda self: read.append(self.name))
    turn_letter(game, decider(game))
    digest.compose(briefs)
    assert not read


def test_every_move_has_a_button_that_leads_to_this_position(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game, 4)
    who = decider(game)
    links = Reader(turn_letter(game, who).html).links
    for move in engine.legal_moves(position(game)):
        (link,) = [one for one in links if one.endswith(f"?move={move.replace(' ', '%20')}")]
        right = tokens.read(link.split("/turn/")[1].split("?")[0])
        assert (right.key, right.person, right.seq) == (game.key, who.pk, game.seq)


def test_a_subject_never_names_a_card(tables: OpenTable) -> None:
    names = {
        words.name(card, lang).casefold()
        for lang in words.LANGUAGES
        for card in words.LANGUAGES["en"].NAMES
    }
    for set_ in engine.SETS:
        for _game, letter in some_turns(tables, set_, every=5):
            assert not [name for name in names if name in letter.subject.casefold()]


def test_the_head_of_a_letter_makes_a_thread_a_list_and_an_answer(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison", name="Fri, “day” <x@y>\ntable")
    who = decider(game)
    letter = turn_letter(game, who)
    head = letter.headers
    assert head["In-Reply-To"] == head["References"] == f"<game.{game.key}@oriflamme.test>"
    assert head["List-Id"].endswith(f"<{game.key}.tables.oriflamme.test>")
    assert head["List-Unsubscribe"].startswith("<https://testserver/turn/")
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert head["Auto-Submitted"] == "auto-generated"
    local = head["Reply-To"].rpartition("<")[2].partition("@")[0]
    assert len(local) <= 64
    assert head["From"].endswith("<post@oriflamme.test>")
    assert not [value for value in [*head.values(), letter.subject] if "\n" in value]


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("name", ["Friday table", "Стіл на пʼятницю " * 3, 'x"\\<a@b>, (c): ;'])
def test_a_mail_server_can_read_the_head(tables: OpenTable, name: str) -> None:
    """Names of tables are anything; heads of mails are ASCII and have their addresses in them."""
    game = tables("alice", "alicia", "alison", name=name[:60])
    letter = turn_letter(game, decider(game))
    raw = EmailMultiAlternatives(
        letter.subject, letter.text, to=["alice@example.test"], headers=letter.headers
    )
    head = message_from_bytes(raw.message().as_bytes(), policy=policy.default)
    assert raw.message().as_bytes().partition(b"\n\n")[0].isascii()
    assert head["From"].addresses[0].addr_spec == "post@oriflamme.test"
    assert head["Reply-To"].addresses[0].addr_spec.startswith("turn+")
    assert len(head["From"].addresses) == len(head["Reply-To"].addresses) == 1
    # Python's own reader leaves a blank where two encoded words meet.
    shown = "".join(head["From"].addresses[0].display_name.split())
    assert shown == re.sub(r"[\s\"\\<>()\[\],;:@]", "", game.name)
    assert re.search(rf"<{game.key}\.tables\.oriflamme\.test>$", str(head["List-Id"]))


def test_a_royal_decree_is_no_wall_of_moves() -> None:
    view = {
        "row": [{"slot": n, "controller": 0, "covered": [], "top": _card()} for n in range(1, 13)],
        "you": 0,
        "phase": "events",
        "seats": [{"seat": 0}],
        "question": {"seat": 0, "kind": "move", "slot": 3},
    }
    moves = [
        {"move": f"move {slot} to {gap}", "says": "…"}
        for slot in range(1, 13)
        for gap in range(13)
        if gap not in {slot - 1, slot}
    ]
    groups = choices.group(moves, view, "en", ["Alice"])
    assert len(groups) == 12
    assert groups[0].typed == "move 1 to 2…12"
    assert groups[4].typed == "move 5 to 0…3 | 6…12"
    assert groups[11].title == "Slot 12: you, closed card"
    assert sum(len(group.choices) for group in groups) == len(moves)


def _card() -> dict[str, object]:
    return {
        "family": 0,
        "card": None,
        "open": False,
        "tokens": 0,
        "verdicts": 0,
        "bribed": False,
        "asleep": False,
    }


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "1 day 14 hours (until Friday, 9:10 PM, Kyiv)"),
        ("uk", "1 день 14 годин (строк: п\u02bcятниця, 21:10, Київ)"),
        ("ru", "1 день 14 часов (срок: пятница, 21:10, Киев)"),
        ("it", "1 giorno 14 ore (scadenza: venerdì, 21:10, Kiev)"),
    ],
)
def test_the_time_left_is_said_in_zone_and_language(lang: str, said: str) -> None:
    from datetime import UTC, datetime

    from django.utils import translation

    now = datetime(2026, 11, 19, 5, 10, tzinfo=UTC)
    deadline = datetime(2026, 11, 20, 19, 10, tzinfo=UTC)
    with translation.override(lang):
        told = times.time_left(deadline, "Europe/Kyiv", lang, now)
    assert told.replace("\u202f", " ") == said


def test_what_was_said_meanwhile_is_in_the_letter_and_can_do_no_harm(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game, 3)
    who = decider(game)
    other = next(seat.person for seat in game.chairs.all() if seat.person != who)
    services.say(game_key=game.key, person=other, text="<b>Watch</b> & learn\n\nwait")
    letter = turn_letter(game, who)
    assert "<b>Watch" in letter.text
    assert "<b>Watch" not in letter.html
    assert "&lt;b&gt;Watch" in letter.html
