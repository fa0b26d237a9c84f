"""A server as people start it, for checks: on a free port, ended with the `with`."""

import os
import subprocess


class ServerError(Exception):
    """The server did not start."""


class Server:
    """`showhide serve` with arguments. Its address is `origin`, its process `process`."""

    def __init__(self, commands, *arguments):
        self.process = subprocess.Popen(
            [os.path.join(commands, "showhide"), "serve", *arguments, "--port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.origin = self.process.stdout.readline().decode().strip().rstrip("/")
        if not self.origin:
            raise ServerError(self.process.stderr.read().decode())
        self.port = int(self.origin.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Asks the server to end, and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def children(self):
        """The processes that the server has started and that still run."""
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def memory(self, peak=False):
        """Its resident memory in bytes, now or at its largest."""
        name = "VmHWM:" if peak else "VmRSS:"
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith(name))


def arguments_for(commands):
    """What a server needs here: without a sandbox where the system has none."""
    try:
        with Server(commands):
            return []
    except ServerError as error:
        if "--without-sandbox" not in str(error):
            raise
        return ["--without-sandbox"]
