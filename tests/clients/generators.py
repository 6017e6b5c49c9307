"""Clients that generators from the registries make of the schema play a game of each box.

    make generators

No part of the suite: it fetches them (pip, npm), and openapi-generator needs Java. What is missing
on this machine is said, and that generator is left out. Each is given docs/openapi.yaml as it is.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import engine
from oriflamme_site.local.__main__ import BIN, ROOT
from tests.api.conftest import ClientOf, client_of, running_site, site  # noqa: F401  fixtures
from tests.api.live import Site
from tests.clients.node import Missing, need, tools

# Seconds each; minutes on a machine that has other things to do.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(1200)]
SCHEMA = ROOT / "docs" / "openapi.yaml"
ROOM = ROOT / ".testing" / "generators"
# As pip and npm have them.
OPENAPI_GENERATOR = "openapi-generator-cli==7.17.0"
TYPESCRIPT, ORVAL = "typescript@5.9.3", "orval@7.16.0"
OPENAPI_TYPESCRIPT, OPENAPI_FETCH = "openapi-typescript@7.13.0", "openapi-fetch@0.15.0"
AXIOS = "axios@1.13.2"


def run(*argv: object, inside: Path = ROOM, **environment: str) -> str:
    done = subprocess.run(
        [str(one) for one in argv],
        cwd=inside,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = f"{argv[0]}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        pytest.fail(said, pytrace=False)
    return done.stdout


def fresh(name: str) -> Path:
    folder = ROOM / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def plays(argv: list[Any], site: Site, client_of: ClientOf, box: str) -> None:  # noqa: F811
    """A program that says at its end how the game stands."""
    people = [client_of(name).headers["Authorization"] for name in ("alice", "bob", "carol")]
    said = run(*argv, site.url, box, *(one.removeprefix("Bearer ") for one in people))
    assert said.strip().endswith("over"), said


@cache
def openapi_generator() -> Path:
    """An environment with it, and with what its clients need."""
    need("java", "Java, for openapi-generator (apt install default-jre-headless)")
    bin_ = ROOM / "venv" / "bin"
    if not (bin_ / "openapi-generator-cli").exists():
        run(sys.executable, "-m", "venv", fresh("venv"))
        needs = ("pydantic", "python-dateutil", "urllib3", "typing-extensions", "lazy-imports")
        pip = [bin_ / "pip", "install", "--quiet", OPENAPI_GENERATOR, *needs]
        done = subprocess.run([*map(str, pip)], capture_output=True, text=True, check=False)
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1]
            raise Missing(f"{OPENAPI_GENERATOR} from pip's index: {last}")
    return bin_


def generate(language: str, *more: str) -> Path:
    """By openapi-generator."""
    bin_ = openapi_generator()
    folder = fresh(language)
    run(
        *(bin_ / "openapi-generator-cli", "generate", "-i", SCHEMA, "-g", language),
        *("-o", folder, *more),
    )
    return folder


def compiled(folder: Path, program: str) -> Path:
    """The program, with what was made: a wrong type stops it."""
    bin_ = tools(TYPESCRIPT)
    (folder / "play.ts").write_text(program)
    settings = {
        "target": "ES2022",
        "module": "ESNext",
        "moduleResolution": "Bundler",
        "strict": True,
        "skipLibCheck": True,
        "types": [],
        "lib": ["ES2022", "DOM"],
        "outDir": "out",
        "rootDir": ".",
    }
    about = {"compilerOptions": settings, "include": ["**/*.ts"], "exclude": ["out"]}
    (folder / "tsconfig.json").write_text(json.dumps(about))
    (folder / "package.json").write_text(json.dumps({"type": "module", "private": True}))
    modules = folder / "node_modules"
    modules.unlink(missing_ok=True)
    modules.symlink_to(bin_.parent)
    run(bin_ / "tsc", "-p", folder / "tsconfig.json")
    return folder / "out" / "play.js"


# --- Python -----------------------------------------------------------------------------

PYTHON_CLIENT = """
import random, sys
from table_client import AuthenticatedClient, models
from table_client.api.me import list_turns
from table_client.api.play import get_game, make_moves
from table_client.api.tables import create_game, join_game
url, box, *tokens = sys.argv[1:]
rng = random.Random(3)
people = [AuthenticatedClient(base_url=url, token=token) for token in tokens]
wish = models.GameRequest(name="Made", set_=models.SetEnum(box), seats=3)
game = create_game.sync(client=people[0], body=wish)
for person in people[1:]:
    join_game.sync(client=person, key=game.id, body=models.JoinRequest())
