#!/usr/bin/env python3
"""Checks that the commits of a change say why: each that changes code has a body, and not a subject alone.

Usage: commits.py [BASE]

The commits are those that BASE, a branch or commit, does not have; without one, those since this check was
written, or as many of them as a shallow clone has. Merges are not looked at. The exit code is 1 where a commit has
no body.
"""

import subprocess
import sys

# Earlier commits were made without the rule.
FIRST = "2026-11-29T06:00:00Z"
CODE = (
    "Sources", "Tests", "PerfTests", "Python", "JavaScript", ".ci", ".github", "Package.swift",
    "Makefile",
)


def main():
    if len(sys.argv) > 1:
        commits = [f"{sys.argv[1]}..HEAD"]
    else:
        commits = [f"--since={FIRST}", "HEAD"]
    command = ["git", "log", "--no-merges", "--format=%h%x09%s%x09%b%x00", *commits, "--", *CODE]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        # An archive of the source has no history.
        if subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True).returncode:
            print("commits: there is no history here to check")
            return 0
        print(f"commits: {result.stderr.strip()}", file=sys.stderr)
        return 1
    wrong = 0
    for record in result.stdout.split("\0"):
        name, _, rest = record.strip("\n").partition("\t")
        subject, _, body = rest.partition("\t")
        if name and not body.strip():
            print(f"commits: {name} changes code and has no body: '{subject}'", file=sys.stderr)
            wrong += 1
    if wrong:
        print("commits: say the motivation, the change and the result (git commit --amend)", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
