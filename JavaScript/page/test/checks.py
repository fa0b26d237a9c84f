"""What people do with the page without a server, in a headless Chromium. Usage: checks.py FOLDER FIXTURES

FOLDER is what `make page` wrote, FIXTURES the folder Tests/Fixtures. The native library's answers are those that
JavaScript/test/expected.json holds, and analysis.json and analysis-bars.json beside this file: `checks.py --record SHOWHIDE FIXTURES` writes these
again.
"""

import base64
import hashlib
import http.server
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
PHASE = "document.body.dataset.phase"
LETTERBOX = "Reports/letterbox.png"
PARTS = ("hue", "hues", "greys", "counted", "accents", "swatches", "absence", "bars", "roles", "copies")


def record(showhide, fixtures):
    """The analyses of a photo, and of a picture with bars, as `showhide serve` has them, without the small picture."""
    for picture, name in ("Corpus/photos/chelsea.png", "analysis.json"), (LETTERBOX, "analysis-bars.json"):
        lines = subprocess.run(
            [showhide, "analyse", f"{fixtures}/{picture}"], capture_output=True, check=True).stdout.splitlines()
        found = {key: value for line in lines for key, value in json.loads(line).items() if key in PARTS}
        (HERE / name).write_text(json.dumps(found, indent=0, separators=(",", ":")) + "\n")


if len(sys.argv) > 1 and sys.argv[1] == "--record":
    record(*sys.argv[2:])
    sys.exit()

from browser import Browser, BrowserError  # noqa: E402
from leaving_out import bars, leaving_out  # noqa: E402
from page_checks import CONTRAST, FOCUSED, check, finish, in_reach, is_quiet  # noqa: E402
from wide_colours import wide_colours  # noqa: E402

folder, fixtures = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
corpus = fixtures / "Corpus"
scratch = tempfile.TemporaryDirectory(prefix="page-checks-")
downloads = pathlib.Path(scratch.name)
expected = {entry["name"]: entry for entry in json.loads((HERE.parents[1] / "test/expected.json").read_text())["files"]}


class Site(http.server.SimpleHTTPRequestHandler):
    """The folder below a path, as hosts of projects have it, with the strictest policy that the page allows."""

    extensions_map = {
        ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
        ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg",
        ".webmanifest": "application/manifest+json", ".txt": "text/plain"}

    # What is put before the service worker: another version.
    newer = b""

    def send_head(self):
        if not (self.newer and self.path.endswith("service-worker.js")):
            return super().send_head()
        return self.send_text(self.newer + (folder / "service-worker.js").read_bytes())

    def send_text(self, content):
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def translate_path(self, path):
        return str(folder / path.partition("?")[0].removeprefix("/somewhere/").lstrip("/"))

    def do_POST(self):
        asked.append("POST " + self.path)
        self.send_error(405)

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        asked.append(self.path)


asked = []


def value(browser, name, number):
    browser.run(f"""(n => {{ n.value = {number}; n.dispatchEvent(new Event('input'));
      n.dispatchEvent(new Event('change')); }})(document.getElementById('{name}'))""")
    browser.settle()


def wait_ready(browser):
    browser.wait_for(f"{PHASE} === 'ready'", "finding the colours")
    browser.wait_for("!document.getElementById('after').hidden", "the changed picture")
    browser.settle()


