// Where the work is done: in this browser, on other threads, by the WebAssembly package. It stands for the module of the
// same name with which a server does it (Sources/Commands/PictureServer/Page/Parts/work.js).

import {startWorker} from "./dominantcolor/worker.js";

export const table = fetch("machine.json").then(answer => answer.json());

// What the page's policy forbids, and the browser decodes a picture once only.
export const showsFiles = false;

export const canLeaveOut = ["white", "black", "grey", "background"];

// There is no gallery.
export const showGallery = null;

const samples = document.querySelectorAll("[data-sample]");
const offline = document.getElementById("offline");
let report = () => {};

export function onTrouble(action) { report = action; }

// A sample is opened as a file that was chosen.
export function onOpen(open) {
  for (const button of samples) {
    button.addEventListener("click", async () => {
      button.setAttribute("aria-busy", "true");
      try {
        const answer = await fetch(`samples/${button.dataset.sample}`);
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        open(new File([await answer.blob()], button.dataset.sample), {});
      } catch (error) {
        report(`The photo could not be loaded: ${error.message}.`);
      } finally {
        button.removeAttribute("aria-busy");
      }
    });
  }
}

// --- Threads ---

// Threads that are free. One that is stopped in its work ends: its memory comes back at once.
const free = [];

function thread() {
  return free.pop() ?? new Worker(new URL("studio.js", import.meta.url), {type: "module", name: "studio"});
}

// Has a thread do something, and hands over what it tells on the way; the promise is for the end.
function run(request, signal, tell) {
  return new Promise((resolve, reject) => {
    const worker = thread();
    const end = (settle, value, isUsable) => {
      signal.removeEventListener("abort", stop);
      worker.onmessage = worker.onerror = null;
      if (isUsable) free.push(worker);
      else worker.terminate();
      settle(value);
    };
    const stop = () => end(reject, signal.reason, false);
    worker.onmessage = ({data}) => {
      if (data.result) end(resolve, data.result, true);
      else if (data.problem) end(reject, new Error(data.problem), data.isUsable);
      else tell(data);
    };
    worker.onerror = event => {
      event.preventDefault();
      end(reject, new Error(event.message
        ? `The work ended early: ${event.message}.` : "The part of the page that works on pictures could not be loaded."), false);
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop);
    worker.postMessage(request);
  });
}

export async function analyse(file, without, signal, onWait, take) {
  const isWideScreen = matchMedia("(color-gamut: p3)").matches;
  await run({task: "analyse", file, without, isWideScreen}, signal, part => {
    // How long counting took, and how much of that was waited for: for tests and the curious.
    if (part.times) document.body.dataset.times = JSON.stringify(part.times);
    take(part);
  });
}

export async function change(file, settings, format, signal, onWait) {
  const share = done => onWait(`Writing the whole picture, ${Math.round(100 * done)} %.`);
  return run({task: "change", file, settings, format}, signal, ({done}) => share(done));
}

// --- The small picture ---

// Sliders have a thread of their own: they move while pictures are read and written. It keeps the pixels, of which a
// copy for each frame would take as long as the frame.
let previews = null, kept = null;

export async function preview(pixels, effect, {hue, tolerance, feather}) {
  previews ??= startWorker();
  const worker = await previews;
  try {
    if (kept?.pixels !== pixels) {
      kept?.picture.drop();
      kept = {pixels, picture: worker.keep(pixels)};
    }
    const {data, width, height} = await kept.picture[effect]({hue, tolerance, feather});
    return new ImageData(data, width, height);
  } catch (error) {
    worker.end();
    previews = kept = null;
    throw error;
  }
}

// --- When the page is there ---

// What is needed for the first picture is loaded before it is chosen, but after the page is drawn.
async function warmUp() {
  free.push(thread());
  try {
    await preview({data: new Uint8ClampedArray(4), width: 1, height: 1}, "show", {hue: 0, tolerance: 20, feather: 10});
  } catch (error) {
    report(`This page cannot work on pictures here. ${error.message}`);
  }
}

// A new version waits until no page of the old one is open.
function announce(kept) {
  const tell = () => report("There is a new version of this page. It comes when all its tabs are closed and it is opened again.");
  if (kept.waiting && navigator.serviceWorker.controller) tell();
  kept.addEventListener("updatefound", () => {
    const {installing} = kept;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && navigator.serviceWorker.controller) tell();
    });
  });
}

async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const kept = await navigator.serviceWorker.register("service-worker.js");
    announce(kept);
    await navigator.serviceWorker.ready;
    offline.textContent = "It is kept for use without one.";
  } catch {
    offline.textContent = "This browser keeps nothing for the page, so opening it takes a network.";
  }
}

function begin() {
  warmUp();
  keepForOffline();
}

if (document.readyState === "complete") setTimeout(begin);
else addEventListener("load", () => setTimeout(begin));
