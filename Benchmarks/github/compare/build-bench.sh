#!/bin/sh
# Builds `bench` from the sources that this script lies in, installs what that takes, and puts it into PATH; one that was
# built of the same sources by the same compiler before is taken as it is.
#
# Usage: build-bench.sh         prints the folder of the program
#        build-bench.sh --key   prints what tells these sources and this compiler from others
#   BENCH_BUILT=FOLDER          where it is kept; ~/.cache/bench-built
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
key=$(
  cd "$root"
  {
    swift --version 2>/dev/null
    find Package.swift Sources -type f | LC_ALL=C sort | xargs sha256sum
  } | sha256sum | cut -c 1-32
)
if [ "${1:-}" = --key ]; then
  echo "$key"
  exit
fi
folder=${BENCH_BUILT:-${HOME:?}/.cache/bench-built}/$key
if ! "$folder/bench" --version >/dev/null 2>&1; then
  "$root/.ci/install-dependencies.sh" >&2
  NO_PLUGIN=1 swift build -c release --product bench --package-path "$root" >&2
  mkdir -p "$folder"
  # Whole, or not there.
  cp "$root/.build/release/bench" "$folder/bench.partial"
  mv "$folder/bench.partial" "$folder/bench"
fi
"$folder/bench" --version >&2
[ -z "${GITHUB_PATH:-}" ] || echo "$folder" >>"$GITHUB_PATH"
echo "$folder"
