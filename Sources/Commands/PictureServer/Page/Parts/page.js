// The page: what is chosen, what can be pressed, and what is said.

import {nameOfHue} from "./hues.js";
import {copyPalette, drawAccents, drawPalette} from "./palette.js";
import {Picture} from "./picture.js";
import {drawRing, onRing} from "./ring.js";
import {drawStage, isCarousel, onPick, showSlide, turnSlide} from "./stage.js";
import {drawSunflower} from "./sunflower.js";
import {canLeaveOut, onOpen, onTrouble, showGallery, showsFiles, table} from "./work.js";

const $ = id => document.getElementById(id);
const pictures = [];
let selected = null;
let leftOut = [];

// --- Choosing pictures ---

async function add(files, settings = {}) {
  const transitions = await table;
  let first = null;
  for (const file of files) {
    const picture = new Picture(file, transitions, settings, leftOut, changed);
    pictures.push(picture);
    first ??= picture;
  }
  if (!first) return;
  location.hash = "picture";
  select(first);
  $("main").focus({preventScroll: true});
  advance();
}

// The server works on few pictures at once; the others wait their turn here.
function advance() {
  const working = pictures.filter(p => p.phase === "decoding" || p.phase === "analysing").length;
  const waiting = pictures.filter(p => p.phase === "choosing");
  const order = waiting.includes(selected) ? [selected, ...waiting.filter(p => p !== selected)] : waiting;
  for (const picture of order.slice(0, Math.max(0, 2 - working))) picture.begin();
}

// What was removed last, until something else is.
let removed = null;

function putBack() {
  const {picture, place} = removed;
  removed = null;
  $("removed").hidden = true;
  if (picture.url) picture.url = URL.createObjectURL(picture.file);
  pictures.splice(Math.min(place, pictures.length), 0, picture);
  if (picture.phase === "cancelled") picture.tell("retry");
  select(picture);
  advance();
  $("main").focus({preventScroll: true});
}

function remove(picture) {
  removed = {picture, place: pictures.indexOf(picture)};
  $("removed").hidden = false;
  $("removed-name").textContent = `${picture.name} was removed.`;
  if (picture.machine.allows("cancel")) picture.tell("cancel");
  const place = pictures.indexOf(picture);
  pictures.splice(place, 1);
  if (picture.url) URL.revokeObjectURL(picture.url);
  if (selected === picture) selected = pictures[Math.min(place, pictures.length - 1)] ?? null;
  advance();
  draw();
}

// Reads every picture again, each with its effect and the degrees around the hue, which is found anew.
async function leaveOut(words) {
  leftOut = words;
  const transitions = await table;
  pictures.splice(0, pictures.length, ...pictures.map(old => {
    if (old.machine.allows("cancel")) old.tell("cancel");
    if (old.url) URL.revokeObjectURL(old.url);
    const {effect, tolerance, feather} = old.settings;
    const picture = new Picture(old.file, transitions, {effect, tolerance, feather}, leftOut, changed);
    if (selected === old) selected = picture;
    return picture;
  }));
  advance();
  draw();
}

function select(picture) {
  selected = picture;
  draw();
}

for (const button of document.querySelectorAll("[data-choose]")) {
  button.addEventListener("click", () => $("files").click());
}
for (const button of document.querySelectorAll("[data-camera]")) {
  button.addEventListener("click", () => $("camera").click());
}
for (const input of [$("files"), $("camera")]) {
  input.addEventListener("change", () => {
    add([...input.files]);
    input.value = "";
  });
}
addEventListener("dragover", event => {
  event.preventDefault();
  document.body.classList.add("dragging");
});
addEventListener("dragleave", event => {
  if (!event.relatedTarget) document.body.classList.remove("dragging");
});
addEventListener("drop", event => {
  event.preventDefault();
  document.body.classList.remove("dragging");
  add([...event.dataTransfer.files]);
});
addEventListener("paste", event => {
  const files = [...event.clipboardData.files];
  if (files.length) add(files);
});

