// A card that can be chosen is read by a long touch, the other mouse button, or the menu key: a
// short touch chooses it. All others open by a touch, without this script. Whoever goes from card
// to card by keys reads each as they come to it.
"use strict";

(() => {
  const HOLD = 450;
  let timer = 0;
  let pressed = false;
  let held = null; // the card that was opened by the touch that is not over yet

  // What is read large of what is touched, or has the focus.
  function large(at) {
    const on = at.closest?.("[data-zoom], [popovertarget], .gap");
    const found = document.getElementById(on?.dataset.zoom ?? on?.getAttribute("popovertarget"));
    return found?.classList.contains("zoom-card") ? found : null;
  }
  // What lies open under `at` stays open under the card.
  function open(card, at) {
    if (!card.isConnected) return; // a fresh table has come meanwhile
    held = pressed ? card : null;
    card.showPopover?.({ source: at.closest("button") ?? undefined });
  }
  function let_go() {
    clearTimeout(timer);
  }

  document.addEventListener("pointerdown", ({ target, pointerType, isPrimary }) => {
    let_go();
    pressed = true;
    held = null;
    const card = pointerType === "touch" && isPrimary && large(target);
    if (card) timer = setTimeout(open, HOLD, card, target);
  }, true);
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      let_go();
      pressed = false;
      timer = setTimeout(() => (held = null), 300); // a click comes a moment later
    }, true);
  document.addEventListener("scroll", () => held || let_go(), true);
  document.addEventListener("keydown", () => (held = null), true);
  // The touch that opened it does nothing else as well: it neither chooses nor follows, and takes
  // hold of no text. A popover is closed by whatever is touched outside of it; by this it is not.
  for (const other of ["click", "contextmenu", "selectstart", "dragstart"])
    document.addEventListener(other, (event) => {
      if (!held) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  document.addEventListener("beforetoggle", ({ target, newState }) => {
    if (target === held && newState === "closed") requestAnimationFrame(() => target.showPopover());
  }, true);
  document.addEventListener("contextmenu", (event) => {
    const card = large(event.target);
    // Of a link, the mouse's other button is the browser's own.
    if (!card || (event.pointerType === "mouse" && event.target.closest("a"))) return;
    event.preventDefault();
    let_go();
    open(card, event.target);
  });

  // --- by keys -------------------------------------------------------------------------------

  // A copy of the large card, which takes neither the focus nor a place on the page, and which ears
  // are spared: they have heard the card's name, and a key opens the large one itself.
  const copy = document.createElement("div");
  copy.className = "reading";
  copy.popover = "manual";
  copy.ariaHidden = "true";
  let at = null; // the control whose card is read
  let away = ""; // the card that was put away by Escape: until the focus is at another

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
