// Light and dark: as the system says, or as the reader chooses. Canvases are drawn anew.

const themeListeners = [];
const systemTheme = window.matchMedia("(prefers-color-scheme: dark)");

/** Calls now and whenever the colours change. */
function onTheme(draw) {
  themeListeners.push(draw);
  draw();
}

const redraw = () => themeListeners.forEach((draw) => draw());

/** What a colour of the style sheet is at present; a canvas knows no variables. */
function color(name) {
  const probe = byID("theme");
  const before = probe.style.color;
  probe.style.color = `var(--${name})`;
  const value = getComputedStyle(probe).color;
  probe.style.color = before;
  return value;
}

function startTheme() {
  const remembered = (() => {
    try { return localStorage.getItem("bench-report-theme"); } catch { return null; }
  })();
  const choose = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  for (const input of byID("theme").querySelectorAll("input")) {
    if (input.value === remembered) input.checked = true;
    input.addEventListener("change", () => {
      choose(input.value);
      // A page from a disk may not be allowed to remember; then it follows the system next time.
      try { localStorage.setItem("bench-report-theme", input.value); } catch { /* see above */ }
      redraw();
    });
  }
  if (remembered === "light" || remembered === "dark") choose(remembered);
  systemTheme.addEventListener("change", redraw);
}

/** The colour of one of several lines. */
const lineColor = (place) => color(`line-${place % 8}`);
