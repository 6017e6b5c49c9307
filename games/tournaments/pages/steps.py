"""The steps of the desk: what each is called, what it asks for, and what it did or would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tournaments import types, words
from notifications.registry import title


@dataclass(frozen=True)
class Step:
    said: str | Promise
    # The fields of a Wish that its page asks for, in this order.
    fields: tuple[str, ...] = ()
    about: str | Promise = ""
    # Done by the first press, for it harms nobody who did not want it.
    at_once: bool = False


_WHY = ("reason",)
STEPS: dict[str, Step] = {
    "admit": Step(gettext_lazy("Admit"), ("handle",), at_once=True),
    "refuse": Step(gettext_lazy("Turn away"), ("handle",)),
    "add": Step(
        gettext_lazy("Enter somebody"),
        ("handle",),
        gettext_lazy("Without code or waiting list; after the start they come late."),
    ),
    "drop": Step(
        gettext_lazy("Take out"),
        ("handle", *_WHY),
        gettext_lazy(
            "Their results stay. A stand-in plays their table to its end; in a small tournament "
            "that is rated they do so themselves."
        ),
    ),
    "disqualify": Step(
        gettext_lazy("Disqualify"),
        ("handle", *_WHY),
        gettext_lazy("They leave the standings. What others have won against them stays."),
    ),
    "replace": Step(
        gettext_lazy("Replace"),
        ("handle", "other", *_WHY),
        gettext_lazy("Somebody else plays on, with points, place and cards."),
    ),
    "move": Step(
        gettext_lazy("Move to another table"),
        ("handle", "table", "other"),
        gettext_lazy(
            "Name a table, or whom they change places with. For a round that has not begun."
        ),
    ),
    "seed": Step(
        gettext_lazy("Seed"),
        ("handle", "seed"),
        gettext_lazy(
            "1 is the best; 0: none. In the first stage the seeded sit apart, or in the first "
            "divisions."
        ),
    ),
    "team": Step(
        gettext_lazy("Set a team"),
        ("handle", "team"),
        gettext_lazy("For which team they play; empty: for none. Those of a team sit apart."),
    ),
    "seat": Step(
        gettext_lazy("Give a seat for good"),
        ("handle", "table", "place", *_WHY),
        gettext_lazy(
            "Every draw puts them at this table, and at this place in turn order (1 begins); "
            "nothing named: as the draw has it. Everybody can read where; why, the organisers "
            "alone."
        ),
    ),
    "adjust": Step(
        gettext_lazy("Give or take points"),
        ("handle", "points", *_WHY),
        gettext_lazy("In the stage that is played; with a minus they are taken."),
    ),
    "keep_apart": Step(
        gettext_lazy("Keep two apart"),
        ("handle", "other", *_WHY),
        gettext_lazy(
            "From the next draw on they do not meet while that can be avoided. Everybody can read "
            "who; why, the organisers alone."
        ),
    ),
    "let_meet": Step(gettext_lazy("Keep two apart no more"), ("handle", "other")),
    "add_organiser": Step(
        gettext_lazy("Share the desk"),
        ("handle",),
        gettext_lazy("They can do all that you can here, but call it off or share it on."),
    ),
    "remove_organiser": Step(gettext_lazy("Share the desk no more"), ("handle",)),
    "change": Step(
        gettext_lazy("Change the announcement"),
        ("title", "text"),
        gettext_lazy("What results hang on stays as it was announced."),
    ),
    "start": Step(
        gettext_lazy("Begin"),
        (),
        gettext_lazy("Where people are asked whether they will play, they are asked now."),
    ),
    "nudge": Step(gettext_lazy("Remind"), ("table",), at_once=True),
    "extend": Step(
        gettext_lazy("Give more time"),
        ("table", "hours"),
        gettext_lazy(
            "To the round, or to one table; and to the decision that is waited for. No table: all."
        ),
    ),
    "pause": Step(
        gettext_lazy("Pause"),
        _WHY,
        gettext_lazy("Nothing is drawn, begun or cut short, and the clocks of its games stand."),
    ),
    "resume": Step(
        gettext_lazy("Go on"), (), gettext_lazy("All times are later by as long as it was paused.")
    ),
    "decide": Step(
        gettext_lazy("End a table that drags on"),
        ("round", "table", "how", *_WHY),
    ),
    "fix": Step(
        gettext_lazy("Set a result"),
        ("round", "table", "results", *_WHY),
        gettext_lazy("Equal ranks are shared. Everything that follows is worked out anew."),
    ),
    "redraw": Step(
        gettext_lazy("Draw the round anew"), (), gettext_lazy("All of it, with another lot.")
    ),
    "announce": Step(
        gettext_lazy("Write to everybody"),
        ("words",),
        gettext_lazy("Everybody who plays, waits or asks has it by the post, once."),
    ),
    "answer": Step(
        gettext_lazy("Answer an objection"),
        ("objection", "how", *_WHY, "public"),
        gettext_lazy(
            "What follows from it – another result, points – is a step of its own. Whoever "
            "objected has the answer by the post."
        ),
    ),
    "call_off": Step(
        gettext_lazy("Call it off"),
        _WHY,
        gettext_lazy("Games that run are played out as ordinary tables."),
    ),
    "undo": Step(gettext_lazy("Take back the last step")),
}


def rows(found: list[types.Step], lang: str) -> list[dict[str, object]]:
    """What was done, for whoever reads the log."""
    return [
        {
            **row,
            "said": name_of(row["step"]),
            "when": words.moment(row["at"], lang),
            "facts": facts(row["facts"]),
        }
        for row in found
    ]


def name_of(step: str) -> str:
    return str(STEPS[step].said) if step in STEPS else _("Enter a list of people")


def labels() -> dict[str, str]:
    return {
        "handle": _("Handle"),
        "other": _("Other handle"),
        "round": _("Round"),
        "table": _("Table"),
        "place": _("Place in turn order"),
        "hours": _("Hours"),
        "seed": _("Seed"),
        "team": _("Team"),
        "points": _("Points"),
        "objection": _("Objection"),
        "how": _("How"),
        "results": _("Results"),
        "words": _("Words"),
        "title": _("Title"),
        "text": _("Text"),
        "capacity": _("Places"),
        "starts_at": _("Begins"),
        "entered": _("Entered"),
        "public": _("Everybody may read the answer"),
        "settings": _("Changed"),
        "reason": _("Reason"),
    }


def ways_to_end() -> dict[str, str]:
    return {
        "adjudicate": _("it counts as it stands"),
        "stand_ins": _("a stand-in plays for who is waited for"),
    }


def verdicts() -> dict[str, str]:
    return {"uphold": _("it is right"), "refuse": _("it is not right")}


def facts(told: Mapping[str, object]) -> list[tuple[str, str]]:
    """What was asked for, in words."""
    named = labels()
    return [
        (named[key], _said(key, value))
        for key in named
        if (value := told.get(key)) not in (None, [], False)
    ]


def _said(key: str, value: Any) -> str:
    if key == "results":
        return "; ".join(f"{row['rank']}. {row['handle']}" for row in value)
    if key == "how":
        return (ways_to_end() | verdicts()).get(str(value), str(value))
    if key == "public":
        return _("yes")
    if key == "settings":
        return words.named_settings(value)
    if key == "points":
        return words.number(value)
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)


def effects(told: types.Effects) -> dict[str, object]:
    """What a step would change, as its page shows it before the press."""
    become: dict[str, list[str]] = {}
    for one in told["entries"]:
        said = words.state(one["after"]) if one["after"] else _("no entry any more")
        become.setdefault(said, []).append(one["handle"])
    return {
        **told,
        "become": [{"said": said, "handles": handles} for said, handles in become.items()],
        "standings": [
            {
                **row,
                "place": [_or_none(one) for one in row["place"]],
                "points": ["–" if one is None else words.number(one) for one in row["points"]],
            }
            for row in told["standings"]
        ],
        "tables": [
            {
                **row,
                "named": _("Round {round}, table {table}").format(**row),
                "before": ", ".join(row["before"]) or "–",
                "after": ", ".join(row["after"]) or "–",
            }
            for row in told["tables"]
        ],
        "would_go_on": [
            {
                "named": _("Stage {stage}").format(**row),
                "more": ", ".join(row["more"]),
                "fewer": ", ".join(row["fewer"]),
            }
            for row in told["would_go_on"]
        ],
        "letters_to": [{**row, "said": title(row["kind"])} for row in told["letters_to"]],
        "several": len({row["stage"] for row in told["standings"]}) > 1,
        "nothing": not any(told.values()),
    }


def _or_none(place: int | None) -> str:
    return "–" if place is None else str(place)
