// Everybody's part in the deal is drawn here, in the browser, and not by the site. What has been
// sent is noted with the commitment that was seen, and the page of the deal is held to both.
"use strict";

(() => {
  const DRAWER = "deals", MOST = 100;
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const noted = () => JSON.parse(localStorage.getItem(DRAWER) ?? "{}");

  function draw(form) {
    return (form.elements.contribution.value = hex(crypto.getRandomValues(new Uint8Array(32))));
  }

  function contribute(form) {
    const drawn = draw(form);
    const { key, commitment } = form.dataset;
    const others = Object.entries(noted()).filter(([table]) => table !== key).slice(1 - MOST);
    localStorage.setItem(DRAWER, JSON.stringify({ ...Object.fromEntries(others), [key]: [commitment, drawn] }));
  }

  for (const form of document.querySelectorAll("form[data-commitment]")) {
    if (form.hidden) {
      // Who has opened the table sees its commitment now for the first time.
      contribute(form);
      fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    } else form.addEventListener("submit", () => contribute(form));
  }

  // A game for practice begins with this request: there is nothing to note before.
  for (const form of document.querySelectorAll("form[data-draws]"))
    form.addEventListener("submit", () => draw(form));

  const paper = document.getElementById("paper");
  const [commitment, sent] = (paper && noted()[paper.dataset.key]) ?? [];
  if (commitment) {
    const own = paper.querySelector("[data-own]")?.textContent ?? sent;
    const fits = paper.dataset.commitment === commitment && own === sent;
    document.getElementById(fits ? "as-noted" : "not-as-noted").hidden = false;
  }
})();
