"""Steps about people: admitted, added, moved, replaced, dropped, disqualified; organisers too."""

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors as refusals
from games import services as tables
from games.tournaments import errors, importing, mails, types
from games.tournaments.models import (
    Berth,
    Entry,
    KeptApart,
    Organiser,
    Round,
    Sitting,
    Stage,
    Tournament,
)
from games.tournaments.pairing import LEAST, MOST
from games.tournaments.permissions import MOST_PEOPLE
from games.tournaments.scoring import POINT
from games.tournaments.services import redrawing, rounds, teams, telling
from games.tournaments.services.desk.step_facts import Wish, drawn_round, refuse
from games.tournaments.services.entries import (
    end_entry,
    fill_from_waiting,
    must_be_admissible,
    must_have_room,
    must_take_people,
    take_in,
)

State = Entry.State


def admit(tournament: Tournament, wish: Wish) -> None:
    """Whoever asked, or waits, has a place: beyond the capacity too, for the desk says so."""
    entry = wish.entry(tournament)
    if entry.state not in {State.ASKED, State.WAITING, State.REFUSED}:
        refuse("handle", _("They wait for nothing: look at the list of entries."))
    must_have_room(tournament)
    must_take_people(tournament)
    if tournament.has_begun:
        _take_in(tournament, entry.person)
        return
    entry.state = State.ENTERED
    entry.save(update_fields=["state"])
    telling.tell_entry(tournament, entry)


def turn_away(tournament: Tournament, wish: Wish) -> None:
    entry = wish.entry(tournament)
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament is over."))
    has_no_place = entry.state in {State.ASKED, State.WAITING}
    if not has_no_place and (tournament.has_begun or entry.state != State.ENTERED):
        raise errors.NotNow(why=_("That is possible before the start only. Drop them instead."))
    end_entry(entry, State.REFUSED)
    telling.tell_entry(tournament, entry)
    fill_from_waiting(tournament)


def add(tournament: Tournament, wish: Wish) -> None:
    """Enter somebody, without code or queue; after the start as a latecomer."""
    person = wish.person()
    must_be_admissible(tournament, person, by_desk=True)
    must_have_room(tournament)
    if tournament.has_begun:
        stage = Stage.objects.filter(tournament=tournament, status="running").first()
        if stage is None or stage.number > 1 or stage.format not in {"swiss", "robin", "league"}:
            raise errors.NotNow(why=_("Nobody can come into this stage any more."))
    _take_in(tournament, person)


def _take_in(tournament: Tournament, person: User) -> None:
    """A round that has not begun is drawn anew, with them."""
    drawn = Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN).first()
    take_in(
        tournament, person, admitted=True, beyond=True, from_round=drawn.ordinal if drawn else None
    )


def import_list(tournament: Tournament, wish: Wish) -> None:
    if tournament.has_begun:
        raise errors.NotNow(why=_("The tournament has begun. Add latecomers one by one."))
    wish.outcomes = [_import_one(tournament, row) for row in wish.rows]


def _import_one(tournament: Tournament, row: importing.Row) -> types.Imported:
    outcome: types.Imported = {
        "handle": row.handle,
        "seed": row.seed,
        "team": row.team,
        "state": "",
        "why": "",
    }
    try:
        entry = _entered(tournament, row)
    except refusals.Refusal as refusal:
        return outcome | {"why": str(refusal)}
    return outcome | {"state": entry.state, "seed": entry.seed_place, "team": entry.team}


def _entered(tournament: Tournament, row: importing.Row) -> Entry:
    guest = User.objects.filter(handle__iexact=row.handle, is_active=True).first()
    if guest is None:
        refuse("handle", _("There is nobody called {name}.").format(name=row.handle))
    if row.unranked:
        refuse("seed", _("“{said}” is no seed: 1 is the best.").format(said=row.unranked))
    team = teams.named(tournament, row.team)
    entry = Entry.objects.filter(tournament=tournament, person=guest, state="entered").first()
    if entry is None or not (row.seed or team):
        must_be_admissible(tournament, guest, by_desk=True)
        entry = take_in(tournament, guest, admitted=True)
    entry.seed_place, entry.team = row.seed or entry.seed_place, team or entry.team
    entry.save(update_fields=["seed_place", "team"])
    return entry


def drop(tournament: Tournament, wish: Wish) -> None:
    wish.must_have_reason()
    _must_not_choose(tournament)
    entry = wish.playing(tournament)
    if entry.person_id != wish.by.pk:
        wish.must_be_no_party_to(entry)
    state = State.DROPPED if tournament.has_begun else State.WITHDRAWN
    end_entry(entry, state, plays_on=tournament.by_rules)
    telling.tell_entry(tournament, entry)
    fill_from_waiting(tournament)


