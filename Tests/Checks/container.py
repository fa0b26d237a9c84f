#!/usr/bin/env python3
"""Runs the example Benchmarks/github/examples/measure.yml in a Debian with the packages of the container that it names.

Usage: container.py [FOLDER]    as root; FOLDER (.build-container) keeps the Debian for the next time

The steps of the job and of the action are read from their files and run one after the other, as GitHub's runner does in a
container: the action of the last commit, in a pull request whose second commit takes twice as long. The toolchain is this
machine's; everything else is what the image has. Exits with 1 and says what is not so, with 77 where it cannot be tried.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Benchmarks/github/examples/measure.yml"
IMAGE = "swift:6.3-bookworm"
# What Swift's image for Debian 12 installs. It has neither make nor curl.
PACKAGES = """binutils gcc git libcurl4-openssl-dev libedit-dev libicu-dev libncurses-dev libpython3-dev libsqlite3-dev
libstdc++-12-dev libxml2-dev pkg-config tzdata uuid-dev""".split()
HOME, WORK, ACTION = "/github/home", "/__w/measured/measured", "/__w/_actions/OWNER/swift-dominant-color/main"
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")

MEASURED = """#include <stdio.h>
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < %d; i++) sum = sum * 31 + i;
  printf("%%d\\n", sum != 0);
}
"""
SUITE = """name = "measured"

[build]
commands = [["gcc", "-O1", "-o", "measured", "measured.c"]]

