"""The desk of staff: reports and appeals, hints, word to everybody, clocks, looks into games.

Every deed is a service's, which knows who may and writes the trail; here are forms and pages.
"""

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import admin as _groups  # noqa: F401  registers what is taken away here
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ReadOnly, StaffAdmin
from accounts.discretion import without_secrets
from accounts.services.staff import note_work
from games import errors, faces
from games.models import Game
from games.moderation import mails, selectors, services
from games.moderation.models import (
    Announcement,
    Appeal,
    BackupTrial,
    Closure,
    Decision,
    Hint,
    Look,
    Report,
)
from games.selectors.people import names as names_of

admin.site.index_template = "admin/care/index.html"


class Looking(ReadOnly):
    """Rows to look at, on pages of their own."""

    def page(self, request, template, **facts):
        return render(request, template, {**admin.site.each_context(request), **facts})


def must(request, right):
    if not request.user.has_perm(right):
        raise PermissionDenied


def tried(request, form, act, **facts):
    """Whether a service did it; what it refused stands beside the form."""
    try:
        act(**facts)
    except ValidationError as refused:
        form.add_error(None, refused.messages)
        return False
    except errors.Refusal as refused:
        form.add_error(None, str(refused))
        return False
    return True


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(Looking):
    """Roles are what games.moderation.roles says they are, and nobody changes them here."""

    fields = ("name", "rights")

    @admin.display(description=_("rights"))
    def rights(self, group):
        rows = group.permissions.select_related("content_type").order_by("content_type", "codename")
        return ", ".join(f"{row.content_type.app_label}.{row.codename}" for row in rows)


class Words(forms.Form):
    """One line of why, asked before anything is done."""

    reason = forms.CharField(label=_("Why"), max_length=200)


# --- Reports, decisions, appeals -----------------------------------------------------------


class DecisionForm(forms.Form):
    outcome = forms.ChoiceField(label=_("Outcome"), choices=Decision.Outcome.choices)
    until = forms.DateTimeField(
        label=_("Until"), required=False, help_text=_("Of bans. Year-month-day, in UTC.")
    )
    reason = forms.CharField(
        label=_("Why"), widget=forms.Textarea, max_length=2000, help_text=_("The person reads it.")
    )
    with_others = forms.BooleanField(
        label=_("This answers the other waiting reports about the same person too"), required=False
    )


@admin.register(Report)
class ReportAdmin(Looking):
    list_display = ("id", "kind", "person", "game", "state", "taken_by", "at")
    list_display_links = ("id", "kind")
    list_filter = ("state", "kind")
    search_fields = ("=person__handle", "=game__key")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        must(request, "care.view_report")
        rows = Report.objects.select_related("person", "reporter", "game", "message", "taken_by")
        case = get_object_or_404(without_secrets(rows), pk=object_id)
        form = DecisionForm(request.POST if "decide" in request.POST else None)
        if request.method == "POST":
            must(request, "care.handle_report")
            if self._deed(request, case, form):
                return redirect(request.path)
        return self.page(
            request,
            "admin/care/report.html",
            title=str(case),
            case=case,
            file=selectors.file_of(case),
            form=form,
            may_decide=request.user.has_perm("care.handle_report") and case.decision_id is None,
        )

    def _deed(self, request, case, form):
        mine = {"report": case.pk, "staff": request.user}
        if "decide" in request.POST:
            return form.is_valid() and tried(
                request, form, services.decide, **mine, **form.cleaned_data
            )
        act = services.give_back if "give_back" in request.POST else services.take
        form = Words({"reason": "-"})
        if form.is_valid() and not tried(request, form, act, **mine):
            messages.error(request, " ".join(form.non_field_errors()))
        return True


@admin.register(Decision)
class DecisionAdmin(Looking):
    list_display = ("at", "person", "outcome", "until", "by", "lifted_at")
    list_filter = ("outcome",)
    search_fields = ("=person__handle", "=by__handle")


class AnswerForm(forms.Form):
    is_upheld = forms.TypedChoiceField(
        label=_("The decision"),
        choices=[("", _("stands")), ("yes", _("is lifted"))],
        coerce=bool,
        empty_value=False,
        required=False,
    )
    answer = forms.CharField(label=_("Why"), widget=forms.Textarea, max_length=2000)


@admin.register(Appeal)
class AppealAdmin(Looking):
    list_display = ("at", "decision", "answered_by", "answered_at", "is_upheld")
    list_filter = (("answered_at", admin.EmptyFieldListFilter), "is_upheld")

    def change_view(self, request, object_id, form_url="", extra_context=None):
        must(request, "care.view_appeal")
        rows = Appeal.objects.select_related("decision__person", "decision__by")
        asked = get_object_or_404(without_secrets(rows), pk=object_id)
        form = AnswerForm(request.POST or None)
        if request.method == "POST":
            must(request, "care.answer_appeal")
            mine = {"appeal": asked.pk, "staff": request.user}
            if form.is_valid() and tried(
                request, form, services.answer_appeal, **mine, **form.cleaned_data
            ):
                return redirect("admin:care_appeal_changelist")
        decision = asked.decision
        lines = [
            f"{decision.person} · {decision} · {decision.by}",
            mails.what_follows(decision),
            decision.reason,
            asked.text,
            asked.answer,
        ]
        may = request.user.has_perm("care.answer_appeal") and asked.answered_at is None
        return self.page(
            request,
            "admin/care/form.html",
            title=_("Appeal"),
            lines=lines,
            form=form if may else None,
            buttons=[("answer", _("Answer"))],
        )


