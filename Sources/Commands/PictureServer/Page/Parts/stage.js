// The picture itself: original and changed, side by side under a divider or one after the other.

import {hueOf} from "./hues.js";
import {preview, showsFiles} from "./work.js";

const $ = id => document.getElementById(id);
const stage = $("stage"), quick = $("quick"), before = $("before"), after = $("after"), divider = $("divider");
const WORDS = {original: "Original", show: "Shown", hide: "Hidden"};
const SLIDES = ["original", "show", "hide"];

let drawn = null;
let split = 50;
let slide = 1;
let pick = () => {};

export function onPick(action) { pick = action; }

export function isCarousel() { return document.querySelector("[name=mode]:checked").value === "carousel"; }

function place(canvas, pixels) {
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
    canvas.width = pixels.width;
    canvas.height = pixels.height;
  }
}

function drawOriginal(pixels) {
  place(before, pixels);
  before.getContext("2d").putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
}

// What the canvas of the changed picture should show, what it shows, and whether that is being computed. While it is,
// only the newest wish is kept.
let wish = null, shown = null, isComputing = false;

const isSame = (one, other) => one?.pixels === other?.pixels && one?.key === other?.key;

async function drawChanged() {
  if (isComputing) return;
  isComputing = true;
  try {
    while (wish && !isSame(wish, shown)) {
      const {pixels, effect, settings, key} = wish;
      const start = performance.now();
      const result = await preview(pixels, effect, settings);
      if (wish?.pixels !== pixels) continue;
      place(after, pixels);
      after.getContext("2d").putImageData(result, 0, 0);
      after.hidden = false;
      shown = {pixels, key};
      // How long the change took, for tests and the curious.
      after.dataset.milliseconds = (performance.now() - start).toFixed(1);
    }
  } catch (error) {
    $("status").textContent = error.message;
  } finally {
    isComputing = false;
  }
}

// Pictures whose files this browser does not show, such as HEIC and TIFF: nothing is there until the server has read them.
const undecodable = new Set();
quick.addEventListener("error", () => {
  undecodable.add(quick.dataset.of);
  quick.hidden = true;
});

export function drawStage(picture) {
  const pixels = picture?.pixels;
  const isFailed = ["failed", "cancelled"].includes(picture?.phase) && !pixels;
  quick.hidden = Boolean(pixels) || !picture || isFailed || !showsFiles || undecodable.has(String(picture.id));
  if (!quick.hidden && quick.dataset.of !== String(picture.id)) {
    quick.dataset.of = picture.id;
    quick.src = picture.url;
    quick.alt = picture.name;
  }
  stage.classList.toggle("empty", !picture || isFailed);
  before.hidden = !pixels;
  const problem = $("problem");
  const words = {failed: picture?.machine.problem, cancelled: "The work was stopped."}[picture?.phase];
  problem.hidden = !words;
  problem.firstElementChild.textContent = words ? `${picture.name}: ${words}` : "";
  // Nothing is hidden for a moment only: browsers take the focus from what is hidden.
  const isReady = Boolean(pixels && picture.isReady);
  const carousel = isCarousel();
  for (const node of [divider, $("tag-before"), $("tag-after")]) node.hidden = !isReady || carousel;
  if (!isReady) after.hidden = true;
  wish = null;
  if (!pixels) {
    drawn = null;
    stage.style.removeProperty("--ratio");
    if (picture?.width) stage.style.setProperty("--ratio", picture.width / picture.height);
    return;
  }
  if (drawn !== picture) {
    drawOriginal(pixels);
    drawn = picture;
  }
  stage.style.setProperty("--ratio", pixels.width / pixels.height);
  before.setAttribute("aria-label", `${picture.name}, original`);
  if (!isReady) return;
  const settings = picture.settings;
  const effect = carousel ? SLIDES[slide] : settings.effect;
  if (effect === "original") {
    after.hidden = true;
  } else {
    const {hue, tolerance, feather} = settings;
    wish = {pixels, effect, settings, key: `${effect} ${hue} ${tolerance} ${feather}`};
    // Until it is there, another picture's is not shown for it.
    after.hidden = shown?.pixels !== pixels;
    drawChanged();
    after.setAttribute("aria-label", `${picture.name}, ${WORDS[effect].toLowerCase()}: hue ${settings.hue} degrees`);
  }
  before.hidden = carousel && effect !== "original";
  $("tag-after").textContent = WORDS[effect];
  $("carousel").hidden = !carousel;
  $("slide").textContent = WORDS[effect];
  after.classList.toggle("split", !carousel);
  moveDivider(split);
}

function moveDivider(to) {
  split = Math.min(100, Math.max(0, to));
  stage.style.setProperty("--split", `${split}%`);
  divider.setAttribute("aria-valuenow", Math.round(split));
  divider.setAttribute("aria-valuetext", `${Math.round(split)} % original`);
}

// Which slide is shown when the effect is chosen.
export function showSlide(effect) { slide = SLIDES.indexOf(effect); }

export function turnSlide(steps) {
  slide = (slide + steps + SLIDES.length) % SLIDES.length;
  return SLIDES[slide];
}

divider.addEventListener("keydown", event => {
  const steps = {ArrowLeft: -2, ArrowDown: -2, ArrowRight: 2, ArrowUp: 2, PageDown: -20, PageUp: 20}[event.key];
  const ends = {Home: 0, End: 100}[event.key];
  if (steps === undefined && ends === undefined) return;
  event.preventDefault();
  moveDivider(ends ?? split + steps);
});

// A press near the divider drags it, and one elsewhere that does not move picks a colour.
let press = null;
stage.addEventListener("pointerdown", event => {
  if (!drawn || event.target.closest("button")) return;
  const box = stage.getBoundingClientRect();
  const x = 100 * (event.clientX - box.left) / box.width;
  const drags = !divider.hidden && Math.abs(x - split) * box.width / 100 < 28;
  press = {x: event.clientX, y: event.clientY, drags, moved: false};
  stage.setPointerCapture(event.pointerId);
  if (drags) {
    event.preventDefault();
    divider.focus({preventScroll: true});
  }
});
stage.addEventListener("pointermove", event => {
  if (!press) return;
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > 6) press.moved = true;
  if (press.drags) {
    const box = stage.getBoundingClientRect();
    moveDivider(100 * (event.clientX - box.left) / box.width);
  }
});
stage.addEventListener("pointerup", event => {
  const last = press;
  press = null;
  if (!last || last.drags || !drawn) return;
  if (last.moved) {
    const way = event.clientX - last.x;
    if (isCarousel() && Math.abs(way) > 40) stage.dispatchEvent(new CustomEvent("swipe", {detail: way < 0 ? 1 : -1}));
    return;
  }
  const box = before.hidden ? after.getBoundingClientRect() : before.getBoundingClientRect();
  const {width, height, data} = drawn.pixels;
  const x = Math.floor((event.clientX - box.left) / box.width * width);
  const y = Math.floor((event.clientY - box.top) / box.height * height);
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = 4 * (y * width + x);
  pick(hueOf(data[at], data[at + 1], data[at + 2]));
});
stage.addEventListener("pointercancel", () => { press = null; });
