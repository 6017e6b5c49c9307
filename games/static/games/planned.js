// Where a touch has said all of a card in a plan, the next one of which nothing is said is asked.
"use strict";

(() => {
  const find = (what) => document.querySelector(`#play ${what}`);
  const chosen = (panel, what) => document.querySelector(`[name="${what}.${panel.dataset.card}"]:checked`);
  const at = () => document.querySelector("[name=at]:checked")?.id.slice(2);

  function isSaid(panel) {
    const said = chosen(panel, "do");
    if (said && said.value !== "reveal") return true;
    return Boolean(panel.querySelector(".whom") ? chosen(panel, "strike") : said);
  }

  function go_on() {
    if (!isSaid(find(`.p${at()}`))) return;
    const next = [...document.querySelectorAll("#play .plp")].findIndex((one) => !isSaid(one));
    if (next >= 0) document.getElementById(`o-${next}`).click();
  }

  document.addEventListener("click", ({ target, detail }) => {
    // By keyboard one goes through the choices, and is not led away from them.
    if (detail && target.closest?.(".plp .opt, .hit")) setTimeout(go_on, 0);
  });
})();
