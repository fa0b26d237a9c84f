#!/usr/bin/env bash
# Runs `swift test` with these options. When tests fail, their failures are printed once more at the
# end: among a thousand tests that run at the same time they are hard to find.
#
# Usage: swift-test.sh [SWIFT_TEST_OPTION...]
set -euo pipefail

output=$(mktemp)
python=$(mktemp -d)
trap 'rm -rf "$output" "$python"' EXIT

# Tests start Python thousands of times. An environment of its own starts without what packages of the machine
# run at each start, and without a script that looks for an interpreter first (pyenv). Tests that need such a
# package find it with the interpreter itself, which is next.
if python3 -m venv --without-pip "$python" 2>/dev/null; then
  PATH=$python/bin:$(sed -n 's/^home = //p' "$python/pyvenv.cfg"):$PATH
fi

code=0
"${SWIFT:-swift}" test "$@" 2>&1 | tee "$output" || code=$?
[ "$code" -eq 0 ] || {
  printf '\n== what failed\n'
  # Swift Testing's failed expectations with the lines that explain them, then XCTest's.
  awk '/^✘/ && / recorded an issue / { print; explains = 1; next }
    explains && /^↳/ { print; next }
    { explains = 0 }
    /^✘ (Test|Suite) .* failed after / || /: error: -?\[?[A-Za-z]/ || /Fatal error|exited with/' \
    "$output"
}
exit "$code"
