"""Stages: who comes into one and with what, and what is told when one is over."""

from hashlib import sha256

from accounts import moment
from games.ratings.selectors import numbers_of
from games.tournaments import drawing, mails
from games.tournaments.models import Berth, Entry, Stage, Tournament
from games.tournaments.models.book import Book
from games.tournaments.pairing import LEAST, divide
from games.tournaments.permissions import MOST_PEOPLE
from games.tournaments.services import telling
from games.tournaments.services.opening import changed

# So many are named in everybody's letter about the end.
PODIUM = 3


def begin_first(tournament: Tournament) -> None:
    """Everybody who has entered: first those with a seed of their own, then as the tournament's
    seeding says, and equals in the order of a lot."""
    entered = list(Entry.objects.filter(tournament=tournament, state="entered"))
    behind = len(entered) + MOST_PEOPLE
    stands = _standing(tournament, [entry.person_id for entry in entered])

    def order(entry: Entry) -> tuple[int, int, str]:
        lot = sha256(f"{tournament.seed.reveal().hex()} seeding {entry.number}".encode())
        seed = behind if entry.seed_place is None else entry.seed_place
        return seed, stands.get(entry.person_id, behind), lot.hexdigest()

    stage = Stage.objects.get(tournament=tournament, number=1)
    lines = [entry.pk for entry in sorted(entered, key=order)]
    _begin(stage, divide(lines, stage.divisions), {})


def _standing(tournament: Tournament, people: list[int]) -> dict[int, int]:
    """Of each person what they are seeded by; the smaller the better."""
    if tournament.seeding == Tournament.Seeding.RATING:
        return {person: -number for person, number in numbers_of(people).items()}
    earlier = Entry.objects.filter(tournament__key=tournament.seeded_from, person__in=people)
    placed = earlier.values_list("person_id", "final_place")
    return {person: place for person, place in placed if place is not None}


def close(tournament: Tournament, book: Book, stage: Stage) -> None:
    """A stage is over: begin the next with those who go on, and tell everybody."""
    Stage.objects.filter(pk=stage.pk).update(status=Stage.Status.OVER)
    following = next((each for each in book.stages if each.number == stage.number + 1), None)
    if following is not None:
        divisions = drawing.who_goes_on(book, stage, following)
        going = [line for division in divisions for line in division]
        if len(going) >= LEAST:
            points = {
                s.line: s.points for d in book.divisions(stage) for s in book.standings(stage, d)
            }
            _begin(following, divisions, points if following.carries else {})
            _tell(tournament, book, stage, set(going))
        # Too few are left for another stage: it ends with this one.
    Tournament.objects.filter(pk=tournament.pk).update(due_at=moment.now())
    changed(tournament)


def finish(tournament: Tournament) -> None:
    now = moment.now()
    tournament.status, tournament.ended_at = Tournament.Status.OVER, now
    tournament.due_at = tournament.confirm_until = None
    tournament.save(update_fields=["status", "ended_at", "due_at", "confirm_until"])
    changed(tournament)
    placed = write_places(tournament)
    podium = [f"{entry.final_place}. {entry.person.name_in_full}" for entry in placed[:PODIUM]]
    alike = {"why": "", "players": str(len(placed)), "podium": "\n".join(podium)}
    letters = [(one.person, {**alike, "place": str(one.final_place)}) for one in placed]
    telling.tell_each(tournament, mails.Over.name, letters, about="over")
    telling.tell_desk(tournament, about="over", what="over")


def write_places(tournament: Tournament) -> list[Entry]:
    """Everybody's place in a tournament that is over, kept for their histories."""
    book = Book(tournament)
    placed = [book.entries[line] for line in book.final_order()]
    Entry.objects.filter(tournament=tournament).update(final_place=None)
    for place, entry in enumerate(placed, 1):
        entry.final_place = place
    Entry.objects.bulk_update(placed, ["final_place"])
    return placed


def _begin(stage: Stage, divisions: list[list[int]], points: dict[int, int]) -> None:
    berths = [(division, line) for division, lines in enumerate(divisions) for line in lines]
    Berth.objects.bulk_create(
        [
            Berth(
                stage=stage,
                entry_id=line,
                seeding=seeding,
                division=division,
                start=points.get(line, 0),
            )
            for seeding, (division, line) in enumerate(berths)
        ]
    )
    Stage.objects.filter(pk=stage.pk).update(status=Stage.Status.RUNNING)


def _tell(tournament: Tournament, book: Book, stage: Stage, going: set[int]) -> None:
    letters = [
        (book.entries[line].person, {"through": "yes" if line in going else ""})
        for line in book.order(stage)
        if book.plays(line)
    ]
    telling.tell_each(tournament, mails.StageOver.name, letters, about=f"stage {stage.number}")
