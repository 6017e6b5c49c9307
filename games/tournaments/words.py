"""A tournament said in words: what was announced, how it stands and why."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from babel.dates import format_timedelta
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import LANGUAGES
from games.engine import words as engine_words
from games.models import Game
from games.pages.rules import order_of_play, pace_name
from games.selectors.bots import bot_name
from games.tournaments import selectors, types
from games.tournaments.models import Entry, Stage, Tournament, TournamentTable
from games.wording import times

Said = list[tuple[str, str]]


def number(value: float) -> str:
    """With two digits behind the point at most, as one's language writes it."""
    digits = next(digits for digits in (0, 1, 2) if digits == 2 or round(value, digits) == value)
    return str(floatformat(value, digits))


def moment(at: datetime, lang: str) -> str:
    return times.moment(at, timezone.get_current_timezone_name(), lang)


def span(seconds: int, lang: str) -> str:
    if seconds < 60:
        return format_timedelta(timedelta(seconds=seconds), "second", threshold=60, locale=lang)
    return times.span(timedelta(seconds=seconds), lang)


# --- What was announced ------------------------------------------------------------------


# What one reads together, under the first of its fields.
_TOGETHER = {
    **dict.fromkeys(
        ("code", "bots_welcome", "conduct_min", "rating_min", "rating_max"), "admission"
    ),
    **dict.fromkeys(("starts_at", "first_break_for"), "start"),
    "confirm_for": "confirms",
    "at_deadline": "round_for",
    **dict.fromkeys(("exact_seats", "fill_with"), "seats"),
    "blind": "together",
    "late_until": "late",
    "seeded_from": "seeding",
}


def announced(cup: types.Tournament, lang: str) -> Said:
    labels = setting_labels()
    return [(labels[name], said) for name, said in _settings(cup, lang).items()]


def changed(cup: types.Tournament, names: Collection[str], lang: str) -> Said:
    """What was announced about these fields, as it is now."""
    said = {
        "title": cup["title"],
        "text": cup["text"] or "–",
        "capacity": str(cup["capacity"]),
        "visibility": str(Tournament.Visibility(cup["visibility"]).label),
        "stages": "; ".join(_stage(stage, lang) for stage in cup["stages"]),
        "series": selectors.series_title(cup["series"]) or _("of none"),
    } | _settings(cup, lang)
    asked = {_TOGETHER.get(name, name) for name in names}
    return [(label, said[name]) for name, label in setting_labels().items() if name in asked]


def named_settings(names: Collection[str]) -> str:
    asked = {_TOGETHER.get(name, name) for name in names}
    return ", ".join(label for name, label in setting_labels().items() if name in asked)


def setting_labels() -> dict[str, str]:
    return {
        "title": _("Title"),
        "text": _("Text"),
        "capacity": _("Places"),
        "visibility": _("Who sees it"),
        "stages": _("Stages"),
        "admission": _("Who may enter"),
        "start": _("Begins"),
        "confirms": _("Asked whether they will play"),
        "pace": _("Pace"),
        "round_for": _("Time for a round"),
        "break_for": _("Between two rounds"),
        "seats": _("Seats at a table"),
        "points": _("Points by place"),
        "tie_breaks": _("Among equal points"),
        "late": _("Latecomers"),
        "seeding": _("Order of the first stage"),
        "series": _("Series"),
        "team_counts": _("Teams"),
        "edition": _("Rules"),
        "talk": _("Talk"),
        "languages": _("Languages"),
        "rated": _("Ratings"),
        "together": _("Order of play"),
    }


def _stage(stage: types.Stage, lang: str) -> str:
    said = of_stage(stage, lang)
    return f"{said['format']} ({said['facts']})"


