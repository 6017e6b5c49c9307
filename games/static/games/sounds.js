// Card, coin, blade and horn, made here of noise and tones; silent until somebody switches them on.
"use strict";

const sounds = (() => {
  const KEY = "sounds";
  const OF = { lay: "card", turn: "card", move: "card", swap: "card", leave: "card", gain: "coin", steal: "coin", token: "coin", bribe: "coin", strike: "blade", end: "horn" };
  let context;
  const isOn = () => localStorage.getItem(KEY) === "on";

  function noise(length, from, to, loud) {
    const samples = Math.ceil(context.sampleRate * length);
    const buffer = context.createBuffer(1, samples, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let at = 0; at < samples; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / samples) ** 2;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(from, context.currentTime);
    filter.frequency.exponentialRampToValueAtTime(to, context.currentTime + length);
    source.buffer = buffer;
    source.connect(filter).connect(volume(length, loud));
    source.start();
  }

  function tone(pitch, begin, length, loud, type = "sine") {
    const source = context.createOscillator();
    source.type = type;
    source.frequency.value = pitch;
    source.connect(volume(length, loud, begin));
    source.start(context.currentTime + begin);
    source.stop(context.currentTime + begin + length);
  }

  function volume(length, loud, begin = 0) {
    const gain = context.createGain();
    const from = context.currentTime + begin;
    gain.gain.setValueAtTime(0.0001, from);
    gain.gain.exponentialRampToValueAtTime(loud, from + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
    gain.connect(context.destination);
    return gain;
  }

  const MAKE = {
    card: () => noise(0.12, 2600, 700, 0.25),
    coin: () => [2093, 2637].forEach((pitch, at) => tone(pitch, at * 0.06, 0.35, 0.08, "triangle")),
    blade: () => (noise(0.3, 5200, 1400, 0.3), tone(1760, 0.02, 0.4, 0.03, "sawtooth")),
    horn: () => [196, 294, 392].forEach((pitch, at) => tone(pitch, at * 0.22, 0.7, 0.09, "sawtooth")),
  };

  function play(sort) {
    if (!isOn() || document.hidden || !OF[sort]) return;
    context ??= new AudioContext();
    MAKE[OF[sort]]();
  }

  function show() {
    for (const button of document.querySelectorAll("[data-sounds]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", isOn());
    }
  }
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-sounds]")) return;
    localStorage.setItem(KEY, isOn() ? "off" : "on");
    show();
    play("gain");
  });
  show();
  return { play, show };
})();
