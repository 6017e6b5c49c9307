"""What was announced, and who is in it."""

from datetime import datetime
from typing import Annotated, TypedDict

from accounts.models import LANGUAGES
from games import engine, pace
from games.engine.types import Blank, CardName, Count, OneOf, Within
from games.models import Game
from games.tournaments import models, scoring
from games.tournaments.permissions import MAY

Status = Annotated[str, OneOf(lambda: models.Tournament.Status.values)]
State = Annotated[str, OneOf(lambda: models.Entry.State.values)]


class Named(TypedDict):
    handle: Annotated[str | None, "Null for a former player, and for a stand-in."]
    name: Annotated[str, "How they are called."]
    bot: Annotated[bool, "It is a bot."]


class Entered(TypedDict):
    entry: Annotated[Count, "Their number in this tournament."]
    player: Annotated[Named, "Who it is."]


class TournamentSummary(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[Status, "How far it is."]
    languages: Annotated[list[str], "What is spoken."]
    capacity: Annotated[Count, "How many may play."]
    entered: Annotated[Count, "How many have entered."]
    admission: Annotated[str, OneOf(lambda: models.Tournament.Admission.values), "Who may enter."]
    rated: Annotated[bool, "It counts for ratings."]
    pace: Annotated[str, OneOf(lambda: pace.PACES), "Time for a decision."]
    starts_at: Annotated[datetime | None, "When it begins, if at a time."]
    announced_at: Annotated[datetime, "When it was announced."]
    organiser: Annotated[Named, "Who announced it."]


class TournamentPage(TypedDict):
    items: Annotated[list[TournamentSummary], "The tournaments."]
    next: Annotated[str | None, "Send it as `cursor` for more; null at the end."]


class Stage(TypedDict):
    number: Annotated[int, Within(1), "Its place among the stages."]
    format: Annotated[
        str, OneOf(lambda: models.Stage.Format.values), "How people are put together."
    ]
    sets: Annotated[list[str], "Which boxes are played, round by round in turn."]
    rounds: Annotated[Count, "How many rounds; 0: as many as it takes."]
    takes: Annotated[Count | None, "How many come in from the stage before; null: all."]
    through: Annotated[Count, "Knock-out: how many of a table go on."]
    divisions: Annotated[Count, "League: how many divisions."]
    moving: Annotated[Count, "League: how many change places between two divisions."]
    carries: Annotated[bool, "Points of the stage before count on."]
    status: Annotated[str, OneOf(lambda: models.Stage.Status.values), "How far it is."]


class PointsTable(TypedDict):
    name: Annotated[str, OneOf(lambda: scoring.POINTS), "The table's name."]
    by_size: Annotated[
        dict[str, list[int]], "By the number of seats: what each place is worth. Ties share."
    ]
    bye: Annotated[float, "What a bye is worth."]


class Lots(TypedDict):
    commitment: Annotated[str, "`sha256:` of the seed: nobody can change it any more."]
    seed: Annotated[str | None, "The seed of all lots in hex, when it is over."]
    deals: Annotated[
        str | None,
        "`sha256:` of the chain of keys that the tables of each round are dealt from; null, where "
        "the site draws for each table.",
    ]


class Winner(Entered):
    place: Annotated[Count, "1 has won."]


class Moment(Entered):
    """The move by which somebody got ahead at a table, and stayed there to its end."""

    round: Annotated[Count, "The tournament's round."]
    table: Annotated[Count, "The table's number in it."]
    game: Annotated[str, "The game's id."]
    seat: Annotated[Count, "Their seat in the game."]
    move: Annotated[Count, "The number of the move: `seq` of the position after it."]
    game_round: Annotated[Count, "In which round of the game."]
    card: Annotated[CardName, "The card that did it."]
    before: Annotated[int, "Their influence less that of the best of the others before; 0 or less."]
    after: Annotated[int, "… and after the move."]


class OwnEntry(TypedDict):
    entry: Annotated[Count, "Your number."]
    state: Annotated[State, "What has become of the entry."]
    confirmed_for: Annotated[Count, "The last round that you have confirmed; 0: none."]


class Announced(TypedDict):
    """Columns of a tournament, by their names."""

    title: Annotated[str, "What it is called."]
    text: Annotated[str, Blank(), "What it is about."]
    languages: Annotated[list[Annotated[str, OneOf(lambda: LANGUAGES)]], "What is spoken."]
    visibility: Annotated[
        str, OneOf(lambda: models.Tournament.Visibility.values), "Whether it is listed."
    ]
    status: Annotated[Status, "How far it is."]
    edition: Annotated[str, OneOf(lambda: engine.EDITIONS), "Whose reading of Ambush."]
    pace: Annotated[str, OneOf(lambda: pace.PACES), "Time for a decision."]
    talk: Annotated[str, OneOf(lambda: Game.Talk.values), "Whether players talk at tables."]
    seats: Annotated[Count, "How many a table shall have."]
    together: Annotated[
        bool, "At its tables everybody is asked at once for a plan of each half of a round."
    ]
    blind: Annotated[bool, "… and plans bind: nothing is asked again before the next half."]
    exact_seats: Annotated[bool, "No table has another size; who is left over has a bye."]
    rated: Annotated[bool, "It counts for ratings."]
    by_right: Annotated[
        bool,
        "Whoever announced it was given the right to. Else it is a small one: nobody is brought in "
        "who has not entered, and if it is rated its desk does nothing that games hang on.",
    ]
    admission: Annotated[str, OneOf(lambda: models.Tournament.Admission.values), "Who may enter."]
    bots_welcome: Annotated[bool, "Accounts of bots may enter."]
    fill_with: Annotated[
        str, Blank(), "Which bot of ours takes seats that are left at smaller tables; empty: none."
    ]
    conduct_min: Annotated[Count | None, "The least reliability."]
    rating_min: Annotated[Count | None, "The least rating."]
    rating_max: Annotated[Count | None, "The highest rating."]
    capacity: Annotated[Count, "How many may play."]
    start: Annotated[str, OneOf(lambda: models.Tournament.Start.values), "When it begins."]
    starts_at: Annotated[datetime | None, "The time it begins at, if it does."]
    confirms: Annotated[
        str,
        OneOf(lambda: models.Tournament.Confirms.values),
        "When people are asked whether they will play.",
    ]
    confirm_for: Annotated[
        Count,
        "Seconds they are asked before round 1; before others, `break_for`.",
    ]
    confirm_until: Annotated[datetime | None, "Until when they are asked now."]
    round_for: Annotated[Count | None, "How many seconds a round may take."]
    at_deadline: Annotated[
        str,
        OneOf(lambda: models.Tournament.AtDeadline.values),
        "What happens to tables that are late.",
    ]
    break_for: Annotated[Count, "Seconds between two rounds."]
    first_break_for: Annotated[Count, "Seconds from the draw of the first round to its beginning."]
    tie_breaks: Annotated[list[str], "What decides among equals, in this order."]
    late: Annotated[
        str, OneOf(lambda: scoring.LATE_RULES), "What a latecomer has for each missed round."
    ]
    late_until: Annotated[Count, "Up to which round people may still come."]
    seeding: Annotated[
        str,
        OneOf(lambda: models.Tournament.Seeding.values),
        "In which order people come into the first stage, behind those with a seed.",
    ]
    seeded_from: Annotated[str, Blank(), "The id of the tournament whose places seed this one."]
    series: Annotated[str, Blank(), "The id of the series it is part of."]
    team_counts: Annotated[Count, "How many of a team's best count for it; 0: there are no teams."]
    announced_at: Annotated[datetime, "When it was announced."]
    began_at: Annotated[datetime | None, "When it began."]
    ended_at: Annotated[datetime | None, "When it ended."]
    paused_at: Annotated[datetime | None, "Since when it is paused."]


class Tournament(Announced):
    id: Annotated[str, "The tournament's id."]
    round_begins_at: Annotated[
        datetime | None, "When the round begins that is drawn; null: none is."
    ]
    takes_entries: Annotated[
        bool,
        "Whether anybody may come in now: after the start late, beyond `capacity` by an organiser.",
    ]
    organisers: Annotated[list[Named], "Who has the desk."]
    points: Annotated[PointsTable, "What places are worth."]
    stages: Annotated[list[Stage], "In order."]
    lots: Annotated[Lots, "What all chance comes from."]
    winners: Annotated[list[Winner], "The first three; none before the end."]
    moments: Annotated[
        list[Moment],
        "The moves that turned its games furthest, of at most three games that everybody may look "
        "at; none before the end.",
    ]
    entered: Annotated[Count, "How many play."]
    seeded: Annotated[Count, "How many have a seed from the organisers."]
    waiting: Annotated[Count, "How many are on the waiting list."]
    you: Annotated[OwnEntry | None, "Your entry, if you have one."]
    may: Annotated[list[Annotated[str, OneOf(lambda: sorted(MAY))]], "What you may do here."]


class Entry(Entered):
    state: Annotated[State, "What has become of the entry."]
    entered_at: Annotated[datetime, "When they entered."]
    left_at: Annotated[datetime | None, "When they left."]
    confirmed_for: Annotated[Count, "The last round they have confirmed; 0: none."]
    from_round: Annotated[Count, "The first round they play in."]
    successor: Annotated[Count | None, "The number of who plays on for them."]
    mark: Annotated[
        str | None,
        "The SHA-256 of what they contribute to the deals of their tables; null: the site draws.",
    ]
    seed: Annotated[Count | None, "Their seed, 1 being the best; null: they have none."]
    team: Annotated[str, Blank(), "For which team they play, where there are teams."]
    fixed_table: Annotated[Count | None, "The table that every draw puts them at; null: any."]
    fixed_place: Annotated[
        Count | None, "The place in turn order that is theirs, 1 begins; null: any."
    ]


class PlayedTournament(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it was called."]
    status: Annotated[Status, "How far it is."]
    began_at: Annotated[datetime, "When it began."]
    ended_at: Annotated[datetime | None, "When it ended."]
    state: Annotated[State, "What has become of the entry."]
    place: Annotated[Count | None, "The final place."]
    players: Annotated[Count | None, "Of how many."]