def _settings(cup: types.Tournament, lang: str) -> dict[str, str]:
    spoken = dict(LANGUAGES)
    return {
        "admission": "; ".join(_asked(cup)),
        "start": _begins(cup, lang),
        "confirms": _confirms(cup, lang),
        "pace": pace_name(cup["pace"]),
        "round_for": _round_for(cup, lang),
        "break_for": span(cup["break_for"], lang) if cup["break_for"] else _("no break"),
        "seats": _seats(cup),
        "points": _points(cup),
        "tie_breaks": _tie_breaks(cup),
        "late": _late(cup),
        "seeding": _seeding(cup),
        "team_counts": _("the best {count} of each count").format(count=cup["team_counts"])
        if cup["team_counts"]
        else _("nobody plays for a team"),
        "edition": engine_words.edition(cup["edition"], lang),
        "talk": str(Game.Talk(cup["talk"]).label),
        "languages": ", ".join(spoken.get(one, one) for one in cup["languages"]),
        "together": order_of_play(cup),
        "rated": _rated(cup),
    }


def _tie_breaks(cup: types.Tournament) -> str:
    if all(stage["format"] == Stage.Format.KNOCKOUT for stage in cup["stages"]):
        return _(
            "in a knock-out who came further, then the rank at their last table, the share of its "
            "influence, the seeding"
        )
    return ", ".join(tie_breaks()[name] for name in cup["tie_breaks"])


def _seeding(cup: types.Tournament) -> str:
    said = str(Tournament.Seeding(cup["seeding"]).label)
    if cup["seeded"]:
        told = _("first whom the organisers have seeded ({n}), then {others}")
        said = told.format(n=cup["seeded"], others=said)
    elif cup["seeding"] == Tournament.Seeding.LOT:
        return said
    first = cup["stages"][0]
    if first["format"] in {Stage.Format.SWISS, Stage.Format.KNOCKOUT}:
        why = _("the first of it sit apart in the first round")
    elif first["format"] == Stage.Format.LEAGUE and first["divisions"] > 1:
        why = _("the first of it play in the first division")
    else:
        why = _("who meets whom does not hang on it")
    return f"{said}; {why}"


def _rated(cup: types.Tournament) -> str:
    if not cup["rated"]:
        return _("games do not count")
    if cup["by_right"]:
        return _("games count")
    return _("games count, so nobody at the desk ends one or says who plays whom")


def _asked(cup: types.Tournament) -> list[str]:
    said = [str(Tournament.Admission(cup["admission"]).label)]
    if cup["bots_welcome"]:
        said.append(_("bots too"))
    if cup["conduct_min"] is not None:
        said.append(_("{share} of 100 decisions made in time").format(share=cup["conduct_min"]))
    low, high = cup["rating_min"], cup["rating_max"]
    if low is not None:
        said.append(_("a rating of {rating} or more").format(rating=low))
    if high is not None:
        said.append(_("a rating of {rating} or less").format(rating=high))
    return said


def drawn(cup: types.Tournament, lang: str) -> str:
    """When the round begins that is drawn; nothing where none is."""
    begins = cup["round_begins_at"]
    if begins is None:
        return ""
    return _("the round is drawn and begins {when}").format(when=moment(begins, lang))


def _begins(cup: types.Tournament, lang: str) -> str:
    if cup["began_at"] and cup["round_begins_at"] is None:
        return moment(cup["began_at"], lang)
    if cup["round_begins_at"]:
        return drawn(cup, lang)
    said = str(Tournament.Start(cup["start"]).label)
    if cup["starts_at"]:
        said = moment(cup["starts_at"], lang)
    if cup["first_break_for"]:
        said = _("{start}; the first round is drawn then, and begins {span} later").format(
            start=said, span=span(cup["first_break_for"], lang)
        )
    return said


def _confirms(cup: types.Tournament, lang: str) -> str:
    label = str(Tournament.Confirms(cup["confirms"]).label)
    if cup["confirms"] == "never":
        return label
    asked_for = span(cup["confirm_for"], lang)
    if cup["confirms"] == "rounds":
        return _("before the first round for {span}, before each other in the break").format(
            span=asked_for
        )
    return _("{when}, for {span}").format(when=label, span=asked_for)