// Pictures are kept nowhere: leaving or loading the page again would lose them, so the browser asks.
addEventListener("beforeunload", event => {
  if (!pictures.length) return;
  event.preventDefault();
  event.returnValue = true;
});

// --- What is said ---

const OPENING = showsFiles ? "Sending and opening…" : "Opening…";
const PERCENT = share => `${Math.round(100 * share)} %`;

function readyWords(hue, found) {
  if (hue === null && leftOut.length) return "Of what is not left out this picture has no hue.";
  if (hue === null) return "This picture has no hue: it is grey.";
  return hue === found ? `Ready. Its dominant hue is ${nameOfHue(hue)}.` : `Ready. ${hue}° is chosen: ${nameOfHue(hue)}.`;
}

function statusOf(picture) {
  if (picture.words) return picture.words;
  switch (picture.phase) {
    case "choosing": return "Waiting for the pictures before it.";
    case "decoding": return picture.progress === null ? OPENING : `Reading, ${PERCENT(picture.progress)}.`;
    case "analysing": return "Finding the colours…";
    case "ready": return readyWords(picture.settings.hue, picture.hue) + picture.note;
    case "applying": return "Writing the whole picture…";
    case "saved": return `Saved as ${picture.saved.name}.${picture.saved.note}`;
    case "failed": return "";
    case "cancelled": return "";
  }
}

function reasonOf(picture) {
  if (!picture) return "Choose a picture first.";
  switch (picture.phase) {
    case "ready": case "saved": if (picture.settings.hue !== null) return "";
      return leftOut.length ? "What is left has no hue to show or hide." : "A grey picture has nothing to show or hide.";
    case "applying": return "The picture is being written.";
    case "failed": return "The picture has a problem, which is said above.";
    case "cancelled": return "The work on this picture was stopped.";
    default: return "Show, Hide and Save come alive when the colours are found.";
  }
}

// --- Drawing ---

const leaveOutBoxes = [...document.querySelectorAll("#left-out input[value]")];
for (const box of leaveOutBoxes) box.parentElement.hidden = !canLeaveOut.includes(box.value);
let isPlanned = false;
function changed(picture) {
  advance();
  if (picture === selected || document.getElementById("strip").childElementCount) plan();
}

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    draw();
  });
}

function draw() {
  const picture = selected;
  $("welcome").hidden = Boolean(picture);
  $("workshop").hidden = !picture;
  drawStage(picture);
  drawRing(picture);
  drawAccents(picture, hue => adjust({hue}, true));
  drawPalette(picture, hue => adjust({hue}, true));
  if (!picture) return drawFlower();
  const {machine, settings, history} = picture;
  const canAdjust = machine.allows("adjust") && settings.hue !== null;
  const canSave = machine.allows("save") && settings.hue !== null;
  for (const radio of document.querySelectorAll("[name=effect]")) {
    radio.disabled = !canAdjust;
    radio.checked = radio.value === settings.effect;
  }
  for (const name of ["tolerance", "feather"]) {
    $(name).disabled = !canAdjust;
    $(name).value = settings[name];
    $(`${name}-value`).textContent = `${settings[name]}°`;
    $(name).setAttribute("aria-valuetext", `${settings[name]} degrees`);
  }
  $("undo").disabled = !(canAdjust && history.canUndo);
  $("redo").disabled = !(canAdjust && history.canRedo);
  $("save").disabled = !canSave;
  $("format").disabled = !canSave;
  $("format").value = picture.format;
  // A picture with transparent parts cannot become a JPEG.
  $("format").options[0].disabled = picture.fileFormat === "png";
  $("for-all").hidden = pictures.length < 2;
  $("same").disabled = !canAdjust;
  $("save-all").disabled = !pictures.some(one => one.machine.allows("save") && one.settings.hue !== null);
  $("reason").textContent = reasonOf(picture);
  $("hint").hidden = !canAdjust;
  const status = statusOf(picture);
  if ($("status").textContent !== status) $("status").textContent = status;
  const isWorking = ["decoding", "analysing", "applying"].includes(picture.phase);
  $("progress").hidden = !isWorking;
  if (picture.phase === "decoding" && picture.progress !== null) $("progress").value = picture.progress;
  else $("progress").removeAttribute("value");
  $("cancel").hidden = !machine.allows("cancel");
  $("retry").hidden = !machine.allows("retry");
  $("workshop").setAttribute("aria-busy", String(isWorking));
  document.body.dataset.phase = picture.phase;
  for (const box of leaveOutBoxes) {
    box.disabled = isWorking;
    box.checked = leftOut.includes(box.value);
  }
  // Bars are left out where there are some, unless the whole picture is asked for.
  const isWhole = leftOut.includes("whole");
  $("bars").parentElement.hidden = !picture.bars && !isWhole;
  $("bars").disabled = isWorking;
  $("bars").checked = !isWhole;
  drawStrip();
  drawFlower();
}

