#!/usr/bin/env bash
# Checks that the modules compiled for newer instruction sets define no weak function.
#
# A generic of the standard library that is not inlined is emitted into every module that uses it,
# weak, and the linker keeps one copy: perhaps the AVX-512 one, called then by baseline code on a
# CPU without AVX-512. So these modules may define none.
#
# Nor may they call a vector body: where the inliner gave up, the call would run baseline code, and
# vectors would cross the call by another convention.
#
# Usage: weak-symbols.sh BUILD_DIRECTORY
set -euo pipefail

[ "$(uname -m)" = x86_64 ] || { echo "weak symbols: only x86-64 has such modules"; exit 0; }
build=${1:?usage: weak-symbols.sh BUILD_DIRECTORY}
status=0
for module in SIMDAVX2 SIMDAVX512 JPEGLanesAVX2; do
  objects=$(find -L "$build/$module.build" -name '*.o' 2>/dev/null || true)
  if [ -z "$objects" ]; then
    echo "weak symbols: no object file of $module under $build: build in release first" >&2
    exit 1
  fi
  # W and V are weak definitions. The compiler's own markers are data, the same in every copy.
  weak=$(echo "$objects" | xargs nm --format=posix |
    awk '$2 == "W" || $2 == "V" { print $1 }' |
    grep -vE '^_?(__?swift_reflection_version|__swift)' | sort -u || true)
  if [ -n "$weak" ]; then
    echo "weak symbols: $module defines these; inline what they call:" >&2
    echo "$weak" | { swift demangle --simplified 2>/dev/null || cat; } | sed 's/^/  /' >&2
    status=1
  else
    echo "weak symbols: $module defines none"
  fi
  calls=$(echo "$objects" | xargs nm --format=posix | awk '$2 == "U" { print $1 }' |
    grep -E 'SIMDBodies|JPEGLanes[0-9]+(LaneRun|DifferencePass|DetailPass|OutlineRow)' | sort -u || true)
  if [ -n "$calls" ]; then
    echo "weak symbols: $module calls these bodies instead of holding them:" >&2
    echo "$calls" | { swift demangle --simplified 2>/dev/null || cat; } | sed 's/^/  /' >&2
    status=1
  fi
done
exit "$status"