def turn_ring(browser, hue):
    browser.run("document.getElementById('ring').focus()")
    now = int(browser.run("document.getElementById('ring').getAttribute('aria-valuenow')"))
    for _ in range((hue - now) % 360 // 15):
        browser.press("PageUp", virtual=33)
    for _ in range((hue - now) % 15):
        browser.press("ArrowRight", virtual=39)
    browser.settle()


def save(browser, ending):
    """Saves the picture, and gives the file's bytes."""
    before = set(downloads.iterdir())
    browser.run(f"""(n => {{ n.value = '{ending}'; n.dispatchEvent(new Event('change')); }})(
      document.getElementById('format'))""")
    browser.run("document.getElementById('save').click()")
    browser.wait_for(f"{PHASE} === 'saved'", "saving")
    end = time.monotonic() + 20
    while time.monotonic() < end:
        new = [path for path in set(downloads.iterdir()) - before if path.suffix == "." + ending]
        if new:
            return new[0].name, new[0].read_bytes()
        browser.settle()
    raise BrowserError("nothing was downloaded")


# The pixels of a PNG file, read by the page's own reader, which test/png.test.js compares with libpng.
PIXELS = """(async text => {
  const {openPNG} = await import('./png-reader.js');
  const file = new Blob([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))]);
  const png = await openPNG(file);
  const all = new Uint8Array(4 * png.width * png.height);
  for await (const {y, data} of png.bands(1 << 20)) all.set(data, 4 * png.width * y);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('');
})"""


def first_screen(browser):
    check(browser.run("!document.getElementById('welcome').hidden && document.getElementById('workshop').hidden"),
          "the page begins with the first screen")
    text = browser.run("document.getElementById('welcome').innerText")
    check("Nothing leaves this device" in text and "server" not in text, "it says that nothing leaves the device", text)
    check(browser.run("document.querySelector('.demonstration img').naturalWidth > 0"), "a picture is shown and hidden")
    samples = browser.run("[...document.querySelectorAll('[data-sample]')].map(n => n.getAttribute('aria-label'))")
    check(len(samples) == 3 and all(samples), "three photos can be tried, each with a label", samples)
    check(browser.run("!document.querySelector('nav, #inspiration-view')"), "there is no gallery")
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        worst = browser.run(CONTRAST)["worst"]
        check(worst[0] >= 4.5, f"every text of the first screen stands out by 4.5 to 1, {scheme}", worst)
    browser.prefer("light")
    browser.resize(360, 740)
    check(browser.run("document.documentElement.scrollWidth <= 360"), "it fits a phone")
    browser.resize(1280, 900)


def try_sample(browser):
    browser.run("document.querySelector('[data-sample=\"chelsea.png\"]').click()")
    wait_ready(browser)
    check(browser.run("document.getElementById('before').getAttribute('aria-label')") == "chelsea.png, original",
          "a sample opens at once")
    compare(browser, "await (await fetch('samples/chelsea.png')).blob()", "analysis.json")
    letterbox = base64.b64encode((fixtures / LETTERBOX).read_bytes()).decode()
    compare(browser, f"Uint8Array.from(atob('{letterbox}'), one => one.charCodeAt(0))", "analysis-bars.json")


def compare(browser, picture, name):
    """The page's analysis is that of the command."""
    native = json.loads((HERE / name).read_text())
    found = json.loads(browser.run("""(async () => {
      const {analyse} = await import('./work.js');
      const file = new File([""" + picture + """], 'picture.png');
      const found = {};
      await analyse(file, [], new AbortController().signal, () => {}, part => Object.assign(found, part));
      found.copies.ase = btoa(String.fromCharCode(...found.copies.ase));
      return JSON.stringify(found);
    })()"""))
    for part in PARTS:
        one, other = found[part], native[part]
        if part in ("swatches", "accents"):
            other = [{**swatch, "count": mine["count"]} for swatch, mine in zip(other, one)]
        if part == "copies":
            one, other = ({**copies, "json": words(copies["json"])} for copies in (one, other))
        check(one == other, f"{name}: the page's {part} are the native ones", (one, other))


def words(text):
    """JSON with rounded differences: the last bits of cosines differ between libraries."""
    return json.loads(text, parse_float=lambda number: round(float(number), 9))


def saved_pixels(browser):
    """What is saved of a PNG has the pixels of `showhide show` and `hide`."""
    names = ["photos/chelsea.png"] + [
        name for name, entry in expected.items() if name != "photos/chelsea.png" and entry.get("effects")
        and entry["answers"][2]["hue"]][:4]
    for name in names:
        entry = expected[name]
        if name != "photos/chelsea.png":
            browser.choose_files("#files", [str(corpus / name)])
            wait_ready(browser)
        for effect in entry["effects"]:
            chosen = effect["selection"]
            if "near" in chosen:
                continue
            browser.run(f"document.querySelector('[name=effect][value={effect['effect']}]').click()")
            if "hue" in chosen:
                turn_ring(browser, chosen["hue"])
            value(browser, "tolerance", chosen.get("tolerance", 20))
            value(browser, "feather", chosen.get("feather", 10))
            saved, content = save(browser, "png")
            check(saved == f"{pathlib.Path(name).stem}-{effect['effect']}.png", "the file has the picture's name", saved)
            pixels = browser.run(f"{PIXELS}('{base64.b64encode(content).decode()}')")
            check(pixels == effect["pixels"], f"{effect['effect']} of {name} saves the command's pixels")


def photo(browser):
    """A JPEG that is dropped, shown, hidden and saved."""
    content = base64.b64encode((corpus / "photos/flower.jpg").read_bytes()).decode()
    browser.run(f"""(() => {{
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob('{content}'), c => c.charCodeAt(0))], 'flower.jpg', {{type: 'image/jpeg'}}));
      document.body.dispatchEvent(new DragEvent('drop', {{dataTransfer: data, bubbles: true, cancelable: true}}));
    }})()""")
    browser.wait_for("document.getElementById('before').getAttribute('aria-label') === 'flower.jpg, original'", "dropping")
    wait_ready(browser)
    pixels = """(() => {
      const shown = document.getElementById('after');
      const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d', {willReadFrequently: true});
      context.drawImage(shown, 0, 0);
      const {data} = context.getImageData(0, 0, shown.width, shown.height);
      return new Uint32Array(data.buffer).reduce((sum, pixel) => (Math.imul(sum, 31) + pixel) >>> 0, 7);
    })()"""
    shown = browser.run(pixels)
    browser.run("document.querySelector('[name=effect][value=hide]').click()")
    browser.wait_for(f"{pixels} !== {shown}", "hiding")
    hidden = browser.run(pixels)
    value(browser, "tolerance", 60)
    browser.wait_for(f"{pixels} !== {hidden}", "the slider")
    check(browser.run("document.getElementById('tolerance-value').textContent") == "60°", "the slider says its value")
    name, content = save(browser, "jpg")
    check(name == "flower-hide.jpg" and content[:2] == b"\xff\xd8", "it is saved as a JPEG", name)
    browser.run("""(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.of(1, 2, 3)], 'pasted.png', {type: 'image/png'}));
      document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}));
    })()""")
    browser.wait_for(f"{PHASE} === 'failed'", "pasting")
    check(browser.run("document.getElementById('camera').getAttribute('capture')") == "environment", "a phone takes a photo")


def problems(browser):
    """Each bad picture gets a sentence, and the page goes on."""
    empty = downloads / "empty.jpg"
    empty.write_bytes(b"")
    none = downloads / "none.png"
    none.write_bytes((corpus / "photos/chelsea.png").read_bytes()[:16] + bytes(8) + b"\x08\x02\0\0\0\0\0\0\0")
    heic = downloads / "photo.heic"
    heic.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64))
    cut = downloads / "cut.jpg"
    cut.write_bytes((corpus / "photos/flower.jpg").read_bytes()[:300])
    for path, part in ((empty, "The file is empty"), (none, "no pixels"), (heic, "does not decode HEIC"),
                       (cut, "cannot decode this JPEG"), (pathlib.Path(__file__), "no picture that this browser knows")):
        browser.choose_files("#files", [str(path)])
        browser.wait_for(f"document.querySelector('#problem p').textContent.startsWith('{path.name}')", "refusing " + path.name)
        words = browser.run("document.querySelector('#problem p').textContent")
        check(part in words, f"{path.name} gets a sentence", words)
    browser.choose_files("#files", [str(corpus / "photos/china.jpg")])
    wait_ready(browser)
    grey = next(name for name, entry in expected.items()
                if entry["answers"][2]["absence"] and "grey" in entry["answers"][2]["absence"])
    browser.choose_files("#files", [str(corpus / grey)])
    browser.wait_for(f"{PHASE} === 'ready'", "reading a grey picture")
    check("grey" in browser.run("document.getElementById('reason').textContent"), "a grey picture says why")


