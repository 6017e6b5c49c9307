"""The step that changes what was announced: everything before the start, the words later too."""

from typing import Any

from django.utils.translation import gettext as _

from accounts import moment
from games.tournaments import errors, mails, permissions
from games.tournaments.models import Entry, Stage, Tournament
from games.tournaments.services import announcing, telling
from games.tournaments.services.desk.step_facts import Wish, refuse
from games.tournaments.services.entries import HAS_PLACE, fill_from_waiting

State, Status = Entry.State, Tournament.Status

_WORDS = {"title", "text"}
# Everybody who entered is being asked by these.
_ASKED_BY = {"capacity", "start", "starts_at", "confirms", "confirm_for"}
# Who has a place is not touched by how others come to theirs.
_OF_ENTERING = {
    *("capacity", "visibility", "admission", "code", "conduct_min", "rating_min", "rating_max"),
    "series",
}


def change(tournament: Tournament, wish: Wish) -> None:
    """Whoever has a place, or waits for one, is told what is otherwise now, and may withdraw."""
    wanted = _completed(wish.announced())
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament is over."))
    if tournament.has_begun and {*wanted} - _WORDS:
        raise errors.NotNow(
            why=_("It has begun: title and text alone can be changed. Results hang on the rest.")
        )
    if tournament.status == Status.CONFIRMING and {*wanted} & _ASKED_BY:
        raise errors.NotNow(
            why=_("People are being asked whether they will play: when and how many stays now.")
        )
    before, was_by_rules = tournament.settings(), tournament.by_rules
    for name, value in wanted.items():
        if name != "stages":
            setattr(tournament, name, value)
    if not tournament.has_begun:
        announcing.check(tournament)
        if not tournament.by_right or not {"capacity", "rated"}.isdisjoint(wanted):
            announcing.must_be_granted(tournament, permissions.most_people(tournament.creator))
        if tournament.by_rules and not was_by_rules:
            _must_be_new(tournament)
        _must_suit_who_came(tournament)
        if not {"stages", "capacity"}.isdisjoint(wanted):
            _put_stages(tournament, wanted.get("stages", before["stages"]))
    if tournament.status == Status.OPEN:
        tournament.due_at = announcing.first_look(tournament)
    tournament.save()
    fill_from_waiting(tournament)
    _look_if_full(tournament)
    after = tournament.settings()
    tell(tournament, {name for name in after if after[name] != before[name]})


def tell(tournament: Tournament, names: set[str]) -> None:
    """A letter about these settings to all whom they concern."""
    told = sorted(names - _OF_ENTERING)
    if not told:
        return
    came = Entry.objects.filter(tournament=tournament, state__in=HAS_PLACE)
    telling.tell(
        tournament,
        mails.AnnouncementChanged.name,
        [entry.person for entry in came.select_related("person").order_by("number")],
        about=f"changed {tournament.revision}",
        names=" ".join(told),
    )


def _completed(wanted: dict[str, Any]) -> dict[str, Any]:
    """What belongs together: no time where it does not begin at one, no code where none is asked
    for."""
    if wanted.get("start", "at") != "at":
        wanted = {"starts_at": None, **wanted}
    if wanted.get("seeding", "earlier") != "earlier":
        wanted = {"seeded_from": "", **wanted}
    if wanted.get("admission", "code") != "code":
        wanted = {"code": "", **wanted}
    return wanted


def _put_stages(tournament: Tournament, wanted: list[dict[str, Any]]) -> None:
    """Those that stay as they are keep their rows; the capacity may not fit them any more."""
    made = announcing.stages_of(tournament, wanted)
    for number, stage in enumerate(made, 1):
        same = {name: getattr(stage, name) for name in Stage.SETTINGS}
        Stage.objects.update_or_create(tournament=tournament, number=number, defaults=same)
    Stage.objects.filter(tournament=tournament, number__gt=len(made)).delete()


def _must_be_new(tournament: Tournament) -> None:
    """Till now its desk could let in and turn away, seat and keep apart whom it liked."""
    if tournament.entries.exists():
        refuse("rated", _("People have entered already: announce a rated one from the beginning."))


def _must_suit_who_came(tournament: Tournament) -> None:
    came = Entry.objects.filter(tournament=tournament, state__in=HAS_PLACE).select_related("person")
    entered = [entry.person for entry in came if entry.state == State.ENTERED]
    if tournament.capacity < len(entered):
        refuse("capacity", _("More than that have entered already."))
    unfit = [
        entry.person.handle
        for entry in came.order_by("number")
        if tournament.rated and (entry.person.is_bot or not entry.person.email_is_verified)
    ]
    if unfit:
        refuse(
            "rated",
            _("Rated games need people with a verified address. These have entered: {who}").format(
                who=", ".join(unfit)
            ),
        )


def _look_if_full(tournament: Tournament) -> None:
    entered = Entry.objects.filter(tournament=tournament, state=State.ENTERED).count()
    is_full = tournament.start == Tournament.Start.FULL and entered >= tournament.capacity
    if is_full and tournament.status == Status.OPEN:
        tournament.due_at = moment.now()
        tournament.save(update_fields=["due_at"])
