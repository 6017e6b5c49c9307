"""The form of a step: its fields as a page asks for them, and what was sent as a wish."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from django.utils.translation import gettext as _

from accounts.models import User
from games.tournaments import errors, selectors, types
from games.tournaments.api.serializers import StepForm
from games.tournaments.pages import reading, steps

_KINDS = {
    **dict.fromkeys(("round", "table", "place", "hours", "seed", "objection"), "number"),
    "points": "decimal",
    **dict.fromkeys(("words", "text"), "long"),
    "how": "choice",
    "public": "yes",
    "results": "results",
}
# Whom a step is about is in the tournament already, but for these.
_STRANGERS = {("add", "handle"), ("add_organiser", "handle"), ("replace", "other")}
_MAY_BE_LEFT_OUT = {
    ("move", "table"),
    ("move", "other"),
    ("extend", "table"),
    ("pause", "reason"),
    ("keep_apart", "reason"),
    ("change", "text"),
    *(("seat", name) for name in ("table", "place", "reason")),
    ("answer", "public"),
    *((name, "round") for name in ("fix", "decide")),
}


class Form:
    def __init__(
        self, name: str, cup: types.Tournament, person: User, sent: Mapping[str, str]
    ) -> None:
        self.name, self.cup, self.person, self.sent = name, cup, person, sent

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Which fields there are, now."""
        wanted = steps.STEPS[self.name].fields
        return wanted if self.is_whole else ("round", "table")

    @property
    def is_whole(self) -> bool:
        """Which results there are to set is known only when the table is."""
        return self.name != "fix" or self._table is not None

    @cached_property
    def _table(self) -> types.TournamentTable | None:
        number = self.sent.get("table", "")
        try:
            found = selectors.rounds(
                key=self.cup["id"],
                viewer=self.person,
                ordinal=reading.whole(self.sent.get("round", "")),
            )
        except errors.Refusal:
            return None
        tables = found[0]["tables"] if found else []
        return next((one for one in tables if str(one["table"]) == number), None)

    def read(self) -> tuple[dict[str, Any], dict[str, str]]:
        """The wish, and what is wrong with its fields."""
        sent: dict[str, object] = {
            name: self.sent.get(name, "").strip() for name in self.names if name != "results"
        }
        sent = {"step": self.name} | {name: value for name, value in sent.items() if value}
        if "results" in self.names:
            sent["results"] = self._results()
        wish, problems = reading.checked(StepForm, sent)
        wish.pop("step", None)
        for name in self.names:
            if name not in sent and name not in problems and not self._may_be_left_out(name):
                problems[name] = _("This is needed.")
        # Of several results that cannot be, the first is said, at all of them.
        for name in list(problems):
            if name.startswith("results."):
                problems.setdefault("results", problems.pop(name))
        return wish, problems

    def _results(self) -> list[dict[str, object]]:
        assert self._table is not None
        rows: list[dict[str, object]] = []
        for seat in self._table["seats"]:
            handle = seat["player"]["handle"] or ""
            row: dict[str, object] = {
                "handle": handle,
                "rank": self.sent.get(f"rank-{seat['entry']}", ""),
            }
            if influence := self.sent.get(f"influence-{seat['entry']}", "").strip():
                row["influence"] = influence
            rows.append(row)
        return rows

    def _may_be_left_out(self, name: str) -> bool:
        return (self.name, name) in _MAY_BE_LEFT_OUT

    def shown(self, problems: Mapping[str, str]) -> list[dict[str, object]]:
        labels = steps.labels()
        return [
            {
                "name": name,
                "said": labels[name],
                "kind": _KINDS.get(name, "text"),
                "value": self.sent.get(name) or self._usual(name),
                "problem": problems.get(name, ""),
                "needed": not self._may_be_left_out(name),
                **self._more(name),
            }
            for name in self.names
        ]

    def _usual(self, name: str) -> object:
        return cast(Mapping[str, object], self.cup)[name] if self.name == "change" else ""

    def _more(self, name: str) -> dict[str, object]:
        if name == "how":
            ways = steps.verdicts() if self.name == "answer" else steps.ways_to_end()
            return {"options": list(ways.items())}
        if name == "results" and self._table is not None:
            return {"seats": [self._seat(seat) for seat in self._table["seats"]]}
        if name not in {"handle", "other"} or (self.name, name) in _STRANGERS:
            return {}
        if self.name == "remove_organiser":
            people = self.cup["organisers"][1:]
        else:
            found = selectors.entries(key=self.cup["id"], viewer=self.person)
            people = [entry["player"] for entry in found]
        return {"people": [person for person in people if person["handle"]]}

    def _seat(self, seat: types.TournamentSeat) -> dict[str, object]:
        rank, influence = f"rank-{seat['entry']}", f"influence-{seat['entry']}"
        return {
            **seat,
            "rank_name": rank,
            "influence_name": influence,
            "rank": self.sent.get(rank) or seat["rank"],
            "influence": self.sent.get(influence) or seat["influence"],
        }

    def sent_again(self) -> list[tuple[str, str]]:
        """What the page that asks once more sends on."""
        kept = {*self.names, *(f"{k}" for k in self.sent if k.startswith(("rank-", "influence-")))}
        return [(name, self.sent[name]) for name in self.sent if name in kept]