def large(browser):
    """A picture of more pixels than the browser may hold is made smaller, and says so; work that is stopped ends."""
    found = browser.run("""(async () => {
      const {openPicture} = await import('./picture-source.js');
      const file = await (await fetch('samples/flower.jpg')).blob();
      const picture = await openPicture(file, {most: 100000});
      let rows = 0;
      for await (const band of picture.bands()) rows += band.data.length / 4 / picture.width;
      picture.close();
      return {pixels: picture.width * picture.height, ratio: picture.width / picture.height, missing: picture.height - rows, note: picture.note};
    })()""")
    check(90_000 < found["pixels"] <= 100_000 and abs(found["ratio"] - 1.5) < 0.02 and found["missing"] == 0,
          "a picture that is too large is worked on smaller", found)
    check("too many for this browser" in found["note"] and " × " in found["note"], "and that is said", found["note"])
    stopped = browser.run("""(async () => {
      const {analyse} = await import('./work.js');
      const file = await (await fetch('samples/china.jpg')).blob();
      const control = new AbortController();
      const parts = [];
      const work = analyse(file, [], control.signal, () => {}, part => { parts.push(part.event); control.abort(); });
      const end = await work.then(() => 'ended', error => error.name);
      await analyse(file, [], new AbortController().signal, () => {}, part => parts.push(part.event));
      return [end, parts[0], parts.at(-1)];
    })()""")
    check(stopped == ["AbortError", "opened", "analysed"], "work that is stopped ends, and the next one goes on", stopped)


