"""What a letter about a table is made of, as its reader may know it."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Exists, OuterRef, Subquery

from accounts.lookalikes import called
from accounts.models import User
from games import selectors, types
from games.engine import words
from games.models import Correspondence, Game, Move
from games.models.table import Table
from games.selectors.log import entries
from games.selectors.people import names as names_of
from games.selectors.plans import asks as plan_asks
from games.selectors.tables import Found
from games.selectors.talk import messages
from games.wording.choices import Group, group, group_unnamed
from games.wording.happened import MADE_FOR_THEM, sentences
from games.wording.plans import to_plan
from notifications.plain import one_line, plain

MOST_MESSAGES = 10


@dataclass(frozen=True, slots=True, repr=False)
class Matter:
    person: User
    lang: str
    table: Table
    view: types.Game
    names: list[str] | None
    asks: str
    groups: list[Group]
    # Told since the reader's own last move, or since another moment.
    since_own: bool
    happened: list[str]
    said: list[tuple[str, str]]
    # Standing orders in force, and why one of them did not decide what is asked.
    orders: list[str]
    stopped: str

    # Everybody is asked at once, and the reader has not answered yet.
    is_to_plan: bool

    @property
    def is_asked(self) -> bool:
        if self.is_to_plan:
            return True
        question = self.view["question"]
        return question is not None and question["seat"] == self.view["you"]


def gather(key: str, person: User, *, since: int | None = None, shows_all: bool = False) -> Matter:
    """All of it. `since`: tell what happened after that move; None: since the person's last one.
    `shows_all`: their own hidden cards too, even if they keep them out of letters.
    NotFound where the person may not know of the table."""
    found = selectors.find_game(key, person)
    lang, table = person.language, found.table
    own = found.view(lang)
    last_own, keeps_hidden = _own(table, person.pk)
    hides = keeps_hidden and not (shows_all or table.is_over)
    names = list(map(one_line, names_of(table) or [])) or None
    # Own hidden cards are left out by not knowing them: what a spectator sees holds none.
    view = found.by_anybody().view(lang) | {"you": own["you"]} if hides else own
    question = own["question"]
    moves = (question and question["moves"]) or []
    since_own = since is None and last_own >= 0
    if since is None:
        # The end is told whole, to whoever brought it about too.
        since = last_own - 1 if table.is_over else last_own
    told = entries(found.by_anybody() if hides else found, lang, since)
    at = told[0]["at"] if told else None
    orders, stopped = selectors.for_letter(found, lang)
    asks_all = own["asks_all"] is not None and own["you"] is not None
    is_to_plan = asks_all and not selectors.has_answered(found)
    groups = group_unnamed if hides else group
    asks = words.ask(question, lang, own["you"], names) if question else ""
    return Matter(
        person=person,
        lang=lang,
        table=table,
        view=view,
        names=names,
        asks=plan_asks(own, lang) if is_to_plan else asks,
        groups=to_plan(view, lang, names) if is_to_plan else groups(moves, view, lang, names),
        since_own=since_own,
        happened=sentences(told, partial(words.say, lang=lang, you=own["you"], names=names)),
        said=_said(found, at, lang),
        # They name cards.
        orders=[] if hides else orders,
        stopped="" if hides else stopped,
        is_to_plan=is_to_plan,
    )


def _own(table: Table, person: int) -> tuple[int, bool]:
    """The number of their last move, -1 without one; and whether letters hide their cards."""
    seat = table.seat_of(person)
    moves = Move.objects.filter(game=OuterRef("pk"), seat=seat).exclude(door__in=MADE_FOR_THEM)
    agreed = Correspondence.objects.filter(game=OuterRef("pk"), person=person, hides_cards=True)
    row = Game.objects.filter(pk=table.id).values_list(
        Subquery(moves.order_by("-seq").values("seq")[:1]), Exists(agreed)
    )
    last, hides = row.get()
    return -1 if seat is None or last is None else last, hides


def _said(found: Found, since: datetime | None, lang: str) -> list[tuple[str, str]]:
    """What others said meanwhile: who, and what."""
    spoken = [
        one
        for one in messages(found, since=since)
        if one["seat"] != found.table.seat_of(found.viewer)
    ]
    return [
        (
            one_line(called(one["player"])) if one["player"] else words.family(one["seat"], lang),
            plain(one["text"]),
        )
        for one in spoken[-MOST_MESSAGES:]
    ]