// A small picture: the file itself, or a canvas for what will be known of it, as of a HEIC or TIFF in most browsers.
function faceOf(picture) {
  if (!showsFiles) return document.createElement("canvas");
  const face = document.createElement("img");
  face.src = picture.url;
  face.alt = "";
  face.addEventListener("error", () => {
    face.replaceWith(document.createElement("canvas"));
    plan();
  });
  return face;
}

function drawFace(canvas, {pixels}) {
  if (canvas.dataset.isDrawn) return;
  canvas.dataset.isDrawn = true;
  const {width, height, data} = pixels;
  const scale = Math.max(144 / width, 144 / height);
  canvas.width = canvas.height = 144;
  const whole = new OffscreenCanvas(width, height);
  whole.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
  canvas.getContext("2d").drawImage(
    whole, (144 - width * scale) / 2, (144 - height * scale) / 2, width * scale, height * scale);
}

function drawStrip() {
  const strip = $("strip");
  const known = new Map([...strip.querySelectorAll("li[data-id]")].map(item => [item.dataset.id, item]));
  for (const [id, item] of known) {
    if (!pictures.some(picture => String(picture.id) === id)) item.remove();
  }
  for (const picture of pictures) {
    let item = known.get(String(picture.id));
    if (!item) {
      item = document.createElement("li");
      item.dataset.id = picture.id;
      const choose = document.createElement("button");
      choose.type = "button";
      choose.className = "thumb";
      choose.append(faceOf(picture));
      choose.addEventListener("click", () => select(picture));
      const close = document.createElement("button");
      close.type = "button";
      close.className = "close";
      close.textContent = "×";
      close.setAttribute("aria-label", `Remove ${picture.name}`);
      close.addEventListener("click", () => {
        remove(picture);
        ($("strip").querySelector(".thumb") ?? $("main")).focus();
      });
      item.append(choose, close);
      strip.insertBefore(item, $("more"));
    }
    const choose = item.firstElementChild;
    const face = choose.firstElementChild;
    if (face instanceof HTMLCanvasElement && picture.pixels) drawFace(face, picture);
    choose.setAttribute("aria-pressed", String(picture === selected));
    const state = picture.phase === "failed" ? ", failed" : picture.isReady ? "" : ", not ready yet";
    choose.setAttribute("aria-label", `${picture.name}${state}`);
    item.dataset.phase = picture.phase;
  }
}

const more = document.createElement("li");
more.id = "more";
const moreButton = document.createElement("button");
moreButton.type = "button";
moreButton.className = "thumb add";
moreButton.textContent = "+";
moreButton.setAttribute("aria-label", "Choose more pictures");
moreButton.addEventListener("click", () => $("files").click());
more.append(moreButton);
$("strip").append(more);

function drawFlower() {
  const whole = pictures.filter(picture => picture.isReady && picture.swatches?.length);
  $("flower-box").hidden = whole.length < 2;
  if (whole.length > 1) drawSunflower($("flower"), whole, select);
}

// --- Settings ---

