"""The letters about a table that are a sentence and a link: a class each, with what it says, when
it is still true, where it leads, and what programs are told of it."""

from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts import moment
from games import errors, kinds, mails, selectors, types
from games.evening import LENGTH
from games.models import Evening, Game, Invitation, Seat
from games.post import addresses, tokens
from games.wording import times
from games.wording.calendar import Deadline, write_evening
from notifications.channels import mail_domain
from notifications.plain import one_line
from notifications.registry import Kind, Letter, Told

View = types.Game


class OfTable(Kind):
    """A sentence and a link."""

    headline: ClassVar[str | Promise] = ""
    text: ClassVar[str | Promise] = ""

    def letter(self) -> Letter:
        return self.plain(self.headed(), self.says())

    def addressed(self, letter: Letter, *, seq: int | None = None) -> Letter:
        """The same, and it can be answered; not where the table cannot be seen any more. `seq`:
        the position that is answered."""
        person = self.notification.person
        try:
            table = selectors.find_game(self.facts["game"], person).table
        except errors.Refusal:
            return letter
        token = tokens.make(table.key, person.pk, table.seq if seq is None else seq)
        return replace(letter, headers=addresses.headers(table, token))

    def plain(self, subject: str, text: str) -> Letter:
        name = one_line(self.facts["name"])
        return Letter(subject=f"[{name}] {subject}", text=f"{text}\n\n{self.link()}\n")

    def subject(self) -> str:
        return f"[{one_line(self.facts['name'])}] {self.headed()}"

    def headed(self) -> str:
        return str(self.headline)

    def says(self) -> str:
        return str(self.text)

    def link(self) -> str:
        return mails.table_link(self.facts["game"])

    def told(self, *, with_view: bool) -> Told:
        """What it is about, whether they are asked and how the game ended. Their view, if they
        want it, is what the API shows them."""
        view = self._view()
        question = view["question"] if view else None
        mine = question if view and question and question["seat"] == view["you"] else None
        asks: dict[str, object] | None = None
        if mine:
            asks = {"kind": mine["kind"], "slot": mine["slot"]}
        until = mine["deadline"] if mine else None
        if view and view["asks_all"] and view["you"] is not None:
            asks, until = {"kind": "plan", "slot": None}, view["asks_all"]["until"]
        facts = {
            "game": {"id": self.facts["game"], "name": self.facts["name"]},
            "url": mails.table_link(self.facts["game"]),
            "seq": view and view["seq"],
            "seat": view and view["you"],
            "asks": asks,
            "deadline": until,
            "result": view and view["result"],
            **({"view": view} if with_view else {}),
        }
        return Told(self.event, f"[{self.facts['name']}] {self.line(view)}", facts)

    def line(self, view: View | None) -> str:
        return self.headed()

    def _view(self) -> View | None:
        """None where there is none to see: a table that was closed, or waits for newer rules."""
        try:
            return self._seen()
        except errors.Refusal:
            return None

    def _seen(self) -> View:
        person = self.notification.person
        return selectors.find_game(self.facts["game"], person).view(person.language)

    def _seats(self) -> QuerySet[Seat]:
        """Where the reader sits, while they do."""
        return Seat.objects.filter(
            game__key=self.facts["game"], person_id=self.notification.person_id, live=True
        )


class TableClosed(OfTable):
    name = kinds.TABLE_CLOSED
    title = gettext_lazy("A table was closed")
    event = "table_closed"
    headline = gettext_lazy("The table was closed")
    text = gettext_lazy("It did not come to a game. Find another table, or open your own:")

    def link(self) -> str:
        return Kind.link(self)


class SeatTakenOver(OfTable):
    name = kinds.SEAT_TAKEN_OVER
    title = gettext_lazy("A stand-in takes a seat")
    event = "seat_taken_over"
    headline = gettext_lazy("A stand-in plays on")
    text = gettext_lazy("The player on seat {seat} has left. A bot plays on from the same cards:")

    def says(self) -> str:
        # The seat's number and no name: at an anonymous table that is all anybody may know.
        return super().says().format(seat=int(self.facts["seat"]) + 1)


