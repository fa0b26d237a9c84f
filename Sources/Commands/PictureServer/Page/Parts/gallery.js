// Inspiration: pairs of original and shown, with their colours.

import {readLines, pixelsOf} from "./analysis.js";
import {apply, prepare} from "./effect.js";

const $ = id => document.getElementById(id);
const list = $("gallery"), found = $("found");
export const SETTINGS = {effect: "show", tolerance: 30, feather: 8};

let open = () => {};
let asked = 0;
let isAsking = false;
let shown = 0;
// What is shown: the colour that was looked for and how near, and the pictures of the first page.
let listed = null;
// The server looks for new files in a person's own folder when it is asked, so it is asked again, in milliseconds.
const AGAIN = 5000;
const waiting = [];
let running = 0;

export function onOpen(action) { open = action; }

// Loads a few at a time: the server works on few pictures at once.
function enqueue(task) {
  waiting.push(task);
  next();
}

function next() {
  while (running < 2 && waiting.length) {
    running += 1;
    waiting.shift()().finally(() => {
      running -= 1;
      next();
    });
  }
}

const watcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    watcher.unobserve(entry.target);
    enqueue(() => load(entry.target));
  }
}, {rootMargin: "300px"});

async function load(card) {
  for (let attempt = 0; attempt < 4; attempt++) {
    if (!card.isConnected) return;
    try {
      const answer = await fetch(`/gallery/${card.dataset.id}/preview`);
      if (answer.status === 503 || answer.status === 429) {
        await answer.body?.cancel();
        await new Promise(done => setTimeout(done, 1000 * Number(answer.headers.get("Retry-After") ?? 2)));
        continue;
      }
      if (!answer.ok) throw new Error(String((await answer.json()).problem));
      await readLines(answer, async line => {
        if (line.event === "failed") throw new Error(line.problem);
        if (line.event !== "decoded") return;
        draw(card, await pixelsOf(line.preview), line.hue);
      });
      return;
    } catch (error) {
      card.classList.add("failed");
      card.querySelector(".note").textContent = error.message;
      return;
    }
  }
}

function draw(card, image, hue) {
  const canvas = card.querySelector("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  const prepared = prepare(image);
  const result = new ImageData(image.width, image.height);
  apply(prepared, "show", {...SETTINGS, hue}, result.data);
  const context = canvas.getContext("2d");
  const middle = Math.floor(image.width / 2);
  context.putImageData(image, 0, 0, 0, 0, middle, image.height);
  context.putImageData(result, 0, 0, middle, 0, image.width - middle, image.height);
  card.dataset.hue = hue ?? "";
  card.classList.add("drawn");
}

function card(picture) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "card";
  button.dataset.id = picture.id;
  button.setAttribute("aria-label", `Open ${picture.name}`);
  const canvas = document.createElement("canvas");
  canvas.width = 480;
  canvas.height = Math.min(720, Math.round(480 * picture.height / Math.max(picture.width, 1))) || 320;
  canvas.setAttribute("aria-hidden", "true");
  const bar = document.createElement("span");
  bar.className = "bar";
  for (const swatch of picture.swatches) {
    if (!/^#[0-9a-f]{6}$/.test(swatch.color)) continue;
    const part = document.createElement("span");
    part.style.backgroundColor = swatch.color;
    part.style.flexGrow = Math.round(1000 * Math.max(swatch.share, 0.02));
    bar.append(part);
  }
  const name = document.createElement("span");
  name.className = "note";
  name.textContent = picture.name;
  button.append(canvas, bar, name);
  button.addEventListener("click", () => choose(button, picture));
  item.append(button);
  return item;
}

async function choose(button, picture) {
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`/gallery/${picture.id}/file`);
    if (!answer.ok) throw new Error(String((await answer.json()).problem));
    const file = new File([await answer.blob()], picture.name);
    const settings = {...SETTINGS};
    if (button.dataset.hue) settings.hue = Number(button.dataset.hue);
    open(file, settings);
  } catch (error) {
    found.textContent = `${picture.name}: ${error.message}`;
  } finally {
    button.removeAttribute("aria-busy");
  }
}

