"""Times a page without a server in a headless Chromium: a JPEG from its drop until it is ready, and a slider's frames.

Usage: speed.py PHOTO FOLDER [OTHER FOLDER ...]    with PYTHONPATH=Tests/Checks/browser

FOLDER is what `make page` wrote. Several folders, such as one of an older commit, are timed in turns. Times depend on
all else that the machine does; compare folders, not machines.
"""

import functools
import http.server
import json
import pathlib
import statistics
import sys
import threading

from browser import Browser

ROUNDS, DROPS, FRAMES = 2, 8, 30
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

READY = "document.body.dataset.phase === 'ready' && document.body.dataset.times"
DROP = """(async () => {
  const photo = await (await fetch('/photo.jpg')).blob();
  const until = holds => new Promise(resolve => {
    const timer = setInterval(() => { if (holds()) { clearInterval(timer); resolve(); } }, 1);
  });
  const found = [];
  for (let round = 0; round < %d; round++) {
    const data = new DataTransfer();
    data.items.add(new File([photo], `photo-${round}.jpg`, {type: 'image/jpeg'}));
    delete document.body.dataset.times;
    const begun = performance.now();
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    await until(() => %s);
    found.push({...JSON.parse(document.body.dataset.times), ready: performance.now() - begun});
    await new Promise(resolve => setTimeout(resolve, 300));
  }
  return JSON.stringify(found);
})()""" % (DROPS, READY)
# The page writes down how long each frame took, from the wish to the canvas.
SLIDE = """(async () => {
  const after = document.getElementById('after'), slider = document.getElementById('tolerance');
  const found = [];
  for (let step = 0; step < %d; step++) {
    const was = after.dataset.milliseconds;
    slider.value = 10 + 2 * step;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
    for (let tries = 0; tries < 200 && after.dataset.milliseconds === was; tries++) {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 20)));
    found.push(Number(after.dataset.milliseconds));
  }
  return JSON.stringify(found.slice(3));
})()""" % FRAMES


class Site(http.server.SimpleHTTPRequestHandler):
    """A folder, and the photo."""

    extensions_map = {
        ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
        ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}

    def __init__(self, folder, photo, *arguments):
        self.folder, self.photo = folder, photo
        super().__init__(*arguments)

    def translate_path(self, path):
        name = path.partition("?")[0].lstrip("/")
        return str(self.photo if name == "photo.jpg" else self.folder / (name or "index.html"))

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def timed(port):
    with Browser() as browser:
        browser.visit(f"http://127.0.0.1:{port}/")
        browser.wait_for("document.readyState === 'complete'", "loading")
        paint = "performance.getEntriesByName('first-contentful-paint')[0]"
        browser.wait_for(f"Boolean({paint})", "painting")
        painted = float(browser.run(f"String({paint}.startTime)"))
        browser.settle()
        return painted, json.loads(browser.run(DROP)), json.loads(browser.run(SLIDE))


def main(photo, folders):
    servers = []
    for folder in folders:
        handler = functools.partial(Site, pathlib.Path(folder).resolve(), pathlib.Path(photo).resolve())
        servers.append(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
    rounds = [[timed(server.server_port) for server in servers] for _ in range(ROUNDS)]
    for number, folder in enumerate(folders):
        here = [each[number] for each in rounds]
        first = statistics.median(drops[0]["ready"] for _, drops, _ in here)
        later = [drop for _, drops, _ in here for drop in drops[1:]]
        parts = {key: statistics.median(drop[key] for drop in later) for key in later[0]}
        ready = parts.pop("ready")
        print(f"{folder}: painted after {statistics.median(each[0] for each in here):.0f} ms; "
              f"ready {first:.0f} ms after the first drop, then {ready:.0f} ("
              + ", ".join(f"{key} {value:.0f}" for key, value in parts.items())
              + f"); a slider's frame {statistics.median(ms for _, _, frames in here for ms in frames):.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__.strip())
    main(sys.argv[1], sys.argv[2:])
