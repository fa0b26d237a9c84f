"""What checks of pages in a browser share: counting, quiet, contrast and focus."""

import sys

failures = []
count = 0


def check(holds, what, found=None):
    """Counts a check, and keeps what does not hold for the end."""
    global count
    count += 1
    if not holds:
        failures.append(what if found is None else f"{what}; found: {found}")


def finish(name, more=""):
    """Prints what does not hold, and ends with 1 if there is anything."""
    for failure in failures:
        print(f"{name}: {failure}", file=sys.stderr)
    print(f"{name}: {count - len(failures)} of {count} checks hold in a browser{more}")
    sys.exit(1 if failures else 0)


def is_quiet(browser, origin="file:", expected=()):
    """No error, no exception, no blocked script, and nothing asked of another origin."""
    bad = []
    for event in browser.events:
        kind, params = event.get("method"), event.get("params", {})
        if kind == "Runtime.exceptionThrown":
            bad.append(params["exceptionDetails"].get("exception", {}).get("description", "exception"))
        if kind == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            bad.append(str(params["args"]))
        if kind == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            bad.append(params["entry"]["text"])
        if kind == "Network.requestWillBeSent":
            address = params["request"]["url"]
            if not address.startswith((origin, "blob:" + origin)):
                bad.append("asked for " + address)
    return [words for words in bad if not any(part in words for part in expected)]


# The text of the page that stands out least from what is behind it.
CONTRAST = """(() => {
  const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
  const rgb = text => { context.clearRect(0, 0, 1, 1); context.fillStyle = text; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => { for (; node; node = node.parentElement) { const c = getComputedStyle(node).backgroundColor; if (rgb(c)[3] === 255) return rgb(c); } return [255, 255, 255]; };
  let worst = [21, ''];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node.checkVisibility() || node.closest('script, style, option')) continue;
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
    seen++;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst[0]) worst = [ratio, `${node.tagName}.${node.className}: ${walker.currentNode.textContent.slice(0, 30)}`];
  }
  return {worst, seen};
})()"""

# The element that has the focus, and whether that can be seen.
FOCUSED = """(() => { const n = document.activeElement; if (!n || n === document.body) return null;
  const shown = n.matches('.choice input') ? n.nextElementSibling : n;
  const style = getComputedStyle(shown);
  const all = [...document.querySelectorAll('*')];
  return {place: all.indexOf(n), skips: n.matches('a.skip'), id: n.id || n.name || n.dataset.light || n.hash || n.className || n.tagName,
    outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    box: shown.getBoundingClientRect().width > 0}; })()"""

# How much of the picture can be seen, and whether Save can be pressed, with a slider in the middle of the window.
IN_REACH = """(name => {
  document.getElementById(name).scrollIntoView({block: 'center'});
  const at = id => document.getElementById(id).getBoundingClientRect();
  const stage = at('stage'), save = at('save');
  const seen = Math.max(0, Math.min(innerHeight, stage.bottom) - Math.max(0, stage.top)) / stage.height;
  const top = document.elementFromPoint(save.left + save.width / 2, save.top + save.height / 2);
  const slider = at(name);
  const over = document.elementFromPoint(slider.left + slider.width / 2, slider.top + slider.height / 2);
  return {seen, canSave: top?.id === 'save', canSlide: over?.id === name};
})"""


def in_reach(browser):
    """On a phone, a tablet, a desk and at 200 % the picture stays in sight while sliders move, and Save in reach."""
    for width, height in ((390, 844), (820, 1180), (1440, 900), (720, 450)):
        browser.resize(width, height)
        for slider in ("tolerance", "feather"):
            found = browser.run(f"{IN_REACH}('{slider}')")
            check(found["seen"] > 0.99 and found["canSave"] and found["canSlide"],
                  f"the picture is in sight at {slider}, {width} x {height}, and Save in reach", found)
        check(browser.run(f"document.documentElement.scrollWidth <= {width}"), f"it fits {width} pixels")
    browser.resize(1280, 900)
    browser.run("scrollTo(0, 0)")
