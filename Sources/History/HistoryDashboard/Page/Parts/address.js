// address.js
// What is shown, in the address after "?": a link leads to it, and Back goes to what was shown before.

/** The part of the page that an address names, and what it says of what is shown. */
function addressParts() {
  const [section, words = ""] = location.hash.slice(1).split("?");
  return { section, values: new URLSearchParams(words) };
}

/** What the address says, or is to say. */
let addressed = addressParts().values;

/**
 * Puts values into the address, or takes those out that are null or empty.
 *
 * - isNew: whether Back leads to what was shown before.
 */
function putAddress(values, isNew = false) {
  const before = addressed.toString();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") addressed.delete(name);
    else addressed.set(name, value);
  }
  const words = addressed.toString();
  if (words === before) return;
  writeAddress(isNew ? "timeline" : addressParts().section, isNew);
}

function writeAddress(section, isNew = false) {
  const words = addressed.toString();
  const address = words ? `#${section || "overview"}?${words}` : `#${section}`;
  // A page in a frame of another program may have no address of its own.
  try { history[isNew ? "pushState" : "replaceState"](null, "", address); } catch { /* it shows the same */ }
}

/** Calls `show` with what the address says, now and whenever somebody goes back or follows a link within the page. */
function followAddress(show) {
  window.addEventListener("popstate", () => {
    const { section, values } = addressParts();
    // A link of the navigation names a part of the page, and changes nothing of what is shown.
    if (location.hash && !location.hash.includes("?")) {
      if (addressed.size) writeAddress(section);
      return;
    }
    addressed = values;
    show(new URLSearchParams(values));
  });
  const { section, values } = addressParts();
  if (!values.size) return;
  show(new URLSearchParams(values));
  byID(section)?.scrollIntoView();
}
