// A card that can be chosen is read by a long touch, the other mouse button, or the menu key: a
// short touch chooses it. All others open by a touch, without this script. Whoever goes from card
// to card by keys reads each as they come to it.
"use strict";

(() => {
  const HOLD = 450;
  let timer = 0;
  let opened = false;

  const of = (at) => at.closest?.("[data-zoom], .gap")?.dataset.zoom;
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
    const id = of(event.target);
    // Of a link, the mouse's other button is the browser's own.
    if (!id || (event.pointerType === "mouse" && event.target.closest("a"))) return;
    event.preventDefault();
    let_go();
    if (!opened) open(id);
  });
  // The touch that opened it does not choose as well.
  document.addEventListener("click", (event) => {
    if (opened && of(event.target)) event.preventDefault();
    opened = false;
  }, true);

  // --- by keys -------------------------------------------------------------------------------

  // A copy of the large card, which takes neither the focus nor a place on the page, and which ears
  // are spared: they have heard the card's name, and a key opens the large one itself.
  const copy = document.createElement("div");
  copy.className = "reading";
  copy.popover = "manual";
  copy.ariaHidden = "true";
  let at = null; // the control whose card is read
  let away = ""; // the card that was put away by Escape: until the focus is at another

  function large(control) {
    const id = of(control) ?? control.getAttribute("popovertarget");
    const found = id && document.getElementById(id);
    return found?.classList.contains("zoom-card") ? found : null;
  }

  // Wherever it is whole and does not lie over what has the focus; without its picture where there
  // is no room for that; and where there is no such place, not at all.
  function put() {
    if (!at) return;
    const a = (at.closest(".pc, li, label") ?? at).getBoundingClientRect();
    copy.style.visibility = "";
    for (const brief of [false, true]) {
      copy.classList.toggle("brief", brief);
      for (const side of ["log", "top", "bottom", "left", "right"]) {
        copy.dataset.side = side;
        const b = copy.getBoundingClientRect();
        const apart = b.right <= a.left || b.left >= a.right || b.bottom <= a.top || b.top >= a.bottom;
        if (apart && b.top >= 0 && b.bottom <= innerHeight) return;
      }
    }
    copy.style.visibility = "hidden";
  }

  function hide() {
    at = null;
    watch.disconnect();
    if (copy.isConnected && copy.matches(":popover-open")) copy.hidePopover();
  }

  // A fresh table takes the control away without telling it.
  const watch = new MutationObserver(() => at && document.activeElement !== at && hide());

  document.addEventListener("focusin", ({ target }) => {
    const card = target.matches(":focus-visible") && large(target);
    if (card?.id !== away) away = "";
    if (!card || away || !copy.showPopover) return;
    hide(); // of a control that is gone nobody told
    at = target;
    const inner = document.createElement("div");
    inner.inert = true;
    inner.append(...card.cloneNode(true).childNodes);
    for (const link of inner.querySelectorAll("a")) link.remove();
    copy.replaceChildren(inner);
    copy.classList.toggle("many", card.classList.contains("asp"));
    if (!copy.isConnected) document.body.append(copy);
    copy.showPopover();
    put();
    watch.observe(document.body, { childList: true, subtree: true });
  });
  document.addEventListener("focusout", hide);
  for (const moved of ["scroll", "resize"]) addEventListener(moved, put, true);
  // The large one itself takes its place.
  document.addEventListener("beforetoggle", ({ target, newState }) => {
    if (target !== copy && newState === "open") hide();
  }, true);
  document.addEventListener("keydown", (key) => {
    if (key.key !== "Escape" || !at) return;
    away = large(at)?.id ?? "";
    hide();
    key.preventDefault(); // else a stack that lies open under it is closed as well
    key.stopPropagation();
  }, true);
})();