// Shows the first pictures, or the next ones behind those that are there.
export async function showGallery(from = 0) {
  const color = $("find").value.trim();
  const near = $("near").value;
  // A word such as red means all reds; with another distance it is the colour of that name.
  const within = near === $("near").defaultValue ? {} : {within: near};
  address(color, within);
  await ask({color, within}, from);
}

async function ask(wanted, from) {
  const turn = ++asked;
  isAsking = true;
  const {color, within} = wanted;
  try {
    const answer = await fetch(`/gallery.json?${new URLSearchParams({color, from, ...within})}`);
    const page = await answer.json();
    if (turn !== asked) return;
    if (!answer.ok || page.problem) {
      say(page.problem);
      if (!answer.ok) return;
    } else {
      const noun = page.total === 1 ? "picture" : "pictures";
      const order = page.isSearch ? `with enough of ${color}, the nearest first` : "by hue";
      say(page.total ? `${page.total} ${noun}, ${order}.`
        : page.indexing ? "The pictures are being read…"
        : page.isSearch ? `No picture has enough of ${color}.` : "There are no pictures here yet.");
    }
    listed = {wanted, isOwn: page.own, count: from === 0 ? page.pictures.length : null};
    shown = from + page.pictures.length;
    $("further").hidden = shown >= page.total;
    put(page.pictures, from);
    if (page.indexing) setTimeout(() => { if (turn === asked) askAgain(); }, 1500);
  } catch {
    if (turn === asked) say("The server cannot be reached.");
  } finally {
    if (turn === asked) isAsking = false;
  }
}

// Said once: what is said again would be read aloud again.
function say(words) {
  if (found.textContent !== words) found.textContent = words;
}

// Puts cards in their order. Those that are there stay, with what they show and with the focus.
function put(pictures, from) {
  const wanted = new Set(pictures.map(describe));
  const known = new Map([...list.children].map(item => [item.dataset.of, item]));
  if (from === 0) {
    for (const [description, item] of known) if (!wanted.has(description)) item.remove();
  }
  let next = from === 0 ? list.firstElementChild : null;
  for (const picture of pictures) {
    const description = describe(picture);
    let item = known.get(description);
    if (item && item === next) {
      next = next.nextElementSibling;
      continue;
    }
    if (!item) {
      item = card(picture);
      item.dataset.of = description;
      watcher.observe(item.firstElementChild);
    }
    list.insertBefore(item, next);
  }
}

// A picture that has changed is another one.
const describe = picture => JSON.stringify(picture);

function askAgain() {
  if (!isAsking && listed?.count === shown) ask(listed.wanted, 0);
}

setInterval(() => {
  if (listed?.isOwn && !document.hidden && list.checkVisibility()) askAgain();
}, AGAIN);

// What is looked for stands in the address, so that it can be kept, sent and gone back to.
const HERE = "#inspiration";

function address(color, within) {
  const wanted = `${HERE}${color ? `?${new URLSearchParams({color, ...within})}` : ""}`;
  if (location.hash !== wanted && location.hash.startsWith(HERE)) history.replaceState(null, "", wanted);
}

/** Shows what the address asks for. */
export function showAddress() {
  const asked = new URLSearchParams(location.hash.slice(HERE.length + 1));
  if (asked.has("color")) {
    $("find").value = asked.get("color").slice(0, $("find").maxLength);
    $("near").value = asked.get("within") ?? $("near").defaultValue;
  }
  sayNear();
  showGallery();
}

function sayNear() {
  $("near-value").textContent = $("near").value;
  $("near").setAttribute("aria-valuetext", `${$("near").value} ΔE00`);
}

$("near").addEventListener("input", sayNear);
$("near").addEventListener("change", () => showGallery());
$("finder").addEventListener("submit", event => {
  event.preventDefault();
  showGallery();
});
$("well").addEventListener("change", () => {
  $("find").value = $("well").value;
  showGallery();
});
$("further").addEventListener("click", () => showGallery(shown));
$("all").addEventListener("click", () => {
  $("find").value = "";
  showGallery();
});
