"""Everything that a viewer can receive, by name: what answers, what refuses, what is sent."""

import gzip
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple
from functools import partial
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone, translation

from accounts.models import User
from accounts.services.export import export
from games.api.streams import wire
from games.api.streams.export import Export
from games.api.streams.hub import Row, Watch
from games.models import Feed, Game
from games.selectors import news
from games.selectors.exporting import LISTS
from games.selectors.feed import Cursor, Happening
from notifications.channels import push, webhook
from notifications.models import Delivery, Hook, Notification
from oriflamme_site.rest import throttling
from tests.secrecy import addresses
from tests.secrecy.addresses import Address
from tests.secrecy.scene import Scene, Viewer
from tests.secrecy.worlds import dice

Seen = dict[str, Any]

# By how much is written on the whole site, other tables included; and names that chance gives.
_OF_THE_SITE = re.compile(
    rb'(?<=data-place=")[0-9a-f]{32}|(?<=msg_)[0-9a-f]{24}|(?<="request_id":")[0-9a-f]{32}'
    # A letter's number among all, as a digest with the site's key.
    rb'|(?<=[?]after=)[0-9a-f]{16}\b|(?<="id":")[0-9a-f]{16}(?=")'
    rb'|(?<=name="again" value=")[0-9a-f]{16}|(?<="next":")[0-9a-f]{16}(?=")'
    # How long PostgreSQL, whose time goes on, has a letter lie.
    rb'|(?<=<th scope="row">the oldest letter waits</th>)<td>.*?</td>'
    # How many letters the whole site has to send: the operator's, and of no table.
    rb'|(?<=<th scope="row">letters due</th>)<td>.*?</td>'
)
_OLD = "Wed, 01 Jan 2025 00:00:00 GMT"
_HTMX = {"HX-Request": "true", "HX-Target": "table", "HX-Current-URL": "https://testserver/"}
# Tried by everybody at any time: nonsense, moves of other questions, cards one may not have.
TRIES = (
    *("dance", "wait", "reveal", "take", "stay", "eliminate 1", "eliminate 77", "steal 2"),
    *("place spy end", "place ambush start", "swap prince", "use 1", "move 1 to 2"),
)
# How the names of what is sent begin; all others are of what answers.
SENT = ("letter", "streams", "hook", "deliveries", "data")
# The fields of a table's page, with what others may or may not do.
FORMS: tuple[dict[str, str], ...] = (
    *({"card": "spy", "place": "end"}, {"card": "spy"}, {"card": "x" * 99, "place": "y"}),
    *(
        {"lifted": "1", "gap": "3"},
        {"turn": "1", "lifted": "2"},
        {"text": "x" * 3000},
        {"orders": "when the moon is full: wait"},
    ),
)
BODIES: tuple[Any, ...] = (None, {"seat": 1}, {"nonsense": [1]})


Ask = tuple[str, Callable[[], Any]]
Asks = Callable[[Scene, Viewer], Iterator[Ask]]


def everything(
    scene: Scene, viewer: Viewer, asks: "Asks", *, thin: Callable[[str], bool] = bool
) -> Seen:
    """What is answered to `asks`, and all that is sent; by `thin` a short form leaves some out, by
    their names."""
    scene.game.refresh_from_db()
    seen: Seen = {}
    for name, ask in asks(scene, viewer):
        if thin(name):
            as_if_first(viewer, name)
            seen[name] = ask()
    for name, ask in all_that_is_sent(scene, viewer):
        if thin(name):
            dice.roll(name)
            seen[name] = ask()
    return seen


def as_if_first(viewer: Viewer, name: str) -> None:
    """Nothing that was asked before has left anything behind."""
    throttling.forget()
    dice.roll(name)
    viewer.browser.cookies.clear()
    viewer.browser.cookies.load(viewer.session)


