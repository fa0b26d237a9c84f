// The circle of hues, drawn from the picture's own: longer where the picture has more of a hue.

import {BINS, nameOfHue, weights} from "./hues.js";

const canvas = document.getElementById("ring");
const words = document.getElementById("ring-words");
const context = canvas.getContext("2d");
const SIZE = 520, MIDDLE = SIZE / 2, INNER = 128, OUTER = 232;

let shown = null;
let choose = () => {};

export function onRing(action) { choose = action; }

export function drawRing(picture) {
  shown = picture?.hues && picture.isReady ? picture : null;
  canvas.setAttribute("aria-disabled", String(!shown));
  context.clearRect(0, 0, SIZE, SIZE);
  const settings = picture?.settings ?? {hue: null, tolerance: 20, feather: 10};
  const table = weights(settings);
  const hues = picture?.hues;
  const most = hues ? Math.max(...hues, 1) : 1;
  const step = 2 * Math.PI / BINS;
  for (let bin = 0; bin < BINS; bin++) {
    const length = hues ? Math.sqrt(hues[bin] / most) : 0;
    const from = bin * step - Math.PI / 2;
    const selected = table[bin] / 256;
    context.fillStyle = `hsl(${bin} ${hues ? 78 : 0}% 52%)`;
    context.globalAlpha = hues ? 0.28 + 0.72 * selected : 0.18;
    context.beginPath();
    context.arc(MIDDLE, MIDDLE, INNER + 12 + (OUTER - INNER - 12) * length, from, from + step * 1.15);
    context.arc(MIDDLE, MIDDLE, INNER, from + step * 1.15, from, true);
    context.fill();
  }
  context.globalAlpha = 1;
  if (settings.hue === null || !hues) {
    words.textContent = hues ? "no hue" : "";
    canvas.setAttribute("aria-valuetext", hues ? "The picture has no hue" : "Not known yet");
    return;
  }
  const ink = getComputedStyle(canvas).color;
  const angle = settings.hue * step - Math.PI / 2 + step / 2;
  const at = radius => [MIDDLE + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle)];
  context.strokeStyle = ink;
  context.lineWidth = 5;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(...at(INNER - 22));
  context.lineTo(...at(INNER - 6));
  context.stroke();
  // The ends of the selection.
  context.lineWidth = 3;
  context.beginPath();
  const reach = Math.min(settings.tolerance, 180) * step;
  context.arc(MIDDLE, MIDDLE, INNER - 8, angle - reach, angle + reach);
  context.stroke();
  let count = 0;
  for (let bin = 0; bin < BINS; bin++) if (table[bin] === 256) count += hues[bin];
  const share = picture.counted ? 100 * count / picture.counted : 0;
  const text = `${share.toFixed(share < 10 ? 1 : 0)} % of the picture`;
  words.replaceChildren(...[`${settings.hue}°`, nameOfHue(settings.hue), text].map(line => {
    const span = document.createElement("span");
    span.textContent = line;
    return span;
  }));
  canvas.setAttribute("aria-valuenow", settings.hue);
  canvas.setAttribute("aria-valuetext", `${settings.hue} degrees, ${nameOfHue(settings.hue)}, ${text}`);
}

function hueAt(event) {
  const box = canvas.getBoundingClientRect();
  const x = event.clientX - box.left - box.width / 2;
  const y = event.clientY - box.top - box.height / 2;
  const turn = Math.atan2(y, x) / (2 * Math.PI) + 0.25;
  return Math.floor((turn - Math.floor(turn)) * BINS) % BINS;
}

canvas.addEventListener("pointerdown", event => {
  if (!shown) return;
  canvas.setPointerCapture(event.pointerId);
  choose(hueAt(event), false);
});
canvas.addEventListener("pointermove", event => {
  if (shown && canvas.hasPointerCapture(event.pointerId)) choose(hueAt(event), false);
});
canvas.addEventListener("pointerup", event => {
  if (shown && canvas.hasPointerCapture(event.pointerId)) choose(hueAt(event), true);
});
canvas.addEventListener("keydown", event => {
  if (!shown || shown.settings.hue === null) return;
  const steps = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 15, PageDown: -15}[event.key];
  let hue = null;
  if (steps) hue = (shown.settings.hue + steps + BINS) % BINS;
  if (event.key === "Home") hue = shown.hue;
  if (hue === null) return;
  event.preventDefault();
  choose(hue, true);
});
