#!/usr/bin/env python3
"""Checks what bash, zsh and fish offer after a tab, with the shells themselves.

    Tests/Checks/completions.py FOLDER    the folder of the built commands

Each shell reads the completion script as an installed command writes it, in a folder with a few files. bash and
zsh run at a terminal: what is typed is followed by the key that inserts every match, and the shell itself then
prints the arguments. fish tells its matches. What a value is called in the help says what must be offered for it.
"""

import json
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

# What values are called in the help, by what can be offered for them.
FILES = {"file", "images", "image", "picture", "in", "out", "path", "command"}
FOLDERS = {"folder", "color-folder", "arguments"}
LISTS = {"format", "gamut", "order", "clock", "direction", "colours"}
COMMITS = {"base-commit", "commit", "good", "bad"}
# Each of these is a list or free text, by the option.
LISTED_NAMES = {"method", "outside"}

FORMATS = {"table", "json", "jsonl", "csv", "css", "gpl", "ase", "svg", "png"}
METHODS = {"distinct", "histogram", "kmeans", "hue"}
# What is typed, what must be offered. Names of folders may end in a slash.
TYPED = [
    ("showhide pal", {"palette"}),
    ("showhide palette a", {"albums", "alpha picture.png", "alpine.png"}),
    ("showhide palette alpine.png al", {"albums", "alpha picture.png", "alpine.png"}),
    ("showhide palette albums/", {"albums/inside.png"}),
    ("showhide palette --format ", FORMATS),
    ("showhide palette alpine.png --format j", {"json", "jsonl"}),
    ("showhide palette --method ", METHODS),
    ("showhide palette --gamut p", {"p3"}),
    ("showhide palette --without w", {"white"}),
    ("showhide palette -o n", {"notes.txt"}),
    ("showhide palette --output n", {"notes.txt"}),
    ("showhide palette --files-from n", {"notes.txt"}),
    ("showhide palette --count ", set()),
    ("showhide show alpine.png -o n", {"notes.txt"}),
    ("showhide filter --outside ", {"zero", "grey", "clear"}),
    ("showhide sunflower --order ", {"name", "time", "hue"}),
    ("showhide index a", {"albums"}),
    ("showhide find teal a", {"albums"}),
    ("showhide find --like alp", {"alpha picture.png", "alpine.png"}),
    ("showhide theme --format a", {"android"}),
    ("showhide name --format ", {"table", "json"}),
    ("bench import n", {"notes.txt"}),
    ("bench check --input n", {"notes.txt"}),
    ("bench check --better h", {"higher"}),
    ("bench compare f", {"faster"}),
    ("bench bisect faster f", {"faster"}),
    ("bench report --format s", {"svg"}),
    ("bench history --history n", {"notes.txt"}),
    ("bench compare --suite b", {"bench.toml"}),
    ("kernels tune --method h", {"histogram", "hue"}),
    ("kernels list --format t", {"table"}),
]

# Prints its arguments between two lines that a terminal does not show while they are typed.
SAY = "say() { printf '\\n%s\\n' BEG''IN; printf '%s\\n' \"$@\"; printf '%s\\n' E''ND; }"
READY = "printf '%s\\n' REA''DY"


class Terminal:
    """A shell at a terminal of its own."""

    def __init__(self, command, environment, folder):
        self.shell, self.end = pty.fork()
        if self.shell == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.seen = b""

    def send(self, text):
        os.write(self.end, text.encode())

    def until(self, mark, seconds=30):
        """What the shell printed up to a mark, which is read too."""
        limit = time.monotonic() + seconds
        while mark not in self.seen:
            left = limit - time.monotonic()
            if left <= 0 or not select.select([self.end], [], [], left)[0]:
                raise SystemExit(f"completions: no {mark!r} within {seconds} s, but {self.seen[-2000:]!r}")
            self.seen += os.read(self.end, 65536)
        before, _, self.seen = self.seen.partition(mark)
        return before

    def close(self):
        os.close(self.end)
        os.waitpid(self.shell, 0)


class LineShell:
    """bash or zsh: a key inserts all matches, and the line, begun with `say`, prints its arguments."""

    def __init__(self, command, set_up, key, environment, folder):
        self.key = key
        self.terminal = Terminal(command, environment, folder)
        # One line: a shell that has not yet turned the terminal over to its editor reads it too.
        self.terminal.send("; ".join([*set_up, SAY, READY]) + "\r")
        self.terminal.until(b"READY\r\n")

    def offered(self, typed):
        words = typed.split(" ")
        self.terminal.send(f"{typed}{self.key}\x01say \r")
        self.terminal.until(b"BEGIN\r\n")
        said = self.terminal.until(b"END\r\n").decode().split("\r\n")[:-1]
        found = said[len(words) - 1 :]
        # Where nothing matches the line stays as it was.
        return set(found) - {words[-1]}

    def close(self):
        self.terminal.close()


