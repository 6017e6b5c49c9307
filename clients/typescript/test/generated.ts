// The schema as openapi-typescript reads it.
import type { components, operations, paths } from "./schema.js";

type Played = components["schemas"]["Played"];
type Wish = operations["make_moves"]["requestBody"]["content"]["application/json"];
export const wish: Wish = { seq: 3, moves: ["wait"] };
// @ts-expect-error  `moves` is a list
export const wrong: Wish = { seq: 3, moves: "wait" };
export const path: keyof paths = "/api/v1/games/{key}/moves";
// @ts-expect-error  no such member
export const seq = (played: Played) => played.sequ;
type Happened = components["schemas"]["GameEvent"];
export function told(event: Happened): number | null {
  if (event.kind === "revealed") return event.slot;
  // @ts-expect-error  this kind of event has no such member
  return event.kind === "discarded" ? event.slots : null;
}
// @ts-expect-error  a misspelt code of a problem
export const isStale = (problem: components["schemas"]["Problem"]) => problem.code === "stael";
