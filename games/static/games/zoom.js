// A card that can be chosen is read by a long touch, the other mouse button, or the menu key: a
// short touch chooses it. All others open by a touch, without this script.
"use strict";

(() => {
  const HOLD = 450;
  let timer = 0;
  let opened = false;

  const of = (at) => at.closest?.("[data-zoom]")?.dataset.zoom;
  function open(id) {
    opened = true;
    document.getElementById(id)?.showPopover?.();
  }
  function let_go() {
    clearTimeout(timer);
  }

  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    opened = false;
    const id = of(target);
    if (id && pointerType === "touch") timer = setTimeout(open, HOLD, id);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, let_go, true);
  document.addEventListener("contextmenu", (event) => {
    const id = of(event.target) ?? of(event.target.parentElement ?? event.target);
    if (!id) return;
    event.preventDefault();
    let_go();
    if (!opened) open(id);
  });
  // The touch that opened it does not choose as well.
  document.addEventListener("click", (event) => {
    if (opened && of(event.target)) event.preventDefault();
    opened = false;
  }, true);
})();
