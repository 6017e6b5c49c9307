"""Whatever people type stays words: in every kind of letter, in pages, feeds, calendars, chats
and files for spreadsheets."""

import csv
import io
import json
import re
import unicodedata
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import html5lib
import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game
from games.moderation.models import Appeal, Decision, Report
from games.tournaments.models import Round, Stage, Tournament
from games.tournaments.selectors.exporting import _csv
from notifications import registry
from notifications.channels import email
from notifications.channels.webhook import formats
from notifications.models import Delivery, Hook, Notification
from notifications.plain import one_line
from notifications.registry import Told
from notifications.services import renew_feeds
from tests.games.conftest import OpenTable, decider, move_on
from tests.notifications.hostile import HOSTILE, strange

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]

LANGUAGES = ("en", "uk", "ru", "it")
LETTERS_OF_ACCOUNTS = (
    *("suspended", "let_in_again", "suspension_over", "renamed", "merged", "deletion_link"),
    *("deletion_confirmed", "deletion_called_off", "handle_changed", "address_changed"),
    *("token_made", "app_connected"),
)


def rename(game: Game, word: str) -> None:
    """As if no door had ever looked at what is typed."""
    Game.objects.filter(pk=game.pk).update(name=word[:60])
    User.objects.update(name=word[:40])


def answered_objection(game: Game, word: str) -> str:
    """In a tournament whose announcement and whose organiser's answer hold what people type."""
    said: dict[str, Any] = {"title": word[:80], "text": word, "languages": ["en"], "pace": "daily"}
    cup = Tournament.objects.create(
        **said, creator=game.creator, capacity=8, tie_breaks=["lot"], status="running"
    )
    stage = Stage.objects.create(tournament=cup, number=1, format="swiss", sets=["oriflamme"])
    began = Round.objects.create(
        tournament=cup, stage=stage, ordinal=1, begins_at=timezone.now(), status="running"
    )
    cup.objections.create(
        number=1,
        table=began.tables.create(number=1),
        entry=cup.entries.create(person=game.creator, number=1, state="entered"),
        text=word,
        outcome="refused",
        answer=word,
    )
    return cup.key


def contexts(game: Game, word: str, about: int) -> dict[str, list[dict[str, Any]]]:
    """What each kind of letter is worded from, with what people type in every place of it."""
    table = {"game": game.key, "name": word, "seq": game.seq, "seat": 1}
    event = {"tournament": "x" * 8, "title": word, "game": game.key, "round": 1, "table": 1}
    objected = {"tournament": answered_objection(game, word), "number": 1}
    moment = timezone.now().isoformat()
    event |= {"until": moment, "begins_at": moment, "words": word, "through": True, "place": 1}
    receipt = {**table, "since": 0, "subject_line": word, "says": [word, word], "only_says": False}
    facts = {"reason": word, "name": word, "of": word, "host": word, "scopes": [word]}
    facts |= {"handle": word, "due": word, "link": settings.SITE_URL, "email": "a@example.test"}
    accounts = [f"accounts/letters/{name}" for name in LETTERS_OF_ACCOUNTS]
    accounts += [f"notifications/letters/hook_{name}" for name in ("made", "stopped")]
    said = [{"letter": letter, "facts": facts} for letter in accounts]
    of_table = ("table closed", "seat taken over", "seat passed on", "invitation", "reminder")
    of_table += ("seat in doubt",)
    of_table += ("time is up", "absent", "your turn", "game began", "game over")
    of_event = ("entry", "confirm", "round", "bye", "news", "stage", "over", "nudge")
    return {
        **{kind: [table] for kind in of_table},
        **{kind: [{**table, "at": moment}] for kind in ("evening proposed", "evening agreed")},
        "receipt": [receipt, {**receipt, "proposal": 7}, {**receipt, "only_says": True}],
        "done": [receipt],
        "no more letters": [table],
        **{f"tournament {kind}": [{**event, "state": "entered"}] for kind in of_event},
        "tournament changed": [{**event, **objected, "names": "title text"}],
        "tournament answer": [{**event, **objected}],
        "tournament desk": [{**event, "what": "late 1 1"}, {**event, "what": "done"}],
        "moderation decision": [{"about": about}],
        "moderation report seen": [{"about": about}],
        "moderation appeal answered": [{"about": about}],
        "account": said,
        "account, passing": said,
        "welcome": [{}],
        "test mail": [{}],
    }