def keyboard(browser):
    # The picture before may have the same name and be ready.
    thumbs = "document.querySelectorAll('#strip .thumb').length"
    count = browser.run(thumbs)
    browser.choose_files("#files", [str(corpus / "photos/chelsea.png")])
    browser.wait_for(f"{thumbs} > {count}", "opening")
    wait_ready(browser)
    browser.send("Emulation.setFocusEmulationEnabled", enabled=True)
    browser.run("document.querySelector('.skip').focus()")
    browser.settle()
    stops = []
    for _ in range(80):
        stop = browser.run(FOCUSED)
        if stop is None or stop in stops:
            break
        stops.append(stop)
        browser.press("Tab", virtual=9)
    reached = [stop["id"] for stop in stops]
    for wanted in ("divider", "mode", "effect", "ring", "tolerance", "feather", "save", "format"):
        check(wanted in reached, f"Tab reaches '{wanted}'", reached)
    unseen = [s["id"] for s in stops if not s["box"] or not (s["outline"] or s["id"] == "divider")]
    check(not unseen, "every stop shows that it has the focus", unseen)
    unnamed = [node["role"]["value"] for node in browser.send("Accessibility.getFullAXTree")["nodes"]
               if not node.get("ignored") and node["role"]["value"] in ("button", "slider", "radio", "textbox", "combobox", "image")
               and not node.get("name", {}).get("value")]
    check(not unnamed, "everything that can be pressed has a name", unnamed)


def offline(browser, address):
    browser.visit(address)
    browser.wait_for("document.getElementById('offline').textContent.includes('kept')", "keeping the page")
    check(browser.run("document.getElementById('notice').hidden"), "nothing is said of a new version when there is none")
    Site.newer = b"// newer\n"
    browser.visit(address)
    browser.run("navigator.serviceWorker.getRegistration().then(kept => kept.update()).then(() => 1)")
    browser.wait_for("!document.getElementById('notice').hidden", "the announcement of a new version")
    words = browser.run("document.getElementById('notice').textContent")
    check("new version" in words, "a new version is announced", words)
    browser.visit(address)
    site.shutdown()
    site.server_close()
    browser.visit(address)
    check(browser.run("navigator.serviceWorker.controller !== null"), "the page opens without its server")
    browser.visit(address + "index.html")
    check(browser.run("navigator.serviceWorker.controller !== null && Boolean(document.getElementById('welcome'))"),
          "also by the name of its file")
    browser.run("document.querySelector('[data-sample=\"flower.jpg\"]').click()")
    wait_ready(browser)
    check(browser.run("document.querySelectorAll('#swatches li').length") == 8, "and works")


def two_tabs(browser, address):
    """Tabs of one browser know nothing of each other's pictures, and one that is closed takes nothing along."""
    browser.visit(address)
    browser.choose_files("#files", [str(corpus / "photos/china.jpg")])
    with browser.another_tab(address):
        check(browser.run("!document.getElementById('welcome').hidden"), "a second tab begins with the first screen")
        browser.choose_files("#files", [str(corpus / "photos/flower.jpg")])
        wait_ready(browser)
        label = browser.run("document.getElementById('before').getAttribute('aria-label')")
        check(label == "flower.jpg, original", "it has its own picture", label)
        hue = browser.run("document.getElementById('ring').getAttribute('aria-valuenow')")
        value(browser, "tolerance", 55)
    wait_ready(browser)
    label = browser.run("document.getElementById('before').getAttribute('aria-label')")
    check(label == "china.jpg, original", "the first tab still has its picture", label)
    thumbs = browser.run("[...document.querySelectorAll('#strip .thumb:not(.add)')].map(n => n.getAttribute('aria-label'))")
    check(thumbs == ["china.jpg"], "and none of the other's", thumbs)
    first = browser.run("document.getElementById('ring').getAttribute('aria-valuenow')")
    check(first != hue, "and its own hue", (first, hue))
    check(browser.run("document.getElementById('tolerance').value") == "20", "and its own slider")
    value(browser, "tolerance", 40)
    saved, content = save(browser, "png")
    check(saved == "china-show.png" and content[:4] == b"\x89PNG", "and saves when the other is closed", saved)


