"""What another site has written is made rows of ours, with numbers of ours, or none of it is."""

from collections.abc import Mapping
from typing import Any

import orjson
from allauth.account.models import EmailAddress
from django.db import models, transaction
from django.utils.dateparse import parse_datetime

from accounts.models import Holiday, Profile, User
from games.models import Game, Move, Seat
from games.moderation.moving.exporting import OF_A_GAME, OF_A_TOURNAMENT
from games.moderation.moving.rows import FORMAT, PRIVATE, Kept, Refused, hashes, keep
from games.moderation.moving.signing import opened
from games.selectors.verifying import verify_games
from games.services import give_time_anew
from games.tournaments.models import Tournament

# Whoever is trusted with games is not trusted with rights: of anything else no row is taken.
_TAKEN: list[type[models.Model]] = [Game, *OF_A_GAME, Tournament, Profile, Holiday]
_TAKEN += [model for model, _way in OF_A_TOURNAMENT]


@transaction.atomic
def arrive(sealed: bytes, *, key: str, known_as: Mapping[str, str]) -> tuple[str, list[str]]:
    """What came, and the keys of its games. `key` is the other site's; `known_as` says of handles
    there who they are here."""
    body = opened(sealed, key)
    if body is None:
        raise Refused("This is not what the site with this key has written.")
    told = orjson.loads(body)
    if told["format"] != FORMAT:
        raise Refused(f"It is of another kind: {told['format']}.")
    if hashes(told["rows"]) != told["hashes"]:
        raise Refused("What arrived is not what was sent.")
    whose = told["what"].removeprefix("person ") if told["what"].startswith("person ") else None
    people = {
        one["id"]: _person(one, known_as, is_whole=one["handle"] == whose) for one in told["people"]
    }
    came = _Arrival(people, told["hashes"])
    for label, values in told["rows"]:
        came.take(label, values)
    came.take_successors()
    _verify(told["hashes"], came.were_here)
    return told["what"], sorted(told["hashes"])


def _person(told: dict[str, Any], known_as: Mapping[str, str], *, is_whole: bool) -> int:
    """Who it is here; somebody whom nobody here knows comes without an address or a password,
    until they move here themselves."""
    handle = known_as.get(told["handle"], told["handle"])
    here = User.objects.filter(handle__iexact=handle).first()
    if told["handle"] in known_as:
        if here is None:
            raise Refused(f"Nobody here is called {handle}.")
        return here.pk
    if here is not None and not _is_waited_for(here):
        raise Refused(
            f"Somebody here is called {handle}. If it is the same, say so: --as {handle}={handle}."
        )
    if here is None:
        names = {"name": told["name"], "language": told["language"], "is_bot": told["is_bot"]}
        here = User.objects.create_user(handle, **names)
        User.objects.filter(pk=here.pk).update(created_at=parse_datetime(told["created_at"]))
    if is_whole:
        _become(here, told)
    return here.pk


def _is_waited_for(person: User) -> bool:
    """Came with a game, and nobody has signed in as them."""
    return (
        person.email is None
        and not person.has_usable_password()
        and person.last_login is None
        and not (person.is_bot or person.is_guest or person.is_staff or person.erased_at)
    )


def _become(person: User, told: dict[str, Any]) -> None:
    address = told["email"]
    if address and User.objects.filter(email__iexact=address).exists():
        raise Refused(f"The address of {person.handle} is somebody's here.")
    Profile.objects.filter(user=person).delete()
    User.objects.filter(pk=person.pk).update(
        email=address,
        **{name: told[name] for name in ("name", "language", *PRIVATE) if name != "email"},
    )
    if address and told["email_is_verified"]:
        EmailAddress.objects.create(user=person, email=address, primary=True, verified=True)


class _Arrival:
    def __init__(self, people: dict[int, int], told: dict[str, str]) -> None:
        self._told = told
        # Games that were here before: their numbers there, and here.
        self._known: set[int] = set()
        self.were_here: set[int] = set()
        self._models = {model._meta.label: model for model in _TAKEN}
        self._here: dict[tuple[type[models.Model], Any], Any] = {
            (User, there): here for there, here in people.items()
        }
        self._later: list[tuple[models.Model, str, type[models.Model], Any]] = []

    def take(self, label: str, values: dict[str, Any]) -> None:
        model = self._models.get(label)
        if model is None:
            raise Refused(f"It has rows of another kind: {label}.")
        if model is Game and self._is_here(values):
            return
        if label.startswith("games.") and values.get("game_id") in self._known:
            return
        row = model()
        for field in model._meta.concrete_fields:
            value = values.get(field.attname)
            to = field.related_model
            if isinstance(to, type) and value is not None:
                there = to, value
                if to is model and there not in self._here:
                    self._later.append((row, field.attname, to, value))
                    value = None
                else:
                    value = self._here[there]
            elif field.primary_key:
                continue
            elif isinstance(value, str):
                value = field.to_python(value)
            setattr(row, field.attname, value)
        row.save(force_insert=True)
        if "id" in values:
            self._here[model, values["id"]] = row.pk

    def _is_here(self, values: dict[str, Any]) -> bool:
        """Came before, perhaps with another of its players."""
        here = Game.objects.filter(key=values["key"]).first()
        if here is None:
            return False
        if _hashes_of([here])[here.key] != self._told[here.key]:
            raise Refused(f"The game {here.key} is here, and has gone on otherwise.")
        self._known.add(values["id"])
        self._here[Game, values["id"]] = here.pk
        self.were_here.add(here.pk)
        return True

    def take_successors(self) -> None:
        """What names a row of the same table that came after it."""
        for row, name, to, there in self._later:
            type(row)._default_manager.filter(pk=row.pk).update(**{name: self._here[to, there]})


def _hashes_of(games: list[Game]) -> dict[str, str]:
    rows: list[Kept] = keep(games)
    rows += keep(Seat.objects.filter(game__in=games)) + keep(Move.objects.filter(game__in=games))
    return hashes(rows)


def _verify(told: dict[str, str], known: set[int]) -> None:
    games = list(Game.objects.filter(key__in=told))
    if _hashes_of(games) != told:
        raise Refused("What arrived is not what was sent.")
    for key, faults in verify_games(told) if told else ():
        if faults:
            raise Refused(f"The game {key} is not what its log says: {faults[0]}")
    for game in games:
        if game.pk not in known:
            give_time_anew(game)
