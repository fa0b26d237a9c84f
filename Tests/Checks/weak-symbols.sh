#!/usr/bin/env bash
# Checks that the modules compiled for newer instruction sets define no weak function.
#
# A generic of the standard library that is not inlined is emitted into every module that uses it,
# weak, and the linker keeps one copy: perhaps the AVX-512 one, called then by baseline code on a
# CPU without AVX-512. So these modules may define none.
#
# Nor may they call a vector body: where the inliner gave up, the call would run baseline code, and
# vectors would cross the call by another convention. Making a `VectorCode`, the value that holds
# their functions, is no such call.
#
# Usage: weak-symbols.sh BUILD_DIRECTORY
set -euo pipefail

[ "$(uname -m)" = x86_64 ] || { echo "weak symbols: only x86-64 has such modules"; exit 0; }
build=${1:?usage: weak-symbols.sh BUILD_DIRECTORY}
status=0

# Prints symbols under a complaint, readable where there is a demangler, and makes the check fail.
complain() {
  echo "weak symbols: $1" >&2
  echo "$2" | { swift demangle --simplified 2>/dev/null || cat; } | sed 's/^/  /' >&2
  status=1
}

for module in SIMDAVX2 SIMDAVX512 JPEGLanesAVX2 JPEGLanesAVX512 RowBodiesAVX2; do
  objects=$(find -L "$build/$module.build" -name '*.o' 2>/dev/null || true)
  if [ -z "$objects" ]; then
    echo "weak symbols: no object file of $module under $build: build in release first" >&2
    exit 1
  fi
  symbols=$(echo "$objects" | xargs nm --format=posix)
  # W and V are weak definitions. The compiler's own markers are data, the same in every copy.
  weak=$(echo "$symbols" | awk '$2 == "W" || $2 == "V" { print $1 }' |
    grep -vE '^_?(__?swift_reflection_version|__swift)' | sort -u || true)
  if [ -n "$weak" ]; then
    complain "$module defines these; inline what they call:" "$weak"
  else
    echo "weak symbols: $module defines none"
  fi
  calls=$(echo "$symbols" | awk '$2 == "U" { print $1 }' | 
    grep -E 'SIMDBodies|JPEGLanes[0-9]+(LaneRun|DifferencePass|DetailPass|DetailLane|OutlineRow|BlockPass|SamplePass|SampleLane|SequentialPass|BitReader|ChromaRow)|RowBodies[0-9A]+(InflateRun|AdlerSum|RowWave|HalfWave|4Wave)' |
    grep -v 'SIMDBodies10VectorCode' | sort -u || true)
  [ -z "$calls" ] || complain "$module calls these bodies instead of containing them:" "$calls"
done
exit "$status"
