// Does with the page what people do, from inside it, and sends what was seen: for a browser that only opens an
// address. in_firefox.py serves it beside the page.

const id = (name) => document.getElementById(name);
const phase = () => document.body.dataset.phase;

/** Waits until a condition holds. */
async function until(condition, what) {
  const end = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`${what} did not happen; the page is ${phase()}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const isReady = (name) => phase() === "ready" && !id("after").hidden && id("before").getAttribute("aria-label") === `${name}, original`;

/** Chooses a file as the system's dialog would. */
function choose(file) {
  const data = new DataTransfer();
  data.items.add(file);
  id("files").files = data.files;
  id("files").dispatchEvent(new Event("change", { bubbles: true }));
}

/** A sum that tells changed pictures apart. */
function shownPixels() {
  const shown = id("after");
  const context = new OffscreenCanvas(shown.width, shown.height).getContext("2d", { willReadFrequently: true });
  context.drawImage(shown, 0, 0);
  const { data } = context.getImageData(0, 0, shown.width, shown.height);
  return new Uint32Array(data.buffer).reduce((sum, pixel) => (Math.imul(sum, 31) + pixel) >>> 0, 7);
}

async function drive() {
  const bad = [];
  addEventListener("error", ({ message }) => bad.push(message));
  addEventListener("unhandledrejection", ({ reason }) => bad.push(`${reason}`));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => bad.push(`blocked ${blockedURI}`));
  await until(() => document.querySelector("[data-sample]"), "the first screen");
  document.querySelector("[data-sample='chelsea.png']").click();
  await until(() => isReady("chelsea.png"), "opening a sample");
  const swatches = [...document.querySelectorAll("#swatches .swatch span:last-child")].map((node) => node.textContent.slice(0, 7));
  const hue = id("ring").getAttribute("aria-valuenow");
  const shown = shownPixels();
  document.querySelector("[name=effect][value=hide]").click();
  await until(() => shownPixels() !== shown, "hiding");

  const photo = await (await fetch("samples/flower.jpg")).blob();
  choose(new File([photo], "flower.jpg", { type: "image/jpeg" }));
  await until(() => isReady("flower.jpg"), "opening a photo");
  const colours = document.querySelectorAll("#swatches li").length;

  choose(new File(["no picture"], "photo.heic", { type: "image/heic" }));
  await until(() => phase() === "failed", "refusing what is no picture");
  const refused = document.querySelector("#problem p").textContent;
  await until(() => id("offline").textContent.includes("kept"), "keeping the page for use without a network");
  return { swatches, hue, colours, refused, bad };
}

const found = await drive().catch((error) => ({ failed: `${error}` }));
await fetch("/answers", { method: "POST", body: JSON.stringify(found) });
