"""The letters that tournaments send: what each says, and whether it still matters."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import mails
from games.models import OrderList
from games.tournaments import selectors, words
from games.tournaments.models import Entry, Objection, Round, Sitting, Tournament
from games.wording import times
from notifications.registry import Kind, Letter, Told


def tournament_link(key: str) -> str:
    return f"{settings.SITE_URL}/tournaments/{key}"


class OfTournament(Kind):
    # What programs are told beside the words, where it is known.
    numbers: ClassVar[tuple[str, ...]] = ()
    others: ClassVar[tuple[str, ...]] = ()

    def letter(self) -> Letter:
        subject, text = self.words()
        return Letter(
            subject=f"[{self.facts['title']}] {subject}", text=f"{text}\n\n{self.link()}\n"
        )

    def words(self) -> tuple[str, str]:
        """What it is about, and a sentence."""
        raise NotImplementedError

    def told(self, *, with_view: bool) -> Told:
        subject, text = self.words()
        cup = Tournament.objects.get(key=self.facts["tournament"])
        facts = {
            "tournament": {"id": cup.key, "title": cup.title, "status": cup.status},
            "url": self.link(),
            "says": text,
            **{name: int(self.facts[name]) for name in self.numbers if name in self.facts},
            **{name: self.facts[name] for name in self.others if name in self.facts},
        }
        return Told(self.event, f"[{cup.title}] {subject}: {text.partition(chr(10))[0]}", facts)

    def link(self) -> str:
        return tournament_link(self.facts["tournament"])

    def _moment(self, name: str) -> str:
        at, person = datetime.fromisoformat(self.facts[name]), self.notification.person
        return times.moment(at, person.time_zone, person.language)


class EntryChanged(OfTournament):
    name = "tournament entry"
    event = "tournament_entry"
    others = ("state",)
    title = gettext_lazy("Your entry in a tournament")

    def words(self) -> tuple[str, str]:
        has_begun, takes_late = (bool(self.facts.get(name)) for name in ("begun", "late"))
        said = what_became_of_it(self.facts["state"], has_begun=has_begun, takes_late=takes_late)
        return _("Your entry"), said


def what_became_of_it(state: str, *, has_begun: bool, takes_late: bool) -> str:
    """Of an entry, to whoever entered."""
    if words.is_left_out(state, has_begun=has_begun, takes_late=takes_late):
        return _("It has begun without you.")
    if has_begun and state == Entry.State.ENTERED:
        return _("You play in this tournament.")
    said: dict[str, str] = {
        Entry.State.ASKED: _("Your wish to play has arrived. An organiser will answer it."),
        Entry.State.REFUSED: _("The organisers have not admitted you this time."),
        Entry.State.WITHDRAWN: _("The organisers have taken your entry back. You have no place."),
        Entry.State.WAITING: _(
            "All places are taken, so you are on the waiting list. If one becomes free, you get "
            "a letter."
        ),
        Entry.State.ENTERED: _("You have a place. When it begins, you get a letter."),
        Entry.State.NO_SHOW: _("You did not say in time that you will play, so you have no place."),
        Entry.State.DISQUALIFIED: _("The organisers have disqualified you."),
        Entry.State.DROPPED: _("You are out of the tournament now. Your results stay."),
        Entry.State.REPLACED: _("Somebody else plays on for you from now on."),
    }
    return said.get(state, _("Something about your entry has changed."))


class Confirm(OfTournament):
    name = "tournament confirm"
    event = "tournament_confirm"
    numbers = ("round",)
    others = ("until",)
    title = gettext_lazy("Whether you play the next round")
    presses = True

    def is_still_true(self) -> bool:
        """Nobody is reminded of what they have done, or what is past."""
        return Tournament.objects.filter(
            key=self.facts["tournament"],
            confirm_until__isnull=False,
            entries__person=self.notification.person_id,
            entries__state__in=["entered", "waiting"],
            entries__confirmed_for__lt=int(self.facts["round"]),
        ).exists()

    def words(self) -> tuple[str, str]:
        return (
            _("Will you play round {round}?").format(round=self.facts["round"]),
            _(
                "Say so until {until}, by one press on the page below. Who says nothing is not "
                "drawn, so that nobody waits for them in vain."
            ).format(until=self._moment("until")),
        )


class RoundDrawn(OfTournament):
    name = "tournament round"
    event = "tournament_round"
    numbers = ("round", "table")
    others = ("begins_at",)
    title = gettext_lazy("A round of a tournament is drawn")

    def is_still_true(self) -> bool:
        return Round.objects.filter(
            tournament__key=self.facts["tournament"],
            ordinal=int(self.facts["round"]),
            status=Round.Status.DRAWN,
            sittings__entry__person=self.notification.person_id,
            sittings__table__number=int(self.facts["table"]),
        ).exists()

    def words(self) -> tuple[str, str]:
        return (
            _("Round {round} is drawn").format(round=self.facts["round"]),
            _("You sit at table {table}. It begins on {begins_at}.").format(
                table=self.facts["table"], begins_at=self._moment("begins_at")
            ),
        )


class Bye(OfTournament):
    name = "tournament bye"
    event = "tournament_bye"
    numbers = ("round",)
    title = gettext_lazy("A round in which you pause")

    def words(self) -> tuple[str, str]:
        return (
            _("You rest in round {round}").format(round=self.facts["round"]),
            _("The tables come out even without you. You get what a seat is worth on average."),
        )


class News(OfTournament):
    name = "tournament news"
    event = "tournament_news"
    title = gettext_lazy("News of a tournament's organisers")

    def words(self) -> tuple[str, str]:
        return _("News from the organisers"), self.facts["words"]


class AnnouncementChanged(OfTournament):
    name = "tournament changed"
    event = "tournament_changed"
    title = gettext_lazy("A tournament you have entered is changed")

    def words(self) -> tuple[str, str]:
        person = self.notification.person
        cup = selectors.view(key=self.facts["tournament"], viewer=person)
        rows = words.changed(cup, self.facts["names"].split(), person.language)
        said = [
            _("The organisers have changed what was announced. This is so now:"),
            "\n".join(f"{label}: {said}" for label, said in rows),
        ]
        if cup["began_at"] is None:
            said.append(_("If it does not suit you any more, you can withdraw on the page below."))
        return _("The announcement has changed"), "\n\n".join(said)


class ObjectionAnswered(OfTournament):
    name = "tournament answer"
    event = "tournament_answer"
    title = gettext_lazy("An answer to your objection")

    def words(self) -> tuple[str, str]:
        objection = Objection.objects.select_related("table__round").get(
            tournament__key=self.facts["tournament"], number=int(self.facts["number"])
        )
        said = _("Your objection to table {table} of round {round} {outcome}.").format(
            table=objection.table.number,
            round=objection.table.round.ordinal,
            outcome=Objection.Outcome(objection.outcome).label,
        )
        return _("An answer to your objection"), f"{said}\n\n{objection.answer}"


class StageOver(OfTournament):
    name = "tournament stage"
    event = "tournament_stage"
    title = gettext_lazy("Whether you go on in a tournament")

    def is_still_true(self) -> bool:
        """Whoever was knocked out may be in again, as something was set right."""
        if "round" not in self.facts:
            return True
        return not Sitting.objects.filter(
            round__tournament__key=self.facts["tournament"],
            round__ordinal=int(self.facts["round"]),
            entry__person=self.notification.person_id,
        ).exists()

    def words(self) -> tuple[str, str]:
        if self.facts["through"]:
            return _("You go on"), _("You have reached the next stage. It begins soon.")
        return (
            _("Others go on"),
            _("Others go on from here. Thank you for playing; the standings tell how it came."),
        )


class Over(OfTournament):
    name = "tournament over"
    event = "tournament_over"
    numbers = ("place",)
    title = gettext_lazy("A tournament is over")

    def words(self) -> tuple[str, str]:
        why = self.facts.get("why")
        if why:
            return (
                _("The tournament was called off"),
                _("Too few were there to play.")
                if why == "too few"
                else _("The organisers have called it off."),
            )
        podium = self.facts.get("podium")
        if not podium:  # told by a version that did not name them
            return (
                _("The tournament is over"),
                _("You are number {place}. Everybody's places and how they came about:").format(
                    place=self.facts["place"]
                ),
            )
        said = _("You are number {place} of {players}.").format(**self.facts)
        if self.facts["place"] == "1":
            said = _("You have won.")
        return (
            _("The tournament is over"),
            "\n\n".join((said, podium, _("Everybody's places and how they came about:"))),
        )


class Desk(OfTournament):
    name = "tournament desk"
    event = "tournament_desk"
    title = gettext_lazy("What waits at your tournament desk")

    def words(self) -> tuple[str, str]:
        what, *where = self.facts["what"].split()
        if what == "late":
            text = _(
                "Round {round} is past its deadline, and table {table} still plays. Decide at the "
                "desk what shall count."
            ).format(round=where[0], table=where[1])
        elif what == "objection":
            text = _(
                "Somebody objects to table {table} of round {round}. Answer at the desk."
            ).format(round=where[1], table=where[2])
        elif what == "shared":
            text = _("The desk is shared with you: you run this tournament together now.")
        else:
            text = _("The tournament is over, and everybody is told their place.")
        return _("Your desk"), text

    def link(self) -> str:
        return f"{super().link()}/desk"


class Nudge(OfTournament):
    name = "tournament nudge"
    event = "tournament_nudge"
    title = gettext_lazy("Organisers remind you of a move")
    presses = True

    def words(self) -> tuple[str, str]:
        return (
            _("Your table waits for you"),
            _("The organisers remind you: the others have waited for your decision for a while."),
        )

    def is_still_true(self) -> bool:
        """Whoever has answered what everybody is asked, or said something of it a phase ahead,
        keeps nobody waiting."""
        said = OrderList.objects.filter(
            Q(answered_seq=F("game__asked_seq")) | Q(says_round=True),
            game__key=self.facts["game"],
            game__asks_all=True,
            person=self.notification.person,
        )
        return super().is_still_true() and not said.exists()

    def link(self) -> str:
        return mails.table_link(self.facts["game"])
