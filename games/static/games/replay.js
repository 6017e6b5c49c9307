// The replay without a request per step: the whole game comes once for each chair, and steps.js puts
// it in place. Buttons, keys, the slider, a swipe over the row, and playing on by itself. Without
// this script each of them is a page.
"use strict";

(() => {
  const root = document.getElementById("replay");
  const [slider, says, more] = ["at", "says", "more"].map((id) => document.getElementById(id));
  const games = new Map(); // by chair
  let chair = root.dataset.chair;
  let told = null;
  let at = -1; // the step; -1 is the deal
  let timer = 0;
  // Who has just played it to its end sees the last moves first, and then the feast.
  const since = new URLSearchParams(location.search).get("after");
  const feast = document.querySelector(".feast");
  feast.hidden = since !== null && !steps.areOff();
  // How it ended is not told before it is shown.
  if (feast.hidden) root.style.visibility = "hidden";

  // Influence is counted up as its bar grows; where no bar moves, it stands there.
  function count() {
    for (const bar of feast.querySelectorAll(".result .bar")) {
      const [grows] = bar.getAnimations();
      const number = bar.nextElementSibling;
      const whole = Number(number.textContent);
      const on = () => {
        number.textContent = Math.round(whole * (grows.effect.getComputedTiming().progress ?? 1));
        if (grows.playState === "running") requestAnimationFrame(on);
      };
      if (grows) on();
    }
  }
  count();

  async function load(of) {
    if (!games.has(of)) {
      const answer = await fetch(of === "" ? root.dataset.steps : `${root.dataset.steps}?chair=${of}`);
      if (!answer.ok) throw new Error(answer.statusText);
      games.set(of, await answer.json());
      const cards = document.createElement("template");
      cards.innerHTML = games.get(of).large;
      for (const card of [...cards.content.children]) if (!document.getElementById(card.id)) document.body.append(card);
    }
    return games.get(of);
  }

  const lastOf = (move) => told.steps.findLastIndex((step) => step.seq <= move);

  function show(to, back) {
    at = Math.min(Math.max(to, -1), told.steps.length - 1);
    const step = told.steps[at];
    if (step) steps.change(root, told, at, back);
    else steps.begin(root, told);
    says.textContent = step?.says ?? "";
    more.textContent = step?.more ?? "";
    const move = step?.seq ?? 0;
    slider.value = move;
    root.querySelector("output span").textContent = move;
    const here = new URLSearchParams({ at: move, ...(chair === "" ? {} : { chair }) });
    history.replaceState(null, "", `?${here}#steps-title`);
    if (step && !back) sounds.play(step.sort);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    root.querySelector("[data-go=play]").setAttribute("aria-pressed", false);
    if (!feast.hidden) return;
    feast.hidden = false;
    count();
    sounds.play("end");
    scrollTo({ top: 0 });
  }

  function play() {
    if (timer) return pause();
    if (at === told.steps.length - 1) show(-1, true);
    root.querySelector("[data-go=play]").setAttribute("aria-pressed", true);
    timer = setInterval(() => (at + 1 < told.steps.length ? show(at + 1) : pause()), 1500);
  }

  const GO = {
    first: () => show(-1, true),
    last: () => show(told.steps.length - 1, true),
    play,
    1: () => show(at + 1),
    "-1": () => show(at - 1, true),
  };
  function go(what) {
    if (what !== "play") pause();
    GO[what]();
  }

  async function sit(of) {
    pause();
    const move = told.steps[at]?.seq ?? 0;
    told = await load(of);
    chair = of;
    for (const one of root.querySelectorAll(".see a")) one.toggleAttribute("aria-current", one.dataset.chair === of);
    root.querySelector("ol.row")?.replaceChildren();
    show(lastOf(move), true);
    root.querySelector(".seats").scrollIntoView({ block: "nearest" }); // so that the row is seen change
  }

  function listen() {
    root.querySelector("[data-go=play]").hidden = false;
    // These tell of one moment alone; a step brings its own stacks.
    for (const one of document.querySelectorAll("#replay .words, .pile:not(.slot .pile)")) one.remove();
    document.addEventListener("click", (click) => {
      const link = click.target.closest("[data-go], .see a, .turns a, .told a");
      if (!link) return;
      click.preventDefault();
      if (link.dataset.go) return go(link.dataset.go);
      if (!("chair" in link.dataset)) return show(lastOf(Number(new URL(link.href).searchParams.get("at"))), true), root.scrollIntoView();
      sit(link.dataset.chair).catch(() => location.assign(link.href));
    });
    slider.addEventListener("input", () => (pause(), show(lastOf(Number(slider.value)), true)));
    document.addEventListener("keydown", (pressed) => {
      if (pressed.target.matches("input, select, textarea") || pressed.ctrlKey || pressed.altKey || pressed.metaKey) return;
      const what = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last", " ": "play" }[pressed.key];
      // What has the focus is pressed by the space bar.
      if (!what || (what === "play" && pressed.target.matches("button, summary"))) return;
      pressed.preventDefault();
      go(what);
    });
    let from = null;
    const mat = root.querySelector(".mat");
    // Nor does a swipe over an opened stack, which lies over the row, lead on.
    mat.addEventListener("pointerdown", ({ target, clientX }) => (from = target.closest("[popover]") ? null : clientX));
    mat.addEventListener("pointerup", ({ clientX }) => {
      if (from !== null && Math.abs(clientX - from) > 40) go(clientX < from ? "1" : "-1");
      from = null;
    });
  }

  const share = document.getElementById("share");
  // A link that nobody else can follow is not passed on.
  if ((navigator.share || navigator.clipboard) && !("private" in share.dataset)) share.hidden = false;
  share.addEventListener("click", async () => {
    const at = new URLSearchParams(location.search).get("at");
    const url = location.origin + location.pathname + (at ? `?at=${at}` : "");
    const said = { title: document.title, text: share.dataset.text.trim(), url };
    if (navigator.share) return navigator.share(said).catch(() => {});
    await navigator.clipboard.writeText(`${said.text} ${said.url}`.trim());
    share.textContent = share.dataset.done;
  });

  load(chair)
    .then((game) => {
      told = game;
      at = lastOf(Number(feast.hidden ? since : slider.value));
      listen();
      if (feast.hidden) {
        steps.begin(root, at < 0 ? told : { ...told, first: { ...told.steps[at], change: [] } });
        return play();
      }
      if (at < 0) return;
      steps.put(root, told, at);
      says.textContent = told.steps[at].says;
      more.textContent = told.steps[at].more;
    })
    .catch(() => (feast.hidden = false)) // then each step is a page, as without a script
    .finally(() => (root.style.visibility = ""));
})();
