"""The organisers' desk. A step is asked for, shown with what it will do, and then done."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.lookalikes import called
from accounts.models import User
from games.tournaments import errors, importing, selectors, services, types, words
from games.tournaments.pages import objecting, reading, stepping
from games.tournaments.pages.asking import head, must_have_desk, signed_in, to
from games.tournaments.pages.steps import STEPS, effects, facts, name_of
from games.tournaments.services.desk import FOR_GOOD
from games.wording import times

# What the next step leads to stands on the desk itself. To draw more people takes longer than a
# page may that is only looked at; then it is a press away.
SHOWN_AT_ONCE = 40


@signed_in
def desk(request: HttpRequest, person: User, key: str) -> HttpResponse:
    seen = selectors.desk(key=key, viewer=person)
    cup = selectors.view(key=key, viewer=person)
    lang = person.language
    tables = [_table(table, lang) for table in seen["tables"]]
    shown = head(cup, "tournament-desk") | {
        "desk": seen,
        "address": request.build_absolute_uri(f"/tournaments/{key}"),
        "deadline": times.time_left(seen["deadline"], person.time_zone, lang)
        if seen["deadline"]
        else "",
        "begins": words.drawn(cup, lang),
        "asked_until": words.moment(cup["confirm_until"], lang) if cup["confirm_until"] else "",
        # Whoever has let others wait longest is first.
        "playing": sorted(
            (one for one in tables if not one["result"]),
            key=lambda one: (one["since"] is None, one["since"], one["table"]),
        ),
        "over": [one for one in tables if one["result"]],
        "objections": [objecting.said(one, lang) for one in seen["objections"]],
        "offers": _offers(cup, seen),
        "stages": [
            {"state": one["state"], "named": one["format"].capitalize(), "said": one["facts"]}
            for one in (words.of_stage(stage, lang) for stage in cup["stages"])
        ],
        **_next(cup, person),
        "handle": request.GET.get("handle", "")[:24],
    }
    return render(request, "tournaments/desk.html", shown)


def _table(table: types.DeskTable, lang: str) -> dict[str, Any]:
    since = table["since"]
    return {
        **table,
        "named": _("Table {table}").format(table=table["table"]),
        "players": ", ".join(called(seat["player"]) for seat in table["seats"]),
        "waited": times.span(timezone.now() - since, lang) if since else "",
        "until": words.moment(table["deadline"], lang) if table["deadline"] else "",
        "said": words.result(table["result"] or ""),
        "nudges": table["status"] == "running"
        and (table["waits_for"] is None or table["waits_for"]["handle"] is not None),
    }


def _next(cup: types.Tournament, person: User) -> dict[str, object]:
    """The one step that is for organisers to take, with what it leads to; all else goes on by
    itself."""
    if cup["status"] not in {"open", "confirming"} or cup["began_at"] is not None:
        return {}
    if "start" not in cup["may"]:
        return {}
    if cup["entered"] > SHOWN_AT_ONCE:
        return {"next": {"name": "start", "on_request": True}, "step": STEPS["start"]}
    try:
        return {"next": {"name": "start"}} | _would(cup, "start", person, {})
    except errors.Refusal as refusal:
        return {"next": {"name": "start", "refused": str(refusal)}, "step": STEPS["start"]}


def _would(
    cup: types.Tournament, name: str, person: User, wish: dict[str, Any]
) -> dict[str, object]:
    """What a step would do, and after which it would be taken."""
    last = selectors.steps(key=cup["id"], viewer=person)[:1]
    told = services.take_step(key=cup["id"], person=person, step=name, dry_run=True, **wish)
    return {
        "name": name,
        "step": STEPS[name],
        "effects": effects(told["effects"]),
        "after": last[0]["id"] if last else 0,
        "for_good": name in FOR_GOOD or name == "undo",
    }


def _takes_more(cup: types.Tournament) -> bool:
    """Whether the stage that is played is one into which people still come."""
    first = cup["stages"][0]
    return first["status"] == "running" and first["format"] in {"swiss", "robin", "league"}


def _offers(cup: types.Tournament, seen: types.Desk) -> list[dict[str, Any]]:
    """The steps that are possible now, in groups. What has no fields is one press."""
    live = cup["status"] in {"open", "confirming", "running"}
    begun = cup["began_at"] is not None
    paused = seen["paused_at"] is not None
    by_rules = cup["rated"] and not cup["by_right"]
    drawn, playing = seen["round_status"] == "drawn", seen["round_status"] == "running"
    groups: list[tuple[str, dict[str, bool]]] = [
        (
            _("The round"),
            {
                "start": live and not begun,
                "extend": playing,
                "redraw": drawn,
                "move": drawn,
                "pause": live and not paused,
                "resume": paused and live,
                "undo": seen["can_undo"] is not None,
            },
        ),
        (
            _("People"),
            {
                "admit": cup["takes_entries"],
                "refuse": live and (not begun or bool(seen["asking"])),
                "add": live and (not begun or _takes_more(cup)),
                "import": live and not begun,
                "seed": live and not begun,
                "team": live and cup["team_counts"] > 0,
                "seat": live,
                # Where anybody may come, whoever has entered stays until it has begun.
                "drop": live and (begun or not by_rules),
                "replace": live and begun,
                "adjust": begun,
                "keep_apart": live,
                "let_meet": live and bool(seen["kept_apart"]),
                "disqualify": begun or (live and not by_rules),
            },
        ),
        (
            _("The tournament"),
            {
                "announce": True,
                "change": live,
                "fix": begun and not (drawn and seen["round"] == 1),
                "answer": bool(seen["objections"]),
                "add_organiser": live,
                "remove_organiser": len(cup["organisers"]) > 1,
                "call_off": live,
            },
        ),
    ]
    possible = [
        (said, [name for name, can in steps.items() if can and name in cup["may"]])
        for said, steps in groups
    ]
    return [
        {
            "said": said,
            "steps": [
                {
                    "name": name,
                    "said": name_of(name),
                    "about": name_of(seen["can_undo"] or "") if name == "undo" else "",
                    "one_press": name in STEPS and not STEPS[name].fields,
                    "about_person": name in STEPS and "handle" in STEPS[name].fields,
                }
                for name in names
            ],
        }
        for said, names in possible
        if names
    ]


@signed_in
def step(request: HttpRequest, person: User, key: str, name: str) -> HttpResponse:
    if name not in STEPS:
        raise errors.NotFound
    cup = must_have_desk(key, person, name)
    sent = request.POST if request.method == "POST" else request.GET
    form = stepping.Form(name, cup, person, sent)
    if request.method != "POST" or "edit" in sent or not form.is_whole:
        return _ask(request, cup, form)
    wish, problems = form.read()
    if problems:
        return _ask(request, cup, form, problems)
    try:
        if "sure" not in sent and not STEPS[name].at_once:
            return show_first(request, cup, name, person, wish, sent=form.sent_again())
        services.take_step(
            key=key,
            person=person,
            step=name,
            after=reading.whole(sent.get("after", "")),
            **wish,
        )
    except errors.BadTournament as refusal:
        return _ask(request, cup, form, {str(refusal.facts["field"]): str(refusal)})
    messages.success(request, _("Done: {step}.").format(step=name_of(name)))
    return to("tournament-desk", key)


def _ask(
    request: HttpRequest,
    cup: types.Tournament,
    form: stepping.Form,
    problems: dict[str, str] | None = None,
) -> HttpResponse:
    shown = head(cup, "tournament-desk") | {
        "step": STEPS[form.name],
        "fields": form.shown(problems or {}),
        "whole": form.is_whole,
        # What belongs to no field of this page is said above it.
        "problems": [said for name, said in (problems or {}).items() if name not in form.names],
    }
    return render(request, "tournaments/step.html", shown, status=400 if problems else 200)


def show_first(
    request: HttpRequest,
    cup: types.Tournament,
    name: str,
    person: User,
    wish: dict[str, Any],
    *,
    sent: list[tuple[str, str]],
    told_of: list[tuple[str, str]] | None = None,
) -> HttpResponse:
    """What a step will do, and the press that takes it; `sent` goes with that."""
    shown = head(cup, "tournament-desk") | {
        **_would(cup, name, person, wish),
        "facts": facts(wish) if told_of is None else told_of,
        "sent": sent,
    }
    return render(request, "tournaments/check.html", shown)


@signed_in
def importing_list(request: HttpRequest, person: User, key: str) -> HttpResponse:
    """A list of handles, pasted or as a file: first what would become of each, then done."""
    cup = must_have_desk(key, person, "import")
    shown = head(cup, "tournament-desk") | {"step": {"said": name_of("import")}}
    if request.method != "POST":
        return render(request, "tournaments/import.html", shown)
    text = _list_of(request)
    rows = importing.rows(text) if len(text) <= importing.LONGEST else []
    if not rows:
        problem = _("No handle is on this list.")
        if len(text) > importing.LONGEST:
            problem = _("This list is too long: {most} letters at most.").format(
                most=importing.LONGEST
            )
        shown |= {"problem": problem, "text": text[: importing.LONGEST]}
        return render(request, "tournaments/import.html", shown, status=400)
    sure, last = "sure" in request.POST, selectors.steps(key=key, viewer=person)[:1]
    taken = services.import_entries(
        key=key,
        person=person,
        rows=rows,
        dry_run=not sure,
        after=reading.whole(request.POST.get("after", "")),
    )
    outcomes = taken["outcomes"]
    shown |= {
        "outcomes": [row | {"said": _became(row)} for row in outcomes],
        "can": sum(not row["why"] for row in outcomes),
        "cannot": sum(bool(row["why"]) for row in outcomes),
        "effects": effects(taken["effects"]),
        "sent": [("csv", importing.sheet(rows))],
        "after": last[0]["id"] if last else 0,
        "done": sure,
    }
    return render(request, "tournaments/import.html", shown)


def _became(row: types.Imported) -> str:
    """What becomes of somebody on a list, with all that was read of them."""
    if row["why"]:
        return row["why"]
    seed = words.seeded(row["seed"])
    return ", ".join(said for said in (words.state(row["state"]), row["team"], seed) if said)


def _list_of(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("csv", "").replace("\0", "")
    # Four bytes make a letter at most; what is not UTF-8 spoils its own letters alone.
    raw: bytes = file.read(4 * importing.LONGEST + 1)
    return raw.decode(errors="replace").replace("\0", "")
