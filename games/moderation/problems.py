"""What can go wrong here, in the API's one shape."""

from django.utils.translation import gettext_noop

from games.moderation.errors import TooManyReports
from oriflamme_site.rest import problems
from oriflamme_site.rest.exceptions import map_errors

TOO_MANY_REPORTS = problems.register(
    "too_many_reports",
    429,
    gettext_noop("You have reported a lot today. We look at all of it; go on tomorrow."),
)
CLOSED = problems.register(
    "closed",
    503,
    gettext_noop("The site is closed for maintenance. No clock runs; come back in a while."),
)

map_errors(
    TooManyReports,
    lambda refusal: problems.Problem(
        TOO_MANY_REPORTS, headers={"Retry-After": str(refusal.seconds)}
    ),
)
