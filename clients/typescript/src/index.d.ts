// The hand-made face; what the site itself says is in operations.d.ts.
import type { ExportedGame, Game, MovesRequest, OwnEvent, Operations, Problem as Facts, StreamEvent, TableEvent } from "./operations.js";
export type * from "./operations.js";

/** What an app was given. `keep` is called with new ones, which replace the old. */
export interface Tokens {
  access: string;
  refresh?: string;
  clientId?: string;
  keep?: (tokens: Tokens) => void;
}

export interface Options {
  language?: "en" | "uk" | "ru" | "it";
  /** How many seconds to go on trying while the site cannot be reached. */
  patience?: number;
  fetch?: typeof globalThis.fetch;
}

/** A move, as text or as data. */
export type Move = MovesRequest["moves"][number];
/** A move, or several that are made in order. */
export type Choose = (view: Game) => Move | Move[] | Promise<Move | Move[]>;

/** The site refuses: `code` is for programs and keeps its meaning, `facts` the whole answer. */
export declare class Problem extends Error {
  readonly status: number;
  readonly code: Facts["code"];
  readonly detail: string;
  readonly facts: Partial<Facts>;
}
export declare class Unreachable extends Error {}
export declare class BadSignature extends Error {}

/** The site, as the holder of a token may use it: a method for each operation. */
export interface Client extends Operations {}
export declare class Client {
  constructor(site: string, token?: string | Tokens, options?: Options);
  /** What happens at one table, or at all of yours, for ever: none left out, none twice. */
  follow(options?: { game?: string; after?: string; signal?: AbortSignal }): AsyncGenerator<StreamEvent>;
  /** Many games, the oldest first; it goes on by itself where the line breaks. */
  exportGames(options?: { after?: string; signal?: AbortSignal; [filter: string]: unknown }): AsyncGenerator<ExportedGame>;
  /** For ever: whenever you are asked, make the move that `choose` finds. */
  play(choose: Choose, options?: { signal?: AbortSignal }): Promise<void>;
  /** Decide wherever you are asked now. */
  playWaiting(choose: Choose): Promise<void>;
}

export declare function verifyWebhook(
  body: string | Uint8Array, headers: Headers | Record<string, string>, secret: string,
  options?: { tolerance?: number },
): Promise<OwnEvent | TableEvent>;

export declare function signInByDevice(
  site: string, clientId: string,
  options?: { scopes?: string[]; show?: (address: string, code: string) => void; fetch?: typeof globalThis.fetch },
): Promise<Tokens>;

/** What has to be kept (sessionStorage) until the browser comes back. */
export interface Kept {
  site: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
  state: string;
}
export declare function beginSignIn(
  site: string, clientId: string, redirectUri: string, options?: { scopes?: string[] },
): Promise<{ url: string; kept: Kept }>;
export declare function finishSignIn(
  kept: Kept, location: string, options?: { fetch?: typeof globalThis.fetch },
): Promise<Tokens>;