def many(browser):
    """Removing is undone, a click copies a colour, all get one setting, and the browser asks before they are lost."""
    browser.send("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    strip = "[...document.querySelectorAll('#strip .thumb:not(.add)')].map(n => n.getAttribute('aria-label'))"
    before = browser.run(strip)
    name = before[-1]
    browser.run("[...document.querySelectorAll('#strip .close')].at(-1).click()")
    browser.settle()
    check(browser.run(strip) == before[:-1], "a picture is removed", name)
    browser.run("document.getElementById('put-back').click()")
    browser.wait_for(f"{strip}.length === {len(before)}", "putting it back")
    wait_ready(browser)
    check(browser.run(strip) == before and browser.run("document.getElementById('removed').hidden"), "and put back")
    color = browser.run("document.querySelector('.swatch span:nth-child(2)').textContent.slice(0, 7)")
    browser.run("document.querySelector('.swatch').click()")
    browser.wait_for("document.getElementById('copied').textContent", "copying a colour")
    words = browser.run("document.getElementById('copied').textContent")
    check(words == f"{color} was copied.", "a click copies a colour", words)
    browser.settle()
    value(browser, "tolerance", 47)
    browser.run("document.getElementById('same').click()")
    browser.run("[...document.querySelectorAll('#strip .thumb')][0].click()")
    browser.settle()
    check(browser.run("document.getElementById('tolerance').value") == "47", "all pictures get one setting")
    asks = browser.run("(e => { dispatchEvent(e); return e.defaultPrevented; })(new Event('beforeunload', {cancelable: true}))")
    check(asks, "the browser asks before pictures are lost")


class OldBrowsersSite(Site):
    """The same, with a module that finds no WebAssembly SIMD, as old browsers have none, or no WebAssembly at all."""

    lack = b"WebAssembly.validate = () => false;"

    def send_head(self):
        if not self.path.endswith("dominantcolor/module.js"):
            return super().send_head()
        content = self.lack + b"\n" + (folder / "dominantcolor/module.js").read_bytes()
        return self.send_text(content)


def without(browser):
    """A browser without WebAssembly SIMD, one without WebAssembly at all, and both store nothing."""
    for OldBrowsersSite.lack in (b"WebAssembly.validate = () => false;", b"delete globalThis.WebAssembly;"):
        without_a_part(browser)


def without_a_part(browser):
    old = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OldBrowsersSite)
    threading.Thread(target=old.serve_forever, daemon=True).start()
    added = browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="navigator.serviceWorker.register = () => Promise.reject(new Error('denied'));")["identifier"]
    browser.visit(f"http://127.0.0.1:{old.server_port}/")
    browser.wait_for("document.getElementById('offline').textContent.includes('keeps nothing')", "saying that nothing is kept")
    browser.wait_for("!document.getElementById('notice').hidden", "saying that there is no WebAssembly")
    words = browser.run("document.getElementById('notice').textContent")
    check("no WebAssembly with SIMD" in words, f"a browser after {OldBrowsersSite.lack} gets a sentence", words)
    browser.choose_files("#files", [str(corpus / "photos/china.jpg")])
    browser.wait_for(f"{PHASE} === 'failed'", "failing")
    words = browser.run("document.querySelector('#problem p').textContent")
    check("no WebAssembly with SIMD" in words, "also at the picture", words)
    browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
    old.shutdown()
    old.server_close()


def as_file(browser):
    browser.open(str(folder / "index.html"))
    words = browser.run("document.getElementById('notice').checkVisibility() && document.getElementById('notice').textContent")
    check(words and "from any web server" in words, "opened as a file, the page says what to do", words)


site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)


def main():
    threading.Thread(target=site.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{site.server_port}"
    address = origin + "/somewhere/"
    with Browser() as browser:
        browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        browser.visit(address)
        first_screen(browser)
        try_sample(browser)
        saved_pixels(browser)
        photo(browser)
        problems(browser)
        large(browser)
        leaving_out(browser, downloads / "product.png")
        bars(browser, fixtures / LETTERBOX)
        wide_colours(browser, downloads / "wide.png")
        keyboard(browser)
        bad = is_quiet(browser, origin)
        check(not bad, "no error, no policy that is broken, nothing from elsewhere", bad)
        check(not [path for path in asked if path.startswith("POST")], "nothing is sent")
        browser.visit(address)
        check(not browser.run("(e => { dispatchEvent(e); return e.defaultPrevented; })(new Event('beforeunload', {cancelable: true}))"),
              "and asks nothing where there is none")
        browser.choose_files("#files", [str(corpus / "photos/china.jpg"), str(corpus / "photos/flower.jpg")])
        wait_ready(browser)
        in_reach(browser)
        many(browser)
        two_tabs(browser, address)
        without(browser)
        offline(browser, address)
        as_file(browser)


try:
    main()
except BrowserError as error:
    check(False, str(error))
finish("page")
