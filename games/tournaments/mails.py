"""The letters that tournaments send: what each says, and whether it still matters."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.post import times
from games.tournaments.models import Entry, Round, Tournament
from notifications.models import Notification
from notifications.registry import Kind, Letter, register


def entry(notification: Notification) -> Letter:
    return _letter(notification, _("Your entry"), what_became_of_it(notification.context["state"]))


def what_became_of_it(state: str) -> str:
    """Of an entry, to whoever entered."""
    said: dict[str, str] = {
        Entry.State.ASKED: _("Your wish to play has arrived. An organiser will answer it."),
        Entry.State.REFUSED: _("The organisers have not admitted you this time."),
        Entry.State.WAITING: _(
            "All places are taken, so you are on the waiting list. If one becomes free, you get "
            "a letter."
        ),
        Entry.State.ENTERED: _("You have a place. When it begins, you get a letter."),
        Entry.State.NO_SHOW: _(
            "You did not say in time that you will play, so somebody else has your place."
        ),
        Entry.State.DISQUALIFIED: _("The organisers have disqualified you."),
        Entry.State.DROPPED: _("You are out of the tournament now. Your results stay."),
        Entry.State.REPLACED: _("Somebody else plays on for you from now on."),
    }
    return said.get(state, _("Something about your entry has changed."))


def ask_to_confirm(notification: Notification) -> Letter:
    return _letter(
        notification,
        _("Will you play round {round}?").format(round=notification.context["round"]),
        _(
            "Say so until {until}, by one press on the page below. Who says nothing is not drawn, "
            "so that nobody waits for them in vain."
        ).format(until=_moment(notification, "until")),
    )


def round_drawn(notification: Notification) -> Letter:
    facts = notification.context
    return _letter(
        notification,
        _("Round {round} is drawn").format(round=facts["round"]),
        _("You sit at table {table}. It begins on {begins_at}.").format(
            table=facts["table"], begins_at=_moment(notification, "begins_at")
        ),
    )


def bye(notification: Notification) -> Letter:
    return _letter(
        notification,
        _("You rest in round {round}").format(round=notification.context["round"]),
        _("The tables come out even without you. You get what a seat is worth on average."),
    )


def news(notification: Notification) -> Letter:
    return _letter(notification, _("News from the organisers"), notification.context["words"])


def stage_over(notification: Notification) -> Letter:
    if notification.context["through"]:
        return _letter(
            notification, _("You go on"), _("You have reached the next stage. It begins soon.")
        )
    return _letter(
        notification,
        _("The stage is over"),
        _("Others go on from here. Thank you for playing; the standings tell how it came."),
    )


def over(notification: Notification) -> Letter:
    facts = notification.context
    if facts.get("why"):
        return _letter(
            notification,
            _("The tournament was called off"),
            _("Too few were there to play.")
            if facts["why"] == "too few"
            else _("The organisers have called it off."),
        )
    return _letter(
        notification,
        _("The tournament is over"),
        _("You are number {place}. Everybody's places and how they came about:").format(
            place=facts["place"]
        ),
    )


def to_the_desk(notification: Notification) -> Letter:
    what, *where = notification.context["what"].split()
    if what == "late":
        text = _(
            "Round {round} is past its deadline, and table {table} still plays. Decide at the "
            "desk what shall count."
        ).format(round=where[0], table=where[1])
    else:
        text = _("All rounds are played, and the places are final.")
    return _letter(notification, _("Your desk"), text)


def nudge(notification: Notification) -> Letter:
    return _letter(
        notification,
        _("Your table waits for you"),
        _("The organisers remind you: the others have waited for your decision for a while."),
        link=_table(notification),
    )


def _table(notification: Notification) -> str:
    return f"{settings.SITE_URL}/games/{notification.context['game']}"


def _page(notification: Notification) -> str:
    return tournament_link(notification.context["tournament"])


def _letter(notification: Notification, subject: str, text: str, *, link: str = "") -> Letter:
    facts = notification.context
    return Letter(
        subject=f"[{facts['title']}] {subject}",
        text=f"{text}\n\n{link or _page(notification)}\n",
    )


def tournament_link(key: str) -> str:
    return f"{settings.SITE_URL}/tournaments/{key}"


def _moment(notification: Notification, name: str) -> str:
    at = datetime.fromisoformat(notification.context[name])
    person = notification.person
    return times.moment(at, person.time_zone, person.language)


def _still_asked(notification: Notification) -> bool:
    """Nobody is reminded of what they have done, or what is past."""
    facts = notification.context
    return Tournament.objects.filter(
        key=facts["tournament"],
        confirm_until__isnull=False,
        entries__person=notification.person_id,
        entries__state__in=["entered", "waiting"],
        entries__confirmed_for__lt=int(facts["round"]),
    ).exists()


def _still_drawn(notification: Notification) -> bool:
    facts = notification.context
    return Round.objects.filter(
        tournament__key=facts["tournament"],
        ordinal=int(facts["round"]),
        status=Round.Status.DRAWN,
        sittings__entry__person=notification.person_id,
        sittings__table__number=int(facts["table"]),
    ).exists()


def register_kinds() -> None:
    register(
        Kind(
            "tournament entry",
            entry,
            title=gettext_lazy("Your entry in a tournament"),
            link=_page,
        )
    )
    register(
        Kind(
            "tournament confirm",
            ask_to_confirm,
            is_still_true=_still_asked,
            title=gettext_lazy("Whether you play the next round"),
            link=_page,
        )
    )
    register(
        Kind(
            "tournament round",
            round_drawn,
            is_still_true=_still_drawn,
            title=gettext_lazy("A round of a tournament is drawn"),
            link=_page,
        )
    )
    register(
        Kind("tournament bye", bye, title=gettext_lazy("A round in which you pause"), link=_page)
    )
    register(
        Kind(
            "tournament news",
            news,
            title=gettext_lazy("News of a tournament's organisers"),
            link=_page,
        )
    )
    register(
        Kind(
            "tournament stage",
            stage_over,
            title=gettext_lazy("A stage of a tournament is over"),
            link=_page,
        )
    )
    register(Kind("tournament over", over, title=gettext_lazy("A tournament is over"), link=_page))
    register(
        Kind(
            "tournament desk",
            to_the_desk,
            title=gettext_lazy("What waits at your tournament desk"),
            link=_page,
        )
    )
    register(
        Kind(
            "tournament nudge",
            nudge,
            title=gettext_lazy("Organisers remind you of a move"),
            link=_table,
        )
    )