def all_that_answers(scene: Scene, viewer: Viewer) -> Iterator[Ask]:
    key, seq = scene.game.key, scene.game.seq
    for one in addresses.every(scene.values(viewer)):
        get = getter(viewer, one)
        yield f"GET {one.path}", get
        if one.is_admin and not viewer.is_staff:
            continue
        yield f"GET {one.path} packed", lambda get=get: _length(get(**{"Accept-Encoding": "gzip"}))
        yield (
            f"GET {one.path} anew",
            lambda get=get: get(**{"If-None-Match": '"x"', "If-Modified-Since": _OLD}),
        )
        for method in one.methods[1:]:
            bodies = 1 if method == "OPTIONS" else len(BODIES) if one.is_api else 2
            for number, body in enumerate(BODIES[:bodies]):
                yield (
                    f"{method} {one.path} {number}",
                    lambda one=one, method=method, body=body: undone(
                        lambda: _ask(viewer, one, method, body)
                    ),
                )
    for method, path, body in scene.tries:
        api = Address(f"/api/v1/{path}", "", ())
        yield (
            f"{method} {path} {body}",
            lambda api=api, method=method, body=body: undone(
                lambda: _ask(viewer, api, method, body)
            ),
        )
    here = Address(f"/games/{key}", "", ())
    # What a script is told, to show it step by step: from the deal on, and of the last moves.
    for shown in ("0", "3", str(max(0, seq - 2))):
        yield f"GET {here.path} since {shown}", partial(getter(viewer, here), **{"X-Shown": shown})
    for number, form in enumerate(FORMS):
        yield (
            f"write {here.path} {number}",
            lambda form=form: undone(lambda: _ask(viewer, here, "POST", {"seq": str(seq), **form})),
        )
    for query in (
        *("?after=0", f"?after={seq - 1}", "?after=0&step=1", "?after=0&step=6"),
        *("?at=0&chair=", "?at=5&chair=1"),
    ):
        page = Address(here.path + query, "", ())
        yield f"GET {page.path}", getter(viewer, page)
        yield f"GET {page.path} by htmx", lambda page=page: getter(viewer, page)(**_HTMX)
    for lang in ("uk", "ru", "it"):
        for part in ("", "/log", "/timeline"):
            api = Address(f"/api/v1/games/{key}{part}", "", ())
            yield (
                f"GET {api.path} in {lang}",
                lambda api=api, lang=lang: getter(viewer, api)(**{"Accept-Language": lang}),
            )
    for at in (0, 1, max(0, seq - 1)):
        api = Address(f"/api/v1/games/{key}?at={at}", "", ())
        yield f"GET {api.path}", getter(viewer, api)
    for move in TRIES:
        for at in {seq, max(0, seq - 1)}:
            yield f"try {move} at {at}", lambda move=move, at=at: _try(viewer, key, at, move)
            yield (
                f"press {move} at {at}",
                lambda move=move, at=at: undone(
                    lambda: _ask(viewer, here, "POST", {"seq": str(at), "move": move})
                ),
            )


def _try(viewer: Viewer, key: str, seq: int, move: str) -> Any:
    asked = {"seq": seq, "moves": [move], "dry_run": True}
    return undone(lambda: heard(viewer.program.post(f"games/{key}/moves", asked)))


def getter(viewer: Viewer, one: Address) -> Callable[..., Any]:
    def get(**headers: str) -> Any:
        if one.is_api:
            wait = "?wait=0" if one.path.endswith("/events") else ""
            path = one.path.removeprefix("/api/v1/") + wait
            return heard(viewer.program.ask("GET", path, **headers))
        return heard(viewer.browser.get(one.path, headers=headers))

    return get


def _ask(viewer: Viewer, one: Address, method: str, body: Any) -> Any:
    if one.is_api:
        return heard(viewer.program.ask(method, one.path.removeprefix("/api/v1/"), body))
    return heard(viewer.browser.post(one.path, body or {}))


def undone(ask: Callable[[], Any]) -> Any:
    """What is answered to a deed; and that it was done is taken back, sessions included."""
    with transaction.atomic():
        answer = ask()
        transaction.set_rollback(True)
    return answer