[[command]]
command = "./measured"
"""


class Wrong(Exception):
    """Something is not as it should be."""


class Debian:
    """The container: a folder to change into, with this machine's toolchain."""

    def __init__(self, folder):
        self.folder = folder
        self.toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]

    def make(self):
        """Makes what the image is, once."""
        if (self.folder / "complete").exists():
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", self.folder], check=True, stdout=subprocess.DEVNULL)
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        updates = "deb http://deb.debian.org/debian bookworm-updates main\ndeb http://deb.debian.org/debian-security bookworm-security main\n"
        (self.folder / "etc/apt/sources.list.d/updates.list").write_text(updates)
        for words in (["update", "-qq"], ["install", "-y", "-qq", *PACKAGES]):
            if self.run(["apt-get", *words], DEBIAN_FRONTEND="noninteractive").returncode:
                raise Wrong(f"apt-get {words[0]} failed")
        (self.folder / "complete").touch()

    def open(self):
        """Mounts what it shares with this machine."""
        self.mount("--bind", self.toolchain, "/opt/toolchain")
        self.mount("-t", "proc", "proc", "/proc")
        self.mount("--bind", "/dev", "/dev")
        # Where git takes packages from folders of this machine, it does so in the container.
        found = subprocess.run(["git", "config", "--get-regexp", r"^url\..*\.insteadof$"], capture_output=True, text=True).stdout
        lines = ""
        for line in found.splitlines():
            key, _, address = line.partition(" ")
            place = key.removeprefix("url.").rpartition(".")[0]
            if os.path.isdir(place):
                if place not in lines:
                    self.mount("--bind", place, place)
                lines += f'[url "{place}"]\n\tinsteadOf = {address}\n[safe]\n\tdirectory = *\n'
        (self.folder / "etc/gitconfig").write_text(lines)

    def mount(self, *words):
        target = self.folder / str(words[-1]).lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", *words[:-1], target], check=True)

    def run(self, words, at="/", **environment):
        variables = {"PATH": "/opt/toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": HOME, **environment}
        return subprocess.run(
            ["chroot", self.folder, "/usr/bin/env", "-i", f"--chdir={at}", *(f"{k}={v}" for k, v in variables.items()), *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class Job:
    """A job of GitHub, as its runner runs it: variables, outputs, files that steps write."""

    def __init__(self, debian, base, inputs):
        self.debian = debian
        self.known = {"github.event.pull_request.base.sha": base, "github.server_url": "https://github.com",
                      "runner.os": "Linux", "runner.arch": "X64", **{f"inputs.{name}": value for name, value in inputs.items()}}
        files = debian.folder / "github/files"
        files.mkdir(parents=True, exist_ok=True)
        self.files = {name: files / name.lower() for name in ("GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in self.files.values():
            file.write_text("")
        self.path = ""

    def value(self, text):
        """A text with its expressions replaced: names, strings, `||`, `==` and `!=`."""
        return EXPRESSION.sub(lambda found: self.term(found[1]), str(text))

    def term(self, text):
        for sign in ("==", "!="):
            one, found, other = text.partition(sign)
            if found:
                return "true" if (self.term(one) == self.term(other)) == (sign == "==") else ""
        for name in map(str.strip, text.split("||")):
            value = name[1:-1] if name.startswith("'") else self.known.get(name, "")
            if value:
                return value
        return ""

    def step(self, step):
        """Runs one; what is not a script is left to GitHub."""
        if "run" not in step or ("if" in step and not self.term(str(step["if"]))):
            return None
        self.files["GITHUB_OUTPUT"].write_text("")
        environment = {name: self.value(value) for name, value in step.get("env", {}).items()}
        environment |= {name: f"/github/files/{file.name}" for name, file in self.files.items()}
        environment |= {"GITHUB_WORKSPACE": WORK, "GITHUB_ACTION_PATH": ACTION, "GITHUB_ACTIONS": "true", "CI": "true"}
        added = self.files["GITHUB_PATH"].read_text().split()
        environment["PATH"] = ":".join([*reversed(added), "/opt/toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"])
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] if step.get("shell") == "bash" else ["sh", "-e", "-c"]
        result = self.debian.run([*shell, step["run"]], at=WORK, **environment)
        for line in self.files["GITHUB_OUTPUT"].read_text().splitlines():
            name, _, value = line.partition("=")
            self.known[f"steps.{step.get('id')}.outputs.{name}"] = value
        return result


def commit(folder, rounds, message):
    (folder / "measured.c").write_text(MEASURED % rounds)
    (folder / "bench.toml").write_text(SUITE)
    git = ["git", "-C", folder, "-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", message], check=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


def prepare(debian):
    """What actions/checkout and the runner put there: the repository of another owner, and the action."""
    for place in (HOME, WORK, ACTION):
        shutil.rmtree(debian.folder / place.lstrip("/"), ignore_errors=True)
        (debian.folder / place.lstrip("/")).mkdir(parents=True)
    archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", debian.folder / ACTION.lstrip("/")], input=archive, check=True)
    work = debian.folder / WORK.lstrip("/")
    subprocess.run(["git", "init", "--quiet", "-b", "main", work], check=True)
    base = commit(work, 4_000_000, "base")
    commit(work, 8_000_000, "twice the work")
    subprocess.run(["chown", "-R", "1001", work], check=True)
    return base


def check(holds, what, found=""):
    if not holds:
        raise Wrong(f"{what}\n{found}")
    print(f"container: {what}", flush=True)


def main():
    if os.geteuid():
        print("make container-test: only root may make a bare system and change into it", file=sys.stderr)
        return 77
    try:
        import yaml
    except ImportError:
        print("make container-test: python3 has no module yaml: install python3-yaml", file=sys.stderr)
        return 77
    job = yaml.safe_load(EXAMPLE.read_text())["jobs"]["compare"]
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    if sys.argv[1:2] == ["--inside"]:
        return measure(Debian(pathlib.Path(sys.argv[2])), job, action)
    check(job["container"] == IMAGE, f"the example names the container {IMAGE}", job["container"])
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".build-container").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    Debian(folder / "debian").make()
    # A copy, since the action installs what is missing. What it shares with this machine is mounted in a name space that
    # ends with the process: nothing of it is there when the copy is removed.
    system = folder / "system"
    shutil.rmtree(system, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", folder / "debian", system], check=True)
    try:
        return subprocess.run(["unshare", "--mount", sys.executable, __file__, "--inside", system]).returncode
    finally:
        shutil.rmtree(system)


def measure(debian, job, action):
    debian.open()
    base = prepare(debian)
    inputs = {name: value.get("default", "") for name, value in action["inputs"].items()}
    for attempt in ("first", "second"):
        run = Job(debian, base, inputs)
        for step in job["steps"]:
            if step.get("uses", "").startswith("OWNER/swift-dominant-color@"):
                compare(run, action, attempt)
            elif result := run.step(step):
                check(result.returncode == 0, f"step '{step['name']}'", result.stdout)
    missing = Job(debian, base, {**inputs, "version": "0.2.0"}).step(
        next(step for step in action["runs"]["steps"] if step["name"] == "Download bench"))
    check(missing.returncode == 69 and "install the package curl" in missing.stdout, "a download says what it lacks", missing.stdout)
    return 0


def compare(run, action, attempt):
    for step in action["runs"]["steps"]:
        result = run.step(step)
        if step.get("id") == "compare":
            comment = run.debian.folder / WORK.lstrip("/") / "bench-comment.md"
            text = comment.read_text() if comment.exists() else ""
            check(run.known.get("steps.compare.outputs.exit-code") == "2" and result.returncode == 2,
                  "twice the work is slower: exit code 2", result.stdout + text)
            check(text.startswith("<!-- bench:") and "slower" in text, "the comment says it", text)
        elif result:
            check(result.returncode == 0, f"step '{step['name']}', {attempt} run", result.stdout)
            if step["name"] == "Build bench":
                check(("Compiling" in result.stdout or "Building" in result.stdout) == (attempt == "first"),
                      f"the {attempt} run {'builds' if attempt == 'first' else 'takes what was built'}", result.stdout)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as error:
        sys.exit(f"container: not so: {error}")
