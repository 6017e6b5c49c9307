"""Forms of the pages about an account."""

import zoneinfo
from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import LANGUAGES, Profile, User
from accounts.scopes import SCOPE_WORDS


class SignupPage(SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        handle = self.fields["username"]
        handle.label = _("handle")
        handle.help_text = User._meta.get_field("handle").help_text


class HandleForm(forms.Form):
    handle = forms.CharField(
        label=_("handle"),
        max_length=24,
        validators=User._meta.get_field("handle").validators,
        help_text=_("Public. How others name you at a table."),
    )


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("name", "language", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = [(zone, zone) for zone in sorted(zoneinfo.available_timezones())]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("time zone"), choices=zones, help_text=_("Private. Your hours and dates.")
        )


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    languages_read = forms.MultipleChoiceField(
        label=_("languages read"),
        choices=LANGUAGES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Public. In which languages others may write to you."),
    )

    class Meta:
        model = Profile
        fields = (
            *("languages_read", "about", "picture_seed", "quiet_from", "quiet_until"),
            "plays_weekends",
        )
        widgets = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_until": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }


class HolidayForm(forms.Form):
    first_day = forms.DateField(
        label=_("first day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    last_day = forms.DateField(label=_("last day"), widget=forms.DateInput(attrs={"type": "date"}))


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("name"), max_length=60, help_text=_("What it is for, in your words.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("A program that has it may"),
        choices=list(SCOPE_WORDS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.IntegerField(
        label=_("days until it ends"), min_value=1, max_value=3650, required=False
    )


class BotForm(forms.Form):
    handle = HandleForm.base_fields["handle"]
    name = forms.CharField(label=_("shown name"), max_length=40, required=False)


class AppForm(forms.Form):
    name = forms.CharField(
        label=_("name"), max_length=60, help_text=_("Everybody whom it asks sees it.")
    )
    kind = forms.ChoiceField(
        label=_("kind"),
        choices=[
            ("public", _("runs with its user: in a browser, on a phone or computer")),
            ("confidential", _("runs on a server that can keep a secret")),
            ("device", _("runs where there is no browser: a terminal")),
        ],
        initial="public",
        widget=forms.RadioSelect,
    )
    redirect_uris = forms.CharField(
        label=_("addresses it may be sent back to"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line: https://…, or http://127.0.0.1… on one's own machine."),
    )