def disqualify(tournament: Tournament, wish: Wish) -> None:
    """Out, and out of the standings. What others have won against them stays."""
    wish.must_have_reason()
    _must_not_choose(tournament)
    entry = wish.entry(tournament)
    if entry.state not in {State.ENTERED, State.DROPPED}:
        refuse("handle", _("They do not play in this tournament any more."))
    wish.must_be_no_party_to(entry)
    end_entry(entry, State.DISQUALIFIED, plays_on=tournament.by_rules)
    telling.tell_entry(tournament, entry)
    fill_from_waiting(tournament)


def _must_not_choose(tournament: Tournament) -> None:
    if tournament.by_rules and not tournament.has_begun:
        raise errors.NotNow(why=_("Anybody may come to this tournament: wait until it has begun."))


def replace(tournament: Tournament, wish: Wish) -> None:
    """Somebody else plays on: with the points, the place and the running game of who goes."""
    wish.must_have_reason()
    gone, comes = wish.entry(tournament), wish.person("other")
    if gone.state not in {State.ENTERED, State.DROPPED} or not tournament.has_begun:
        refuse("handle", _("They do not play in this tournament any more."))
    wish.must_be_no_party_to(gone)
    must_be_admissible(tournament, comes, by_desk=True)
    if Entry.objects.filter(tournament=tournament, person=comes).exists():
        refuse("other", _("They have entered this tournament themselves."))
    last = tournament.entries.aggregate(Max("number"))["number__max"]
    successor = Entry.objects.create(
        tournament=tournament,
        person=comes,
        number=last + 1,
        state=State.ENTERED,
        confirmed_for=gone.confirmed_for,
        from_round=gone.from_round,
        team=gone.team,
        fixed_table=gone.fixed_table,
        fixed_place=gone.fixed_place,
    )
    gone.state, gone.left_at, gone.successor = State.REPLACED, moment.now(), successor
    gone.save(update_fields=["state", "left_at", "successor"])
    Sitting.objects.filter(entry=gone, round__status=Round.Status.DRAWN).update(entry=successor)
    # Theirs from now on: what it comes to, and who was waited for.
    for sitting in Sitting.objects.filter(
        entry=gone, table__how="", table__game__status="running"
    ).select_related("table__game"):
        assert sitting.table is not None
        assert sitting.table.game is not None
        tables.replace(game_key=sitting.table.game.key, gone=gone.person, comes=comes)
        sitting.entry = successor
        sitting.save(update_fields=["entry"])
    telling.tell_entry(tournament, gone)
    telling.tell_entry(tournament, successor)
    for drawn in Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN):
        rounds.tell_drawn(tournament, drawn)
        rounds.tell_out(tournament, drawn)


def move(tournament: Tournament, wish: Wish) -> None:
    """In a round that has not begun: to another table, or with `other` in exchange."""
    drawn = drawn_round(tournament)
    one = _sitting(drawn, wish.entry(tournament), "handle")
    if wish.other:
        two = _sitting(drawn, wish.entry(tournament, "other"), "other")
        one.entry_id, two.entry_id = two.entry_id, one.entry_id
        # Nobody may sit twice, not even for a moment: one gets up first.
        Sitting.objects.filter(pk=two.pk).delete()
        one.save(update_fields=["entry"])
        two.save(force_insert=True)
        _set_by_hand(tournament, drawn, one.table_id, two.table_id)
        return
    table = drawn.tables.filter(number=wish.table or 0).first()
    if table is None or table.pk == one.table_id:
        refuse("table", _("Choose another table of this round."))
    there = table.sittings.count()
    old = one.table_id
    left = Sitting.objects.filter(table=old).count() - 1 if old else LEAST
    if there >= MOST or left < LEAST:
        refuse("table", _("Tables are for 3 to 5: exchange two people instead."))
    one.table, one.position, one.points = table, there, None
    one.save(update_fields=["table", "position", "points"])
    _set_by_hand(tournament, drawn, old, table.pk)


def _set_by_hand(tournament: Tournament, drawn: Round, *tables: int | None) -> None:
    for table in drawn.tables.filter(pk__in=[one for one in tables if one is not None]):
        table.by_hand = True
        table.save(update_fields=["by_hand"])
        redrawing.put_in_places(table)
    rounds.tell_drawn(tournament, drawn)