@pytest.fixture
def game(tables: OpenTable) -> Game:
    """A table in the midst of a game, at which something is said."""
    game = tables("alice", "bob", "carol", "dave", talk="full")
    move_on(game, 9)
    return game


def judged(person: User, staff: User, word: str) -> int:
    """A decision, a report and an appeal of one number, with somebody's reasons in them."""
    decision = Decision.objects.create(pk=1, person=person, by=staff, outcome="warning")
    Decision.objects.filter(pk=1).update(reason=word)
    Report.objects.create(pk=1, kind="talk", reporter=person, person=person, text=word)
    Appeal.objects.create(pk=1, decision=decision, text=word, answer=word, is_upheld=False)
    return 1


def told(person: User, kind: str, context: dict[str, Any]) -> Delivery:
    number = Notification.objects.count()
    one = Notification.objects.create(
        person=person, kind=kind, dedupe_key=str(number), context=context
    )
    return Delivery.objects.create(
        notification=one, person=person, channel="email", message_id=f"<{number}@example.test>"
    )


def arrived() -> EmailMessage:
    raw = mail.outbox[-1].message().as_bytes()
    read = message_from_bytes(raw, policy=policy.default)
    assert isinstance(read, EmailMessage)
    return read


def what_is_wrong(letter: EmailMessage) -> list[str]:
    wrong = [f"head {name}" for name in ("Bcc", "Cc") if letter[name]]
    wrong += [f"twice {name}" for name in ("To", "Subject") if len(letter.get_all(name, [])) != 1]
    wrong += obeyed(str(letter["Subject"])) + obeyed(str(letter["From"]))
    for part in letter.walk():
        if part.get_content_maintype() == "text":
            wrong += obeyed(part.get_content().replace("\r", "").replace("\n", ""))
        if part.get_content_type() == "text/html":
            wrong += strange(part.get_content())
    return wrong


def obeyed(text: str) -> list[str]:
    """Characters that no reader sees and programs obey."""
    kinds = {letter: unicodedata.category(letter) for letter in set(text)}
    return [
        f"letter {letter!r}"
        for letter, kind in kinds.items()
        if kind in {"Cc", "Zl", "Zp"} or unicodedata.bidirectional(letter) in _TURNS
    ]


_TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize("word", HOSTILE)
def test_nothing_typed_is_markup_in_any_letter(game: Game, person: Any, word: str) -> None:
    """Each kind in each language by itself, and all of them in one."""
    talker, reader = game.creator, decider(game)
    for talks in {talker, person("bob")} - {reader}:
        services.say(game_key=game.key, person=talks, text=f"{word}\n\n{word}"[:500])
    rename(game, word)
    reader.refresh_from_db()
    found = contexts(game, word, judged(reader, person("bob"), word))
    # A new kind of letter has to be tried here too.
    kinds = {kind.name for kind in registry.kinds() if kind.is_letter()}
    assert set(found) == kinds
    wrong = {}
    for lang in LANGUAGES:
        User.objects.filter(pk=reader.pk).update(language=lang)
        reader.refresh_from_db()
        deliveries = [
            told(reader, kind, context) for kind, cases in found.items() for context in cases
        ]
        for delivery in deliveries:
            email.deliver(delivery)
            if bad := what_is_wrong(arrived()):
                wrong[lang, delivery.notification.kind] = bad
        email.deliver_together(deliveries)
        if bad := what_is_wrong(arrived()):
            wrong[lang, "together"] = bad
    assert wrong == {}


def test_the_reader_of_letters_finds_what_it_is_to_find() -> None:
    for hostile in HOSTILE[:5]:
        assert strange(f"<html><body><p>{hostile}</p></body></html>")
    assert strange('<p style="background:url(//evil.example)">x</p>')
    assert strange('<p style="position:fixed">x</p>')
    assert strange('<a href="https://testserver.evil.example/">x</a>')
    assert strange('<a href="javascript:alert(1)">x</a>')
    assert strange("<style>p { background: url(x) }</style>")
    assert not strange("<html><body><p>words</p></body></html>")


@pytest.mark.parametrize("word", HOSTILE)
def test_nothing_typed_is_markup_on_a_page(game: Game, word: str) -> None:
    services.say(game_key=game.key, person=game.creator, text=word)
    rename(game, word)
    client = Client()
    client.force_login(game.creator)
    for address in (f"/games/{game.key}", "/", "/tables", f"/people/{game.creator.handle}"):
        answer = client.get(address, secure=True)
        assert answer.status_code == 200, address
        assert active_parts(answer.content.decode()) == [], address


