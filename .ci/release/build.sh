#!/usr/bin/env bash
# Builds the programs and the C library of a release in .build-release, with Swift's runtime inside them.
#
# Usage: build.sh    SWIFT, SERVER, NO_PLUGIN and RELEASE_BUILD are set by release.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
# Where the system draws addresses by chance, the compiler orders some of its work by chance, and a second build of
# the same commit has other bytes.
if [ -z "${FIXED_ADDRESSES:-}" ]; then
  fixed=(setarch "$(uname -m)" --addr-no-randomize)
  if "${fixed[@]}" true 2>/dev/null; then
    FIXED_ADDRESSES=1 exec "${fixed[@]}" "$PWD/.ci/release/build.sh"
  fi
  echo "make release: setarch cannot fix addresses here: another build of this commit may have other bytes" >&2
fi
# No path of this machine goes into a program, and no program offers symbols to libraries that it opens.
flags=(-c release --static-swift-stdlib -debug-info-format none
  --explicit-target-dependency-import-check error
  -Xlinker --no-export-dynamic
  -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=."
  --scratch-path .build-release)
ICU_TABLES=$(python3 .ci/release/small-icu.py "$SWIFT" .build-release)
export ICU_TABLES
for product in bench showhide showhide-serve; do
  "$SWIFT" build "${flags[@]}" --product "$product"
done
SWIFT_BUILD_FLAGS="${flags[*]}" Sources/Bindings/CDominantColor/link.sh .build-release/libdominantcolor
