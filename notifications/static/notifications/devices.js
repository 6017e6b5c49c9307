// Turns push on and off for the browser that shows this page; it asks for permission on a press only.
"use strict";

const box = document.getElementById("this-device");
const { key } = box.dataset;
const token = box.querySelector("[name=csrfmiddlewaretoken]").value;
const name = document.getElementById("device-name");
const [on, off] = ["device-on", "device-off"].map((id) => document.getElementById(id));

function say(state, detail = "") {
  box.dataset.said = state;
  for (const one of box.querySelectorAll("[data-state]")) one.hidden = one.dataset.state !== state;
  for (const one of box.querySelectorAll("[data-when]")) one.hidden = !one.dataset.when.split(" ").includes(state);
  document.getElementById("device-failure").textContent = detail;
}

function ask(method, path, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return fetch(`/api/v1/me/devices${path}`, { method, headers, body: body && JSON.stringify(body) });
}

// As the server makes it.
async function idOf({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isForThisSite({ options }) {
  const made = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? []));
  return btoa(made).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return worker?.pushManager.getSubscription();
}

async function look() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return say("unable");
  if (Notification.permission === "denied") return say("denied");
  const found = await subscription();
  const row = found && document.querySelector(`[data-device="${await idOf(found)}"]`);
  row?.querySelector("[data-here]").removeAttribute("hidden");
  // The site may have another key by now: what was allowed stays allowed.
  if (row && !isForThisSite(found)) return turnOn();
  return say(row ? "on" : "off");
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && !isForThisSite(before)) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const answer = await ask("POST", "", { endpoint, keys, name: name.value });
  if (answer.ok) return location.reload();
  const { detail, errors } = await answer.json();
  return say("failed", errors?.[0]?.detail ?? detail);
}

async function turnOff() {
  const found = await subscription();
  await ask("DELETE", `/${await idOf(found)}`);
  await found.unsubscribe();
  return location.reload();
}

for (const [button, act] of [[on, turnOn], [off, turnOff]])
  button.addEventListener("click", async () => {
    button.disabled = true;
    await act().catch((failure) => say("failed", failure.message));
    button.disabled = false;
  });
name.value = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? "";
look();
