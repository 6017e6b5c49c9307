// What others do appears without a reload, and takes nothing away that somebody is doing here.
// Choosing and sending are swaps of #table by htmx; without either script all of it are pages.
"use strict";

const table = () => document.getElementById("table");
const note = (id) => document.getElementById(id);
const key = table().dataset.table;
const here = `/games/${key}`;

// --- what others do ----------------------------------------------------------------------

let asked = 0; // answers that are on their way, and will be put where the table is now

function busy() {
  const typing = document.activeElement?.matches("#table textarea, #table select");
  return Boolean(typing || table().querySelector("input[form=play]:checked:not([name=at]), #play input:checked:not([value=twin]), #play [type=hidden][name=place], [popover]:popover-open"));
}

// What has the focus, said so that it is found again in a fresh table.
function place() {
  const at = document.activeElement;
  if (!at || !table().contains(at)) return null;
  if (at.id) return `#${CSS.escape(at.id)}`;
  if (at.name) return `${at.localName}[name="${CSS.escape(at.name)}"][value="${CSS.escape(at.value)}"]`;
  const card = at.getAttribute("popovertarget");
  const sort = at.classList.length ? `.${CSS.escape(at.classList[0])}` : at.localName;
  if (card) return `${sort}[popovertarget="${CSS.escape(card)}"]`; // several lead to the same
  return at.parentElement.id ? `#${CSS.escape(at.parentElement.id)} > ${at.localName}` : null;
}

function put(fresh) {
  const focus = place();
  const open = [...table().querySelectorAll("details[open]:not(.card)")].map((one) => one.className);
  table().replaceWith(fresh);
  for (const name of open) fresh.querySelector(`details.${name.split(" ")[0]}`)?.setAttribute("open", "");
  if (focus) fresh.querySelector(focus)?.focus({ preventScroll: true });
  typed.giveBack(fresh);
  sounds.show();
  steps.show();
  window.htmx?.process(fresh);
}

// What happened between the table that is shown and a fresh one, one thing after the other.
let later = false; // something came meanwhile
async function tell(fresh, options = {}) {
  const told = fresh.dataset.steps;
  fresh.removeAttribute("data-steps");
  if (!told) return;
  const box = note("stepping").content.firstElementChild.cloneNode(true);
  const announce = (words) => (note("announce").textContent = words);
  const done = steps.play(table(), JSON.parse(told), { box, announce, ...options });
  if (options.focus) box.querySelector("h1").focus({ preventScroll: true });
  await done;
  if (later) soon();
  later = false;
}

async function page(address, from = table().dataset.seq) {
  const headers = { "X-Shown": from, ...(document.hidden ? { "X-Unseen": "1" } : {}) };
  const answer = await fetch(address, { headers });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

async function show() {
  if (steps.isRunning()) return (later = true);
  const wanted = new URLSearchParams(location.search);
  wanted.delete("step");
  let page_;
  shown = performance.now();
  try {
    page_ = await page(`${here}?${wanted}`);
  } catch {
    note("cut").hidden = false;
    return;
  }
  if (!page_) return;
  if (asked) return soon();
  const fresh = page_.getElementById("table");
  if (!fresh) return location.assign(`${here}?after=${table().dataset.seq}`); // it is over: another page
  const moved = Number(fresh.dataset.seq) > Number(table().dataset.seq);
  if (Number(fresh.dataset.seq) < Number(table().dataset.seq)) return; // asked before, heard later
  if (steps.isRunning()) return (later = true);
  document.title = page_.title;
  if (!busy()) {
    await tell(fresh);
    if (moved) note("announce").textContent = fresh.querySelector("h1").textContent;
    return put(fresh);
  }
  note("changed").hidden = !moved;
  const talk = fresh.querySelector("ul.talk");
  if (talk) table().querySelector("ul.talk")?.replaceWith(talk);
}

// The first thing that happens is shown at once, and what comes on its heels together.
let waiting;
let shown = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(show, Math.max(20, shown + 200 - performance.now()));
}

