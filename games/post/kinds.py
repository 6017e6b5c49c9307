"""The letters about a game: the table as it stands, and what their reader decides now. What is a
sentence and a link is in `plain_kinds`."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import lookalikes, moment
from games import engine, errors, faces, kinds
from games.models import Correspondence, Game, Move, OrderList
from games.models.rows import fetch_one
from games.post import addresses, tokens
from games.post.letter import turn_subject, write
from games.post.letter_facts import Matter, gather
from games.post.plain_kinds import OfTable, View
from games.post.programs import standing
from games.wording import times
from games.wording.questions import asked
from notifications.registry import Brief, Kind, Letter

# Who moved at this table on a page so lately looks at it still, and so long the letter waits for
# the answer that makes it needless.
AT_THE_PAGE, WAITS_FOR_PAGE = timedelta(minutes=3), timedelta(seconds=90)
_PAGES = (Move.Door.PAGE, Move.Door.MAIL_LINK)
_LATELY = 40  # moves
# So long what needs no answer waits for a question that tells it as well. Where a decision takes
# hours a table of bots asks within seconds, and who waits for people shall not wait for a word that
# theirs has arrived; where it takes minutes everybody is asked again before they have missed it.
WAITS_FOR_COMPANY, WAITS_FOR_QUESTION = timedelta(seconds=30), timedelta(minutes=10)
WAITS_IN_MINUTES = timedelta(minutes=20)


class OfGame(OfTable):
    """With the table as it stands, and what its reader decides now."""

    # What the letter opens with, and a mail that tells of several things; else its text.
    opening: ClassVar[str | Promise] = ""
    news: ClassVar[str | Promise] = ""

    def is_still_true(self) -> bool:
        return not self._stopped().exists()

    def _stopped(self) -> QuerySet[Correspondence]:
        """That the reader wants no letters about this table."""
        return Correspondence.objects.filter(
            game__key=self.facts["game"], person_id=self.notification.person_id, stopped=True
        )

    def letter(self) -> Letter:
        return self.letter_with(())

    def letter_with(self, others: Sequence[Kind]) -> Letter:
        before = _told_along(others)
        try:
            matter = self.matter()
        except errors.Refusal:  # the game cannot be read
            return self.plain(self.headed(), "\n".join([*before, self.says()]))
        said, matter = self.opened(matter)
        return write(matter, subject=self.headed(), opening=[*before, *said])

    def opened(self, matter: Matter) -> tuple[list[str], Matter]:
        """What it says above all else, and what is left to tell."""
        return [str(self.opening or self.text)], matter

    def matter(self) -> Matter:
        return gather(self.facts["game"], self.notification.person)

    def brief(self) -> Brief:
        """The question and the time left; or how the game stands, where nothing is asked."""
        try:
            matter = self.matter()
        except errors.Refusal:
            return Brief(self.facts["name"], (), link=addresses.table_page(self.facts["game"]))
        table = matter.table
        token = tokens.make(table.key, matter.person.pk, table.seq)
        lines = [str(self.news or self.text), matter.asks]
        if not matter.is_asked:
            lines += faces.standing(matter.view, matter.lang, matter.names).splitlines()
            link = addresses.table_page(table.key)
            reply_to = addresses.answer_address(token) if self.presses else ""
            return Brief(table.name, tuple(filter(None, lines)), link=link, reply_to=reply_to)
        if table.deadline:
            left = times.time_left(table.deadline, matter.person.time_zone, matter.lang)
            lines.append(_("You have {time}.").format(time=left))
        return Brief(
            table.name,
            tuple(filter(None, lines)),
            link=addresses.page(token),
            reply_to=addresses.answer_address(token),
            asks=True,
            until=table.deadline,
        )


class Timed(OfGame):
    """The reader has until the time for the decision is over that the table waits for."""

    def until(self) -> datetime | None:
        games = Game.objects.filter(key=self.facts["game"])
        return games.values_list("deadline", flat=True).first()


class GameBegan(Timed):
    name = kinds.GAME_BEGAN
    title = gettext_lazy("A game begins")
    event = "game_began"
    headline = gettext_lazy("The game begins")
    text = gettext_lazy("Everybody is there, the cards are dealt. Your hand waits for you:")
    opening = gettext_lazy("Everybody is there, the cards are dealt.")
    news = gettext_lazy("The game begins.")

    def waits(self) -> timedelta:
        """Whoever is asked soon reads of it where they are asked."""
        asked_first = self._seats().filter(Q(number=F("game__to_move")) | Q(game__asks_all=True))
        return timedelta() if asked_first.exists() else WAITS_FOR_QUESTION


class GameOver(OfGame):
    name = kinds.GAME_OVER
    title = gettext_lazy("A game is over")
    event = "game_over"
    headline = gettext_lazy("The game is over")
    text = gettext_lazy("The result, all hands and the proof of the deal are open now:")
    opening = gettext_lazy("All hands and the proof of the deal are open now.")
    news = gettext_lazy("The game is over.")
    takes_along = (kinds.DONE, kinds.GAME_BEGAN)

    def letter_with(self, others: Sequence[Kind]) -> Letter:
        # That it has begun goes without saying.
        return super().letter_with([one for one in others if one.name == kinds.DONE])

    def opened(self, matter: Matter) -> tuple[list[str], Matter]:
        """Who came first, which is the last of all that happened."""
        said, matter = super().opened(matter)
        if not (matter.view["result"] and matter.happened):
            return [f"{self.headed()}.", *said], matter
        *happened, result = matter.happened
        return [result, *said], replace(matter, happened=happened)

    def line(self, view: View | None) -> str:
        if view is None or not view["result"]:
            return self.headed()
        called = [
            lookalikes.called(seat["player"]) if seat["player"] else str(number + 1)
            for number, seat in enumerate(view["seats"])
        ]
        return f"{self.headed()}: {standing(called, view['result']['scores'])}"


class TimeIsUp(Timed):
    name = kinds.TIME_IS_UP
    title = headline = gettext_lazy("Your time was up")
    event = "time_up"
    text = gettext_lazy(
        "Your time was up, so a stand-in has made this one decision for you. The next one is yours."
    )


class Absent(OfGame):
    name = kinds.ABSENT
    title = headline = gettext_lazy("A stand-in plays for you")
    event = "absent"
    presses = True
    text = gettext_lazy(
        "Your time was up several times in a row, so a stand-in plays for you now. Answer “back” "
        "to this letter, and every decision is yours again."
    )

    def is_still_true(self) -> bool:
        here = self._seats().filter(game__status=Game.Status.RUNNING)
        return bool(here.exclude(absent_since=None).exists())


# Before each letter of a turn: the same person still decides, nobody has moved, and they want it.
_STILL_ASKED = """
SELECT 1 FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move
    AND s.live AND s.bot = '' AND s.person_id = %(person)s
