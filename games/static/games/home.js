// What happens at one's tables stands on the first page without a reload.
"use strict";

// What is of no consequence here, or comes with something that is.
const SKIPPED = new Set(["here"]);
const KINDS = [
  ...["created", "joined", "left", "invited", "started", "moved", "resigned", "absent", "returned"],
  ...["seat_offered", "taken_over", "paused", "resumed", "over", "cancelled", "talk"],
];

let waiting;
let reached = "";

async function show() {
  let answer;
  try {
    answer = await fetch("/");
  } catch {
    return; // the stream says when there is a way again
  }
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("main");
  const main = document.querySelector("main");
  if (!fresh || !page.querySelector(".oneself")) return location.reload(); // signed out meanwhile
  document.title = page.title;
  const at = main.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  main.replaceWith(fresh);
  if (at) fresh.querySelector(`a[href="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  document.querySelector(".bar nav").replaceWith(page.querySelector(".bar nav"));
}

// What comes on the heels of one another is shown together.
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(show, 150);
}

function follow() {
  const events = new EventSource(`/api/v1/me/events${reached && `?after=${reached}`}`);
  for (const kind of [...SKIPPED, ...KINDS])
    events.addEventListener(kind, ({ lastEventId }) => {
      reached = lastEventId || reached;
      if (!SKIPPED.has(kind)) soon();
    });
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  };
}
follow();
// Time goes on for what waits, too.
addEventListener("visibilitychange", () => document.hidden || soon());
