// The colours of a picture: swatches that choose a hue, and copies for other programs.

import {offer} from "./picture.js";

const list = document.getElementById("swatches");
const said = document.getElementById("copied");

const isColor = swatch => /^#[0-9a-f]{6}$/.test(swatch.color);
const isWide = swatch => /^color\(display-p3( [01]\.\d{4}){3}\)$/.test(swatch.wide) && CSS.supports("color", swatch.wide);
const percent = share => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

// The strong colours above the ring: a tap shows one.
export function drawAccents(picture, onHue) {
  const chips = document.getElementById("accents");
  const accents = (picture?.isReady ? picture.accents ?? [] : []).filter(accent => isColor(accent) && accent.hue !== null);
  chips.hidden = accents.length === 0;
  const shown = picture ? `${picture.id} ${accents.length}` : "";
  if (chips.dataset.of !== shown) {
    chips.dataset.of = shown;
    chips.replaceChildren(...accents.map(accent => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.dataset.hue = accent.hue;
      const dot = document.createElement("i");
      dot.style.backgroundColor = accent.color;
      button.append(dot, `${accent.name} ${percent(accent.share)}`);
      button.addEventListener("click", () => onHue(accent.hue));
      item.append(button);
      return item;
    }));
  }
  for (const chip of chips.querySelectorAll(".chip")) {
    chip.setAttribute("aria-pressed", String(Number(chip.dataset.hue) === picture.settings.hue));
  }
}

const ROLES = {vibrant: "Vibrant", lightVibrant: "Light vibrant", darkVibrant: "Dark vibrant", muted: "Muted",
  lightMuted: "Light muted", darkMuted: "Dark muted", accent: "Accent", brand: "Brand"};

// What colours are good for, or why the picture has none for it.
function drawRoles(roles) {
  const list = document.getElementById("roles");
  const known = roles.filter(({role}) => role in ROLES);
  document.getElementById("roles-box").hidden = known.length === 0;
  list.replaceChildren(...known.flatMap(role => {
    const term = document.createElement("dt");
    term.textContent = ROLES[role.role];
    const what = document.createElement("dd");
    if (isColor(role)) {
      const dot = document.createElement("i");
      dot.style.backgroundColor = role.color;
      what.append(dot, `${role.name} ${role.color}`);
    } else {
      what.textContent = `None: ${role.absence}.`;
      what.className = "small";
    }
    return [term, what];
  }));
}

export function drawPalette(picture, onHue) {
  document.getElementById("palette").hidden = !picture?.swatches;
  if (!picture?.swatches || list.dataset.of === String(picture.id)) return;
  list.dataset.of = picture.id;
  said.textContent = picture.absence && picture.without.length
    ? "What is left out is all that this picture has." : picture.absence ?? "";
  drawRoles(picture.roles);
  list.replaceChildren(...picture.swatches.map(swatch => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "swatch";
    button.style.backgroundColor = swatch.color;
    button.style.color = /^#[0-9a-f]{6}$/.test(swatch.text) ? swatch.text : "#000000";
    const share = percent(swatch.share);
    const name = document.createElement("span");
    name.textContent = swatch.name;
    const code = document.createElement("span");
    code.textContent = `${swatch.color} · ${share}`;
    button.append(name, code);
    button.title = `Text on it has a contrast of ${swatch.contrast}`;
    if (isWide(swatch)) {
      button.style.backgroundColor = swatch.wide;
      const wide = document.createElement("span");
      wide.textContent = swatch.wide;
      button.append(wide);
    }
    button.setAttribute("aria-label", `${swatch.name}, ${swatch.color}, ${share}: copy it`
      + (swatch.hue === null ? ", a grey that has no hue to choose" : " and choose its hue"));
    button.addEventListener("click", () => {
      if (swatch.hue !== null) onHue(swatch.hue);
      copyColor(swatch.color);
    });
    item.append(button);
    return item;
  }));
}

async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages of another machine without encryption have no clipboard of their own.
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error("the browser refused");
}

async function copyColor(color) {
  try {
    await copyText(color);
    said.textContent = `${color} was copied.`;
  } catch (error) {
    said.textContent = `${color} could not be copied: ${error.message}.`;
  }
}

export async function copyPalette(picture, kind) {
  const text = picture?.copies?.[kind];
  if (!text) return;
  try {
    if (kind === "ase") {
      offer(new Blob([text], {type: "application/octet-stream"}), `${picture.stem}.ase`);
      said.textContent = "The colours were saved for Adobe programs.";
    } else {
      await copyText(text);
      said.textContent = `The colours were copied as ${kind.toUpperCase()}.`;
    }
  } catch (error) {
    said.textContent = `The colours could not be copied: ${error.message}.`;
  }
}
