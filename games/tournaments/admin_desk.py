"""The desk of a tournament in the admin: every table with who is waited for, and every step, which
is tried first and says what it would do. All of it by the services that the API uses."""

import re
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.discretion import without_secrets
from games.errors import Refusal
from games.tournaments import permissions, selectors, services
from games.tournaments.models import Step, Tournament
from games.tournaments.pages.steps import name_of, verdicts, ways_to_end
from games.tournaments.pairing import MOST
from games.tournaments.permissions import MOST_PEOPLE
from games.tournaments.types import Effects

# In the order in which they are offered, and what each needs; "?" is what it can do without.
STEPS = {
    "nudge": "table",
    "extend": "hours table?",
    "decide": "round? table how reason",
    "fix": "round? table results reason",
    "adjust": "handle points reason",
    "keep_apart": "handle other reason?",
    "let_meet": "handle other",
    "announce": "words",
    "move": "handle table? other?",
    "seed": "handle seed",
    "team": "handle team?",
    "seat": "handle table? place? reason?",
    "answer": "objection how reason public?",
    "redraw": "",
    "admit": "handle",
    "refuse": "handle",
    "add": "handle",
    "drop": "handle reason",
    "replace": "handle other reason",
    "disqualify": "handle reason",
    "start": "",
    "pause": "",
    "resume": "",
    "change": "title? text? capacity? starts_at?",
    "add_organiser": "handle",
    "remove_organiser": "handle",
    "call_off": "reason",
    "undo": "",
}
SHOWN_STEPS = 20


class Results(forms.CharField):
    """A line for each player: handle, rank and, if it is to be another, influence."""

    widget = forms.Textarea

    def clean(self, value: str) -> list[dict[str, Any]]:
        found = []
        for line in super().clean(value).splitlines():
            handle, *told = line.split() or [""]
            numbers = [int(one) for one in told if re.fullmatch(r"-?[0-9]{1,3}", one)]
            if len(numbers) != len(told) or not 1 <= len(numbers) <= 2:
                raise forms.ValidationError(self.help_text)
            named = dict(zip(("rank", "influence"), numbers, strict=False))
            found.append({"handle": handle, **named})
        return found


def _fields() -> dict[str, forms.Field]:
    return {
        "handle": forms.CharField(label=_("Handle"), max_length=24),
        "other": forms.CharField(label=_("The other's handle"), max_length=24),
        "round": forms.IntegerField(label=_("Round"), min_value=1, max_value=32_767),
        "table": forms.IntegerField(label=_("Table"), min_value=1, max_value=32_767),
        "place": forms.IntegerField(label=_("Place in turn order"), min_value=1, max_value=MOST),
        "hours": forms.IntegerField(label=_("Hours"), min_value=1, max_value=24 * 60),
        "points": forms.FloatField(label=_("Points"), min_value=-100, max_value=100),
        "seed": forms.IntegerField(label=_("Seed"), min_value=0, max_value=MOST_PEOPLE),
        "team": forms.CharField(label=_("Team"), max_length=40),
        "objection": forms.IntegerField(label=_("Objection"), min_value=1, max_value=32_767),
        "public": forms.BooleanField(label=_("Everybody may read the answer")),
        "results": Results(
            label=_("Results"),
            help_text=_("A line for each player: handle, rank, and influence if it changes."),
        ),
        "words": forms.CharField(label=_("Words"), widget=forms.Textarea, max_length=4000),
        "title": forms.CharField(label=_("Title"), max_length=80),
        "text": forms.CharField(label=_("Text"), widget=forms.Textarea, max_length=8000),
        "capacity": forms.IntegerField(label=_("Places"), min_value=3, max_value=512),
        "starts_at": forms.DateTimeField(
            label=_("Begins at"), help_text=_("Year-month-day hour:minute, in UTC.")
        ),
        "reason": forms.CharField(
            label=_("Why"), max_length=500, help_text=_("Everybody can read it.")
        ),
    }


class StepForm(forms.Form):
    """What one step needs, and a reason for any."""

    def __init__(self, step: str, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        needs = STEPS[step]
        names = needs.split() if "reason" in needs else [*needs.split(), "reason?"]
        fields = _fields()
        ways = verdicts() if step == "answer" else ways_to_end()
        fields["how"] = forms.ChoiceField(label=_("How"), choices=list(ways.items()))
        for name in names:
            field = fields[name.rstrip("?")]
            field.required = not name.endswith("?")
            self.fields[name.rstrip("?")] = field
        self.fields["after"] = forms.IntegerField(widget=forms.HiddenInput)

    def wishes(self) -> dict[str, Any]:
        said = {name: value for name, value in self.cleaned_data.items() if name != "after"}
        return {name: value for name, value in said.items() if value not in (None, "")}

    def is_after(self, step: int) -> None:
        """What is shown now is what was looked at after that step."""
        self.data = {**{name: self.data[name] for name in self.data}, "after": str(step)}


def desk(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = get_object_or_404(without_secrets(Tournament.objects.all()), pk=pk)
    person: Any = request.user
    if not permissions.may(tournament, person, "see desk"):
        raise PermissionDenied
    step = request.GET.get("step", "")
    form, effects = None, None
    if step in STEPS:
        last = _last(tournament)
        form = StepForm(step, request.POST or None, initial=request.GET.dict() | {"after": last})
        if request.method == "POST" and form.is_valid():
            tried = "do" not in request.POST
            effects = _take(tournament, person, step, form, tried=tried)
            if effects is not None and not tried:
                messages.success(request, name_of(step))
                return redirect("admin:tournament_desk", pk)
        if form.is_bound:
            form.is_after(last)
    facts = {
        "title": tournament.title,
        "tournament": tournament,
        "desk": selectors.desk(key=tournament.key, viewer=person),
        "done": selectors.steps(key=tournament.key, viewer=person)[:SHOWN_STEPS],
        "steps": [(name, name_of(name)) for name in STEPS],
        "chosen": name_of(step) if form else None,
        "form": form,
        "effects": effects,
    }
    return render(
        request, "admin/tournaments/desk.html", {**admin.site.each_context(request), **facts}
    )


def _last(tournament: Tournament) -> int:
    """The last step of all: what was shown before it is out of date, and two presses are one."""
    return Step.objects.filter(tournament=tournament).aggregate(last=Max("pk"))["last"] or 0


def _take(
    tournament: Tournament, person: Any, step: str, form: StepForm, *, tried: bool
) -> Effects | None:
    """What it does, or would; None where it is refused, and the form says why."""
    try:
        taken = services.take_step(
            key=tournament.key,
            person=person,
            step=step,
            dry_run=tried,
            after=None if tried else form.cleaned_data["after"],
            **form.wishes(),
        )
    except Refusal as refusal:
        field = refusal.facts.get("field")
        form.add_error(field if field in form.fields else None, str(refusal))
        return None
    return taken["effects"]
