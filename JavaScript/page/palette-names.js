// Colours that are shown together get names that differ, as PaletteName has it.

import {deltaE00, describe, lab, lists} from "./colour-words.js";

// How much farther than the nearest name another may be.
const MOST_STEP = 5;

// A name without spaces, and with one spelling of grey.
const plain = name => name.replaceAll(" ", "").replaceAll("gray", "grey");

/** Colours in words, in their order: what `describe` says, with names of which no two are the same. */
export async function describeAll(colours) {
  const words = await Promise.all(colours.map(describe));
  const all = Object.entries(await lists).flatMap(([list, entries]) =>
    entries.map(([name, value]) => ({list, name, value, lab: null})));
  const taken = new Set(), takenColours = new Set(), holders = new Map();
  const valueOf = ({list, [list]: {color}}) => parseInt(color.slice(1), 16);
  const isFree = (name, value) => !taken.has(plain(name)) && !takenColours.has(value);
  const take = (index, {name, list, deltaE00: distance}, value) => {
    taken.add(plain(name));
    takenColours.add(value);
    holders.set(plain(name), colours[index]);
    Object.assign(words[index], {name, list, deltaE00: distance});
  };
  const order = words.map((_, index) => index).sort((one, other) => words[one].deltaE00 - words[other].deltaE00 || one - other);
  const left = [];
  for (const index of order) {
    const value = valueOf(words[index]);
    if (isFree(words[index].name, value)) take(index, words[index], value);
    else left.push(index);
  }
  for (const index of left) {
    const first = words[index], own = lab(colours[index]);
    let next = null;
    for (const entry of all) {
      if (!isFree(entry.name, entry.value)) continue;
      entry.lab ??= lab([entry.value >> 16, entry.value >> 8 & 255, entry.value & 255]);
      const distance = deltaE00(own, entry.lab);
      if (!next || distance < next.deltaE00) next = {name: entry.name, list: entry.list, deltaE00: distance, value: entry.value};
    }
    if (next && next.deltaE00 <= first.deltaE00 + MOST_STEP) {
      take(index, next, next.value);
      continue;
    }
    const holder = holders.get(plain(first.name));
    const other = holder ? lab(holder)[0] : own[0];
    const compared = own[0] === other ? null : `${own[0] < other ? "darker" : "lighter"} ${first.name}`;
    if (compared && !taken.has(plain(compared))) {
      taken.add(plain(compared));
      first.name = compared;
    } else if (next) {
      take(index, next, next.value);
    }
  }
  return words;
}
