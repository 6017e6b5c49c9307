"""The face for programs that wait for many things at once."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any

import httpx

from oriflamme_client._operations import (
    AsyncOperations,
    ExportedGame,
    Game,
    GameRequest,
    MovesRequest,
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

Choose = Callable[[Game], Chosen | Awaitable[Chosen]]


class AsyncClient(AsyncOperations):
    """The site, as the holder of a token may use it; without one, as a stranger."""

    def __init__(
        self, site: str, token: str | Tokens = "", *, language: str = "", patience: float = 120.0
    ) -> None:
        self.tokens = Tokens(token) if isinstance(token, str) else token
        self.patience = patience
        speaks = {"Accept-Language": language} if language else {}
        self._http = httpx.AsyncClient(base_url=site, headers=speaks, timeout=30.0)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def create_game(self, body: GameRequest) -> Game:
        """Open a table, and add to its deal now that its commitment can be seen."""
        game = await super().create_game(body)
        with suppress(Problem):  # the site draws for who may not, and says so
            await self.contribute(game["id"], drawn({}))
        return game

    async def follow(
        self, game: str | None = None, *, after: str = ""
    ) -> AsyncIterator[StreamEvent]:
        """What happens at one table, or at all of yours, for ever: nothing is left out and
        nothing comes twice, whatever breaks. The first event is `here`. Keep the `id` of the last
        to go on from there another day."""
        place = Following(game, after)
        async for line in self._lines(place):
            if event := place.take(line):
                yield event

    async def play(self, choose: Choose) -> None:
        """For ever: whenever you are asked, make the move, or the moves, that `choose` finds."""
        async for event in self.follow():
            if event["event"] != "talk":
                await self.play_waiting(choose)

    async def play_waiting(self, choose: Choose) -> None:
        """Decide wherever you are asked now."""
        for turn in await self.list_turns():
            view: Game | None = await self.get_game(turn["id"])
            try:
                while view and asks(view):
                    chosen = choose(view)
                    moves = as_moves(await chosen if inspect.isawaitable(chosen) else chosen)
                    wish: MovesRequest = {"seq": view["seq"], "moves": moves}
                    view = (await self.make_moves(view["id"], wish))["view"]
            except Problem as problem:
                if problem.code not in OVERTAKEN:
                    raise

    async def export(self, *, after: str = "", **wanted: str) -> AsyncIterator[ExportedGame]:
        """Many games, the oldest first; none is left out and none comes twice."""
        place = Exporting(after, wanted)
        async for line in self._lines(place):
            if game := place.take(line):
                yield game

    async def _lines(self, place: Place) -> AsyncIterator[str]:
        """Line by line, coming back wherever it breaks."""
        while not place.is_done:
            refused: httpx.Response | None = None
            try:
                async with self._stream(**place.options()) as answer:
                    if answer.is_success:
                        async for line in answer.aiter_lines():
                            yield line
                    else:
                        await answer.aread()
                        refused = answer
            except httpx.TransportError:
                pass
            if not place.is_done and (refused is None or not await self._renew(refused)):
                await asyncio.sleep(place.pause(refused))

    async def _call(self, method: str, path: str, query: dict[str, Any], body: Any) -> Any:
        call = Call(method, path, query, body, self.patience)
        while True:
            cause: httpx.Response | httpx.TransportError
            try:
                cause = await self._http.request(method, **self.tokens.sign(call.options()))
            except httpx.TransportError as lost:
                cause = lost
            if isinstance(cause, httpx.Response) and await self._renew(cause):
                continue
            pause = call.pause(cause)
            if pause is None:
                assert isinstance(cause, httpx.Response)
                return read(cause)
            await asyncio.sleep(pause)

    def _stream(self, **options: Any) -> AbstractAsyncContextManager[httpx.Response]:
        quiet = httpx.Timeout(30.0, read=SILENCE)
        return self._http.stream("GET", timeout=quiet, **self.tokens.sign(options))

    async def _renew(self, answer: httpx.Response) -> bool:
        """Get a new token where the old one has ended; whether there is one now."""
        if answer.status_code != httpx.codes.UNAUTHORIZED or not self.tokens.refresh:
            return False
        renewed = await self._http.post("/oauth/token/", data=self.tokens.asks)
        if renewed.is_error:
            return False
        self.tokens.renewed(renewed.json())
        return True