def _round_for(cup: types.Tournament, lang: str) -> str:
    if cup["round_for"] is None:
        return _("as long as its games take")
    late = Tournament.AtDeadline(cup["at_deadline"]).label
    return _("{span}; a table that still plays then: {late}").format(
        span=span(cup["round_for"], lang), late=late
    )


def _seats(cup: types.Tournament) -> str:
    said = _("{seats} as far as it comes out even, else 3 to 5")
    if cup["exact_seats"]:
        said = _("{seats}, never more or less")
    elif cup["fill_with"]:
        said = _("{seats} or more; where people are fewer, a bot takes the seat: {bot}")
    return said.format(seats=cup["seats"], bot=cup["fill_with"] and bot_name(cup["fill_with"]))


def _points(cup: types.Tournament) -> str:
    said = [
        _("{seats} seats: {points}").format(
            seats=size, points=" – ".join(str(place) for place in places)
        )
        for size, places in cup["points"]["by_size"].items()
    ]
    return "; ".join([*said, _("a bye: {points}").format(points=number(cup["points"]["bye"]))])


def _late(cup: types.Tournament) -> str:
    if not cup["late_until"]:
        return _("nobody comes in after the start")
    return _("up to round {round}; for each missed round: {what}").format(
        round=cup["late_until"], what=late_rules()[cup["late"]]
    )


def late_rules() -> dict[str, str]:
    return {
        "nothing": _("nothing"),
        "half": _("half a bye"),
        "bye": _("the points of a bye"),
    }


def of_stage(stage: types.Stage, lang: str) -> dict[str, Any]:
    facts = [", ".join(engine_words.set_name(box, lang) for box in dict.fromkeys(stage["sets"]))]
    if stage["takes"] is not None:
        facts.append(_("for the best {count}").format(count=stage["takes"]))
    if stage["rounds"]:
        facts.append(_("rounds: {count}").format(count=stage["rounds"]))
    if stage["format"] == "knockout":
        facts.append(_("of each table go on: {count}").format(count=stage["through"]))
    if stage["format"] == "league":
        facts.append(
            _("divisions: {count}, change places: {moving}").format(
                count=stage["divisions"], moving=stage["moving"]
            )
        )
    if stage["carries"]:
        facts.append(_("points of the stage before count on"))
    return {
        "format": Stage.Format(stage["format"]).label,
        "status": Stage.Status(stage["status"]).label,
        "state": {"over": "x", "running": "now"}.get(stage["status"], ""),
        "facts": "; ".join(facts),
    }


# --- How it stands -----------------------------------------------------------------------


def result(how: str) -> str:
    return str(TournamentTable.How(how).label)


def state(name: str) -> str:
    return str(Entry.State(name).label)


def is_left_out(state: str, *, has_begun: bool, takes_late: bool) -> bool:
    """It has begun without them: nobody waits after the start, and whoever still asks to be
    admitted can only come as a latecomer."""
    return has_begun and (
        state == Entry.State.WAITING or (state == Entry.State.ASKED and not takes_late)
    )


def when(cup: types.Tournament) -> dict[str, bool]:
    return {"has_begun": cup["began_at"] is not None, "takes_late": cup["takes_entries"]}


def stands_in(cup: types.Tournament, entry: types.Entry, still_in: Collection[int] | None) -> str:
    """What somebody does in a tournament; of whom it is over for, that they have played."""
    entered = entry["state"] == Entry.State.ENTERED
    called_off = cup["status"] == Tournament.Status.CANCELLED
    if entered and called_off:
        return _("had a place")
    if entered and still_in is not None and entry["entry"] not in still_in:
        return _("has played")
    waits = entry["state"] in {Entry.State.WAITING, Entry.State.ASKED}
    if (waits and called_off) or is_left_out(entry["state"], **when(cup)):
        return _("found no place")
    return state(entry["state"])


def seeded(place: int | None) -> str:
    return _("seed {place}").format(place=place) if place else ""