def heard(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """All that comes over the wire."""
    # A stream that waits is told by `_streams`, which do not.
    content = b"" if answer.streaming and answer.is_async else _whole(answer)
    cookies = {f"cookie {name}": str(one) for name, one in answer.cookies.items()}
    headers = {name: value for name, value in answer.items() if name != "X-Request-ID"}
    is_packed = headers.get("Content-Encoding") == "gzip" and bool(content)
    written = gzip.decompress(content) if is_packed else content
    if _OF_THE_SITE.search(written):
        # What is left out below has its part in the ETag, and in how small the rest is packed.
        headers.pop("ETag", None)
        if is_packed:
            content = written
            headers.pop("Content-Length", None)
    return answer.status_code, _OF_THE_SITE.sub(b"", content), headers | cookies


def _whole(answer: Any) -> bytes:
    return b"".join(answer) if answer.streaming else bytes(answer.content)


def _length(answer: tuple[int, bytes, dict[str, str]]) -> tuple[int, int, dict[str, str]]:
    return answer[0], len(answer[1]), answer[2]


def all_that_is_sent(scene: Scene, viewer: Viewer) -> Iterator[Ask]:
    """Streams, letters with their pictures, what phones show, and what webhooks are told."""
    yield "streams", lambda: list(_streams(scene.game, viewer))
    if viewer.person is not None:
        yield "exports", partial(_exports, viewer.person)
    if viewer.person is not None:
        theirs = Notification.objects.filter(person=viewer.person).order_by("pk")
        for number, letter in enumerate(_newest(theirs.select_related("person"))):
            yield f"letter {number}", partial(_letter, letter)
        yield "data", lambda: orjson.dumps(export(person=viewer.person), default=str)
        sent = Delivery.objects.filter(notification__in=theirs).order_by("pk")
        yield (
            "deliveries",
            lambda: str(list(sent.values_list("channel", "state", "due_at", "tries"))),
        )
    # Whoever has a webhook of the table is told what all may know.
    for hook in Hook.objects.filter(subject=f"game {scene.game.key}").order_by("pk"):
        newest = Delivery.objects.filter(hook=hook).order_by("-pk")[:4]
        for number, delivery in enumerate(newest):
            yield f"hook {hook.format} {number}", partial(_told, delivery, hook)


def _told(delivery: Delivery, hook: Hook) -> tuple[str, bytes, bytes]:
    url, body, _signed, method = webhook.compose(delivery, hook)
    return method, _OF_THE_SITE.sub(b"", url.encode()), body


def _newest(letters: Iterable[Notification]) -> list[Notification]:
    """Two of each kind: the older ones were written like them, and nothing of theirs is new."""
    of_kind: dict[str, list[Notification]] = {}
    for letter in letters:
        of_kind.setdefault(letter.kind, []).append(letter)
    return [letter for each in of_kind.values() for letter in each[-2:]]


def _streams(game: Game, viewer: Viewer) -> Iterator[bytes]:
    """As the hub tells them to whoever watches this table, or all of theirs, in every form – but
    for waiting until it is settled."""
    # Where in the site's feed it stands, and how late, is sealed.
    written = Feed.objects.select_related("game").filter(game__isnull=False).order_by("id")
    mark = Cursor(1, 0, written[0].at)
    rows = [
        Happening(mark, row.game_id, row.game.key, row.kind, row.ref, row.person_id)
        for row in written
    ]
    at = news.tables_of(rows)
    person = viewer.person and viewer.person.pk
    everywhere = Watch(None, "en", None, of_all=True)
    for watch in (Watch(person, "en", at.get(game.pk)), Watch(person, "en", None), everywhere):
        told = watch.tell([row for one in rows if watch.concerns(row := Row(one, at[one.game_id]))])
        yield from (wire.write(form, one) for form in (wire.SSE, wire.NDJSON) for one in told)
        yield wire.page(told, rows[-1].cursor)


def _exports(person: User) -> list[bytes]:
    """Every game that may be read together, as its lines."""
    return [line for which in LISTS for line in Export(which, person, "en").read()]


def _letter(notification: Notification) -> Any:
    what = notification.what
    with translation.override(notification.person.language):
        told: list[Any] = [astuple(what.told(with_view=True))] if what.event else []
        try:
            letter = what.letter()
        except LookupError:  # goes to programs alone
            pass
        else:
            pictures = [picture.content for picture in letter.pictures]
            told += [letter.subject, letter.text, letter.html, letter.headers, pictures]
            told.append(astuple(what.brief()))
            told.append(push.words(notification))
    if what.event:
        told += [
            str(
                webhook.formats.write(
                    one, "https://x.test/?chat_id=1", what.told(with_view=full), timezone.now()
                )
            )
            for one in Hook.Format.values
            for full in (False, True)
        ]
    return told
