// What a compiler has to know: the lines after @ts-expect-error are wrong, and must not compile.
import { Client, Problem, verifyWebhook, type Game } from "../src/index.js";

const client = new Client("https://the.site", "ofl_x", { language: "uk" });

export function choose(view: Game): string {
  // @ts-expect-error  a view has no such member
  view.questions;
  // @ts-expect-error  the question may be null
  view.question.moves;
  if (view.question?.kind === "wait_or_reveal") {
    const slot: number = view.question.slot;
    // @ts-expect-error  who asks whether to wait or to reveal places nothing
    view.question.moves?.[slot]?.data.card;
  }
  // @ts-expect-error  nobody is asked this
  if (view.question?.kind === "elimnate") return "wait";
  if (view.question?.kind === "eliminate") return `eliminate ${view.question.moves?.[0]?.data.slot}`;
  return view.question?.moves?.[0]?.move ?? "wait";
}

export async function use(): Promise<void> {
  const game = await client.createGame({ name: "Friday", set: "ablaze", seats: 3 });
  const played = await client.makeMoves(game.id, { seq: game.seq, moves: [choose(game)] });
  const seq: number = played.seq;
  // @ts-expect-error  no box of this name
  await client.createGame({ name: "Friday", set: "ablase", seats: 3 });
  // @ts-expect-error  `seq` is needed
  await client.makeMoves(game.id, { moves: ["wait"] });
  // @ts-expect-error  no list of this name
  await client.listGames({ list: "min" });
  // @ts-expect-error  no operation of this name
  await client.makeMove(game.id, seq);
  for await (const event of client.follow({ game: game.id })) {
    // @ts-expect-error  no event of this name
    if (event.event === "mooved") return;
    // @ts-expect-error  no event has such a member
    event.data.sequ;
    if (event.event === "moved") event.data.log[0]?.events;
    // @ts-expect-error  this event has no such member
    if (event.event === "talk") event.data.log;
  }
  const told = await verifyWebhook("{}", new Headers(), "whsec_");
  // @ts-expect-error  a webhook has no such member
  told.what;
  if (told.type === "table.moved") told.data.log[0]?.events;
  // @ts-expect-error  this webhook has no such member
  if (told.type === "ping") told.data.game;
  for (const happened of played.events) {
    // @ts-expect-error  no event of the rules is called so
    if (happened.kind === "reveled") return;
    // @ts-expect-error  an event has the members of its kind, and not this one
    if (happened.kind === "revealed") happened.winners;
  }
  await client.replaceOrders(game.id, { orders: [{ do: "wait", card: "ambush" }] });
  // @ts-expect-error  to wait is done in no place
  await client.replaceOrders(game.id, { orders: [{ do: "wait", card: "ambush", place: "end" }] });
  await client.play(choose);
}

export function refused(error: unknown): boolean {
  // @ts-expect-error  no problem has this code
  if (error instanceof Problem && error.code === "stael") return false;
  return error instanceof Problem && error.code === "stale";
}