def fixed_seat(table: int | None, place: int | None) -> str:
    """What every draw gives somebody, if anything."""
    if table is None:
        return _("always at place {place}").format(place=place) if place else ""
    if place is None:
        return _("always at table {table}").format(table=table)
    return _("always at table {table}, place {place}").format(table=table, place=place)


def needs(needs: types.Needs | None) -> str:
    """What somebody needs to go on; nothing where nobody is cut."""
    if needs is None:
        return ""
    if needs["sure"]:
        return _("You are through.")
    if needs["out"]:
        return _("You cannot go on from here.")
    said = []
    if needs["enough"] is not None:
        said.append(
            _("{points} more points are enough in any case.").format(points=number(needs["enough"]))
        )
    if needs["rounds_left"] is not None:
        said.append(
            _("The best {places} go on; rounds left: {rounds}.").format(
                places=needs["places"], rounds=needs["rounds_left"]
            )
        )
    else:
        said.append(_("The best {places} of your table go on.").format(places=needs["places"]))
    if needs["points_at_the_cut"]:  # with none anybody is level
        said.append(
            _("The last of the others who would go on now has {points} points.").format(
                points=number(needs["points_at_the_cut"])
            )
        )
    return " ".join(said)


def tie_breaks() -> dict[str, str]:
    return {
        "strength": _("strength"),
        "wins": _("wins"),
        "influence": _("influence"),
        "direct": _("direct"),
        "seat": _("turn order"),
        "lot": _("lot"),
    }


def value(one: types.TieBreak) -> str:
    """A tie-break's number as a column shows it: of a lot what was drawn."""
    return one["facts"]["drawn"] if one["name"] == "lot" else number(one["value"])


def explained(one: types.TieBreak, entry: int, seed: str | None) -> str:
    """How a tie-break's number came about."""
    facts: Mapping[str, Any] = {
        **one["facts"],
        "value": number(one["value"]),
        "entry": entry,
        "seed": seed or "…",
    }
    if "together" in facts:
        facts = {**facts, "together": number(float(facts["together"]))}
    return {
        "strength": _(
            "Opponents met: {opponents}. What each makes of a table, added up: {together}; the "
            "mean is {value}."
        ),
        "wins": _("Tables won alone: {alone}. With shared wins as their share that is {value}."),
        "influence": _(
            "Influence gained at {tables} tables: {gained}. The share of each table’s influence, "
            "1 being a fair one, is {value} in the mean."
        ),
        "direct": _("Against those who are still level: {ahead} ahead, {behind} behind: {value}."),
        "seat": _("From -1, always first in turn, to 1, always last: {value} in the mean."),
        "lot": _("SHA-256 of “{seed} lot {entry}” begins with {drawn}."),
    }[one["name"]].format(**facts)


def how_it_went(played: types.PlayedTournament) -> str:
    """A row of somebody's history."""
    if played["place"] is not None and played["players"]:
        return _("place {place} of {players}").format(**played)
    if played["status"] == "over" or played["state"] != "entered":
        return state(played["state"]) if played["state"] != "entered" else _("without a place")
    return str(Tournament.Status(played["status"]).label)


# --- How good a draw is ------------------------------------------------------------------


def quality(facts: types.DrawQuality, *, alone: bool) -> str:
    said = _(
        "Meetings that repeat: {repeats} (at least {least}). Largest difference of points at one "
        "table: {widest}. Lean of the turn order, of who is furthest from the middle, in rounds: "
        "{lean}."
    ).format(
        repeats=facts["repeats"],
        least=facts["least_repeats"],
        widest=number(facts["widest"] / 60),
        lean=number(facts["lean"] / 12),
    )
    spread = facts["spread"]
    if facts["least_spread"] and spread:
        said += " " + _("Spread of points: {times} times the least that is possible.").format(
            times=number(spread / facts["least_spread"])
        )
    if alone:
        return said
    return _("Division {division}").format(division=facts["division"] + 1) + ": " + said