# --- Hints -----------------------------------------------------------


@admin.register(Hint)
class HintAdmin(Looking):
    """Numbers to look at. Nothing follows from them but what somebody decides."""

    list_display = ("kind", "person", "other", "counted", "found_at", "set_aside_by")
    list_filter = ("kind", ("set_aside_by", admin.EmptyFieldListFilter))
    search_fields = ("=person__handle", "=other__handle")
    actions = ("set_aside", "open_case")

    def get_queryset(self, request):
        """What hints at oneself is for somebody else to look at."""
        of_me = Q(person=request.user) | Q(other=request.user)
        return super().get_queryset(request).exclude(of_me)

    @admin.display(description=_("numbers"))
    def counted(self, hint):
        return ", ".join(f"{name} {value}" for name, value in hint.numbers.items())

    def has_set_aside_permission(self, request):
        return request.user.has_perm("care.set_aside_hint")

    @admin.action(description=_("Set aside"), permissions=["set_aside"])
    def set_aside(self, request, queryset):
        pairs = ", ".join(str(pk) for pk in queryset.values_list("pk", flat=True))
        queryset.update(set_aside_by=request.user)
        note_work(staff=request.user, what=f"set aside hints {pairs}")

    @admin.action(
        description=_("Open a case about the first of the two"), permissions=["set_aside"]
    )
    def open_case(self, request, queryset):
        for hint in without_secrets(queryset.select_related("person", "other")):
            is_one_human = hint.kind in (Hint.Kind.ACCOUNTS, Hint.Kind.RHYTHM)
            kind = Report.Kind.ACCOUNTS if is_one_human else Report.Kind.COLLUSION
            text = f"{hint.get_kind_display()}: {hint.other} · {self.counted(hint)}"
            services.open_case(person=hint.person, by=request.user, kind=kind, text=text)


# --- Everybody -----------------------------------------------------------


@admin.register(Announcement)
class AnnouncementAdmin(StaffAdmin):
    list_display = ("__str__", "since", "until")
    ordering = ("-since",)

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        self._tell(request, f"announcement {obj.pk} saved")

    def delete_model(self, request, obj):
        number = obj.pk
        super().delete_model(request, obj)
        self._tell(request, f"announcement {number} deleted")

    def delete_queryset(self, request, queryset):
        super().delete_queryset(request, queryset)
        self._tell(request, "announcements deleted")

    def _tell(self, request, what):
        note_work(staff=request.user, what=what)
        transaction.on_commit(services.publish)


STATES = {
    "stop": (_("Stop all clocks"), services.stop_clocks),
    "run": (_("Let the clocks run"), services.run_clocks),
    "close": (_("Close the site for maintenance; no clock runs"), services.close_site),
    "open": (_("Open the site"), services.open_site),
}


@admin.register(Closure)
class ClosureAdmin(Looking):
    list_display = ("since", "ended_at", "by", "note")

    def get_urls(self):
        own = path("site/", self.admin_site.admin_view(self.state), name="site_state")
        return [own, *super().get_urls()]

    def state(self, request):
        must(request, "care.close_site")
        form = Words(request.POST or None)
        chosen = next((STATES[name] for name in STATES if name in request.POST), None)
        if chosen and form.is_valid():
            words, act = chosen
            if tried(request, form, act, staff=request.user, note=form.cleaned_data["reason"]):
                messages.success(request, words)
                return redirect("admin:site_state")
        is_closed = Closure.objects.filter(ended_at=None).exists()
        lines = [_("The site is closed.") if is_closed else _("The site is open.")]
        return self.page(
            request,
            "admin/care/form.html",
            title=_("Clocks and maintenance"),
            lines=lines,
            form=form,
            buttons=[(name, words) for name, (words, _act) in STATES.items()],
        )


# --- Looking into a game -----------------------------------------------------------


class LookForm(Words):
    seat = forms.IntegerField(label=_("Seat"), min_value=0, max_value=4)


@admin.register(BackupTrial)
class BackupTrialAdmin(ReadOnly):
    list_display = ("at", "reaches_to", "games", "faults")
    ordering = ("-at",)


@admin.register(Look)
class LookAdmin(Looking):
    list_display = ("at", "staff", "game", "seat", "reason")
    search_fields = ("=staff__handle", "=game__key")

    def get_urls(self):
        own = path("into/<int:pk>/", self.admin_site.admin_view(self.into), name="look_into_game")
        return [own, *super().get_urls()]

    def into(self, request, pk):
        must(request, "care.look_into_game")
        game = get_object_or_404(without_secrets(Game.objects.all()), pk=pk)
        form = LookForm(request.POST or None)
        seen = None
        if form.is_bound and form.is_valid():
            seen = self._look(request, game, form)
        return self.page(
            request,
            "admin/care/look.html",
            title=_("See it as a seat does"),
            game=game,
            form=form,
            seen=seen,
        )

    def _look(self, request, game, form):
        lang = (get_language() or "en")[:2]
        wanted = form.cleaned_data
        try:
            found, view = services.look(game=game, staff=request.user, lang=lang, **wanted)
        except (ValidationError, errors.Refusal) as refused:
            form.add_error(None, getattr(refused, "messages", str(refused)))
            return None
        names = names_of(found.table)
        return {
            "moment": faces.moment(view, lang),
            "lines": faces.lines(view, lang, names),
            "standing": faces.standing(view, lang, names).splitlines(),
            "holdings": faces.holdings(view, lang).splitlines(),
        }
