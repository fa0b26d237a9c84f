"""The package in a headless Chromium, under a policy that allows this origin and WebAssembly alone.

Usage: PYTHONPATH=Tests/Checks/browser in_chromium.py
"""

import http.server
import json
import pathlib
import threading

from browser import Browser

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
PAGE = b"<!DOCTYPE html><meta charset=utf-8><title>dominantcolor</title><p>test"


class Server(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".js": "text/javascript", ".wasm": "application/wasm", ".png": "image/png"}

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(ROOT))

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


# Every kind of source gives the palette of the same pixels; then what only a browser has.
SCRIPT = """
(async () => {
  const { palette, show, Histogram } = await import("/JavaScript/index.js");
  const { startWorker } = await import("/JavaScript/worker.js");
  const blob = await (await fetch("/Tests/Fixtures/Corpus/photos/chelsea.png")).blob();
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const image = document.createElement("img");
  image.src = "/Tests/Fixtures/Corpus/photos/chelsea.png";
  await image.decode();
  const data = context.getImageData(0, 0, canvas.width, canvas.height);
  const worker = await startWorker();
  const found = {};
  for (const [name, source] of Object.entries({ blob, bitmap, canvas, image, data })) {
    found[name] = (await palette(source)).swatches.map(({ hex, count }) => [hex, count]);
  }
  for (const [name, source] of Object.entries({ blob, data })) {
    found[`worker ${name}`] = (await worker.palette(source)).swatches.map(
      ({ hex, count }) => [hex, count]);
  }
  found.histogram = (await Histogram.of(blob)).palette().swatches.map(
    ({ hex, count }) => [hex, count]);
  const shown = await show(blob, { near: "#c85a28" });
  const refused = [];
  const gl = document.createElement("canvas");
  gl.getContext("bitmaprenderer");
  for (const source of [new Blob(["no picture"], { type: "image/heic" }), gl, new Image()]) {
    try { await palette(source); refused.push("accepted"); } catch (error) { refused.push(error.message); }
  }
  const wide = await (await fetch("/Tests/Fixtures/Reports/p3-red.png")).blob();
  const wideBitmap = await createImageBitmap(wide);
  const wideCanvas = document.createElement("canvas");
  [wideCanvas.width, wideCanvas.height] = [wideBitmap.width, wideBitmap.height];
  const wideContext = wideCanvas.getContext("2d", { colorSpace: "display-p3" });
  wideContext.drawImage(wideBitmap, 0, 0);
  const wideData = wideContext.getImageData(0, 0, 8, 8);
  const inP3 = {};
  for (const [name, source] of Object.entries({ wide, wideBitmap, wideCanvas, wideData })) {
    const { rgb, displayP3 } = (await palette(source, { gamut: "p3" })).dominant;
    inP3[name] = [rgb, displayP3.components.map((channel) => Math.round(255 * channel)), (await palette(source)).dominant.rgb];
  }
  inP3.worker = [inP3.wide[0], inP3.wide[1], (await worker.palette(wideData)).dominant.rgb];
  const empty = document.createElement("canvas");
  [empty.width, empty.height] = [0, 5];
  const absence = (await palette(empty)).absence;
  const start = performance.now();
  const big = { data: new Uint8ClampedArray(48e6).fill(255), width: 4000, height: 3000 };
  await palette(big);
  worker.end();
  return JSON.stringify({
    found, inP3, refused, absence, size: [shown.width, shown.height, shown.data.length]});
})()
"""


def main():
    expected = json.loads((PACKAGE / "test" / "expected.json").read_text())
    entry = next(file for file in expected["files"] if file["name"] == "photos/chelsea.png")
    wanted = entry["answers"][0]["swatches"]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as browser:
        browser.visit(f"http://127.0.0.1:{server.server_port}/")
        answer = json.loads(browser.run(SCRIPT))
        browser.visit(f"http://127.0.0.1:{server.server_port}/Examples/JavaScript/index.html")
        browser.run("import('/Examples/JavaScript/page.js').then(() => 1)")
        browser.choose_files("input", [str(ROOT / "Tests/Fixtures/Corpus/photos/chelsea.png")])
        browser.wait_for("document.querySelector('[role=status]').textContent", "the example's answer")
        shown = browser.run("[...document.querySelectorAll('li')].map(li => li.textContent.trim().slice(0, 7))")
    server.shutdown()
    for name, swatches in answer["found"].items():
        assert swatches == wanted, f"{name}: {swatches}, not {wanted}"
    assert answer["absence"] == "the image has no pixels", answer["absence"]
    distinct = next(a for a in entry["answers"] if a["question"] == {"method": "distinct"})
    assert shown == [color for color, _ in distinct["swatches"]], shown
    width, height = entry["width"], entry["height"]
    assert answer["size"] == [width, height, 4 * width * height], answer["size"]
    # The colour of p3-red.png, which a browser's colour management may miss by a level.
    for name, colors in answer["inP3"].items():
        for color, right in zip(colors, ([217, 42, 39], [200, 60, 50], [217, 42, 39])):
            assert max(abs(a - b) for a, b in zip(color, right)) <= 1, f"{name}: {colors}"
    for message, part in zip(answer["refused"], ["cannot decode", "another context", "has not loaded"]):
        assert part in message, message
    print(f"browser: {len(answer['found'])} kinds of pictures give the native library's answer")


main()
