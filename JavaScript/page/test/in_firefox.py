"""What people do with the page without a server, in a headless Firefox.

Usage: PYTHONPATH=Tests/Checks/browser in_firefox.py FOLDER    what `make page` wrote
"""

import http.server
import json
import pathlib
import queue
import sys
import threading

from firefox import Firefox
from page_checks import check, finish

HERE = pathlib.Path(__file__).resolve().parent
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
folder = pathlib.Path(sys.argv[1]).resolve()
sent = queue.Queue()


class Site(http.server.SimpleHTTPRequestHandler):
    """The folder, with a script more in its page that uses it."""

    extensions_map = {
        ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
        ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg",
        ".webmanifest": "application/manifest+json", ".txt": "text/plain"}

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(folder))

    def do_GET(self):
        if self.path == "/":
            content = (folder / "index.html").read_bytes()
            return self.hand_out(content.replace(b"</body>", b"<script type=module src=drive.js></script></body>"), "text/html")
        if self.path == "/drive.js":
            return self.hand_out((HERE / "drive.js").read_bytes(), "text/javascript")
        return super().do_GET()

    def hand_out(self, content, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self):
        sent.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    with Firefox(f"http://127.0.0.1:{site.server_port}/") as browser:
        found = browser.answer(sent)
    site.shutdown()
    site.server_close()
    native = json.loads((HERE / "analysis.json").read_text())
    wanted = [swatch["color"] for swatch in native["swatches"]]
    check("failed" not in found, "everything happens", found)
    check(found.get("swatches") == wanted, "the colours of a sample are the native ones", (found.get("swatches"), wanted))
    check(found.get("hue") == str(native["hue"]), "and its hue", (found.get("hue"), native["hue"]))
    check(found.get("colours") == 8, "a JPEG has its colours", found.get("colours"))
    check("photo.heic" in found.get("refused", ""), "what is no picture gets a sentence", found.get("refused"))
    check(found.get("bad") == [], "no error, and no policy that is broken", found.get("bad"))
    finish("page", f" ({browser.version})")


main()
