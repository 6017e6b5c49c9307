// What others do appears without a reload, and takes nothing away that somebody is doing here.
"use strict";

const key = document.getElementById("table").dataset.table;
const table = () => document.getElementById("table");
const changed = document.getElementById("changed");
const cut = document.getElementById("cut");

function busy() {
  const text = [...table().querySelectorAll("textarea")].some((box) => box.value.trim());
  return Boolean(text || table().querySelector("#check, details.card[open]"));
}

async function show() {
  const answer = await fetch(location.pathname, { credentials: "same-origin" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("table");
  if (!fresh) return location.reload(); // the game is over: another page
  if (busy()) {
    changed.hidden = fresh.dataset.seq === table().dataset.seq;
    return;
  }
  const open = [...table().querySelectorAll("details[open]")].map((one) => one.className);
  table().replaceWith(fresh);
  for (const name of open) fresh.querySelector(`details.${name.split(" ")[0]}`)?.setAttribute("open", "");
  document.title = page.title;
}

let waiting;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(show, 150); // several things often happen at once
}

function follow() {
  const events = new EventSource(`/api/v1/games/${key}/events`);
  for (const kind of ["moved", "over", "talk", "resigned", "end_offered", "end_withdrawn", "reset"])
    events.addEventListener(kind, soon);
  events.onopen = () => {
    if (!cut.hidden) soon();
    cut.hidden = true;
  };
  events.onerror = () => {
    cut.hidden = false; // the browser tries again by itself
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 10000);
  };
}
follow();

// A second tap while the first is on its way.
document.addEventListener("submit", (sent) => {
  const button = sent.submitter;
  if (button && sent.target.method === "post") setTimeout(() => (button.disabled = true), 0);
});
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button:disabled")) button.disabled = false;
});