class SeatPassedOn(OfTable):
    name = kinds.SEAT_PASSED_ON
    title = gettext_lazy("Somebody takes over a seat")
    event = "seat_passed_on"
    headline = gettext_lazy("Somebody else plays on")
    text = gettext_lazy("You were missed, and another player has taken over your seat:")


class SeatInDoubt(OfTable):
    name = kinds.SEAT_IN_DOUBT
    title = headline = gettext_lazy("Your seat may pass on")
    event = "seat_in_doubt"
    text = gettext_lazy(
        "You are missed, and somebody at the table would give your seat to another player. "
        "Come back in time and it stays yours:"
    )

    def is_still_true(self) -> bool:
        return bool(self._seats().exclude(absent_since=None).exists())

    def letter(self) -> Letter:
        """“Back”, in answer, is heard."""
        return self.addressed(super().letter())


class EveningProposed(OfTable):
    name = kinds.EVENING_PROPOSED
    title = headline = gettext_lazy("An evening is proposed")
    event = "evening_proposed"
    text = gettext_lazy(
        "By what each of you has said, all could have half an hour: {when}. When all are there, "
        "the table plays at live pace; whoever does not come or goes loses nothing. Answer “yes” "
        "or “no” to this letter, or say it here:"
    )
    state: ClassVar[str] = Evening.State.PROPOSED

    def is_still_true(self) -> bool:
        evenings = Evening.objects.filter(game__key=self.facts["game"], state=self.state)
        return bool(evenings.filter(at=self._at(), at__gt=moment.now()).exists())

    def says(self) -> str:
        person = self.notification.person
        return (
            super().says().format(when=times.moment(self._at(), person.time_zone, person.language))
        )

    def told(self, *, with_view: bool) -> Told:
        told = super().told(with_view=with_view)
        return replace(told, facts={**told.facts, "at": self._at()})

    def link(self) -> str:
        return f"{mails.table_link(self.facts['game'])}/evening"

    def letter(self) -> Letter:
        """It can be answered, and a yes or no is to this evening."""
        person = self.notification.person
        table = selectors.find_game(self.facts["game"], person).table
        token = tokens.make(table.key, person.pk, table.seq, evening=self._at())
        return replace(super().letter(), headers=addresses.headers(table, token))

    def _at(self) -> datetime:
        return datetime.fromisoformat(self.facts["at"])


class EveningAgreed(EveningProposed):
    name = kinds.EVENING_AGREED
    title = headline = gettext_lazy("An evening is agreed")
    event = "evening_agreed"
    text = gettext_lazy(
        "All have agreed: {when}. It is enclosed for your calendar. Come here then:"
    )
    state = Evening.State.AGREED

    def letter(self) -> Letter:
        at = self._at()
        key = f"{self.facts['game']}-{at:%Y%m%d%H%M}@{mail_domain()}"
        title = f"Oriflamme: {one_line(self.facts['name'])}"
        entry = Deadline(key, title, self.link(), at, self.notification.created_at)
        return replace(super().letter(), calendar=write_evening(entry, LENGTH))


class Invited(OfTable):
    name = kinds.INVITATION
    title = gettext_lazy("You are invited")
    event = "invitation"
    headline = gettext_lazy("You are invited to a game")
    text = gettext_lazy("A seat is kept open for you. Look at the table, then join or decline:")

    def is_still_true(self) -> bool:
        return Invitation.objects.filter(
            game__key=self.facts["game"],
            game__status__in=[Game.Status.GATHERING, Game.Status.RUNNING],
            person_id=self.notification.person_id,
            state=Invitation.State.OPEN,
        ).exists()


class LettersStopped(OfTable):
    """The last one, to whoever pressed the button that ends them."""

    name = kinds.LETTERS_STOPPED
    title = headline = gettext_lazy("No more letters")
    text = gettext_lazy(
        "You get no more letters about this table, and the game goes on. When your time is up, a "
        "stand-in makes that decision for you; after several of them it plays on for you, until "
        "you return. How the game ends stands on its page. Answer “resume” to get letters again."
    )
    obeys_wishes = False

    def letter(self) -> Letter:
        return self.addressed(super().letter())
