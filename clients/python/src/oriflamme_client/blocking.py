"""The face for programs that do one thing after the other."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any

import httpx

from oriflamme_client._operations import (
    ExportedGame,
    Game,
    GameRequest,
    Operations,
    StreamEvent,
    drawn,
)
from oriflamme_client.calls import (
    OVERTAKEN,
    SILENCE,
    Call,
    Chosen,
    Exporting,
    Following,
    Place,
    Problem,
    Tokens,
    as_moves,
    asks,
    read,
)


class Client(Operations):
    """The site, as the holder of a token may use it; without one, as a stranger."""

    def __init__(
        self, site: str, token: str | Tokens = "", *, language: str = "", patience: float = 120.0
    ) -> None:
        self.tokens = Tokens(token) if isinstance(token, str) else token
        self.patience = patience
        speaks = {"Accept-Language": language} if language else {}
        self._http = httpx.Client(base_url=site, headers=speaks, timeout=30.0)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def create_game(self, body: GameRequest) -> Game:
        """Open a table, and add to its deal now that its commitment can be seen."""
        game = super().create_game(body)
        with suppress(Problem):  # the site draws for who may not, and says so
            self.contribute(game["id"], drawn({}))
        return game

    def follow(self, game: str | None = None, *, after: str = "") -> Iterator[StreamEvent]:
        """What happens at one table, or at all of yours, for ever: nothing is left out and
        nothing comes twice, whatever breaks. The first event is `here`. Keep the `id` of the last
        to go on from there another day."""
        place = Following(game, after)
        for line in self._lines(place):
            if event := place.take(line):
                yield event

    def play(self, choose: Callable[[Game], Chosen]) -> None:
        """For ever: whenever you are asked, make the move, or the moves, that `choose` finds."""
        for event in self.follow():
            if event["event"] != "talk":
                self.play_waiting(choose)

    def play_waiting(self, choose: Callable[[Game], Chosen]) -> None:
        """Decide wherever you are asked now."""
        for turn in self.list_turns():
            view: Game | None = self.get_game(turn["id"])
            try:
                while view and asks(view):
                    moves = as_moves(choose(view))
                    view = self.make_moves(view["id"], {"seq": view["seq"], "moves": moves})["view"]
            except Problem as problem:
                if problem.code not in OVERTAKEN:
                    raise

    def export(self, *, after: str = "", **wanted: str) -> Iterator[ExportedGame]:
        """Many games, the oldest first; none is left out and none comes twice."""
        place = Exporting(after, wanted)
        for line in self._lines(place):
            if game := place.take(line):
                yield game

    def _lines(self, place: Place) -> Iterator[str]:
        """Line by line, coming back wherever it breaks."""
        while not place.is_done:
            refused: httpx.Response | None = None
            try:
                with self._stream(**place.options()) as answer:
                    if answer.is_success:
                        yield from answer.iter_lines()
                    else:
                        answer.read()
                        refused = answer
            except httpx.TransportError:
                pass
            if not place.is_done and (refused is None or not self._renew(refused)):
                time.sleep(place.pause(refused))

    def _call(self, method: str, path: str, query: dict[str, Any], body: Any) -> Any:
        call = Call(method, path, query, body, self.patience)
        while True:
            cause: httpx.Response | httpx.TransportError
            try:
                cause = self._http.request(method, **self.tokens.sign(call.options()))
            except httpx.TransportError as lost:
                cause = lost
            if isinstance(cause, httpx.Response) and self._renew(cause):
                continue
            pause = call.pause(cause)
            if pause is None:
                assert isinstance(cause, httpx.Response)
                return read(cause)
            time.sleep(pause)

    def _stream(self, **options: Any) -> AbstractContextManager[httpx.Response]:
        quiet = httpx.Timeout(30.0, read=SILENCE)
        return self._http.stream("GET", timeout=quiet, **self.tokens.sign(options))

    def _renew(self, answer: httpx.Response) -> bool:
        """Get a new token where the old one has ended; whether there is one now."""
        if answer.status_code != httpx.codes.UNAUTHORIZED or not self.tokens.refresh:
            return False
        renewed = self._http.post("/oauth/token/", data=self.tokens.asks)
        if renewed.is_error:
            return False
        self.tokens.renewed(renewed.json())
        return True
