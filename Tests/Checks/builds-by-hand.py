#!/usr/bin/env python3
"""Shows that what bench builds is what the same commands build by hand.

bench records links and files read while a suite is built. Here each clone is built at one path: by bench, then
twice by the commands of its suite alone, each time in a fresh checkout; four times where bench's build is
another. All files are compared. A file that differs among the builds by hand holds a time or an order that
changes by chance, and says nothing about bench.

A clone without a suite gets the one that `bench init` writes. Clones are copied and not changed.

Usage: builds-by-hand.py BENCH CLONE...
Prints a table in Markdown. Exit code 1 where a file differs.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

# Dates in a build by bench are this one, as reproducible builds do it.
DATE = {"SOURCE_DATE_EPOCH": "1700000000"}
IDENTITY = ["-c", "user.name=check", "-c", "user.email=check@localhost"]


def run(command, folder, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        command, cwd=folder, text=True, errors="replace", stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **options
    )


def git(folder, *arguments) -> str:
    done = run(["git", *IDENTITY, *arguments], folder)
    if done.returncode:
        raise RuntimeError(f"git {arguments[0]}: {done.stdout.strip()}")
    return done.stdout.strip()


def suite_file(project: Path) -> Path | None:
    names = ["bench.toml", "Benchmarks/bench.toml", "benchmarks/bench.toml"]
    return next((project / name for name in names if (project / name).exists()), None)


def build(suite: Path, folder: Path, more: dict[str, str]) -> None:
    """Runs the commands of a suite in a checkout, as a person would type them."""
    read = tomllib.loads(suite.read_text())
    environment = os.environ | read.get("environment", {}) | more
    for command in read.get("build", {}).get("commands", []):
        done = run(
            ["sh", "-c", command] if isinstance(command, str) else command, folder, env=environment
        )
        if done.returncode:
            raise RuntimeError(f"by hand, {command} failed: {done.stdout.strip()[-300:]}")


def contents(tree: Path, recorder: Path) -> dict[str, tuple[bytes, bytes]]:
    """Each file as it is, and without the folders in which bench has compilers look for its programs."""
    # gcc prints COMPILER_PATH in its own way, each folder with a slash at the end.
    folders = re.compile(re.escape(bytes(recorder)) + rb"(/compilers|/drivers)?/*(:|(?=\s)|$)")
    found = {}
    for path in sorted(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if name == ".git" or path.is_dir() and not path.is_symlink():
            continue
        data = bytes(os.readlink(path), "utf-8") if path.is_symlink() else path.read_bytes()
        found[name] = (data, folders.sub(b"", data))
    return found


def compare(bench: str, clone: Path, place: Path) -> tuple[str, bool]:
    """The row of a project, and whether something differs."""
    project, cache = place / clone.name, place / "cache"
    git(place, "clone", "--quiet", "--no-hardlinks", str(clone), clone.name)
    commit = git(project, "rev-parse", "--short=8", "HEAD")
    row = f"{clone.name} {commit}"
    if suite_file(project) is None:
        begun = run([bench, "init", "--cache", place / "first"], project)
        if suite_file(project) is None:
            return f"| {row} | – | no suite: {begun.stdout.strip().splitlines()[-1][:150]} |", False
        # What the suite copies into checkouts may be ignored.
        own = tomllib.loads((project / "bench.toml").read_text()).get("files", [])
        git(project, "add", "--force", "bench.toml", *own)
        git(project, "add", "--all")
        git(project, "commit", "--quiet", "--message", "A suite")
    suite = suite_file(project)
    head = git(project, "rev-parse", "HEAD")
    listed = run([bench, "list", "HEAD", "--cache", cache], project)
    trees = list(cache.glob(f"*/trees/{head}"))
    if not trees or listed.returncode not in (0, 1):
        return f"| {row} | – | bench: {listed.stdout.strip()[-150:]} |", True
    tree = trees[0]
    recorder = tree.parent.parent / "link-recorder"
    by_bench = contents(tree, recorder)

    def by_hand(more: dict[str, str]) -> dict[str, tuple[bytes, bytes]]:
        shutil.rmtree(tree)
        git(project, "worktree", "prune")
        git(project, "worktree", "add", "--quiet", "--detach", "--force", str(tree), head)
        build(suite, tree / suite.parent.relative_to(project), more)
        return contents(tree, recorder)

    hand = [by_hand({}), by_hand({})]
    first, names = hand[0], by_bench.keys() | hand[0].keys()

    def unequal() -> set[str]:
        return {name for name in names if by_bench.get(name) != first.get(name)} - varying()

    def varying() -> set[str]:
        return {name for name in names if any(first.get(name) != one.get(name) for one in hand[1:])}

    if unequal():
        hand += [by_hand({}), by_hand({})]
    paths = {
        name for name in unequal()
        if name in by_bench and name in first and by_bench[name][1] == first[name][1]
    }
    dated: set[str] = set()
    if unequal() - paths:
        dated = {
            name for name, built in by_hand(DATE).items() if by_bench.get(name) == built
        } & unequal() - paths
    differ = unequal() - paths - dated
    made = names - set(git(project, "ls-tree", "-r", "--name-only", "-z", head).split("\0"))
    said = [f"{len(made - varying() - unequal())} equal"]
    said += [f"{len(paths)} but for paths ({shortened(paths)})"] if paths else []
    said += [f"{len(dated)} but for the date ({shortened(dated)})"] if dated else []
    said += [f"{len(varying())} differ by hand too ({shortened(varying())})"] if varying() else []
    said += [f"**{len(differ)} differ ({shortened(differ)})**"] if differ else []
    return f"| {row} | {len(made)} | {', '.join(said)} |", bool(differ)


def shortened(names: set[str]) -> str:
    """The last parts of paths, four at most."""
    lasts = sorted({name.rsplit("/", 1)[-1] for name in names})
    return ", ".join(lasts[:4]) + (" …" if len(lasts) > 4 else "")


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bench = os.path.abspath(sys.argv[1])
    differs = False
    print("| project | files made | bench's build and the build by hand |\n|---|---|---|", flush=True)
    for clone in map(Path, sys.argv[2:]):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            try:
                row, is_unequal = compare(bench, clone.resolve(), Path(place))
            except RuntimeError as error:
                said = str(error).splitlines()[-1] if str(error) else ""
                row, is_unequal = f"| {clone.name} | – | **not compared: {said[:150]}** |", True
        print(row, flush=True)
        differs |= is_unequal
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