function adjust(part, isStep) {
  if (!selected?.machine.allows("adjust")) return;
  if (part.effect) showSlide(part.effect);
  const settings = {...selected.settings, ...part};
  if (isStep) {
    // What was tried on the way to this step is not a step itself.
    if (selected.before) {
      selected.history.steps[selected.history.place] = selected.before;
      selected.before = null;
    }
    selected.adjust(settings, true);
  } else {
    selected.before ??= selected.settings;
    selected.history.steps[selected.history.place] = settings;
    selected.adjust(settings, false);
  }
}

onRing((hue, isStep) => adjust({hue}, isStep));
onPick(hue => {
  if (!selected?.machine.allows("adjust")) return;
  if (hue < 0) $("status").textContent = "That spot is grey and has no hue. Tap a coloured one.";
  else adjust({hue}, true);
});
onOpen((file, settings) => add([file], settings));

for (const radio of document.querySelectorAll("[name=effect]")) {
  radio.addEventListener("change", () => adjust({effect: radio.value}, true));
}
for (const name of ["tolerance", "feather"]) {
  $(name).addEventListener("input", () => adjust({[name]: Number($(name).value)}, false));
  $(name).addEventListener("change", () => adjust({[name]: Number($(name).value)}, true));
}
for (const box of [...leaveOutBoxes, $("bars")]) {
  box.addEventListener("change", () => leaveOut(
    [...leaveOutBoxes.filter(one => one.checked).map(one => one.value), ...$("bars").checked ? [] : ["whole"]]));
}
for (const radio of document.querySelectorAll("[name=mode]")) {
  radio.addEventListener("change", () => {
    $("carousel").hidden = !isCarousel();
    draw();
  });
}
$("previous").addEventListener("click", () => turn(-1));
$("next").addEventListener("click", () => turn(1));
$("stage").addEventListener("swipe", event => turn(event.detail));
$("carousel").addEventListener("keydown", event => {
  const steps = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (steps) turn(steps);
});

function turn(steps) {
  const slide = turnSlide(steps);
  if (slide !== "original" && slide !== selected?.settings.effect) adjust({effect: slide}, true);
  else draw();
}

function step(way) {
  if (!selected?.machine.allows("adjust")) return;
  selected.before = null;
  selected.history[way]();
  showSlide(selected.settings.effect);
  selected.tell("adjust");
}

$("undo").addEventListener("click", () => step("undo"));
$("redo").addEventListener("click", () => step("redo"));
addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text]")) return;
  if (event.key.toLowerCase() === "z") {
    event.preventDefault();
    step(event.shiftKey ? "redo" : "undo");
  }
});
$("save").addEventListener("click", () => selected?.tell("save"));
$("format").addEventListener("change", () => {
  if (selected) selected.format = $("format").value;
});
$("put-back").addEventListener("click", putBack);
$("same").addEventListener("click", () => {
  const {effect, hue, tolerance, feather} = selected.settings;
  for (const picture of pictures) {
    if (picture !== selected && picture.machine.allows("adjust") && picture.settings.hue !== null) {
      picture.adjust({...picture.settings, effect, hue, tolerance, feather}, true);
    }
  }
  $("status").textContent = "All pictures have this setting now.";
});
$("save-all").addEventListener("click", () => {
  for (const picture of pictures) {
    if (picture.machine.allows("save") && picture.settings.hue !== null) picture.tell("save");
  }
});
$("cancel").addEventListener("click", () => selected?.tell("cancel"));
$("retry").addEventListener("click", () => selected?.tell("retry"));
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copyPalette(selected, button.dataset.copy));
}

// --- Views ---

function showView() {
  if (!showGallery) return;
  const isInspiration = location.hash.startsWith("#inspiration");
  $("picture-view").hidden = isInspiration;
  $("inspiration-view").hidden = !isInspiration;
  for (const [id, isHere] of [["to-picture", !isInspiration], ["to-inspiration", isInspiration]]) {
    if (isHere) $(id).setAttribute("aria-current", "page");
    else $(id).removeAttribute("aria-current");
  }
  if (isInspiration) showGallery();
}
onTrouble(words => {
  $("notice").textContent = words;
  $("notice").hidden = false;
});
addEventListener("hashchange", showView);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
showView();
draw();
