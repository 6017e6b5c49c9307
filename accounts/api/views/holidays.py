"""Days on which your clock rests."""

from datetime import date

from rest_framework.response import Response

from accounts.api.serializers import HolidayShape, HolidaysShape
from accounts.models import HOLIDAYS_A_YEAR, User
from accounts.services import people
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


def show_holidays(person: User) -> dict[str, object]:
    mine = list(person.holidays.all())
    this_year = people.today_of(person).year
    years = []
    for year in (this_year, this_year + 1):
        taken = people.days_in_year(mine, year)
        years.append({"year": year, "taken": taken, "left": max(0, HOLIDAYS_A_YEAR - taken)})
    shown = [{"first_day": one.first_day, "last_day": one.last_day} for one in mine]
    return {"holidays": shown, "years": years}


class Holidays(Endpoint):
    tag = "me"
    scopes = {"GET": "read", "POST": "account"}

    @operation("list_holidays", "Your holidays", answers={200: HolidaysShape})
    def get(self, request: Request) -> Response:
        """On these days your clock rests at every table."""
        return Response(show_holidays(request.person))

    @operation("take_holiday", "Take holidays", request=HolidayShape, answers={201: HolidaysShape})
    def post(self, request: Request) -> Response:
        """From tomorrow on and for a year ahead, within the allowance of the year."""
        wanted = HolidayShape.read(request)
        with telling_refusals("first_day"):
            people.add_holiday(person=request.person, **wanted)
        return Response(show_holidays(request.person), status=201)


class OneHoliday(Endpoint):
    tag = "me"
    ids = [path_id("first_day", "The first day of them.", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    scopes = {"DELETE": "account"}

    @operation(
        "end_holiday", "Give holidays back", answers={204: None}, errors=[problems.NOT_FOUND]
    )
    def delete(self, request: Request, first_day: str) -> Response:
        """Those that have not begun are gone; those that have end today."""
        found = request.person.holidays.filter(first_day=_day(first_day)).first()
        if found is None or not people.end_holiday(person=request.person, pk=found.pk):
            raise Problem(problems.NOT_FOUND)
        return Response(status=204)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem(problems.NOT_FOUND) from None