for _ in range(1000):
    waits = [(one, turns[0]) for one in people if (turns := list_turns.sync(client=one))]
    if not waits:
        break
    person, turn = waits[0]
    view = get_game.sync(client=person, key=turn.id)
    move = rng.choice(view.question.moves).move
    body = models.MovesRequest(seq=view.seq, moves=[move])
    assert make_moves.sync(client=person, key=turn.id, body=body).view.seq == view.seq + 1
print(get_game.sync(client=people[0], key=game.id).status.value)
"""

GENERATED_PYTHON = """
import random, sys
import oriflamme_generated as made
from oriflamme_generated.api.callbacks_api import CallbacksApi  # it calls what you write yourself
url, box, *tokens = sys.argv[1:]
rng = random.Random(3)
people = [made.ApiClient(made.Configuration(host=url, access_token=one)) for one in tokens]
wish = made.GameRequest(name="Made", set=box, seats=3)
game = made.TablesApi(people[0]).create_game(wish)
for person in people[1:]:
    made.TablesApi(person).join_game(game.id, join_request=made.JoinRequest())
for _ in range(1000):
    waits = [(one, turns[0]) for one in people if (turns := made.MeApi(one).list_turns())]
    if not waits:
        break
    person, turn = waits[0]
    view = made.PlayApi(person).get_game(turn.id)
    question = view.question.actual_instance  # as it has each member of a union
    move = made.MovesRequestMovesInner(rng.choice(question.moves).move)
    made.PlayApi(person).make_moves(turn.id, made.MovesRequest(seq=view.seq, moves=[move]))
ping = '{"type": "ping", "timestamp": "2030-01-01T00:00:00Z", "data": {"url": "https://the.site/"}}'
assert isinstance(made.OwnEvent.from_json(ping).actual_instance, made.PingEvent)
assert made.WebhooksApi(people[0]).list_hooks() == [] and CallbacksApi.told_to_you
print(made.PlayApi(people[0]).get_game(game.id).status.value)
"""


@cache
def python_client() -> Path:
    folder = fresh("python-client")
    (folder / "config.yaml").write_text("post_hooks: []\n")
    run(
        *(BIN / "openapi-python-client", "generate", "--meta", "none", "--path", SCHEMA),
        *("--config", folder / "config.yaml", "--output-path", folder / "table_client"),
        "--fail-on-warning",
    )
    (folder / "play.py").write_text(PYTHON_CLIENT)
    return folder / "play.py"


@cache
def generated_python() -> Path:
    folder = generate("python", "--package-name", "oriflamme_generated")
    (folder / "play.py").write_text(GENERATED_PYTHON)
    return folder / "play.py"


# --- TypeScript -------------------------------------------------------------------------

# Around what each calls by its own names, in `call`.
PLAY = """
declare const process: { argv: string[] };
const [url, set, ...tokens] = process.argv.slice(2) as [string, never, ...string[]];
CALLS
const game = await call.create(tokens[0]!, { name: "Made", set, seats: 3 });
for (const token of tokens.slice(1)) await call.join(token, game.id, {});
for (let n = 0; n < 1000; n++) {
  let waits: [string, string] | undefined;
  for (const token of tokens) {
    const turns = await call.turns(token);
    if (turns.length && !waits) waits = [token, turns[0]!.id];
  }
  if (!waits) break;
  const view = await call.get(...waits);
  const moves = view.question!.moves!;
  const move = moves[(n * 7919) % moves.length]!.move;
  await call.move(...waits, { seq: view.seq, moves: [move] });
}
console.log((await call.get(tokens[0]!, game.id)).status);
"""

WITH_AXIOS = """
const of = (t: string) => new Configuration({ basePath: url, accessToken: t });
const call = {
  create: async (t: string, wish: GameRequest) =>
    (await new TablesApi(of(t)).createGame(wish)).data,
  join: async (t: string, key: string, joinRequest: JoinRequest) =>
    (await new TablesApi(of(t)).joinGame(key, undefined, undefined, undefined, joinRequest)).data,
  turns: async (t: string) => (await new MeApi(of(t)).listTurns()).data,
  get: async (t: string, key: string) => (await new PlayApi(of(t)).getGame(key)).data,
  move: async (t: string, key: string, moves: MovesRequest) =>
    (await new PlayApi(of(t)).makeMoves(key, moves)).data,
};
"""

WITH_ORVAL = """
const plain = globalThis.fetch;
globalThis.fetch = (path, options) => plain(new URL(String(path), url), options);
const as = (t: string) => ({ headers: { Authorization: `Bearer ${t}` } });
const failed = (one: { status: number; data: unknown }): Error =>
  new Error(`${one.status} ${JSON.stringify(one.data)}`);
