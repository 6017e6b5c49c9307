// What happened, shown one thing after the other. The server says every step and how the row looks
// after it (games/pages/stepping.py); here it is put in place, so that the browser moves what is
// elsewhere now. After the last step comes the table itself, as the server has made it.
"use strict";

const steps = (() => {
  const QUIET = matchMedia("(prefers-reduced-motion: reduce)");
  const PAUSE = { lay: 900, token: 900, round: 1100, act: 1000, turn: 1300, end: 1500 };
  const LONG = 1700; // what wants to be understood
  const KEY = "steps"; // "off": what others do is there at once
  let running = null;

  const coin = (at) => at.querySelector(".tk b");
  const seats = (root, seat) => root.querySelectorAll(`.seat[data-seat="${seat}"]`);

  function names(root, on) {
    for (const slot of root.querySelectorAll(".row > .slot[data-id]"))
      slot.style.viewTransitionName = on ? `s${slot.dataset.id}` : "";
  }

  // The row of a frame: slots that stay keep their element, so that nothing blinks.
  function lay(root, told, step) {
    const list = root.querySelector("ol.row") ?? newRow(root);
    if (!list) return;
    const there = new Map([...list.children].map((one) => [one.dataset.id, one]));
    const half = Math.ceil(step.row.length / 2) + 1;
    const focused = list.contains(document.activeElement) && document.activeElement.closest("li")?.dataset.id;
    list.replaceChildren(
      ...step.row.map(([id, written], at) => {
        const slot = there.get(String(id)) ?? document.createElement("li");
        if (slot.dataset.written !== String(written)) {
          slot.innerHTML = `${told.slots[written]}<span class="no" aria-hidden="true"></span>`;
          Object.assign(slot.dataset, { id, written });
          delete slot.dataset.zoom; // of what lay there before
        }
        slot.className = `slot v${at + 1}${id === step.at ? " cur on" : ""}${step.two && at + 1 === half ? " brk" : ""}`;
        slot.querySelector(".no").textContent = at + 1;
        return slot;
      }),
    );
    // To be put in place once more takes the focus away.
    if (focused) list.querySelector(`[data-id="${focused}"] .zoom`)?.focus({ preventScroll: true });
    root.querySelector(".cloth").className = `cloth ${step.cloth}`;
    root.classList.toggle("two", step.two);
  }

  function newRow(root) {
    const cloth = root.querySelector(".cloth");
    cloth?.querySelector(".bare")?.remove();
    cloth?.insertAdjacentHTML("beforeend", '<ol class="row"></ol>');
    return cloth?.querySelector("ol.row");
  }

  function count(root, step) {
    for (const old of root.querySelectorAll(".seat .up")) old.remove();
    step.seats.forEach(([influence, hand], seat) => {
      for (const one of seats(root, seat)) {
        coin(one).textContent = influence;
        const held = one.querySelector(".hc b");
        if (held) held.textContent = hand;
      }
    });
    for (const [seat, by] of step.change)
      for (const one of seats(root, seat))
        if (by) one.insertAdjacentHTML("beforeend", `<span class="up${by < 0 ? " dn" : ""}" aria-hidden="true">${by > 0 ? "+" : "−"}${Math.abs(by)}</span>`);
  }

  // Before the first step: of a replay, or of a page that shows more already.
  function begin(root, told) {
    lay(root, told, told.first);
    count(root, told.first);
  }

  function put(root, told, at) {
    lay(root, told, told.steps[at]);
    count(root, told.steps[at]);
  }

  // Moves what is elsewhere now; one thing at a time, and the newest wins.
  function change(root, told, at, back) {
    const step = told.steps[at];
    if (QUIET.matches || !document.startViewTransition || document.hidden || back) return put(root, told, at);
    const html = document.documentElement;
    html.dataset.t = step.sort;
    names(root, true);
    const gone = new Set(step.gone.map(String));
    const played = ownCard(root, told, step);
    const flying = coins(root, step);
    for (const slot of root.querySelectorAll(".row > .slot")) slot.style.viewTransitionClass = gone.has(slot.dataset.id) ? "slot fall" : "slot";
    const shown = document.startViewTransition(() => {
      played?.remove();
      for (const { from, to, name } of flying) {
        from.remove();
        Object.assign(to.style, { viewTransitionName: name, viewTransitionClass: "coin" });
      }
      put(root, told, at);
      names(root, true);
      for (const slot of root.querySelectorAll(".row > .slot")) slot.style.viewTransitionClass = "slot";
    });
    shown.ready.catch(() => {}); // a newer one has taken its place
    shown.finished.finally(() => {
      if (html.dataset.t === step.sort) delete html.dataset.t;
      names(root, false);
      for (const { to } of flying) to.style.viewTransitionName = "";
    });
  }

  // Influence travels: from the card that brought it, or from whoever lost it, to whose it is now.
  function coins(root, step) {
    const visible = (seat) => [...seats(root, seat)].find((one) => one.offsetParent)?.querySelector(".tk");
    const loser = step.change.find(([, by]) => by < 0);
    const source = loser ? visible(loser[0])?.parentElement : root.querySelector(`.row > .slot[data-id="${step.at}"]`);
    if (!source) return [];
    return step.change.filter(([, by]) => by > 0).flatMap(([seat]) => {
      const to = visible(seat);
      if (!to) return [];
      const from = to.cloneNode(true);
      from.classList.add("fly");
      from.querySelector("b").textContent = "";
      const name = `coin${seat}`;
      Object.assign(from.style, { viewTransitionName: name, viewTransitionClass: "coin" });
      source.append(from);
      return [{ from, to, name }];
    });
  }

  // The card that was chosen flies from the hand to its place.
  function ownCard(root, told, step) {
    const label = step.sort === "lay" && root.querySelector(".hand label:has(:checked)");
    if (!label) return null;
    const there = new Set([...root.querySelectorAll(".row > .slot")].map((one) => one.dataset.id));
    const fresh = step.row.find(([id]) => !there.has(String(id)));
    if (fresh) label.querySelector(".card").style.viewTransitionName = `s${fresh[0]}`;
    return label;
  }

  // The row as it is before the first step needs the ids that the steps speak of.
  function know(root, told) {
    const lying = root.querySelectorAll(".row > .slot");
    if (told.first.row.length !== lying.length) return;
    lying.forEach((slot, at) => (slot.dataset.id = told.first.row[at][0]));
  }

  // Resolves when all is shown or the reader goes to the present.
  function play(root, told, { box, announce, byHand = false }) {
    stop();
    if (!told.steps.length || (!byHand && areOff())) return Promise.resolve();
    return new Promise((done) => {
      let at = -1;
      let timer;
      let alone = byHand;
      for (const drop of root.querySelectorAll(".row > .drop, .row .gap")) drop.remove();
      know(root, told);
      root.querySelector(".ask")?.replaceWith(box);
      root.classList.add("stepping");
      for (const held of root.querySelectorAll(".hand")) held.inert = true;
      const [says, more] = [box.querySelector("h1"), box.querySelector("p")];
      const end = () => {
        clearTimeout(timer);
        root.removeEventListener("click", click);
        document.removeEventListener("keydown", press);
        root.classList.remove("stepping");
        running = null;
        done();
      };
      function go(by) {
        clearTimeout(timer);
        at = Math.max(0, at + by);
        if (at >= told.steps.length) return end();
        const step = told.steps[at];
        says.textContent = step.says;
        more.textContent = step.more;
        box.querySelector('[data-go="-1"]').hidden = at === 0;
        announce(step.more ? `${step.says} ${step.more}` : step.says);
        change(root, told, at, by < 0);
        sounds.play(step.sort);
        if (!alone) timer = setTimeout(() => go(1), PAUSE[step.sort] ?? LONG);
      }
      function press(key) {
        if (key.target.matches("input, select, textarea")) return;
        const by = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
        if (key.key === "Escape") end();
        else if (by) (alone = true), go(by);
      }
      function click({ target }) {
        const by = target.closest("[data-go]")?.dataset.go;
        if (by === "0") end();
        else if (by) (alone = true), go(Number(by));
      }
      root.addEventListener("click", click);
      document.addEventListener("keydown", press);
      running = end;
      go(1);
    });
  }

  function areOff() {
    return localStorage.getItem(KEY) === "off";
  }

  function show() {
    for (const button of document.querySelectorAll("[data-stepwise]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", !areOff());
    }
  }
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-stepwise]")) return;
    localStorage.setItem(KEY, areOff() ? "on" : "off");
    show();
  });
  show();

  function stop() {
    running?.();
  }
  return { play, stop, begin, put, change, show, areOff, isRunning: () => running !== null };
})();