def active_parts(html: str) -> list[str]:
    """What a browser would carry out or fetch, and has a hostile word in it."""
    found = []
    for element in html5lib.parse(html, namespaceHTMLElements=False).iter():
        for name, value in element.attrib.items():
            acts = name in {"src", "href", "action", "formaction", "srcset", "style", "srcdoc"}
            if (acts and "evil.example" in value) or str(name).startswith("on"):
                found.append(f"{element.tag} {name}={value}")
        if element.tag in {"script", "style"} and "evil.example" in (element.text or ""):
            found.append(f"{element.tag} {element.text}")
    return found


@pytest.mark.parametrize("word", HOSTILE)
def test_nothing_typed_is_markup_in_a_feed_or_a_calendar(game: Game, word: str) -> None:
    rename(game, word)
    reader = decider(game)
    token = renew_feeds(person=reader).reveal()
    client = Client()
    atom = client.get(f"/feeds/{token}/games.atom", secure=True)
    texts = [one.text or "" for one in ElementTree.fromstring(atom.content).iter()]
    assert any(one_line(word[:60])[:20] in one_line(text) for text in texts)
    ics = client.get(f"/feeds/{token}/deadlines.ics", secure=True).content.decode()
    lines = ics.replace("\r\n ", "").split("\r\n")
    assert ics.replace("\r\n", "").isprintable()
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    assert sum(line.startswith("SUMMARY:[") for line in lines) == 1


def chat_text(form: str, said: Any) -> str:
    """What people read of it; a new format is asked where that stands."""
    if form == "teams":
        (block,) = said["attachments"][0]["content"]["body"]
        assert block["type"] == "RichTextBlock"  # whose runs obey no Markdown
        return str(block["inlines"][0]["text"])
    named = {"discord": "content", "matrix": "body", "ntfy": "message"}
    return str(said[named.get(form, "text")])


@pytest.mark.parametrize("form", sorted({*Hook.Format.values} - {"generic"}))
def test_nothing_typed_is_markup_in_a_chat(form: str) -> None:
    for word in HOSTILE:
        line = Told("x", f"[{word}] says", {"url": f"{settings.SITE_URL}/"})
        _url, body, *_more = formats.write(
            form, "https://chat.test/?chat_id=1", line, timezone.now()
        )
        said = json.loads(body)
        text = chat_text(form, said)
        assert obeyed(text.replace("\n", "")) == []
        assert not {"parse_mode", "formatted_body", "markdown"} & said.keys()
        if form == "mattermost":
            assert not re.search(r"(?<!\\)[*_~`|#\[\]()]|@\w", text)
        if form == "discord":
            assert said["allowed_mentions"] == {"parse": []}
            assert said["flags"] == 4
            assert not re.search(r"(?<!\\)[*_~`|#\[\]()@]|(?<!\\)<(?!https://testserver/>)", text)
        if form == "slack":
            assert not said["mrkdwn"]
            assert not said["unfurl_links"]
            assert not re.search(r"<|\]\(|@\w", text)


def test_only_text_is_written_without_escaping() -> None:
    """What turns escaping off is a file of text; no page and no HTML letter takes one in."""
    rooms = ("accounts", "games", "notifications", "oriflamme_site")
    files = [path for room in rooms for path in Path(room).rglob("*") if "templates" in path.parts]
    read = {path: path.read_text() for path in files if path.suffix in {".html", ".txt", ".xml"}}
    unescaped = {path.name for path, text in read.items() if "autoescape off" in text}
    assert len(read) > 50
    assert unescaped
    for path, text in read.items():
        if path.suffix == ".txt":
            continue
        assert "autoescape off" not in text, path
        taken_in = {
            Path(name).name for name in re.findall(r"""(?:include|extends) ['"](.+?)['"]""", text)
        }
        assert not taken_in & unescaped, path
        # Pictures that we draw, and nothing else: they escape what they write.
        assert set(re.findall(r"(\S+)\|safe", text)) <= {"card", "card.picture", "picture"} | {
            "wide_picture"
        }, path


def test_nothing_typed_is_a_formula_in_a_file_for_spreadsheets() -> None:
    leads = ("", " ", "\n", "\r\n", "\t", "\u202e", "\x07", "\u2028")
    cells = [f"{lead}{sign}cmd|'/C calc'!A1" for lead in leads for sign in "=+-@＝＋－＠"]
    for row in csv.reader(io.StringIO(_csv([[cell] for cell in cells]).decode())):
        assert row[0].startswith("'")
        assert row[0].isprintable()
