#!/usr/bin/env bash
# Runs the tests under the address sanitizer (with leaks where it can tell) and the undefined
# behaviour sanitizer, and what runs on several threads under the thread sanitizer.
#
# Usage: sanitize.sh [address|thread|valgrind]...     all but valgrind unless told otherwise
set -euo pipefail
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
kinds=("$@")
[ "${#kinds[@]}" -gt 0 ] || kinds=(address thread)

address() {
  # The C shims are where memory could be hurt; Swift's own checks are on in debug anyway. A
  # detected leak is an error; the Swift runtime's own one-time allocations are reachable.
  "$swift" build --build-tests --scratch-path .build-address --sanitize address \
    -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined -Xlinker -lubsan
  ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
    "$swift" test --skip-build --scratch-path .build-address --sanitize address --skip PerfTests
}

thread() {
  "$swift" build -c release --scratch-path .build-thread --sanitize thread --product LoadCheck
  TSAN_OPTIONS=halt_on_error=1 .build-thread/release/LoadCheck images 4 150
  TSAN_OPTIONS=halt_on_error=1 .build-thread/release/LoadCheck history 2 10
}

for kind in "${kinds[@]}"; do
  case $kind in
    address | thread) ;;
    *) echo "sanitize: there is no sanitizer '$kind': address, thread" >&2; exit 64 ;;
  esac
  echo "sanitize: $kind"
  "$kind"
done
