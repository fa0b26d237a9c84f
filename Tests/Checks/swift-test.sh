#!/usr/bin/env bash
# Runs `swift test` with these options. When tests fail, their failures are printed once more at the
# end: among a thousand tests that run at the same time they are hard to find.
#
# Usage: swift-test.sh [SWIFT_TEST_OPTION...]
set -euo pipefail

# Tests start Python hundreds of times. Where `python3` is a script that looks for an interpreter each time
# (pyenv), the one that it finds stands before it.
python=$(command -v python3 || true)
if [ -n "$python" ] && [ "$(head -c 2 "$python")" = '#!' ]; then
  PATH=$("$python" -c 'import os, sys; print(os.path.dirname(sys.executable))'):$PATH
fi

output=$(mktemp)
trap 'rm -f "$output"' EXIT

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
