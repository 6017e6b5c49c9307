"""What a seat sees, for staff. It shows secrets, so it is written down who looked and why."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.trail import Kind, note
from games import engine
from games.models import Game, knowing
from games.models.table import find_table
from games.moderation.models import Look
from games.selectors.tables import Found, assemble, open_view, read_state


def has_looked(game: int, accounts: set[int]) -> bool:
    return Look.objects.filter(game=game, staff__in=accounts).exists()


@transaction.atomic
def look(*, game: Game, seat: int, staff: User, reason: str, lang: str) -> tuple[Found, object]:
    """The table and its view, as the seat has it now. The look is in the trail before anything
    is shown. ValidationError for who plays there, or did."""
    if not reason.strip():
        raise ValidationError(_("Say why. The reason stays in the trail."), code="no_reason")
    # Whoever sits down or takes over waits for this, and is asked afterwards.
    game = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    chairs = list(game.chairs.exclude(number=None).order_by("number"))
    if game.state is None or not 0 <= seat < len(chairs):
        raise ValidationError(_("There is no such seat, or no game yet."), code="no_seat")
    if knowing.seen(game.pk, staff).is_party:
        raise ValidationError(
            _("You play at this table yourself, or did, or a bot or an app of yours does."),
            code="party",
        )
    Look.objects.create(game=game, seat=seat, staff=staff, reason=reason.strip()[:200])
    note(
        person=staff,
        kind=Kind.GAME_SEEN,
        staff=staff,
        about=f"{game.key}, seat {seat}: {reason.strip()}",
    )
    # Whoever sits there finds it; the view below is the seat's own.
    sitting = next(one.person_id for one in chairs if one.person_id is not None)
    found = find_table(game.key, sitting)
    assert found is not None
    table, text = found.table, found.state_text
    state = read_state(table, text)
    assert state is not None
    if table.is_over:
        seen = open_view(state, seat) | {"question": None}
    else:
        seen = engine.view(state, seat)
    viewer = table.chairs[seat].person
    return Found(table, text, viewer, found.settled), assemble(table, seen, viewer, lang)