WHERE g.key = %(key)s AND g.status = 'running' AND NOT g.asks_all
    AND g.rules_version = ANY(%(versions)s)
    AND NOT EXISTS (SELECT FROM games_move m
        WHERE m.game_id = g.id AND m.seq > %(seq)s AND m.seat IS NOT NULL)
    AND NOT EXISTS (SELECT FROM games_correspondence c
        WHERE c.game_id = g.id AND c.person_id = s.person_id AND c.stopped)"""


class YourTurn(Timed):
    name = kinds.YOUR_TURN
    title = gettext_lazy("It is your turn")
    event = "your_turn"
    takes_along = (kinds.DONE, kinds.GAME_BEGAN)

    def waits(self) -> timedelta:
        if self.facts.get("together"):
            return timedelta()
        own = Move.objects.filter(
            game__key=self.facts["game"],
            seq__gt=self.facts["seq"] - _LATELY,
            by=self.notification.person_id,
            door__in=_PAGES,
            at__gt=moment.now() - AT_THE_PAGE,
        )
        return WAITS_FOR_PAGE if own.exists() else timedelta()

    def is_still_true(self) -> bool:
        """The same person still decides on the same position, or has not answered what everybody
        is asked at once."""
        if self.facts.get("together"):
            return self._is_to_plan()
        facts = {
            "key": self.facts["game"],
            "seq": self.facts["seq"],
            "person": self.notification.person_id,
            "versions": [*engine.VERSIONS],
        }
        return fetch_one(_STILL_ASKED, facts) is not None

    def _is_to_plan(self) -> bool:
        answered = OrderList.objects.filter(
            game=OuterRef("game"), person=OuterRef("person"), answered_seq=self.facts["seq"]
        )
        asked = self._seats().filter(
            ~Exists(answered),
            ~Exists(self._stopped()),
            game__status=Game.Status.RUNNING,
            game__asks_all=True,
            game__asked_seq=self.facts["seq"],
            bot="",
        )
        return bool(asked.exists())

    def letter_with(self, others: Sequence[Kind]) -> Letter:
        matter = self.matter()
        subject = self.called_for(turn_subject(matter))
        return write(matter, subject=subject, opening=_told_along(others))

    def headed(self) -> str:
        return self.called_for(asked(self._seen()))

    def called_for(self, asks: str) -> str:
        return asks

    def line(self, view: View | None) -> str:
        if view is None or (view["question"] is None and view["asks_all"] is None):
            return _("It is your turn.")
        return asked(view)


class Reminder(YourTurn):
    name = kinds.REMINDER
    title = gettext_lazy("A reminder that it is your turn")
    presses = True
    event = ""

    def waits(self) -> timedelta:
        return timedelta()

    def called_for(self, asks: str) -> str:
        return _("Reminder: {subject}").format(subject=asks)


def _told_along(others: Sequence[Kind]) -> list[str]:
    said: list[str] = []
    for other in others:
        if isinstance(other, Receipt):
            said += [*other.facts["says"], *other.facts.get("explains", [])]
        elif isinstance(other, OfGame):
            said.append(str(other.opening))
    return said


class Receipt(OfTable):
    """What came of a mail that somebody sent us."""

    name = kinds.RECEIPT
    title = gettext_lazy("An answer to your mail")
    obeys_wishes = False

    def letter(self) -> Letter:
        facts, person = self.facts, self.notification.person
        # It may have been promised before there were any.
        explains = facts.get("explains", [])
        # A yes to this letter is to this, and to nothing that is asked about meanwhile.
        proposal: int | None = facts.get("proposal")
        numbered: addresses.Numbered = facts.get("numbered", {})
        text = "\n".join([*facts["says"], *explains])
        if numbered and facts["only_says"]:  # of no table alone
            everywhere = {"Reply-To": addresses.reply_to(numbered, person, {})}
            return Letter(facts["subject_line"], f"{text}\n", headers=everywhere)
        try:
            matter = gather(facts["game"], person, since=facts["since"])
        except errors.Refusal:
            matter = None
        # Whoever is asked now has a letter of that, or has said already what shall be done.
        is_told = self.name == kinds.DONE and matter is not None and matter.is_asked
        if matter is None or facts["only_says"] or is_told:
            # What it does not show nobody decides by it.
            return self.addressed(self.plain(facts["subject_line"], text), seq=facts["since"])
        letter = write(
            matter,
            subject=facts["subject_line"],
            opening=facts["says"],
            explains=explains,
            asks_back=proposal,
            others=facts.get("others", []),
            with_picture=matter.is_asked,
        )
        if not numbered:
            return letter
        # Of this one it shows the latest position.
        table = matter.table
        shown = {
            number: (key, table.seq if key == table.key else seq, name)
            for number, (key, seq, name) in numbered.items()
        }
        asks = {} if proposal is None else {table.key: proposal}
        reply_to = addresses.reply_to(shown, person, asks)
        return replace(letter, headers=letter.headers | {"Reply-To": reply_to})


class Done(Receipt):
    """What was asked for by mail is done, and nothing else is asked. It waits a moment for the
    next question, and is not told to who wants to hear only of what did not work."""

    name = kinds.DONE
    title = gettext_lazy("Word that your mail was carried out")
    obeys_wishes = True
    is_pushed = False

    def waits(self) -> timedelta:
        return WAITS_IN_MINUTES if self.facts.get("in_minutes") else WAITS_FOR_COMPANY
