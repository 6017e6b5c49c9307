"""The first game: three rounds with a word on each decision, and the card to try is lit."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import faces
from games.bots import STAND_IN
from games.engine import words
from games.pages import board, guide, stepping
from games.pages.asking import language, viewer
from games.pages.cards import FAMILIES
from games.pages.choosing import Asked, compose, question, said
from games.selectors.bots import bot_at_table
from games.selectors.lesson import YOU, Lesson, lesson
from games.wording.happened import Line


@require_safe
def first_game(request: HttpRequest) -> HttpResponse:
    lang = language(viewer(request))
    # As short as can be: whoever learns has enough to read.
    names = [*(bot_at_table(STAND_IN, number).split()[0] for number in (0, 1)), _("you")]
    done = request.GET.getlist("done") + compose(request.GET.dict())
    at = lesson(done, lang, names)
    facts: dict[str, object] = {
        "view": at.view,
        "names": names,
        "done": at.made,
        "name": _("Your first game"),
        "here": reverse("lesson"),
        "lesson": True,
        "is_player": True,
        "happened": [
            Line(event["says"], event["kind"], event.get("seat"))
            for entry in at.course.entries
            for event in entry["events"]
            if event["kind"] != "forced"
        ],
        "is_over": at.is_over,
        "moment": faces.moment(at.view, lang),
        "phase": words.phase(at.view["phase"], lang),
        "nothing": faces.nothing(lang),
    }
    facts["steps"] = stepping.dense(stepping.frames(at.course, lang, names))
    asked = Asked(at.view, lang)
    facts |= board.of(at.view, asked, lang, names)
    facts |= said(asked, at.view, lang)
    if at.is_over:
        facts |= _end(at, names)
    else:
        facts["asks"] = question(at.view, asked)
        facts["hint"] = guide.lesson(at.view) or guide.hint(at.view)
        facts["lit"] = _lit(at.suggested, asked)
        facts["number"], facts["of"] = len(at.made) + 1, len(at.made) + at.left
        facts["dots"] = ["x"] * len(at.made) + ["now"] + [""] * (at.left - 1)
    return render(request, "games/pages/lesson.html", facts)


def _lit(move: str, asks: Asked) -> str:
    """What is lit: the things to touch for a move, as classes."""
    verb, *rest = move.split()
    if verb == "place":
        return f"lit-c-{list(asks.hand).index(rest[0])} lit-p-{'-'.join(rest[1:])}"
    if verb == "move":
        return f"lit-f-{rest[0]} lit-g-{rest[2]}"
    return f"lit-m-{rest[0]}" if rest else f"lit-w-{verb}"


def _end(at: Lesson, names: list[str]) -> dict[str, object]:
    scores = [seat["influence"] for seat in at.view["seats"]]
    best = max(scores)
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return {
        "result": [
            {
                "name": names[seat],
                "family": FAMILIES[seat],
                "score": scores[seat],
                "part": round(10 * scores[seat] / (best or 1)),
            }
            for seat in order
        ],
        "leads": scores[YOU] == best,
        "short": best - scores[YOU],
    }
