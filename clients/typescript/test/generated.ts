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
