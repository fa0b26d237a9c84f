#!/usr/bin/env bash
# Counts what every kernel does to one megapixel, allocations and (by callgrind) instructions, and
# compares with the floors and ceilings in PerfTests/Counts. Counts do not depend on how busy a
# machine is, so they may fail a build; times never do.
#
# Usage: [RECORD_COUNTS=1] kernel-counts.sh BUILD_DIRECTORY    which holds KernelCounts, in release
set -euo pipefail
build=${1:?usage: [RECORD_COUNTS=1] kernel-counts.sh BUILD_DIRECTORY}
root=$(cd "$(dirname "$0")/../.." && pwd)

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "kernel counts: recorded for x86-64 Linux only; nothing to compare here"
  exit 0
fi
"$root/.ci/install-dependencies.sh" valgrind=valgrind
cd "$root"
action=check
[ -z "${RECORD_COUNTS:-}" ] || action=record
# Hash tables seeded by chance would make the oracle of k-means allocate once more or less.
SWIFT_DETERMINISTIC_HASHING=1 "$build/KernelCounts" "$action" PerfTests/Counts
