"""A game is annulled, and the annulment taken back: each with a reason, each in the trail."""

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ReadOnly
from accounts.discretion import without_secrets
from games import errors
from games.models import Game
from games.ratings import services
from games.ratings.models import Annulment


class AnnulForm(forms.Form):
    game = forms.ModelChoiceField(
        without_secrets(Game.objects.all()),
        to_field_name="key",
        label=_("Game"),
        widget=forms.TextInput,
        help_text=_("Its key, as in its address."),
    )
    reason = forms.CharField(label=_("Why"), max_length=200)


class ReinstateForm(forms.Form):
    reason = forms.CharField(label=_("Why"), max_length=200)


@admin.register(Annulment)
class AnnulmentAdmin(ReadOnly):
    """Games that count for nobody."""

    list_display = ("game", "reason", "by", "at")
    search_fields = ("=game__key", "=by__handle", "reason")
    ordering = ("-at",)

    def has_add_permission(self, request):
        return request.user.has_perm("ratings.add_annulment")

    def add_view(self, request, form_url="", extra_context=None):
        form = AnnulForm(request.POST or None, initial=request.GET.dict())
        words = _("Annul a game")
        return self._deed(request, "ratings.add_annulment", form, services.annul, words=words)

    def change_view(self, request, object_id, form_url="", extra_context=None):
        annulled = get_object_or_404(self.get_queryset(request), pk=object_id)

        def act(reason, by):
            services.reinstate(game=annulled.game, reason=reason, by=by)

        form = ReinstateForm(request.POST or None)
        words = _("Let the game count again")
        right = "ratings.delete_annulment"
        return self._deed(request, right, form, act, words=words, annulled=annulled)

    def _deed(self, request, right, form, act, *, words, annulled=None):
        may = request.user.has_perm(right)
        if not may and (annulled is None or request.method == "POST"):
            raise PermissionDenied
        if form.is_bound and form.is_valid():
            try:
                act(by=request.user, **form.cleaned_data)
            except (ValidationError, errors.Refusal) as refused:
                form.add_error(None, getattr(refused, "messages", str(refused)))
            else:
                messages.success(request, _("Ratings follow within minutes."))
                return redirect("admin:ratings_annulment_changelist")
        facts = {"title": words, "form": form if may else None, "annulled": annulled}
        seen = {**admin.site.each_context(request), **facts}
        return render(request, "admin/ratings/annulment.html", seen)
