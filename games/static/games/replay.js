// The slider and the arrow keys step through the game; without this there are buttons.
"use strict";

const slider = document.getElementById("at");
const go = () => slider.form.requestSubmit();
slider.addEventListener("change", go);
document.getElementById("chair").addEventListener("change", go);
document.addEventListener("keydown", (pressed) => {
  if (pressed.target.matches("input, select, textarea")) return;
  const link = { ArrowLeft: "prev", ArrowRight: "next" }[pressed.key];
  if (link) document.querySelector(`nav.steps [rel=${link}]`)?.click();
});
