"""What staff see of people, and do to them: each deed asks for a reason and enters the trail."""

from collections.abc import Callable
from typing import NamedTuple

import oauth2_provider.admin
from allauth.account.admin import EmailAddress
from allauth.mfa.admin import Authenticator
from allauth.usersessions.admin import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ReadOnly, StaffAdmin
from accounts.discretion import without_secrets
from accounts.models import ApiToken, Consent, SecurityEvent, Terms, User
from accounts.services import staff
from accounts.services.finding import find_anybody

# Libraries would show secrets here – second factors, sessions, tokens – and let addresses be
# changed beside the deeds and the trail.
_apps = oauth2_provider.admin
admin.site.unregister(
    [
        *(EmailAddress, Authenticator, UserSession),
        *(_apps.application_model, _apps.access_token_model, _apps.grant_model),
        *(_apps.id_token_model, _apps.refresh_token_model),
    ]
)


class DeedForm(forms.Form):
    reason = forms.CharField(label=_("Why"), max_length=200, widget=forms.Textarea)


class SuspendForm(DeedForm):
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        help_text=_("Year-month-day hour:minute, in UTC. Empty: until they are let in again."),
    )


class RenameForm(DeedForm):
    handle = forms.CharField(label=_("New handle"), max_length=24)


class MergeForm(DeedForm):
    into = forms.ModelChoiceField(
        without_secrets(User.objects.all()),
        to_field_name="handle",
        label=_("Into"),
        widget=forms.TextInput,
    )


class Deed(NamedTuple):
    words: str
    form: type[DeedForm]
    act: Callable
    right: str


# By the name in the address.
DEEDS = {
    "suspend": Deed(_("Suspend"), SuspendForm, staff.suspend, "accounts.suspend_user"),
    "let-in-again": Deed(_("Let in again"), DeedForm, staff.let_in_again, "accounts.suspend_user"),
    "rename": Deed(_("Rename"), RenameForm, staff.rename, "accounts.rename_user"),
    "merge": Deed(_("Merge into another account"), MergeForm, staff.merge, "accounts.merge_user"),
    "anonymise": Deed(
        _("Anonymise for good"), DeedForm, staff.anonymise, "accounts.anonymise_user"
    ),
}


@admin.register(User)
class UserAdmin(StaffAdmin):
    list_display = ("handle", "name", "address", "language", "is_bot", "is_staff", "is_active")
    list_filter = ("is_bot", "is_staff", "is_active", "language")
    search_fields = ("handle",)  # so that there is a box; `find_anybody` does the searching
    search_help_text = _(
        "A part of a handle, name or mail address; whole: a former handle, a token or its "
        "beginning, a network address, the number that logs use."
    )
    ordering = ("handle",)
    fields = (
        *("deeds", "handle", "address", "email_is_verified", "name", "language", "time_zone"),
        *("is_bot", "owner", "is_active", "suspended_until", "silenced_until"),
        *("created_at", "last_login"),
        *("deletion_due_at", "erased_at", "is_staff", "is_superuser"),
        *("groups", "user_permissions"),
    )
    filter_horizontal = ("groups", "user_permissions")

    def get_search_results(self, request, queryset, search_term):
        return find_anybody(queryset, search_term), False

    def get_readonly_fields(self, request, obj=None):
        """People change by deeds alone; only a superuser makes staff of somebody."""
        rights = ("is_staff", "is_superuser", "groups", "user_permissions")
        free = rights if request.user.is_superuser else ()
        return [name for name in self.fields if name not in free]

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        if db_field.name == "user_permissions":  # each is named by its model
            kwargs["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def save_related(self, request, form, formsets, change):
        super().save_related(request, form, formsets, change)
        what = ", ".join(form.changed_data)
        staff.note_work(staff=request.user, what=f"gave {form.instance.handle} rights: {what}")

    def has_add_permission(self, request):  # people sign up themselves
        return False

    def has_delete_permission(self, request, obj=None):  # see "anonymise"
        return False

    @admin.display(description=_("mail address"), ordering="email")
    def address(self, person):
        return person.email.reveal() if person.email else ""

    @admin.display(description=_("deeds"))
    def deeds(self, person):
        links = ((reverse("admin:deed", args=[person.pk, n]), d[0]) for n, d in DEEDS.items())
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    def get_urls(self):
        own = path("<int:pk>/deed/<slug:name>/", self.admin_site.admin_view(self.deed), name="deed")
        return [own, *super().get_urls()]

    def deed(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        person = get_object_or_404(self.get_queryset(request), pk=pk)
        if name not in DEEDS:
            return redirect("admin:accounts_user_change", pk)
        if not request.user.has_perm(DEEDS[name].right):
            raise PermissionDenied
        words, form_class, act, _right = DEEDS[name]
        form = form_class(request.POST or None)
        if form.is_bound and form.is_valid():
            try:
                act(person=person, staff=request.user, **form.cleaned_data)
            except ValidationError as refused:
                form.add_error(None, refused.messages)
            else:
                messages.success(request, f"{words}: {person.handle}")
                return redirect("admin:accounts_user_change", pk)
        seen = {"form": form, "person": person, "title": words, **admin.site.each_context(request)}
        return render(request, "admin/accounts/deed.html", seen)


@admin.register(SecurityEvent)
class SecurityEventAdmin(ReadOnly):
    list_display = ("at", "person", "kind", "staff", "address", "about")
    list_filter = ("kind",)
    search_fields = ("person__handle", "about")
    ordering = ("-at", "-pk")


@admin.register(Consent)
class ConsentAdmin(ReadOnly):
    list_display = ("person", "terms", "at")


@admin.register(Terms)
class TermsAdmin(StaffAdmin):
    list_display = ("version", "published_at")

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        staff.note_work(staff=request.user, what=f"terms {obj.version} saved")

    def has_change_permission(self, request, obj=None):
        """What people have agreed to stays as it was: put a new version instead."""
        may = super().has_change_permission(request, obj)
        return may and (obj is None or not obj.consents.exists())

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    list_display = ("name", "user", "hint", "created_at", "last_used_at", "revoked_at")
    search_fields = ("user__handle", "name", "hint")
