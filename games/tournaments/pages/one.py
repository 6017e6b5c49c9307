"""The first page of a tournament: what it is, and what one does in it oneself."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.lookalikes import called
from accounts.models import User
from games.engine import words as engine_words
from games.pages.asking import language
from games.tournaments import errors, selectors, services, types, words
from games.tournaments.mails import what_became_of_it
from games.tournaments.pages.asking import acted_on, head, to
from games.tournaments.services.entries import others_play_on

_WAIT = {"waiting", "asked"}


@acted_on
def tournament(request: HttpRequest, person: User | None, key: str) -> HttpResponse:
    if request.method != "POST":
        return render(request, "tournaments/one.html", _facts(key, person))
    if person is None:
        return redirect_to_login(request.path)
    act = request.POST.get("act")
    if act == "withdraw" and "sure" not in request.POST:
        cup = selectors.view(key=key, viewer=person)
        if _may_leave(cup):
            facts = head(cup, "tournament") | {"leads_to": _leaving(cup, person)}
            return render(request, "tournaments/withdraw.html", facts)
    try:
        _act(key, person, act, request.POST)
    except (errors.NotAllowed, errors.BadTournament) as refusal:
        if act != "enter":
            raise
        facts = _facts(key, person) | {"problem": str(refusal)}
        status = 403 if isinstance(refusal, errors.NotAllowed) else 422
        return render(request, "tournaments/one.html", facts, status=status)
    return to("tournament", key)


def _act(key: str, person: User, act: str | None, sent: QueryDict) -> None:
    if act == "enter":
        services.enter_tournament(
            key=key,
            person=person,
            code=sent.get("code", "")[:24],
            contribution=sent.get("contribution", ""),
            team=sent.get("team", ""),
        )
    elif act == "confirm":
        services.confirm(key=key, person=person)
    elif act == "withdraw":
        services.withdraw(key=key, person=person)


def _facts(key: str, person: User | None) -> dict[str, object]:
    cup = selectors.view(key=key, viewer=person)
    lang = language(person)
    own = selectors.own(key=key, viewer=person) if person and cup["you"] else None
    here = _is_here(cup, own)
    return head(cup, "tournament") | {
        "podium": _podium(cup),
        "moments": [_moment(one, lang) for one in cup["moments"]],
        "series": cup["series"] and selectors.series_title(cup["series"]),
        "announced": words.announced(cup, lang),
        "stages": [words.of_stage(stage, lang) for stage in cup["stages"]],
        "called_off": cup["status"] == "cancelled",
        "places": _("{entered} of {capacity} places are taken.").format(**cup),
        "entry": _said_to(cup, own),
        "own": own,
        "may_object": own and any(table["may_object"] for table in own["tables"]),
        "seats": [_table(table, cup, lang) for table in own["tables"]] if own else [],
        "stands": _stands(own),
        "needs": words.needs(own["needs"]) if own and here else "",
        "confirm_until": words.moment(cup["confirm_until"], lang) if cup["confirm_until"] else "",
        "can_enter": _has_room(cup) and (own is None or own["state"] in _without(cup)),
        "can_confirm": here and own and cup["confirm_until"] and not own["confirmed"],
        "has_confirmed": here and own and cup["confirm_until"] and own["confirmed"],
        # Also whoever it has begun without: they get off its list.
        "can_withdraw": _may_leave(cup) and not (own and _is_cut(own)),
    }


def _podium(cup: types.Tournament) -> list[types.Winner]:
    """The first three as they stand on one: the winner in the middle."""
    winners = cup["winners"]
    return [winners[at] for at in (1, 0, 2) if at < len(winners)]


def _moment(one: types.Moment, lang: str) -> dict[str, object]:
    name, after = called(one["player"]), one["after"]
    if one["before"]:
        turned = _("{name}: from {behind} behind to {ahead} ahead, and so to the end.").format(
            name=name, behind=-one["before"], ahead=after
        )
    else:
        turned = _("{name}: from level to {ahead} ahead, and so to the end.").format(
            name=name, ahead=after
        )
    return {
        **one,
        "named": _("Round {round}, table {table}").format(**one),
        "decided": _("The {card} in round {round} decided.").format(
            card=engine_words.name(one["card"], lang), round=one["game_round"]
        ),
        "turned": turned,
    }


def _has_room(cup: types.Tournament) -> bool:
    """Nobody waits for a place after the start."""
    waits = cup["began_at"] is None
    return cup["takes_entries"] and (waits or cup["entered"] < cup["capacity"])


def _without(cup: types.Tournament) -> set[str]:
    """Who may come in, again or after all."""
    return {"withdrawn", "no_show"} | ({"waiting"} if cup["began_at"] else set())


def _may_leave(cup: types.Tournament) -> bool:
    you = cup["you"]
    return you is not None and cup["ended_at"] is None and you["state"] in {"entered", *_WAIT}


def _is_here(cup: types.Tournament, own: types.OwnTournament | None) -> bool:
    """There is something to come for them."""
    if own is None or cup["ended_at"] is not None:
        return False
    if own["state"] in _WAIT:
        return not words.is_left_out(own["state"], **words.when(cup))
    return own["state"] == "entered" and not _is_cut(own)


def _is_cut(own: types.OwnTournament) -> bool:
    """Others play on without them."""
    needs = own["needs"]
    return needs is not None and needs["out"] and not needs["rounds_left"]


def _said_to(cup: types.Tournament, own: types.OwnTournament | None) -> str:
    if own is None or own["state"] == "withdrawn":
        return ""
    if own["state"] == "entered" and cup["status"] == "over":
        return _("You have played in this tournament.")
    if own["state"] == "entered" and cup["ended_at"] is None and _is_cut(own):
        return others_play_on()
    if own["state"] in {"entered", *_WAIT} and cup["status"] == "cancelled":
        return _("The tournament was called off.")
    return what_became_of_it(own["state"], **words.when(cup))


def _leaving(cup: types.Tournament, person: User) -> str:
    """What it means for somebody to withdraw now."""
    state = cup["you"] and cup["you"]["state"]
    if state != "entered":
        return _("You wait for no place any more.")
    if cup["began_at"] is None and cup["waiting"]:
        return _("Your place goes to whoever has waited longest.")
    if cup["began_at"] is None:
        return _("Your place becomes free.")
    first = selectors.rounds(key=cup["id"], viewer=person, ordinal=1)
    if first and first[0]["status"] == "drawn":
        return _("You leave no trace, and the first round is drawn anew without you.")
    own = selectors.own(key=cup["id"], viewer=person)
    if any(table["game"] and not table["result"] for table in own["tables"]):
        return _(
            "You drop out for good. Your results stay, and a stand-in plays your table to its end."
        )
    return _("You drop out for good. Your results stay.")


def _stands(own: types.OwnTournament | None) -> str:
    standing = own and own["standing"]
    if own is None or not standing:
        return ""
    if not (own["place"] or standing["tables"] or standing["points"]):  # by lot alone
        return ""
    return _("You are in place {place} with {points} points.").format(
        place=own["place"] or standing["place"], points=words.number(standing["points"])
    )


def _table(table: types.OwnTournamentTable, cup: types.Tournament, lang: str) -> dict[str, object]:
    begins = None if table["game"] else cup["round_begins_at"]
    return {
        "game": table["game"],
        "named": _("Round {round}, table {table}").format(**table),
        "with": ", ".join(called(seat["player"]) for seat in table["seats"]),
        "begins": words.moment(begins, lang) if begins else "",
        "until": words.moment(table["deadline"], lang) if table["deadline"] else "",
        "result": table["result"] and words.result(table["result"]),
    }
