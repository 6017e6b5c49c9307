"""How a tournament stands, who plays whom, who has met whom, who is in it, what the desk did."""

from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from games.pages.asking import language
from games.tournaments import errors, selectors, types, words
from games.tournaments.models import Round, Stage
from games.tournaments.pages import reading, steps
from games.tournaments.pages.asking import head, public

# So many people on a page; the numbers of each are long.
ON_A_PAGE = 100
# Above that a square of everybody with everybody is no table that one can read.
LARGEST_SQUARE = 32


@public
def standings(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    stages = selectors.standings(key=key, viewer=person)
    shown = _chosen(request.GET.get("stage", ""), stages)
    skipped = _skipped(request)
    facts = head(cup, "tournament-standings") | {
        "stages": [
            {"number": one["stage"], "said": _stage_name(one), "here": one is shown}
            for one in reversed(stages)
        ],
        "shown": shown and _stage(shown, cup, skipped, person),
        "before": max(0, skipped - ON_A_PAGE) if skipped else None,
        "after": skipped + ON_A_PAGE
        if shown and any(len(d["rows"]) > skipped + ON_A_PAGE for d in shown["divisions"])
        else None,
        "teams": selectors.teams(key=key, viewer=person) if cup["team_counts"] else [],
        "exported": [
            "standings.csv",
            "standings.json",
            *(["teams.csv", "teams.json"] if cup["team_counts"] else []),
            "report.trf",
        ],
    }
    return render(request, "tournaments/standings.html", facts)


def current_stage(cup: types.Tournament) -> dict[str, object] | None:
    """The stage that is played or was last, as strangers see it: the first hundred of each
    division."""
    stages = selectors.standings(key=cup["id"], viewer=None)
    shown = _chosen("", stages)
    return shown and _stage(shown, cup, 0, None)


def _skipped(request: HttpRequest) -> int:
    return reading.whole(request.GET.get("after", "")) or 0


def _chosen(asked: str, stages: list[types.StageStandings]) -> types.StageStandings | None:
    """The stage that is asked for, or the one that is played or was last."""
    found = next((one for one in stages if str(one["stage"]) == asked), None)
    return found or next(iter(stages), None)


def _stage_name(stage: types.StageStandings) -> str:
    return (
        _("Stage {stage}").format(stage=stage["stage"])
        + ": "
        + str(Stage.Format(stage["format"]).label)
    )


def _stage(
    stage: types.StageStandings, cup: types.Tournament, skipped: int, person: User | None
) -> dict[str, object]:
    names = words.tie_breaks()
    several = len(stage["divisions"]) > 1
    by_survival = stage["format"] == Stage.Format.KNOCKOUT
    return {
        **stage,
        "by_survival": by_survival,
        "named": _stage_name(stage),
        "columns": [names[name] for name in cup["tie_breaks"]],
        "divisions": [
            {
                "named": _division(one["division"]) if several else "",
                "rows": [
                    _row(row, cup, names, person)
                    | {
                        "told": None if by_survival else _told_apart(one["rows"], at),
                        "cut": row["place"] == stage["goes_on"],
                    }
                    for at, row in enumerate(one["rows"])
                    if skipped <= at < skipped + ON_A_PAGE
                ],
            }
            for one in stage["divisions"]
        ],
    }


def _told_apart(rows: list[types.TournamentStanding], at: int) -> int | None:
    """The column that put somebody before or behind a neighbour with as many points."""
    row, told = rows[at], []
    for other in rows[max(0, at - 1) : at] + rows[at + 1 : at + 2]:
        if other["points"] == row["points"]:
            pairs = zip(row["tie_breaks"], other["tie_breaks"], strict=True)
            differ = (n for n, (one, two) in enumerate(pairs) if one["exact"] != two["exact"])
            told += [next(differ, -1)]
    return max(told, default=None)


def _division(number: int) -> str:
    return _("Division {division}").format(division=number + 1)


def _row(
    row: types.TournamentStanding, cup: types.Tournament, names: dict[str, str], person: User | None
) -> dict[str, object]:
    seed = cup["lots"]["seed"]
    return {
        **row,
        "points": words.number(row["points"]),
        "values": [words.value(one) for one in row["tie_breaks"]],
        "why": [
            (names[one["name"]], words.explained(one, row["entry"], seed))
            for one in row["tie_breaks"]
        ],
        "left": "" if row["state"] == "entered" else words.state(row["state"]),
        "me": person is not None and row["player"]["handle"] == person.handle,
    }


@public
def rounds(
    request: HttpRequest, person: User | None, key: str, number: int | None = None
) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    lang = language(person)
    found = selectors.rounds(key=key, viewer=person)
    shown = next((one for one in found if number in {None, one["round"]}), None)
    if shown is None and number is not None:
        raise errors.NotFound
    facts = head(cup, "tournament-rounds") | {
        "numbers": [one["round"] for one in reversed(found)],
        "shown": shown and _round(shown, cup, lang),
        "bracket": bracket(cup, found),
        "exported": ["pairings.csv", "pairings.json"],
    }
    return render(request, "tournaments/rounds.html", facts)


class Seated(types.TournamentSeat):
    through: bool


class BracketTable(TypedDict):
    seats: list[Seated]


class Column(TypedDict):
    named: str
    tables: list[BracketTable]


def bracket(cup: types.Tournament, found: list[types.TournamentRound]) -> list[Column]:
    """The rounds of a knockout stage from left to right, with who of each table went on."""
    formats = {number: stage["format"] for number, stage in enumerate(cup["stages"], 1)}
    played = [one for one in reversed(found) if formats.get(one["stage"]) == "knockout"]
    columns: list[Column] = []
    for at, one in enumerate(played):
        later = played[at + 1] if at + 1 < len(played) else None
        stays = (
            {seat["entry"] for table in later["tables"] for seat in table["seats"]}
            | {bye["entry"] for bye in later["byes"]}
            if later
            else set()
        )
        columns.append(
            {
                "named": _("Round {round}").format(round=one["round"]),
                "tables": [
                    {
                        "seats": [
                            {
                                **seat,
                                "through": seat["entry"] in stays if later else seat["rank"] == 1,
                            }
                            for seat in sorted(
                                table["seats"], key=lambda seat: (seat["rank"] or 9, seat["seat"])
                            )
                        ]
                    }
                    for table in one["tables"]
                ],
            }
        )
    return columns


def _sits_at(cup: types.Tournament, table: types.TournamentTable) -> bool:
    own = cup["you"] and cup["you"]["entry"]
    return any(seat["entry"] == own for seat in table["seats"])


def _round(shown: types.TournamentRound, cup: types.Tournament, lang: str) -> dict[str, object]:
    several = len(shown["quality"]) > 1
    return {
        **shown,
        "said": Round.Status(shown["status"]).label,
        "begins": words.moment(shown["begins_at"], lang) if shown["status"] == "drawn" else "",
        "until": words.moment(shown["deadline"], lang)
        if shown["deadline"] and shown["status"] == "running"
        else "",
        "quality": [words.quality(one, alone=not several) for one in shown["quality"]],
        "tables": [
            {
                **table,
                "mine": table["game"] is not None and _sits_at(cup, table),
                "named": _("Table {table}").format(table=table["table"])
                + (f" · {_division(table['division'])}" if several else ""),
                "said": ""
                if shown["status"] == Round.Status.DRAWN
                else words.result(table["result"] or ""),
                "seats": [
                    {
                        **seat,
                        "points": "" if seat["points"] is None else words.number(seat["points"]),
                    }
                    for seat in table["seats"]
                ],
            }
            for table in shown["tables"]
        ],
        "byes": [{**bye, "points": words.number(bye["points"])} for bye in shown["byes"]],
    }


@public
def cross(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    everybody = selectors.cross(key=key, viewer=person)
    numbers = [row["entry"] for row in everybody]
    square = len(everybody) <= LARGEST_SQUARE
    skipped = 0 if square else _skipped(request)
    rows = [
        {**row, "cells": _cells(row, numbers) if square else []}
        for row in everybody[skipped : None if square else skipped + ON_A_PAGE]
    ]
    facts = head(cup, "tournament-cross") | {
        "rows": rows,
        "square": square,
        "before": max(0, skipped - ON_A_PAGE) if skipped else None,
        "after": skipped + ON_A_PAGE
        if not square and len(everybody) > skipped + ON_A_PAGE
        else None,
        "exported": ["cross.csv", "cross.json"],
    }
    return render(request, "tournaments/cross.html", facts)


def _cells(row: types.Crossed, numbers: list[int]) -> list[str]:
    met = {one["entry"]: f"{one['ahead']}:{one['behind']}" for one in row["met"]}
    return ["×" if number == row["entry"] else met.get(number, "") for number in numbers]


@public
def players(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    skipped = _skipped(request)
    found = selectors.entries(key=key, viewer=person)
    still_in = selectors.still_in(key=key, viewer=person)
    facts = head(cup, "tournament-players") | {
        "rows": [
            {
                **row,
                "said": words.stands_in(cup, row, still_in),
                "late": _("from round {round} on").format(round=row["from_round"])
                if row["from_round"] > 1
                else "",
                "seat": words.fixed_seat(row["fixed_table"], row["fixed_place"]),
                "seeded": words.seeded(row["seed"]),
            }
            for row in found[skipped : skipped + ON_A_PAGE]
        ],
        "places": _("{entered} of {capacity} places are taken.").format(**cup),
        "before": max(0, skipped - ON_A_PAGE) if skipped else None,
        "after": skipped + ON_A_PAGE if len(found) > skipped + ON_A_PAGE else None,
        "may_step": "see desk" in cup["may"],
    }
    return render(request, "tournaments/players.html", facts)


@public
def player(request: HttpRequest, person: User | None, key: str, number: int) -> HttpResponse:
    """One of them: every table with what it gave, and the standing with how it came about."""
    cup = selectors.view(key=key, viewer=person)
    found = next(
        (one for one in selectors.entries(key=key, viewer=person) if one["entry"] == number), None
    )
    if found is None:
        raise errors.NotFound
    names = words.tie_breaks()
    still_in = selectors.still_in(key=key, viewer=person)
    facts = head(cup, "tournament-player") | {
        "entry": {**found, "said": words.stands_in(cup, found, still_in)},
        "standings": [
            {"named": _stage_name(stage), **_row(row, cup, names, person)}
            for stage in selectors.standings(key=key, viewer=person)
            for division in stage["divisions"]
            for row in division["rows"]
            if row["entry"] == number
        ],
        "sat": [
            sat
            for one in selectors.rounds(key=key, viewer=person)
            if (sat := _sat(one, number, cup)) is not None
        ],
    }
    return render(request, "tournaments/player.html", facts)


def _sat(
    one: types.TournamentRound, number: int, cup: types.Tournament
) -> dict[str, object] | None:
    """Where somebody sat in a round, or their bye."""
    for table in one["tables"]:
        for seat in table["seats"]:
            if seat["entry"] == number:
                others = [other for other in table["seats"] if other is not seat]
                points = "" if seat["points"] is None else words.number(seat["points"])
                return {**seat, "round": one["round"], **_at(table), "with": others} | {
                    "points": points,
                    "mine": _sits_at(cup, table),
                }
    for bye in one["byes"]:
        if bye["entry"] == number:
            return {"round": one["round"], "points": words.number(bye["points"]), "with": []}
    return None


def _at(table: types.TournamentTable) -> dict[str, object]:
    return {"table": table["table"], "game": table["game"]}


@public
def log(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    cup = selectors.view(key=key, viewer=person)
    found = selectors.steps(key=key, viewer=person)
    facts = head(cup, "tournament-log") | {"rows": steps.rows(found, language(person))}
    return render(request, "tournaments/log.html", facts)
