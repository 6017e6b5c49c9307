// A client for Oriflamme by post, for Node and browsers alike; index.d.ts says the types.
import { OPERATIONS } from "./operations.js";

const API = "/api/v1/";
// What time heals: too many requests, a restart behind a proxy, a database that is away.
const PASSING = new Set([429, 502, 503, 504]);
const LONGEST_PAUSE = 30_000;
// A stream says something every 15 seconds.
const SILENCE = 45_000;
// Somebody else was faster, perhaps one's own stand-in: what follows is told.
const OVERTAKEN = new Set(
  ["stale", "time_up", "not_your_turn", "not_running", "game_over", "asked_together", "plans_bind"]);

export class Problem extends Error {
  constructor(status, facts) {
    super(`${status} ${facts.code ?? ""}: ${facts.detail ?? ""}`);
    Object.assign(this, { name: "Problem", status, facts, code: facts.code ?? "", detail: facts.detail ?? "" });
  }
}

export class Unreachable extends Error {}
export class BadSignature extends Error {}

export class Client {
  constructor(site, token = "", { language = "", patience = 120, fetch = globalThis.fetch.bind(globalThis) } = {}) {
    this.site = site.replace(/\/$/, "");
    this.tokens = typeof token === "string" ? { access: token } : token;
    Object.assign(this, { language, patience: patience * 1000, fetch });
  }

  async call(method, path, { query = {}, body } = {}) {
    const url = address(this.site, API + path, query);
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    // Sent twice under one key it is done once.
    if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    const until = Date.now() + this.patience;
    for (let tries = 1; ; tries++) {
      let answer, lost;
      try {
        const text = body === undefined ? undefined : JSON.stringify(body);
        answer = await this.#send(url, { method, headers, body: text }, AbortSignal.timeout(30_000));
        // What breaks off in the middle is asked for again as well.
        if (answer.ok) return await read(answer);
      } catch (error) {
        lost = error;
      }
      if (answer?.ok === false) {
        if (await this.#renew(answer)) continue;
        if (!PASSING.has(answer.status)) throw await problem(answer);
      }
      const pause = wanted(answer, 250, tries);
      if (Date.now() + pause > until) {
        if (answer && !answer.ok) throw await problem(answer);
        throw new Unreachable(String(lost), { cause: lost });
      }
      await sleep(pause);
    }
  }

  async *follow({ game, after = "", signal } = {}) {
    const path = game ? `${API}games/${game}/events` : `${API}me/events`;
    const place = () => [address(this.site, path), after ? { "Last-Event-ID": after } : {}];
    let isHere = false;
    for await (const line of this.#lines(place, signal)) {
      if (!line) continue;
      const event = JSON.parse(line);
      after = event.id;
      if (!(isHere && event.event === "here")) yield event;
      isHere = true;
    }
  }

  async *exportGames({ after = "", signal, ...wanted } = {}) {
    const place = () => [address(this.site, `${API}games/export`, { ...wanted, after: after || undefined }), {}];
    for await (const line of this.#lines(place, signal)) {
      const told = JSON.parse(line);
      if ("last" in told) return;
      after = told.game.id;
      yield told;
    }
  }

  async play(choose, { signal } = {}) {
    for await (const event of this.follow({ signal })) {
      if (event.event !== "talk") await this.playWaiting(choose);
    }
  }

  async playWaiting(choose) {
    for (const turn of await this.listTurns()) {
      let view = await this.getGame(turn.id);
      try {
        while (view?.question?.moves?.length) {
          const moves = [await choose(view)].flat();
          view = (await this.makeMoves(view.id, { seq: view.seq, moves })).view;
        }
      } catch (error) {
        if (!(error instanceof Problem && OVERTAKEN.has(error.code))) throw error;
      }
    }
  }

  // Line by line, coming back wherever it breaks. `place` says where to go on.
  async *#lines(place, signal) {
    for (let lost = 1; !signal?.aborted; lost++) {
      const silence = new AbortController();
      const stop = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
      let answer, timer;
      try {
        const [url, mark] = place();
        const heard = () => {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), SILENCE);
        };
        heard();
        answer = await this.#send(url, { headers: { Accept: "application/x-ndjson", ...mark } }, stop);
        if (answer.ok) {
          let rest = "";
          for await (const piece of pieces(answer.body)) {
            heard();
            const lines = (rest + piece).split("\n");
            rest = lines.pop();
            for (const line of lines) {
              lost = 0;
              yield line;
            }
          }
        }
      } catch (error) {
        if (!(error instanceof TypeError || error?.name === "AbortError")) throw error;
      } finally {
        clearTimeout(timer);
        silence.abort();
      }
      if (answer?.ok === false && !(await this.#renew(answer)) && !PASSING.has(answer.status)) {
        throw await problem(answer);
      }
      await sleep(wanted(answer, 100, lost), signal);
    }
  }

  #send(url, options, signal) {
    const headers = { ...options.headers };
    if (this.tokens.access) headers.Authorization = `Bearer ${this.tokens.access}`;
    if (this.language) headers["Accept-Language"] = this.language;
    return this.fetch(url, { ...options, headers, signal, credentials: "omit", cache: "no-store" });
  }

  // A new token where the old one has ended; whether there is one now.
  async #renew(answer) {
    const { refresh, clientId, keep } = this.tokens;
    if (answer.status !== 401 || !refresh) return false;
    const asked = { grant_type: "refresh_token", refresh_token: refresh, client_id: clientId };
    const renewed = await form(this.fetch, `${this.site}/oauth/token/`, asked);
    if (!renewed.ok) return false;
    const given = await renewed.json();
    this.tokens = { ...this.tokens, access: given.access_token, refresh: given.refresh_token ?? refresh };
    keep?.(this.tokens);
    return true;
  }
}

