"""The letters about a game: when each is still true, and how it is worded."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import engine, errors, faces, mails
from games.models import Correspondence, Game, Move, Seat
from games.post import addresses, headlines, times, tokens
from games.post.letter import turn_subject, write
from games.post.matter import Matter, gather
from notifications.models import Notification
from notifications.registry import Brief, Kind, Letter, register


def your_turn(notification: Notification) -> Letter:
    matter = _gather(notification)
    return write(matter, subject=turn_subject(matter))


def is_your_turn(notification: Notification) -> bool:
    """The same person still decides on the same position. What the rules' carrying over adds to
    the log is no move, so seats' moves are asked for and not the count."""
    facts = notification.context
    waits = Seat.objects.filter(
        game__key=facts["game"],
        game__status=Game.Status.RUNNING,
        game__rules_version=engine.RULES_VERSION,
        person_id=notification.person_id,
        number=_to_move(facts["game"]),
        bot="",
    ).exists()
    moved = Move.objects.filter(
        game__key=facts["game"], seq__gt=facts["seq"], seat__isnull=False
    ).exists()
    return waits and not moved and wants_letters(notification)


def _to_move(key: str) -> int | None:
    return Game.objects.filter(key=key).values_list("to_move", flat=True).first()


def wants_letters(notification: Notification) -> bool:
    return not Correspondence.objects.filter(
        game__key=notification.context["game"], person_id=notification.person_id, stopped=True
    ).exists()


def game_began(notification: Notification) -> Letter:
    return _with_table(
        notification,
        mails.game_began,
        _("The game begins"),
        _("Everybody is there, the cards are dealt."),
    )


def game_over(notification: Notification) -> Letter:
    return _with_table(
        notification,
        mails.game_over,
        _("The game is over"),
        _("The game is over. All hands and the proof of the deal are open now."),
    )


def receipt(notification: Notification) -> Letter:
    """What came of a mail that somebody sent us."""
    facts = notification.context
    try:
        matter = gather(facts["game"], notification.person, since=facts["since"])
    except errors.Refusal:
        matter = None
    if matter is None or facts["only_says"]:
        return mails.plain(notification, facts["subject_line"], "\n".join(facts["says"]))
    return write(matter, subject=facts["subject_line"], opening=facts["says"])


def _gather(notification: Notification) -> Matter:
    return gather(notification.context["game"], notification.person)


def _with_table(
    notification: Notification,
    plain: Callable[[Notification], Letter],
    subject: str,
    text: str,
) -> Letter:
    try:
        matter = _gather(notification)
    except errors.Refusal:  # the game waits to be carried over to newer rules
        return plain(notification)
    return write(matter, subject=subject, opening=[text])


def in_brief(notification: Notification) -> Brief:
    """The question and the time left; or how the game stands, where the reader is asked nothing."""
    facts = notification.context
    try:
        matter = _gather(notification)
    except errors.Refusal:  # the game waits to be carried over to newer rules
        return Brief(facts["name"], (), link=addresses.table_page(facts["game"]))
    news = {
        "game began": _("The game begins."),
        "game over": _("The game is over."),
        "time is up": _made_for_you(),
        "absent": _plays_for_you(),
    }
    lines = [news.get(notification.kind, ""), matter.asks]
    if not matter.is_asked:
        lines += faces.standing(matter.view, matter.lang, matter.names).splitlines()
        link = addresses.table_page(matter.table.key)
        return Brief(matter.table.name, tuple(filter(None, lines)), link=link)
    token = tokens.make(matter.table.key, matter.person.pk, matter.table.seq)
    deadline = matter.table.deadline
    if deadline:
        left = times.time_left(deadline, matter.person.time_zone, matter.lang)
        lines.append(_("You have {time}.").format(time=left))
    return Brief(
        matter.table.name,
        tuple(filter(None, lines)),
        link=addresses.page(token),
        reply_to=addresses.answer_address(token),
        asks=True,
        until=deadline,
    )


def deadline(notification: Notification) -> datetime | None:
    """When the time for the decision that the table waits for is over."""
    games = Game.objects.filter(key=notification.context["game"])
    return games.values_list("deadline", flat=True).first()


def reminder(notification: Notification) -> Letter:
    matter = _gather(notification)
    subject = _("Reminder: {subject}").format(subject=turn_subject(matter))
    return write(matter, subject=subject)


def time_is_up(notification: Notification) -> Letter:
    return _with_table(
        notification,
        lambda one: mails.plain(one, _("Your time was up"), _made_for_you()),
        _("Your time was up"),
        _made_for_you(),
    )


def _made_for_you() -> str:
    return _(
        "Your time was up, so a stand-in has made this one decision for you. The next one is yours."
    )


def absent(notification: Notification) -> Letter:
    return _with_table(
        notification,
        lambda one: mails.plain(one, _("A stand-in plays for you"), _plays_for_you()),
        _("A stand-in plays for you"),
        _plays_for_you(),
    )


def _plays_for_you() -> str:
    return _(
        "Your time was up several times in a row, so a stand-in plays for you now. Answer “back” "
        "to this letter, and every decision is yours again."
    )


def is_absent(notification: Notification) -> bool:
    return (
        Seat.objects.filter(
            game__key=notification.context["game"],
            game__status=Game.Status.RUNNING,
            person_id=notification.person_id,
        )
        .exclude(absent_since=None)
        .exists()
    )


def register_kinds() -> None:
    register(
        Kind(
            "reminder",
            reminder,
            is_still_true=is_your_turn,
            title=gettext_lazy("A reminder that it is your turn"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
            until=deadline,
        )
    )
    register(
        Kind(
            "time is up",
            time_is_up,
            is_still_true=wants_letters,
            title=gettext_lazy("Your time was up"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
            until=deadline,
        )
    )
    register(
        Kind(
            "absent",
            absent,
            is_still_true=is_absent,
            title=gettext_lazy("A stand-in plays for you"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
        )
    )
    register(
        Kind(
            "your turn",
            your_turn,
            is_still_true=is_your_turn,
            title=gettext_lazy("It is your turn"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
            until=deadline,
        )
    )
    register(
        Kind(
            "game began",
            game_began,
            is_still_true=wants_letters,
            title=gettext_lazy("A game begins"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
            until=deadline,
        )
    )
    register(
        Kind(
            "game over",
            game_over,
            is_still_true=wants_letters,
            title=gettext_lazy("A game is over"),
            brief=in_brief,
            subject=headlines.subject,
            link=headlines.link,
        )
    )
    title = gettext_lazy("An answer to your mail")
    register(Kind("receipt", receipt, obeys_wishes=False, title=title))
