// The first game is a page for each decision. What came of the last one is shown before the next.
"use strict";

(async () => {
  const table = document.getElementById("table");
  const told = JSON.parse(table.dataset.steps);
  table.removeAttribute("data-steps");
  const now = table.cloneNode(true);
  if (!told.steps.length || steps.areOff()) return;
  const box = document.getElementById("stepping").content.firstElementChild.cloneNode(true);
  const announce = (words) => (document.getElementById("announce").textContent = words);
  steps.begin(table, told);
  await steps.play(table, told, { box, announce });
  table.replaceWith(now);
  document.getElementById("asks").focus({ preventScroll: true });
})();
