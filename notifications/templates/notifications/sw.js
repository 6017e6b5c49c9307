{% load static %}// Shows what this device is told by push, and leads there. While there is no way to us it answers
// with the one page that it keeps; it keeps nothing of what is somebody's own.
"use strict";

const KEY = "{{ key }}";
const DEVICES = "/api/v1/me/devices";
const HERE = "{% url 'devices' %}";
const ICON = "{% static 'oriflamme/icon-192.png' %}";

const OFFLINE = "{% url 'offline' %}";
const KEPT = [
  OFFLINE,
  "{% static 'oriflamme/look.css' %}",
  "{% static 'oriflamme/site.css' %}",
  "{% static 'oriflamme/signs.svg' %}",
  "{% static 'games/art.svg' %}",
];
// By what is kept: another look is another shelf.
const SHELF = KEPT.join(" ");

self.addEventListener("install", (event) => {
  const asked = KEPT.map((path) => new Request(path, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(asked)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const kept = mode === "navigate" ? OFFLINE : new URL(url).pathname;
  if (!KEPT.includes(kept)) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(kept, { ignoreVary: true })));
});

self.addEventListener("push", (event) => {
  const { title, text, url, tag, lang } = event.data.json();
  const shown = { body: text, icon: ICON, tag, lang, renotify: true, data: { url } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data.url, self.location.origin);
  event.waitUntil(open(pathname));
});

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

// The push service has given this browser another address, or wants to be asked for one.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const wish = { userVisibleOnly: true, applicationServerKey: KEY };
  const found = newSubscription ?? (await self.registration.pushManager.subscribe(wish));
  // What the API wants of a browser stands in the forms of a page.
  const page = await (await fetch(HERE)).text();
  const token = page.match(/name="csrfmiddlewaretoken" value="([^"]+)"/)[1];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const old = oldSubscription && (await idOf(oldSubscription.endpoint));
  const { items } = await (await fetch(DEVICES)).json();
  const name = items.find(({ id }) => id === old)?.name ?? "";
  if (old) await fetch(`${DEVICES}/${old}`, { method: "DELETE", headers });
  const { endpoint, keys } = found.toJSON();
  await fetch(DEVICES, { method: "POST", headers, body: JSON.stringify({ endpoint, keys, name }) });
}

async function idOf(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
