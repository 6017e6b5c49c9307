"""People, as everybody may see them."""

from django.urls import reverse
from rest_framework.response import Response

from accounts.api.serializers import HANDLE, PeoplePage, PeopleQuery, PublicShape
from accounts.models import User
from accounts.services import people
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

WHO = path_id("handle", "Who.", HANDLE)


class People(ReadByAnyone, Endpoint):
    tag = "people"

    @operation(
        "search_people", "Find somebody", parameters=[PeopleQuery], answers={200: PeoplePage}
    )
    def get(self, request: Request) -> Response:
        """People and bots whose handle or shown name has these letters in it – or begins with them,
        where fewer than three are together –, by handle."""
        wanted = PeopleQuery.read_query(request)
        found, more = people.search_people(
            wanted["search"], after=wanted.get("cursor", ""), limit=wanted["limit"]
        )
        shown = [_named(person) for person in found]
        return Response({"items": shown, "next": found[-1].handle if more else None})


class OnePerson(ReadByAnyone, Endpoint):
    tag = "people"
    ids = [WHO]

    @operation(
        "get_person",
        "Somebody, as everybody sees them",
        answers={200: PublicShape},
        errors=[problems.NOT_FOUND],
    )
    def get(self, request: Request, handle: str) -> Response:
        """What they say of themselves. Ratings and tournaments are below this address; games are
        found by `GET games?player=`."""
        person = people.find_visible(handle, "owner")
        if person is None:
            raise Problem(problems.NOT_FOUND)
        profile = people.read_profile(person)
        return Response(
            {
                **_named(person),
                "languages_read": profile.languages_read,
                "about": profile.about,
                "picture": request.build_absolute_uri(reverse("picture", args=[person.handle])),
                "url": request.build_absolute_uri(reverse("person", args=[person.handle])),
            }
        )


def _named(person: User) -> dict[str, object]:
    """Of PersonShape."""
    owner = person.owner
    return {
        "handle": person.handle,
        "name": person.shown_name,
        "bot": person.is_bot,
        "owner": owner.handle if owner and owner.erased_at is None else None,
    }
