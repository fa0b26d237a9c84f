"""A headless Chromium, spoken to over a pipe: the DevTools protocol without any library."""

import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    """The browser is missing, died, or did not answer in time."""


class Browser:
    """One browser with one page. Use it in a `with`, which ends the browser."""

    ANSWER_SECONDS = 20

    def __init__(self, width=1280, height=900):
        name = next((n for n in ("chromium", "chromium-browser", "google-chrome") if shutil.which(n)), None)
        if not name:
            raise BrowserError("there is no Chromium; `make dashboard-test` installs it")
        self.profile = tempfile.mkdtemp(prefix="dashboard-")
        # Commands go in on descriptor 3 and answers come out on 4, each ended by a NUL.
        self._read, out = os.pipe()
        inward, self._write = os.pipe()
        high_in, high_out = os.dup(inward), os.dup(out)
        keep = [self._read, self._write]

        def wire():
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        options = [
            "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
            f"--window-size={width},{height}", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
        ]
        # Chromium's own sandbox does not start for root, which is who runs in a container.
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        self._log = open(os.path.join(self.profile, "log"), "wb")
        self.process = subprocess.Popen(
            [name, *options, "about:blank"], preexec_fn=wire, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        for descriptor in (out, inward, high_in, high_out):
            os.close(descriptor)
        self._keep = keep
        self._number = 0
        self._rest = b""
        self.events = []
        target = next(t for t in self.send("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self._attach(target["targetId"])

    def _attach(self, target):
        """Speaks with a page from now on."""
        self.session = None
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility", "DOM"):
            self.send(f"{domain}.enable")

    @contextlib.contextmanager
    def another_tab(self, address):
        """A second tab in front, with which everything speaks until the `with` ends and closes it."""
        first, self.session = self.session, None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._attach(target)
        try:
            self.visit(address)
            yield
        finally:
            self.session = None
            self.send("Target.closeTarget", targetId=target)
            self.session = first
            self.send("Page.bringToFront")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.process.terminate()
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for descriptor in self._keep:
            os.close(descriptor)
        self._log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, **parameters):
        """Sends a command and returns what it answers."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + self.ANSWER_SECONDS
        while True:
            answer = self._receive(end)
            if answer is None:
                raise BrowserError(f"no answer to {method} in {self.ANSWER_SECONDS} s")
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if answer.get("method") == "Page.javascriptDialogOpening":
                self._agree(answer)
            if "method" in answer:
                self.events.append(answer)

    def _agree(self, dialog):
        """Says yes to what a page asks, such as whether to leave it; nobody waits for the answer."""
        self._number += 1
        message = {
            "id": self._number, "method": "Page.handleJavaScriptDialog", "params": {"accept": True},
            "sessionId": dialog.get("sessionId")}
        os.write(self._write, json.dumps(message).encode() + b"\0")

    def _receive(self, end):
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._read], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            part = os.read(self._read, 1 << 16)
            if not part:
                raise BrowserError("the browser ended by itself")
            self._rest += part
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def run(self, script):
        """The value of a JavaScript expression, awaited if it is a promise."""
        result = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(f"{script[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def settle(self):
        """Waits until what was asked for is on the screen: two frames."""
        self.run("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))")

    def open(self, path, part=""):
        """Opens a file from the disk, or a part of it that follows "#", and waits until it is drawn."""
        if part:
            # From within the file this would be no opening.
            self.visit("about:blank")
        self.visit("file://" + os.path.abspath(path) + (f"#{part}" if part else ""))

    def visit(self, address):
        """Opens an address and waits until it is drawn."""
        self.events.clear()
        self.send("Page.navigate", url=address)
        end = time.monotonic() + self.ANSWER_SECONDS
        scheme = address.partition(":")[0]
        while self.run("document.readyState + location.protocol") != f"complete{scheme}:":
            if time.monotonic() > end:
                raise BrowserError(f"'{address}' did not load")
        self.settle()

    def wait_for(self, condition, what):
        """Waits until a JavaScript condition holds."""
        end = time.monotonic() + self.ANSWER_SECONDS
        while not self.run(condition):
            if time.monotonic() > end:
                raise BrowserError(f"{what} did not happen in {self.ANSWER_SECONDS} s")
            self.settle()

    def choose_files(self, selector, paths):
        """Chooses files in a file input, as the system's dialog would."""
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[os.path.abspath(path) for path in paths])

    def resize(self, width, height=900):
        """Gives the page another size, as on another device."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False)
        self.settle()

    def prefer(self, scheme, gamut="srgb"):
        """Says which colours the system likes, and which its screen has: srgb or p3."""
        self.send(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}, {"name": "color-gamut", "value": gamut},
                      {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.settle()

    def press(self, key, code=None, virtual=0, text=None):
        """Presses a key, as a person does."""
        common = {"key": key, "code": code or key, "windowsVirtualKeyCode": virtual}
        down = {"type": "keyDown" if text else "rawKeyDown", **common}
        if text:
            down["text"] = text
        self.send("Input.dispatchKeyEvent", **down)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def mouse(self, kind, x, y, **more):
        """Moves or presses the mouse."""
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)
