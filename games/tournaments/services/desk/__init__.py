"""The organisers' desk: every step by one door, with permission, reason, record and way back.

Pages and the API call `take_step`, for whoever may. A step is taken in one transaction. A dry run
takes the very same step, looks at what it did, and takes it back; so what it promises is what
happens. Where nobody at the desk says who meets whom it does not show how a draw would fall.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games.tournaments import errors, importing, types
from games.tournaments.models import Entry, Round, Step, Tournament, last_undoable
from games.tournaments.models.rows import (
    UNCHANGED,
    Changes,
    Rows,
    difference,
    known,
    photograph,
)
from games.tournaments.services import redrawing, rounds, running, stages, telling
from games.tournaments.services.desk import announced, effects, people, recording, tables
from games.tournaments.services.desk.step_facts import Wish
from games.tournaments.services.opening import changed, enter, look_soon, think_long

Act = Callable[[Tournament, Wish], None]

STEPS: dict[str, Act] = {
    "admit": people.admit,
    "refuse": people.turn_away,
    "add": people.add,
    "drop": people.drop,
    "disqualify": people.disqualify,
    "replace": people.replace,
    "move": people.move,
    "seed": people.seed,
    "team": people.team,
    "seat": people.seat,
    "adjust": people.adjust,
    "keep_apart": people.keep_apart,
    "let_meet": people.let_meet,
    "add_organiser": people.add_organiser,
    "remove_organiser": people.remove_organiser,
    "change": announced.change,
    "start": tables.start,
    "nudge": tables.nudge,
    "extend": tables.extend,
    "pause": tables.pause,
    "resume": tables.resume,
    "decide": tables.decide,
    "fix": tables.fix,
    "redraw": tables.redraw,
    "answer": tables.answer,
    "announce": tables.announce,
    "call_off": tables.call_off,
}
# What may be asked for, and what a record may tell of.
CHOICES = [*STEPS, "undo"]
KINDS = [*CHOICES, "import"]
# Which fields of a Wish each step looks at, beside the reason that any may have.
TAKES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("admit", "refuse", "add", "drop", "disqualify"), ("handle",)),
    **dict.fromkeys(("add_organiser", "remove_organiser"), ("handle",)),
    **dict.fromkeys(("replace", "keep_apart", "let_meet"), ("handle", "other")),
    "move": ("handle", "table", "other"),
    "seat": ("handle", "table", "place"),
    "seed": ("handle", "seed"),
    "team": ("handle", "team"),
    "adjust": ("handle", "points"),
    "change": ("title", "text", "capacity", "starts_at", "settings"),
    **dict.fromkeys(("start", "pause", "resume", "redraw", "call_off", "undo"), ()),
    "nudge": ("round", "table"),
    "extend": ("round", "table", "hours"),
    "decide": ("round", "table", "how"),
    "fix": ("round", "table", "results"),
    "answer": ("objection", "how", "public"),
    "announce": ("words",),
}
# What has gone out, or happened in a game, cannot be taken back: letters, moves, endings.
FOR_GOOD = {"start", "nudge", "announce", "answer", "replace", "decide", "call_off"}
# What reaches into games is taken back by its opposite: rows alone would leave their clocks behind.
OPPOSITE = {"pause": tables.resume, "resume": tables.pause}
# After these a round that has not begun is drawn anew: it was drawn from what they have changed.
DRAWN_FROM = {
    "admit",
    "add",
    "drop",
    "disqualify",
    "adjust",
    "fix",
    "keep_apart",
    "let_meet",
    "team",
    "seat",
}


class _TakenBack(Exception):
    """Ends a dry run."""


def take_step(
    *,
    key: str,
    person: User,
    step: str,
    dry_run: bool = False,
    after: int | None = None,
    **wished: Any,
) -> types.TakenStep:
    """Take a step of the desk, or only say what it would do. `wished` are the fields of a Wish.
    `after`: only if that is the last step of all (0: if none was taken), so that what somebody was
    shown is what is done, and two presses are one."""
    wish = Wish(by=person, **{name: value for name, value in wished.items() if value is not None})
    return _take(key, step, wish, dry_run=dry_run, after=after)


def _take(key: str, step: str, wish: Wish, *, dry_run: bool, after: int | None) -> types.TakenStep:
    try:
        with transaction.atomic():
            tournament = enter(key, wish.by, step)
            if after is not None and after != _last(tournament):
                raise errors.NotNow(
                    why=_("Another step has been taken since. Look at what it changed.")
                )
            before = photograph(tournament)
            stood = effects.look(tournament)
            undone = None
            if step == "undo":
                undone = _undo(tournament, wish, before)
            else:
                (STEPS | {"import": people.import_list})[step](tournament, wish)
                if _is_drawn_from(tournament, step):
                    _draw_anew(tournament)
            tournament.refresh_from_db()
            if tournament.status == Tournament.Status.OVER:
                stages.write_places(tournament)
            changes = difference(before, photograph(tournament))
            changed(tournament)
            told = effects.compare(stood, _after_all(tournament))
            kept = bool(changes) and step not in FOR_GOOD and undone is None
            made = Step.objects.create(
                tournament=tournament,
                by=wish.by,
                kind=step,
                reason=wish.reason.strip(),
                facts={**wish.facts(), "effects": told},
                before=changes if kept else None,
                undoes=undone,
                at=moment.now(),
            )
            if dry_run:
                if tournament.by_rules:  # or its desk would wait until the draw suits
                    told["tables"] = []
                raise _TakenBack
            look_soon(tournament)
    except _TakenBack:
        return {"id": None, "step": step, "done": False, "can_be_undone": False, "effects": told}
    return {"id": made.pk, "step": step, "done": True, "can_be_undone": kept, "effects": told}


def _after_all(tournament: Tournament) -> effects.Standing:
    """How it stands when all has happened that follows from a step by itself – a round that is
    over now, the next one drawn and its letters. A worker does that soon; here it is taken back."""
    think_long()
    save = transaction.savepoint()
    running.advance(key=tournament.key)
    stands = effects.look(tournament)
    transaction.savepoint_rollback(save)
    return stands


def _last(tournament: Tournament) -> int:
    return Step.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"] or 0


def _undo(tournament: Tournament, wish: Wish, now: Rows) -> Step:
    last = last_undoable(tournament)
    if last is None:
        raise errors.NotNow(
            why=_("The last step cannot be taken back. Take another that sets it right.")
        )
    if last.kind in OPPOSITE:
        OPPOSITE[last.kind](tournament, wish)
    else:
        recording.take_back(now, last.before or {}, since=last.at)
        _tell_who_was_told(tournament, now, known(last.before or {}))
    tournament.refresh_from_db()
    if last.kind == "change":
        announced.tell(tournament, _settings_in(last))
    drawn = Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN).first()
    if drawn is not None and drawn.drawn_at <= last.at:
        # The draw that stood is there again, and people may have been told of another.
        rounds.tell_drawn(tournament, drawn)
        rounds.tell_out(tournament, drawn)
    elif drawn is not None and _is_drawn_from(tournament, last.kind):
        # It was drawn from what is not so any more.
        redrawing.redraw(tournament, drawn)
    return last


def _tell_who_was_told(tournament: Tournament, now: Rows, taken_back: Changes) -> None:
    """Whoever had a letter about their entry has one that says what is so again."""
    entries = taken_back.get("Entry", UNCHANGED)
    for pk in entries["made"]:
        gone = User.objects.get(pk=cast(int, now["Entry"][pk]["person_id"]))
        telling.tell_state(tournament, [gone], Entry.State.WITHDRAWN)
    changed = [pk for pk, fields in entries["changed"].items() if "state" in fields]
    for entry in Entry.objects.filter(pk__in=changed).select_related("person").order_by("number"):
        telling.tell_entry(tournament, entry)


def _settings_in(step: Step) -> set[str]:
    changes: Changes = step.before or {}
    rows = changes.get("Tournament", {"changed": {}})["changed"].values()
    settings = {name for row in rows for name in row if name in Tournament.SETTINGS}
    return settings | ({"stages"} if "Stage" in changes else set())


def _is_drawn_from(tournament: Tournament, step: str) -> bool:
    """Where nobody at the desk says who meets whom, a result leaves the lot as it fell: it could be
    set until the draw suits."""
    return step in DRAWN_FROM and not (tournament.by_rules and step == "fix")


def _draw_anew(tournament: Tournament) -> None:
    drawn = Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN).first()
    if drawn is not None:
        redrawing.redraw(tournament, drawn, keep_moved=True)


def import_entries(
    *,
    key: str,
    person: User,
    rows: Sequence[importing.Row],
    dry_run: bool = False,
    after: int | None = None,
) -> types.TakenImport:
    """Enter everybody of a list, with seeds and teams; what becomes of each, and of all. Who can be
    is entered, in its order; who has entered before is given what stands there."""
    wish = Wish(by=person, rows=rows)
    taken = _take(key, "import", wish, dry_run=dry_run, after=after)
    return {**taken, "outcomes": wish.outcomes}