const KINDS = [
  ...["moved", "over", "talk", "resigned", "absent", "returned", "seat_offered", "taken_over"],
  ...["pause_offered", "pause_withdrawn", "paused", "resumed", "planned", "end_offered", "end_withdrawn", "reset"],
];

// Where the stream goes on: from what the page knew, so that nothing falls between the two.
let reached = table().dataset.place;

function follow() {
  const events = new EventSource(`/api/v1/games/${key}/events?after=${reached}`);
  for (const kind of ["here", ...KINDS])
    events.addEventListener(kind, ({ lastEventId }) => (reached = lastEventId || reached));
  for (const kind of KINDS)
    events.addEventListener(kind, ({ data }) => {
      // One's own move is here already, with what it brought about.
      if (kind !== "moved" || !(JSON.parse(data).seq <= Number(table().dataset.seq))) soon();
    });
  events.onopen = () => {
    if (!note("cut").hidden) soon();
    note("cut").hidden = true;
  };
  events.onerror = () => {
    note("cut").hidden = false; // the browser tries again by itself
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 5000);
  };
}
follow();
addEventListener("visibilitychange", () => document.hidden || soon());

// --- what one does oneself -----------------------------------------------------------------

document.addEventListener("htmx:beforeRequest", () => (asked += 1));
document.addEventListener("htmx:afterRequest", () => (asked -= 1));
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { xhr } = detail;
  if (xhr.status < 400 && detail.requestConfig.verb === "post") typed.forget(detail.requestConfig.elt);
  if (xhr.status >= 500) return;
  if (xhr.responseText.includes('id="table"')) {
    if (!xhr.responseText.includes(" data-steps=")) return;
    detail.shouldSwap = false;
    const answer = new DOMParser().parseFromString(xhr.responseText, "text/html");
    history.replaceState(history.state, "", xhr.responseURL); // back leads away from the table, to no older one
    return answered(answer, answer.getElementById("table"));
  }
  detail.shouldSwap = false;
  if (xhr.status < 400) return location.assign(xhr.responseURL); // the game is over, or one has left
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
});
// One's own move, and what others have answered meanwhile.
async function answered(answer, fresh) {
  for (const id of ["changed", "unsent"]) note(id).hidden = true;
  await tell(fresh, { focus: true });
  document.title = answer.title;
  put(fresh);
  note("asks").focus({ preventScroll: true });
}

// Once more from the reader's last move on, as slowly as they like.
document.addEventListener("click", async (click) => {
  const link = click.target.closest("a.stepwise");
  if (!link) return;
  click.preventDefault();
  click.stopPropagation();
  const address = new URLSearchParams(location.search);
  address.delete("step");
  const again = await page(`${here}?${address}`, link.dataset.from).catch(() => null);
  const fresh = again?.getElementById("table");
  if (!fresh) return location.assign(link.href);
  note("log").hidePopover?.();
  for (const slot of table().querySelectorAll(".row > *")) slot.remove();
  await tell(fresh, { focus: true, byHand: true });
  put(fresh);
  note("asks").focus({ preventScroll: true });
}, true);
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  for (const id of ["changed", "unsent"]) note(id).hidden = true;
  typed.giveBack(table());
  (detail.requestConfig.elt.closest("#talk") ? note("say") : note("asks"))?.focus();
});
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"])
  document.addEventListener(failure, ({ detail }) => {
    note("unsent").hidden = detail.requestConfig.verb !== "post";
    note("cut").hidden = detail.requestConfig.verb === "post";
  });

// A second tap while the first is on its way.
document.addEventListener("submit", ({ submitter, target }) => {
  if (submitter && target.method === "post") setTimeout(() => (submitter.disabled = true), 0);
});
const again = () => {
  for (const button of document.querySelectorAll("button:disabled")) button.disabled = false;
};
addEventListener("pageshow", again);
document.addEventListener("htmx:afterRequest", again);
