"""The person: overview, profile, handle, holidays, relations, public page and picture."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import coat_of_arms, rooms
from accounts.forms import HandleForm, HolidayForm, PersonForm, ProfileForm
from accounts.models import HOLIDAYS_A_YEAR, LANGUAGES, Relation, User
from accounts.pages.asking import me, show_errors
from accounts.services import people, relations
from accounts.services.people import visible_people


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    refused = rooms.refuses_mail(me(request))
    return render(request, "account/pages/overview.html", {"refused": refused})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    sent = request.POST or None
    # The form checks into copies: what is not valid must not look as if it were true.
    of_person = PersonForm(sent, instance=User.objects.get(pk=me(request).pk))
    of_profile = ProfileForm(sent, instance=people.profile_of(me(request)))
    if sent and of_person.is_valid() and of_profile.is_valid():
        people.change_profile(user=me(request), **of_person.cleaned_data, **of_profile.cleaned_data)
        messages.success(request, _("Your profile is changed."))
        return redirect("profile")
    return render(
        request,
        "account/pages/profile.html",
        {"of_person": of_person, "of_profile": of_profile, "arms_of": me(request).handle},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def handle(request: HttpRequest) -> HttpResponse:
    form = HandleForm(request.POST or None, initial={"handle": me(request).handle})
    if form.is_bound and form.is_valid():
        try:
            people.change_handle(person=me(request), handle=form.cleaned_data["handle"])
        except ValidationError as error:
            show_errors(form, error, field="handle")
        else:
            messages.success(request, _("You have a new handle."))
            return redirect("account")
    return render(request, "account/pages/handle.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def holidays(request: HttpRequest) -> HttpResponse:
    person = me(request)
    form = HolidayForm(request.POST if "first_day" in request.POST else None)
    if "end" in request.POST and request.POST["end"].isdecimal():
        people.end_holiday(person=person, pk=int(request.POST["end"]))
        return redirect("holidays")
    if form.is_bound and form.is_valid():
        try:
            people.add_holiday(person=person, **form.cleaned_data)
        except ValidationError as error:
            show_errors(form, error)
        else:
            return redirect("holidays")
    mine = list(person.holidays.all())
    year = timezone.now().year
    return render(
        request,
        "account/pages/holidays.html",
        {
            "form": form,
            "holidays": mine,
            "year": year,
            "taken": people.days_in_year(mine, year),
            "allowance": HOLIDAYS_A_YEAR,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def relations_page(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _relate(request)
    return render(
        request,
        "account/pages/relations.html",
        {"rows": relations.relations_of(me(request)), "kinds": Relation.Kind.choices},
    )


def _relate(request: HttpRequest) -> HttpResponse:
    kind = request.POST.get("kind", "")
    other = people.find_visible(request.POST.get("handle", "").strip())
    if kind not in Relation.Kind.values or other is None:
        messages.error(request, _("There is nobody of this handle."))
        return redirect("relations")
    try:
        if "end" in request.POST:
            relations.unrelate(person=me(request), other=other, kind=Relation.Kind(kind))
        else:
            relations.relate(person=me(request), other=other, kind=Relation.Kind(kind))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    if "from_page" in request.POST:
        return redirect("person", other.handle)
    return redirect("relations")


@require_safe
def public(request: HttpRequest, handle: str) -> HttpResponse:
    """What everybody may see of somebody."""
    person = get_object_or_404(visible_people().select_related("owner"), handle__iexact=handle)
    viewer = request.user if isinstance(request.user, User) else None
    profile = people.read_profile(person)
    facts = {
        "seen": person,
        "profile": profile,
        "languages": [word for code, word in LANGUAGES if code in profile.languages_read],
        "parts": rooms.shown_of(person, viewer),
        "related": relations.kinds_between(viewer, person) if viewer else set(),
    }
    return render(request, "account/pages/public.html", facts)


def _oneself(request: HttpRequest, handle: str) -> User:
    """Whom nobody else finds, a guest or somebody newly come, sees their own arms."""
    if isinstance(request.user, User) and request.user.handle.lower() == handle.lower():
        return request.user
    raise Http404


@require_safe
def picture(request: HttpRequest, handle: str) -> HttpResponse:
    person = visible_people().filter(handle__iexact=handle).select_related("profile").first()
    # A copy of one's own, given to others, would tell them that somebody has this handle.
    whose = "private" if person is None else "public"
    if person is None:
        person = _oneself(request, handle)
    seed = person.profile.picture_seed if hasattr(person, "profile") else ""
    drawn = HttpResponse(coat_of_arms.draw(seed or person.handle), content_type="image/svg+xml")
    drawn["Cache-Control"] = f"{whose}, max-age=3600"
    return drawn