def _sitting(drawn: Round, entry: Entry, name: str) -> Sitting:
    found = drawn.sittings.filter(entry=entry).first()
    if found is None:
        refuse(name, _("They are not in this round."))
    if entry.fixed_table is not None:
        refuse(name, _("They have a table of their own. Take that away first."))
    return found


def seed(tournament: Tournament, wish: Wish) -> None:
    """A place in the order of the first stage, before those who have none; 0 takes it away."""
    entry = wish.entry(tournament)
    if tournament.has_begun:
        raise errors.NotNow(why=_("The first round is drawn: move people between its tables."))
    if wish.seed is None or not 0 <= wish.seed <= MOST_PEOPLE:
        refuse("seed", _("Choose 1 to {most}, or 0 for none.").format(most=MOST_PEOPLE))
    entry.seed_place = wish.seed or None
    entry.save(update_fields=["seed_place"])


def team(tournament: Tournament, wish: Wish) -> None:
    """For which team somebody plays; none, if no name is given."""
    entry = wish.entry(tournament)
    entry.team = teams.named(tournament, wish.team)
    entry.save(update_fields=["team"])
    _plan_anew(tournament)


def seat(tournament: Tournament, wish: Wish) -> None:
    """A table and a place in turn order that somebody has in every draw; without either, none."""
    entry = wish.playing(tournament)
    entry.fixed_table, entry.fixed_place = wish.table, wish.place
    own = Entry.objects.filter(tournament=tournament, state=State.ENTERED).exclude(pk=entry.pk)
    there = own.filter(fixed_table=wish.table).exclude(fixed_table=None)
    if there.count() >= MOST:
        refuse("table", _("That table is kept for {most} people already.").format(most=MOST))
    if there.filter(fixed_place=wish.place).exclude(fixed_place=None).exists():
        refuse("place", _("Somebody else has that place at that table."))
    entry.save(update_fields=["fixed_table", "fixed_place"])
    _plan_anew(tournament)


def adjust(tournament: Tournament, wish: Wish) -> None:
    """Points given or taken by the desk, in the stage that runs."""
    wish.must_have_reason()
    entry = wish.entry(tournament)
    if wish.points is None or not -100 <= wish.points <= 100:
        refuse("points", _("Choose -100 to 100 points."))
    berth = (
        Berth.objects.filter(stage__tournament=tournament, entry=entry).order_by("-stage").first()
    )
    if berth is None:
        raise errors.NotNow(why=_("The tournament has not begun for them."))
    berth.start += round(wish.points * POINT)
    berth.save(update_fields=["start"])


def keep_apart(tournament: Tournament, wish: Wish) -> None:
    """Two do not meet from the next draw on, while that can be avoided."""
    one, other = _pair(tournament, wish)
    if one == other:
        refuse("other", _("Name two different people."))
    _made, is_new = KeptApart.objects.get_or_create(tournament=tournament, one=one, other=other)
    if not is_new:
        refuse("other", _("These two are kept apart already."))
    _plan_anew(tournament)


def let_meet(tournament: Tournament, wish: Wish) -> None:
    one, other = _pair(tournament, wish)
    gone, _rows = KeptApart.objects.filter(one=one, other=other).delete()
    if not gone:
        refuse("other", _("These two are not kept apart."))
    _plan_anew(tournament)


def _pair(tournament: Tournament, wish: Wish) -> tuple[Entry, Entry]:
    """In the order of coming, whoever was named first."""
    one, other = wish.entry(tournament), wish.entry(tournament, "other")
    return (one, other) if one.number <= other.number else (other, one)


def _plan_anew(tournament: Tournament) -> None:
    """A schedule for many rounds was planned without it."""
    Stage.objects.filter(tournament=tournament, status="running").update(plan=None)


def add_organiser(tournament: Tournament, wish: Wish) -> None:
    person = wish.person()
    if person.is_bot or person.pk == tournament.creator_id:
        refuse("handle", _("They cannot be another organiser."))
    _made, is_new = Organiser.objects.get_or_create(tournament=tournament, person=person)
    if not is_new:
        refuse("handle", _("They share the desk already."))
    telling.tell(
        tournament, mails.Desk.name, [person], about=f"shared {moment.now()}", what="shared"
    )


def remove_organiser(tournament: Tournament, wish: Wish) -> None:
    found = Organiser.objects.filter(tournament=tournament, person__handle__iexact=wish.handle)
    if not found.exists():
        refuse("handle", _("They are no organiser of this tournament."))
    found.delete()
