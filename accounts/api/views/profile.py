"""Who you are, what you tell of yourself, and how you want to be treated."""

from rest_framework.response import Response

from accounts import rooms, services
from accounts.api.permissions import grant_of
from accounts.api.serializers import HandleChange, MeShape, ProfileChange
from accounts.models import Profile, User
from accounts.services import SCOPES, people
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.request import Request


def show_me(person: User, scopes: frozenset[str]) -> dict[str, object]:
    profile = people.read_profile(person)
    return {
        "handle": person.handle,
        "name": person.name,
        "email": person.email.reveal() if person.email else None,
        "mail_refused": rooms.refuses_mail(person),
        "email_is_verified": person.email_is_verified,
        "language": person.language,
        "time_zone": person.time_zone,
        **_show_profile(profile),
        "is_bot": person.is_bot,
        "created_at": person.created_at,
        "scopes": sorted(scopes, key=SCOPES.index),
    }


def _show_profile(profile: Profile) -> dict[str, object]:
    begin, end = profile.quiet_from, profile.quiet_until
    return {
        "languages_read": profile.languages_read,
        "about": profile.about,
        "picture_seed": profile.picture_seed,
        "quiet_from": begin and f"{begin:%H:%M}",
        "quiet_until": end and f"{end:%H:%M}",
        "plays_weekends": profile.plays_weekends,
    }


class Me(Endpoint):
    tag = "me"
    scopes = {"GET": "read", "PATCH": "account"}

    @operation("get_me", "Who you are", answers={200: MeShape})
    def get(self, request: Request) -> Response:
        """Your profile – with each field stands who sees it – and what this token may do."""
        return Response(show_me(request.person, grant_of(request).scopes))

    @operation("change_me", "Change your profile", request=ProfileChange, answers={200: MeShape})
    def patch(self, request: Request) -> Response:
        """Only what you send is changed."""
        wanted = ProfileChange.read(request)
        with telling_refusals():
            person = services.change_profile(user=request.person, **wanted)
        return Response(show_me(person, grant_of(request).scopes))


class Handle(Endpoint):
    tag = "account"
    in_person = frozenset({"PUT"})

    @operation("change_handle", "Take another handle", request=HandleChange, answers={200: MeShape})
    def put(self, request: Request) -> Response:
        """Once a month; the old one is kept from others for half a year."""
        wanted = HandleChange.read(request)
        with telling_refusals("handle"):
            people.change_handle(person=request.person, handle=wanted["handle"])
        return Response(show_me(User.objects.get(pk=request.person.pk), grant_of(request).scopes))
