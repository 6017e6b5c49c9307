"""The one mapping of what games refuse to HTTP."""

from typing import cast, get_type_hints

from django.utils.translation import gettext_noop as _

from games import errors, types
from games.engine.move_data import as_data
from games.errors import Refusal
from oriflamme_site.rest import problems
from oriflamme_site.rest.exceptions import map_errors
from oriflamme_site.rest.problems import Kind, Problem

_STATUS: dict[type[Refusal], int] = {
    errors.NotAllowed: 403,
    errors.NotAtTable: 403,
    errors.AlreadySeated: 409,
    errors.GameOver: 409,
    errors.NotGathering: 409,
    errors.NotRunning: 409,
    errors.NotYourTurn: 409,
    errors.AskedTogether: 409,
    errors.PlansBind: 409,
    errors.NotTogether: 409,
    errors.OrdersChanged: 409,
    errors.Stale: 409,
    errors.TimeUp: 409,
    errors.TableFull: 409,
    errors.TooFew: 409,
    errors.BadCursor: 422,
    errors.BadNotation: 422,
    errors.BadOrder: 422,
    errors.BadTable: 422,
    errors.BadTables: 422,
    errors.BadText: 422,
    errors.ComesToLight: 422,
    errors.IllegalMove: 422,
    errors.TooManyMoves: 422,
    errors.TooMuchTalk: 429,
    errors.UnreadableGame: 503,
}
# What the list of problems says where a refusal has no fixed sentence of its own.
_IN_GENERAL = {
    errors.NotAllowed: _("This is not yours to do here; the answer says why."),
    errors.BadTable: _("A table cannot be set up like this; `errors` says which field and why."),
    errors.BadOrder: _("This is no standing order; `errors` says which one and why."),
    errors.BadNotation: _("This cannot be read as a move. Moves look like “wait”."),
    errors.IllegalMove: _("This is not possible now. Choose one of the legal moves."),
    errors.TooFew: _("More players are needed to begin. Invite somebody, or let bots fill up."),
    errors.BadText: _("A message is empty or too long."),
    errors.ComesToLight: _("Your first moves show something new. Look at it, then send the rest."),
    errors.TooMuchTalk: _("That is a lot of messages at once. Wait as Retry-After says."),
}
# What programs are told beside.
_FACTS: dict[type[Refusal], type] = {
    errors.Stale: types.StaleFacts,
    errors.TimeUp: types.StaleFacts,
    errors.BadNotation: types.MoveFacts,
    errors.IllegalMove: types.MoveFacts,
    errors.TooManyMoves: types.IndexFacts,
    errors.OrdersChanged: types.OrdersFacts,
}


def _register(kind: type[Refusal], status: int) -> Kind:
    sentence = _IN_GENERAL.get(kind, kind.sentence)
    return problems.register(kind.code, status, sentence, facts=_FACTS.get(kind))


KINDS: dict[type[Refusal], Kind] = {
    errors.NotFound: problems.NOT_FOUND,
    errors.KeyReused: problems.KEY_REUSED,
    **{kind: _register(kind, status) for kind, status in _STATUS.items()},
}


def add(kind: type[Refusal], status: int, in_general: str) -> None:
    """What another room refuses, told in the same way."""
    KINDS[kind] = problems.register(kind.code, status, in_general)


def kinds(*refusals: type[Refusal]) -> list[Kind]:
    return [KINDS[refusal] for refusal in refusals]


def _to_problem(refusal: Refusal) -> Problem:
    if isinstance(refusal, errors.NotFound):
        # The same words as for an address that leads nowhere.
        return Problem(problems.NOT_FOUND)
    shown = get_type_hints(_FACTS[type(refusal)]) if type(refusal) in _FACTS else ()
    facts = {name: fact for name, fact in refusal.facts.items() if name in shown}
    if isinstance(refusal, errors.IllegalMove | errors.BadNotation):
        facts["legal_data"] = [as_data(move) for move in cast(list[str], refusal.facts["legal"])]
    wrong: list[problems.FieldError] = []
    headers = {}
    if isinstance(refusal, errors.BadTables):
        wrong = [
            {"field": field, "code": refusal.code, "detail": why} for field, why in refusal.wrong
        ]
    if isinstance(refusal, (errors.BadTable, errors.BadOrder)):
        field = str(refusal.facts["field"])
        wrong = [{"field": field, "code": refusal.code, "detail": str(refusal)}]
    if isinstance(refusal, errors.TooMuchTalk):
        headers["Retry-After"] = str(refusal.facts["seconds"])
    return Problem(
        KINDS[type(refusal)], detail=str(refusal), errors=wrong, facts=facts, headers=headers
    )


map_errors(Refusal, _to_problem)
