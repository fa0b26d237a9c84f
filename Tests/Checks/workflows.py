#!/usr/bin/env python3
"""Checks the workflows for GitHub: the project's own, and those that others copy.

Usage: Tests/Checks/workflows.py

Every action is pinned by its commit, with the version as a comment; every workflow says which rights it has, and
every job how long it may take; none starts by `pull_request_target`, which would give code of others the
project's rights. The action that the marketplace offers has what that asks for. Exits with 1 and prints each place where
that is not so.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = [".github/workflows", "Benchmarks/github/examples", "Benchmarks/nightly"]
USE = re.compile(r"^\s*(?:- )?uses: (\S+)(.*)$")
PINNED = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$")
# This repository's own actions: whoever copies the example writes the owner and a version.
OWN = re.compile(r"^OWNER/swift-dominant-color[/@]")
JOB = re.compile(r"^  ([\w-]+):$", re.MULTILINE)


def unpinned(text: str) -> list[str]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        use = USE.match(line)
        if use and not OWN.match(use[1]):
            if not PINNED.match(use[1]):
                found.append(f"line {number}: {use[1]} is not pinned by a commit")
            elif not re.match(r"^ # v\d", use[2]):
                found.append(f"line {number}: {use[1]} has no version as a comment")
    return found


def problems(text: str) -> list[str]:
    found = unpinned(text)
    if not re.search(r"^permissions:", text, re.MULTILINE):
        found.append("says nothing of permissions")
    if re.search(r"^\s*pull_request_target\b", text, re.MULTILINE):
        found.append("starts by pull_request_target")
    head, _, jobs = text.partition("\njobs:\n")
    names = JOB.findall(jobs)
    if not names:
        found.append("has no job")
    for name, body in zip(names, JOB.split(jobs)[2::2]):
        if "timeout-minutes:" not in body:
            found.append(f"job {name}: no timeout-minutes")
    return found


def problems_of_action(text: str, is_offered: bool) -> list[str]:
    """Those of an action; one that the marketplace offers has a mark too, and says in 125 characters what it does."""
    found = unpinned(text)
    for key in ("name", "description", *(["author"] if is_offered else [])):
        value = re.search(rf"^{key}: (.+)$", text, re.MULTILINE)
        if not value or len(value[1]) > 125:
            found.append(f"no {key}, or one of more than 125 characters")
    if is_offered and not re.search(r"^branding:\n  icon: [a-z0-9-]+\n  color: [a-z-]+$", text, re.MULTILINE):
        found.append("no branding with icon and color")
    for path in re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", text):
        if is_offered and not (ROOT / path).is_file():
            found.append(f"there is no {path}")
    return found


def main() -> int:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.yml"))]
    wrong = [
        f"{path.relative_to(ROOT)}: {problem}" for path in files for problem in problems(path.read_text())
    ]
    actions = [ROOT / "action.yml", ROOT / "Benchmarks/github/comment/action.yml"]
    for path in actions:
        text = path.read_text() if path.is_file() else ""
        wrong += [f"{path.relative_to(ROOT)}: {problem}" for problem in problems_of_action(text, path.parent == ROOT)]
    print(*wrong, f"{len(files)} workflows and {len(actions)} actions: {len(wrong)} problems", sep="\n")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