const call = {
  create: async (t: string, wish: made.GameRequest) => {
    const one = await made.createGame(wish, as(t));
    if (one.status !== 201) throw failed(one);
    return one.data;
  },
  join: async (t: string, key: string, wish: made.JoinRequest) => {
    const one = await made.joinGame(key, wish, as(t));
    if (one.status !== 201) throw failed(one);
    return one.data;
  },
  turns: async (t: string) => {
    const one = await made.listTurns(as(t));
    if (one.status !== 200) throw failed(one);
    return one.data;
  },
  get: async (t: string, key: string) => {
    const one = await made.getGame(key, undefined, as(t));
    if (one.status !== 200) throw failed(one);
    return one.data;
  },
  move: async (t: string, key: string, moves: made.MovesRequest) => {
    const one = await made.makeMoves(key, moves, as(t));
    if (one.status !== 200) throw failed(one);
    return one.data;
  },
};
"""

WITH_FETCH = """
type Made = components["schemas"];
const of = (t: string) =>
  createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${t}` } });
const told = <T>(one: { data?: T; error?: unknown }): T => {
  if (one.data === undefined) throw new Error(JSON.stringify(one.error));
  return one.data;
};
const call = {
  create: async (t: string, body: Made["GameRequest"]) =>
    told(await of(t).POST("/api/v1/games", { body })),
  join: async (t: string, key: string, body: Made["JoinRequest"]) =>
    told(await of(t).POST("/api/v1/games/{key}/seats", { params: { path: { key } }, body })),
  turns: async (t: string) => told(await of(t).GET("/api/v1/me/turns")),
  get: async (t: string, key: string) =>
    told(await of(t).GET("/api/v1/games/{key}", { params: { path: { key } } })),
  move: async (t: string, key: string, body: Made["MovesRequest"]) =>
    told(await of(t).POST("/api/v1/games/{key}/moves", { params: { path: { key } }, body })),
};
"""


@cache
def with_axios() -> Path:
    tools(AXIOS)
    folder = generate("typescript-axios", "--additional-properties=importFileExtension=.js")
    names = "Configuration, MeApi, PlayApi, TablesApi"
    types = "GameRequest, JoinRequest, MovesRequest"
    begin = (
        f'import {{ {names} }} from "./index.js";\nimport type {{ {types} }} from "./index.js";\n'
    )
    return compiled(folder, begin + PLAY.replace("CALLS", WITH_AXIOS))


@cache
def with_orval() -> Path:
    bin_, folder = tools(ORVAL), fresh("orval")
    run(bin_ / "orval", "--input", SCHEMA, "--output", folder / "client.ts", "--client", "fetch")
    begin = 'import * as made from "./client.js";\n'
    return compiled(folder, begin + PLAY.replace("CALLS", WITH_ORVAL))


@cache
def with_fetch() -> Path:
    bin_, folder = tools(OPENAPI_TYPESCRIPT, OPENAPI_FETCH), fresh("openapi-typescript")
    run(bin_ / "openapi-typescript", SCHEMA, "-o", folder / "schema.ts")
    begin = 'import createClient from "openapi-fetch";\n'
    begin += 'import type { components, paths } from "./schema.js";\n'
    return compiled(folder, begin + PLAY.replace("CALLS", WITH_FETCH))


# --- Each of them, each box -----------------------------------------------------------------


def node() -> str:
    return need("node", "Node")


# What makes the program, and what runs it.
GENERATORS: dict[str, tuple[Callable[[], Path], Callable[[], object]]] = {
    "openapi-python-client": (python_client, lambda: sys.executable),
    "openapi-generator for Python": (generated_python, lambda: openapi_generator() / "python"),
    "openapi-generator for TypeScript": (with_axios, node),
    "orval": (with_orval, node),
    "openapi-typescript": (with_fetch, node),
}


@pytest.mark.parametrize("box", sorted(engine.SETS))
@pytest.mark.parametrize("generator", GENERATORS)
def test_what_is_generated_compiles_and_plays(
    generator: str,
    box: str,
    site: Site,  # noqa: F811
    client_of: ClientOf,  # noqa: F811
) -> None:
    make, runs = GENERATORS[generator]
    try:
        program, by = make(), runs()
    except Missing as missing:
        pytest.skip(f"MISSING: {missing}")
    plays([by, program], site, client_of, box)