class Fish:
    def __init__(self, environment, folder):
        self.environment, self.folder = environment, folder

    def offered(self, typed):
        said = subprocess.run(
            ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]",
             f"{self.environment['SCRIPTS']}/{typed.split()[0]}.fish", typed],
            env=self.environment, cwd=self.folder, check=True, capture_output=True, text=True).stdout
        return {line.split("\t")[0] for line in said.splitlines()}

    def close(self):
        pass


def shells(environment, folder):
    scripts = environment["SCRIPTS"]
    yield "bash", LineShell(
        ["bash", "--norc", "--noprofile", "-i"],
        ["bind 'set completion-query-items 0'", "bind 'set bell-style none'", "bind '\"\\C-t\": insert-completions'",
         *(f"source {scripts}/{name}.bash" for name in COMMANDS)],
        "\x14", environment, folder)
    yield "zsh", LineShell(
        ["zsh", "--no-rcs", "-i"],
        ["unsetopt zle_bracketed_paste prompt_sp", "bindkey -e", f"fpath=({scripts}/zsh $fpath)",
         "autoload -Uz compinit", "compinit -u -D",
         "zle -C every complete-word _generic", "bindkey '^T' every",
         "zstyle ':completion:every:*' completer _all_matches _complete",
         "zstyle ':completion:every:*' insert true"],
        "\x14", environment, folder)
    yield "fish", Fish(environment, folder)


COMMANDS = ["showhide", "bench", "kernels"]


def undeclared(command, path=()):
    """Values for which the declaration does not say what its name in the help promises."""
    path = (*path, command["commandName"])
    if path[-1] == "help":
        return
    for argument in command.get("arguments", []):
        if argument["kind"] == "flag":
            continue
        option = (argument.get("preferredName") or {}).get("name")
        value, kind = argument.get("valueName"), set(argument.get("completionKind") or {})
        wanted = None
        if value in FOLDERS:
            wanted = {"directory"}
        elif value in FILES:
            wanted = {"file"}
        elif value in LISTS or option in LISTED_NAMES:
            wanted = {"list"}
        elif value in COMMITS and option is None:
            wanted = {"shellCommand"}
        if wanted is not None and kind != wanted:
            yield f"{' '.join(path)} {option or ''} <{value}> completes {kind or 'nothing'}, not {wanted}"
    for part in command.get("subcommands", []):
        yield from undeclared(part, path)


def main():
    built = pathlib.Path(sys.argv[1]).resolve()
    failures, checks = [], 0
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "bin").mkdir()
        (root / "scripts" / "zsh").mkdir(parents=True)
        work = root / "work"
        (work / "albums").mkdir(parents=True)
        for file in ["alpha picture.png", "alpine.png", "notes.txt", "bench.toml", "albums/inside.png"]:
            (work / file).touch()
        for arguments in (["init", "-q", "-b", "trunk"],
                          ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "x"],
                          ["branch", "faster"]):
            subprocess.run(["git", *arguments], cwd=work, check=True)
        for command in COMMANDS:
            (root / "bin" / command).symlink_to(built / command)
            dump = subprocess.run(
                [built / command, "--experimental-dump-help"], check=True, capture_output=True).stdout
            problems = list(undeclared(json.loads(dump)["command"]))
            checks += 1
            failures += problems
            for shell in ["bash", "zsh", "fish"]:
                script = subprocess.run(
                    [built / command, "--generate-completion-script", shell], check=True, capture_output=True).stdout
                place = f"zsh/_{command}" if shell == "zsh" else f"{command}.{shell}"
                (root / "scripts" / place).write_bytes(script)
        environment = {
            "PATH": f"{root / 'bin'}:{os.environ['PATH']}", "HOME": str(root), "TERM": "dumb", "PS1": "> ",
            "LC_ALL": "C.UTF-8", "SCRIPTS": str(root / "scripts"), "XDG_CONFIG_HOME": str(root),
            "XDG_DATA_HOME": str(root)}
        for shell in ["bash", "zsh", "fish"]:
            if shutil.which(shell) is None:
                raise SystemExit(f"completions: {shell} is missing.")
        for shell, running in shells(environment, work):
            for typed, wanted in TYPED:
                checks += 1
                offered = {match.rstrip("/") for match in running.offered(typed)}
                if offered != wanted:
                    failures.append(f"{shell}: '{typed}' offers {sorted(offered)}, not {sorted(wanted)}")
            running.close()
    for failure in failures:
        print("completions:", failure)
    print(f"completions: {checks - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
