"""What a letter about a table is made of, as its reader may know it."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from accounts.lookalikes import called
from accounts.models import User
from games import selectors, types
from games.engine import words
from games.models.table import Table
from games.selectors.log import told
from games.selectors.people import names as names_of
from games.selectors.plans import asks as plan_asks
from games.selectors.since_own_move import glance
from games.selectors.tables import Found
from games.selectors.talk import messages
from games.wording.choices import Group, group, group_unnamed
from games.wording.happened import sentences
from games.wording.plans import ahead, to_plan
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
    # What may be said in the same mail, for later in the round.
    ahead: list[str]
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
    # The end is told whole, to whoever brought it about too.
    seen = glance(found, table.seat_of(person.pk), since, with_own=table.is_over)
    hides = seen.hides_cards and not (shows_all or table.is_over)
    names = list(map(one_line, names_of(table) or [])) or None
    # Own hidden cards are left out by not knowing them: what a spectator sees holds none.
    view = found.by_anybody().view(lang) | {"you": own["you"]} if hides else own
    question = own["question"]
    moves = (question and question["moves"]) or []
    happened = told(found.by_anybody() if hides else found, lang, seen.moves)
    orders, stopped = selectors.for_letter(found, lang) if seen.has_orders else ([], "")
    asks_all = own["asks_all"] is not None and own["you"] is not None
    has_said = selectors.has_said(found) if asks_all else None
    is_to_plan = has_said is not None and not has_said.now
    groups = group_unnamed if hides else group
    asks = words.ask(question, lang, own["you"], names) if question else ""
    return Matter(
        person=person,
        lang=lang,
        table=table,
        view=view,
        names=names,
        asks=plan_asks(own, lang, blind=table.blind, said_ahead=has_said.ahead, explains=True)
        if has_said is not None and is_to_plan
        else asks,
        groups=to_plan(view, found.seen["rules_version"], lang, names)
        if is_to_plan
        else groups(moves, view, lang, names),
        ahead=ahead(view, found.seen["rules_version"], lang, names),
        since_own=since is None and seen.last_own is not None,
        happened=sentences(happened, partial(words.say, lang=lang, you=own["you"], names=names)),
        said=_said(found, happened[0]["at"] if happened else None, lang) if seen.has_talk else [],
        # They name cards.
        orders=[] if hides else orders,
        stopped="" if hides else stopped,
        is_to_plan=is_to_plan,
    )


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
