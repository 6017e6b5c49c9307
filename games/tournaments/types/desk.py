"""What organisers see and do, and what a step leads to."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import Blank, Count, OneOf
from games.models import Game
from games.tournaments import models
from games.tournaments.types.announced import Entered, Named, State
from games.tournaments.types.playing import TournamentTable


def _steps() -> Iterable[str]:
    from games.tournaments.services.desk import CHOICES  # which tells what a step does

    return CHOICES


def _kinds() -> Iterable[str]:
    from games.tournaments.services.desk import KINDS

    return KINDS


class WaitingEntry(Entered):
    entered_at: Annotated[datetime, "When they entered."]


class DeskTable(TournamentTable):
    status: Annotated[
        Annotated[str, OneOf(lambda: Game.Status.values)] | None, "How far the game is."
    ]
    waits_for: Annotated[Named | None, "Who decides now; null: nobody, or all at once."]
    since: Annotated[datetime | None, "Since when."]
    moves: Annotated[Count | None, "How many moves were made."]


class Objection(TypedDict):
    number: Annotated[Count, "Its number in this tournament."]
    round: Annotated[Count, "The round of the table."]
    table: Annotated[Count, "The table's number."]
    game: Annotated[str | None, "The table's game."]
    by: Annotated[Named | None, "Who objected; null: not told to you."]
    text: Annotated[str, Blank(), "What is not right; empty: not told to you."]
    at: Annotated[datetime, "When."]
    outcome: Annotated[
        str,
        Blank(),
        OneOf(lambda: models.Objection.Outcome.values),
        "`upheld` or `refused`; empty: it waits for an answer.",
    ]
    answer: Annotated[str, Blank(), "What the organisers answered."]
    answered_at: Annotated[datetime | None, "When."]
    public: Annotated[bool, "Everybody may read the answer."]


class Desk(TypedDict):
    round: Annotated[Count | None, "The round that is drawn or played."]
    round_status: Annotated[
        Annotated[str, OneOf(lambda: models.Round.Status.values)] | None, "How far it is."
    ]
    deadline: Annotated[datetime | None, "When it has to be over."]
    paused_at: Annotated[datetime | None, "Since when all is paused."]
    code: Annotated[str | None, "The code to enter by."]
    can_undo: Annotated[str | None, "The step that `undo` would take back."]
    asking: Annotated[list[WaitingEntry], "Who asks to be admitted."]
    not_confirmed: Annotated[list[WaitingEntry], "Who has not said that they will play."]
    kept_apart: Annotated[list[list[Named]], "Who does not meet whom, while that can be avoided."]
    tables: Annotated[list[DeskTable], "The tables of the round."]
    objections: Annotated[list[Objection], "Those that wait for an answer."]


class Step(TypedDict):
    id: Annotated[Count, "Its number."]
    step: Annotated[str, OneOf(_kinds), "What was done."]
    by: Annotated[Named | None, "Who did it."]
    at: Annotated[datetime, "When."]
    reason: Annotated[str, Blank(), "Why."]
    facts: Annotated[dict[str, object], "What was asked for."]
    undoes: Annotated[Count | None, "Which step it took back."]
    undone: Annotated[bool, "It was taken back."]
    can_be_undone: Annotated[bool, "`undo` would take it back now."]


class ChangedEntry(TypedDict):
    entry: Annotated[Count, "Whose."]
    handle: Annotated[str, "Their handle."]
    before: Annotated[State | None, "What they were; null: had not entered."]
    after: Annotated[State | None, "What they are now; null: it is as if they had not entered."]


class ChangedStanding(TypedDict):
    stage: Annotated[Count, "In which stage."]
    entry: Annotated[Count, "Whose."]
    handle: Annotated[str, "Their handle."]
    place: Annotated[list[int | None], "Before and after."]
    points: Annotated[list[float | None], "Before and after."]


class ChangedTable(TypedDict):
    round: Annotated[Count, "In which round."]
    table: Annotated[Count, "Which table."]
    before: Annotated[list[str], "Who sat there."]
    after: Annotated[list[str], "Who sits there now."]


class ChangedCut(TypedDict):
    stage: Annotated[Count, "A stage that is over."]
    more: Annotated[list[str], "Who would have gone on from it."]
    fewer: Annotated[list[str], "Who would not have."]


class DeskLetters(TypedDict):
    kind: Annotated[str, "What kind of letter."]
    handles: Annotated[list[str], "Who has it."]


class Effects(TypedDict):
    entries: Annotated[list[ChangedEntry], "Who comes, waits or goes."]
    standings: Annotated[list[ChangedStanding], "Places and points that change."]
    tables: Annotated[list[ChangedTable], "Tables that change."]
    would_go_on: Annotated[
        list[ChangedCut], "Cuts that were made and would be others now; they stay as they are."
    ]
    letters: Annotated[Count, "How many letters go out."]
    letters_to: Annotated[list[DeskLetters], "Which letters, and to whom."]


class TakenStep(TypedDict):
    id: Annotated[Count | None, "The step's number; null for a dry run."]
    step: Annotated[str, OneOf(_steps), "What was asked for."]
    done: Annotated[bool, "It was done; false for a dry run."]
    can_be_undone: Annotated[bool, "`undo` can take it back, as long as it is the last."]
    effects: Annotated[Effects, "What it does."]


class Imported(TypedDict):
    handle: Annotated[str, "Who."]
    seed: Annotated[Count | None, "Their seed."]
    team: Annotated[str, Blank(), "Their team."]
    state: Annotated[str, Blank(), "What became of it; empty: nothing."]
    why: Annotated[str, Blank(), "Why nothing did."]


class TakenImport(TakenStep):
    outcomes: Annotated[list[Imported], "What becomes of each."]
