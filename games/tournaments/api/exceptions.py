"""What tournaments refuse, as HTTP tells it."""

from django.utils.translation import gettext_noop as _

from games.api import exceptions as mapping
from games.api.views.base import SEATED
from games.tournaments import errors

mapping.add(
    errors.NotNow, 409, _("A tournament does not do this at this moment; the answer says why.")
)
mapping.add(
    errors.BadTournament,
    422,
    _("A tournament, or a step in it, cannot be like this; `errors` says which field and why."),
)

REFUSED = [
    *SEATED,
    *mapping.kinds(errors.NotNow, errors.BadTournament),
]
"""Not found, not yours, not now, not like this."""
