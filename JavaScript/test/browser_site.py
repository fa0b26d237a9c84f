"""The package as a site, under a policy that allows this origin and WebAssembly alone, and what browsers must say of it."""

import http.server
import json
import pathlib
import queue
import threading

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parent
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
PAGES = {
    "/": b"<!DOCTYPE html><meta charset=utf-8><title>dominantcolor</title><p>test",
    "/sends": b"<!DOCTYPE html><html data-sends><meta charset=utf-8><title>dominantcolor</title><p>test"
              b"<script type=module src=/JavaScript/test/in_browser.js></script>",
}
EXPECTED = json.loads((PACKAGE / "test/expected.json").read_text())
CHELSEA = next(file for file in EXPECTED["files"] if file["name"] == "photos/chelsea.png")


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".js": "text/javascript", ".wasm": "application/wasm", ".png": "image/png"}

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(ROOT))

    def do_GET(self):
        if self.path not in PAGES:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGES[self.path])

    def do_POST(self):
        self.server.sent.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


class Site:
    """The site while a `with` lasts; `sent` has what pages send to it."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.sent = self.sent = queue.Queue()
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def check_answers(answer):
    """Compares what in_browser.js found with the native library's answers."""
    assert "failed" not in answer, answer
    wanted = CHELSEA["answers"][0]["swatches"]
    for name, swatches in answer["found"].items():
        assert swatches == wanted, f"{name}: {swatches}, not {wanted}"
    assert answer["absence"] == "the image has no pixels", answer["absence"]
    width, height = CHELSEA["width"], CHELSEA["height"]
    assert answer["size"] == [width, height, 4 * width * height], answer["size"]
    # The colour of p3-red.png, which a browser's colour management may miss by a level.
    for name, colors in answer["inP3"].items():
        for color, right in zip(colors, ([217, 42, 39], [200, 60, 50], [217, 42, 39])):
            assert max(abs(a - b) for a, b in zip(color, right)) <= 1, f"{name}: {colors}"
    for message, part in zip(answer["refused"], ["cannot decode", "another context", "has not loaded"], strict=True):
        assert part in message, message
    return len(answer["found"])
