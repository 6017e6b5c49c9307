// What somebody has typed at a table outlives a reload, a lost connection and a change of the page.
"use strict";

const typed = (() => {
  const drawer = `typed ${location.pathname}`;
  const boxes = (within) => [...within.querySelectorAll("textarea[id]")];
  const kept = () => JSON.parse(sessionStorage.getItem(drawer) ?? "{}");
  const keep = (all) => sessionStorage.setItem(drawer, JSON.stringify(all));

  function giveBack(within = document) {
    const all = kept();
    for (const box of boxes(within)) if (all[box.id] && !box.value) box.value = all[box.id];
  }
  // It has been sent and taken.
  function forget(form) {
    const all = kept();
    for (const box of boxes(form)) delete all[box.id];
    keep(all);
  }
  document.addEventListener("input", ({ target }) => {
    if (target.matches("textarea[id]")) keep({ ...kept(), [target.id]: target.value });
  });
  giveBack();
  return { giveBack, forget };
})();
