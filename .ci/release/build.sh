#!/usr/bin/env bash
# Builds the programs and the C library of a release in .build-release, with Swift's runtime inside them.
#
# Usage: build.sh    SWIFT, SERVER, NO_PLUGIN and RELEASE_BUILD are set by release.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
# No path of this machine goes into a program, and no program offers symbols to libraries that it opens.
flags=(-c release --static-swift-stdlib -debug-info-format none
  --explicit-target-dependency-import-check error
  -Xlinker --no-export-dynamic
  -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=."
  --scratch-path .build-release)
for product in bench kernels showhide showhide-serve; do
  "$SWIFT" build "${flags[@]}" --product "$product"
done
SWIFT_BUILD_FLAGS="${flags[*]}" Sources/Bindings/CDominantColor/link.sh .build-release/libdominantcolor
