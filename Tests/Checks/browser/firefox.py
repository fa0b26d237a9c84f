"""A headless Firefox that opens one address, whose page sends what it finds to the server that it is from."""

import os
import queue
import shutil
import subprocess
import tempfile


class FirefoxError(Exception):
    """The browser is missing, ended, or its page sent nothing in time."""


# Nothing is asked of other places, and nothing is offered to people.
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
    "app.update.enabled": False, "extensions.update.enabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False, "browser.startup.homepage_override.mstone": "ignore",
    "app.normandy.enabled": False, "services.settings.server": "data:,",
}


class Firefox:
    """One browser with one page. Use it in a `with`, which ends the browser."""

    ANSWER_SECONDS = 90

    def __init__(self, address):
        name = next((n for n in ("firefox-esr", "firefox") if shutil.which(n)), None)
        if not name:
            raise FirefoxError("there is no Firefox; `make firefox-test` installs it")
        self.profile = tempfile.mkdtemp(prefix="firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            for key, value in PREFERENCES.items():
                said = f'"{value}"' if isinstance(value, str) else str(value).lower()
                file.write(f'user_pref("{key}", {said});\n')
        self.version = subprocess.run([name, "--version"], capture_output=True, check=True, text=True).stdout.strip()
        self._log = open(os.path.join(self.profile, "log"), "wb")
        self.process = subprocess.Popen(
            [name, "--headless", "--no-remote", "--profile", self.profile, address],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, env={**os.environ, "HOME": self.profile})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def answer(self, sent):
        """What the page sends, out of the queue of what the server gets."""
        for _ in range(self.ANSWER_SECONDS):
            try:
                return sent.get(timeout=1)
            except queue.Empty:
                if self.process.poll() is not None:
                    raise FirefoxError("the browser ended by itself") from None
        raise FirefoxError(f"the page sent nothing in {self.ANSWER_SECONDS} s")
