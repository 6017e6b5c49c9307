"""A letter about a table: the question first, then what happened and how the table stands; the
same as text and as HTML, and in this the row as a picture."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.secret import Secret
from games import faces
from games.engine import words
from games.post import addresses, tokens
from games.post.letter_facts import Matter
from games.wording import times
from games.wording.choices import MOST_BUTTONS, Group
from games.wording.questions import asked
from games.wording.spoken import spoken
from notifications.plain import one_line
from notifications.registry import Letter, Picture

_COLUMN = 600
# Which of the two is seen the style sheet of the head says; without one it is the first.
_BY_DAY, _BY_NIGHT = "table", "night"
# A button of more letters has what it says below it: beside it a phone has no room.
_SHORT = 14
# Of more letters what a letter opens with is no headline.
_HEADLINE = 90
# Programs that read mail know little of style sheets: what light looks like stands in each tag.
_BUTTON = (
    "display:inline-block;margin:4px 6px 4px 0;padding:9px 16px;border-radius:9px;"
    "background:#8f1d22;color:#fff8e8;font-weight:700;text-decoration:none"
)
_STYLES = {
    "button": f"{_BUTTON};white-space:nowrap",
    "long_button": _BUTTON,
    "h2": "margin:22px 0 4px;color:#2a1c13;"
    "font:700 18px/1.3 'Palatino Linotype',Palatino,P052,Georgia,serif",
    "image": f"width:100%;max-width:{_COLUMN}px;height:auto;border:0;"
    "background:#74181d;color:#f3dcb0",
    "cell": "padding:5px 8px 5px 0;border-top:1px solid #e2d1ac;vertical-align:top;",
}
_FAMILIES = {
    "crimson": "#98202a",
    "azure": "#1c5594",
    "emerald": "#1a6a3e",
    "amber": "#84500a",
    "violet": "#5f368f",
}


def write(
    matter: Matter,
    *,
    subject: str,
    opening: Sequence[str] = (),
    explains: Sequence[str] = (),
    asks_back: int | None = None,
    others: Sequence[str] = (),
    with_picture: bool = True,
) -> Letter:
    """The letter in its reader's language. `opening` comes before everything else; `explains`
    is long, and comes below what can be pressed;
    `asks_back`: it ends in a question about the proposal of this number; a button says yes.
    `others`: moves that are offered beside it."""
    with translation.override(matter.lang):
        table = matter.table
        token = tokens.make(table.key, matter.person.pk, table.seq, proposal=asks_back)
        facts = _facts(matter, token, opening, with_picture=with_picture)
        facts["explains"] = explains
        facts["yes_page"] = addresses.yes_page(token) if asks_back is not None else ""
        facts["others"] = _others(others, matter, token)
        html = render_to_string("games/post/letter.html", {**facts, "subject": subject})
        drawn = faces.pictures(matter.view, matter.lang) if facts["pictures"] else ()
        return Letter(
            subject=f"[{table.name}] {subject}",
            text=_text(facts, matter),
            html=html,
            headers=addresses.headers(table, token),
            pictures=tuple(map(Picture, (_BY_DAY, _BY_NIGHT), drawn)),
        )


def turn_subject(matter: Matter) -> str:
    with translation.override(matter.lang):
        return asked(matter.view)


def time_left(matter: Matter) -> str:
    """How long the reader may think, in their zone; empty where no clock of theirs runs."""
    table, lang = matter.table, matter.lang
    if not matter.is_asked:
        return ""
    if table.paused_at is not None:
        return _("The table has a pause: take your time.")
    if table.deadline is None:
        return ""
    zone = matter.person.time_zone
    return _("You have {time}.").format(time=times.time_left(table.deadline, zone, lang))


def _facts(
    matter: Matter, token: Secret[str], opening: Sequence[str], *, with_picture: bool
) -> dict[str, object]:
    view, lang, names = matter.view, matter.lang, matter.names
    asked = matter.is_asked
    left = time_left(matter)
    opens = list(opening) if opening else [matter.asks]
    groups = [_with_links(group, token, matter.groups) for group in matter.groups]
    return {
        "lang": lang,
        "opening": opens,
        "headline": 22 if len(opens[0]) <= _HEADLINE else 18,
        "ask": " ".join(filter(None, [matter.asks, left])),
        # Where the question is what the letter begins with.
        "until": "" if opening else left,
        "asked": asked,
        "to_plan": matter.is_to_plan,
        "repeats_ask": bool(opening),
        "heading": _("Since your last move") if matter.since_own else _("What happened"),
        "happened": matter.happened,
        "said": matter.said,
        "moment": faces.moment(view, lang),
        "lines": _lines(matter),
        "rows": faces.rows(view, lang, names),
        "nothing": faces.nothing(lang),
        "standing": faces.standing(view, lang, names).splitlines(),
        "holdings": faces.holdings(view, lang).splitlines(),
        # An empty row has none.
        "pictures": view["row"] and with_picture and (_BY_DAY, _BY_NIGHT),
        "column": _COLUMN,
        **_STYLES,
        "orders": matter.orders,
        "stopped": matter.stopped,
        "ahead": matter.ahead,
        "groups": groups,
        "has_buttons": any(group["choices"] for group in groups),
        "page": addresses.page(token),
        "table_page": addresses.table_page(matter.table.key),
        "stop_page": addresses.stop_page(token),
        "void_page": addresses.void_page(token),
        "name": one_line(matter.table.name),
        "is_over": matter.table.is_over,
    }


def _lines(matter: Matter) -> list[dict[str, object]]:
    """The row in words; whoever is not the reader in the colour of their family."""
    view = matter.view
    told = faces.lines(view, matter.lang, matter.names)
    return [
        {**line._asdict(), "colour": None if seat == view["you"] else _colour(seat)}
        for line, seat in zip(told, (place["controller"] for place in view["row"]), strict=True)
    ]


def _colour(seat: int) -> tuple[str, str]:
    return words.FAMILIES[seat], _FAMILIES[words.FAMILIES[seat]]


def _with_links(group: Group, token: Secret[str], groups: list[Group]) -> dict[str, object]:
    few = sum(len(one.choices) for one in groups) <= MOST_BUTTONS
    short = all(len(choice.label) <= _SHORT for choice in group.choices)
    return {
        "title": group.title,
        "about": group.about,
        "typed": group.typed,
        "beside": short,
        "choices": [
            {
                "label": choice.label,
                "says": choice.says,
                "link": addresses.page(token, choice.move),
            }
            for choice in group.choices
        ]
        if few
        else [],
    }


def _others(moves: Sequence[str], matter: Matter, token: Secret[str]) -> list[dict[str, str]]:
    """Each as it can be written, what it does, and where it is decided by a button."""
    question = matter.view["question"]
    legal = {one["move"]: one["says"] for one in (question and question["moves"]) or []}
    return [
        {
            "label": spoken(move, matter.lang),
            "says": legal[move],
            "link": addresses.page(token, move),
        }
        for move in moves
        if move in legal
    ]


def _text(facts: dict[str, object], matter: Matter) -> str:
    # Further lines of what somebody says stand back: none looks like one of the letter's own.
    said = [(who, what.replace("\n", "\n   ")) for who, what in matter.said]
    text = render_to_string("games/post/letter.txt", {**facts, "said": said})
    blocks = [block.strip("\n") for block in text.split("\n\n")]
    return "\n\n".join(block for block in blocks if block.strip()) + "\n"
