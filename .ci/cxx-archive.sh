#!/usr/bin/env bash
# Prints the flags of `swift build` with which programs hold the C++ library, as they hold Swift's runtime: finding
# its symbols at each start takes longer than what most programs do with it. Prints none where the compiler has
# no archive of it.
#
# Usage: [SWIFT=swift] cxx-archive.sh    in the project's folder
set -euo pipefail
swift=$(command -v "${SWIFT:-swift}" || true)
folder=.build/cxx
for compiler in "${swift%/*}/clang" clang cc; do
  archive=$("$compiler" -print-file-name=libstdc++.a 2>/dev/null) || continue
  [ -f "$archive" ] || continue
  # Alone in its folder, which is searched before those of the system.
  mkdir -p "$folder"
  ln -sfn "$(realpath "$archive")" "$folder/libstdc++.a"
  printf -- '-Xlinker -L%s\n' "$folder"
  break
done