for (const [name, [method, path, hasBody, draws]] of Object.entries(OPERATIONS)) {
  Client.prototype[name] = function (...given) {
    const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(given.shift()));
    const body = hasBody ? given.shift() : undefined;
    return this.call(method, filled, { body: draws ? drawn(body) : body, query: given.shift() });
  };
}

const open = Client.prototype.createGame;
// Whoever opens a table adds to its deal once its commitment can be seen.
Client.prototype.createGame = async function (...given) {
  const game = await open.apply(this, given);
  await this.contribute(game.id, {}).catch((error) => {
    // The site draws for who may not, and says so.
    if (!(error instanceof Problem)) throw error;
  });
  return game;
};

/** `type`, `timestamp` and `data` of what came to a webhook; `body` as it came, byte by byte. */
export async function verifyWebhook(body, headers, secret, { tolerance = 300 } = {}) {
  const head = (name) => (typeof headers.get === "function" ? headers.get(name) : headers[name]) ?? "";
  const [id, at, signed] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(head);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const said = new Uint8Array([...new TextEncoder().encode(`${id}.${at}.`), ...bytes]);
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", unpacked(secret.replace("whsec_", "")), use, false, ["verify"]);
  const signatures = signed.split(" ").filter((one) => one.startsWith("v1,"));
  const fits = await Promise.all(
    signatures.map((one) => crypto.subtle.verify("HMAC", key, unpacked(one.slice(3)), said)));
  if (!fits.some(Boolean)) throw new BadSignature("It is not signed with this secret.");
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= tolerance)) {
    throw new BadSignature("It is too old, or a clock is wrong.");
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Signing in from a terminal: whoever opens the address that is shown allows this app. */
export async function signInByDevice(site, clientId, { scopes = ["read", "play"], show = tell, fetch = globalThis.fetch } = {}) {
  const begun = await form(fetch, `${site}/oauth/device-authorization/`, { client_id: clientId, scope: scopes.join(" ") });
  if (!begun.ok) throw await problem(begun);
  const told = await begun.json();
  show(told.verification_uri, told.user_code);
  let pause = (told.interval ?? 5) * 1000;
  for (const until = Date.now() + told.expires_in * 1000; Date.now() < until;) {
    await sleep(pause);
    const answer = await form(fetch, `${site}/oauth/token/`, {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: told.device_code,
      client_id: clientId,
    });
    const given = await answer.json();
    if (answer.ok) return tokens(given, clientId);
    if (given.error === "slow_down") pause += 5000;
    else if (given.error !== "authorization_pending") throw new Problem(answer.status, { code: given.error, ...given });
  }
  throw new Problem(400, { code: "expired_token", detail: "Nobody has allowed it in time." });
}

/** Signing in from a page of another site: where to send the browser, and what to keep meanwhile. */
export async function beginSignIn(site, clientId, redirectUri, { scopes = ["read", "play"] } = {}) {
  const [verifier, state] = [packed(crypto.getRandomValues(new Uint8Array(32))), packed(crypto.getRandomValues(new Uint8Array(16)))];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const url = address(site, "/oauth/authorize/", {
    response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(" "),
    state, code_challenge: packed(new Uint8Array(digest)), code_challenge_method: "S256",
  });
  return { url, kept: { site, clientId, redirectUri, verifier, state } };
}

/** The tokens, when the browser has come back to `location` with a code. */
export async function finishSignIn(kept, location, { fetch = globalThis.fetch } = {}) {
  const came = new URL(location).searchParams;
  if (came.get("state") !== kept.state) throw new Problem(400, { code: "wrong_state", detail: "This page did not ask for that." });
  if (came.get("error")) throw new Problem(403, { code: came.get("error"), detail: came.get("error_description") ?? "" });
  const answer = await form(fetch, `${kept.site}/oauth/token/`, {
    grant_type: "authorization_code", code: came.get("code"), client_id: kept.clientId,
    redirect_uri: kept.redirectUri, code_verifier: kept.verifier,
  });
  if (!answer.ok) throw await problem(answer);
  return tokens(await answer.json(), kept.clientId);
}

// With what the own side adds to the deal, if it is not named.
const drawn = (body) => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))];
  return { contribution: bytes.map((one) => one.toString(16).padStart(2, "0")).join(""), ...body };
};
const tokens = (given, clientId) => ({ access: given.access_token, refresh: given.refresh_token ?? "", clientId });
const tell = (address, code) => console.log(`Open ${address} and give the code ${code}`);
const form = (fetch, url, fields) => fetch(url, { method: "POST", body: new URLSearchParams(fields), credentials: "omit" });
const packed = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const unpacked = (text) => {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    throw new BadSignature("It is not signed as webhooks are.");
  }
};

function address(site, path, query = {}) {
  const url = new URL(path, site);
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) url.searchParams.set(name, value);
  return url.href;
}

async function read(answer) {
  if (answer.status === 204) return null;
  return (answer.headers.get("Content-Type") ?? "").includes("json") ? answer.json() : answer.text();
}

async function problem(answer) {
  const text = await answer.text();
  try {
    return new Problem(answer.status, JSON.parse(text));
  } catch {
    return new Problem(answer.status, { detail: text.slice(0, 200) });
  }
}

function wanted(answer, first, tries) {
  const said = Number(answer?.ok === false ? answer.headers.get("Retry-After") : 0);
  return said > 0 ? said * 1000 : Math.min(first * 2 ** tries, LONGEST_PAUSE);
}

async function* pieces(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const sleep = (time, signal) => new Promise((done) => {
  const timer = setTimeout(done, time);
  signal?.addEventListener("abort", () => { clearTimeout(timer); done(); }, { once: true });
});
