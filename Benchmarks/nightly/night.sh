#!/usr/bin/env bash
#
# One night: take in what is new, build, measure, report. What a schedule calls.
#
#   SUITE=quick Benchmarks/nightly/night.sh     a shorter night
#   PULL=1      Benchmarks/nightly/night.sh     fast-forward the branch first
#   SWIFT=...   which Swift to build with
#
# The exit code is that of `bench nightly`: 0 clean, 2 a confirmed regression, 3 cannot tell,
# 4 the environment changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

swift="${SWIFT:-swift}"
# Parameters of the suite: all of it, or three images of a megapixel.
case "${SUITE:-default}" in
  default) chosen=() ;;
  quick) chosen=(--image photo --image planted --image noise --size 1MP) ;;
  *)
    echo "night.sh: SUITE is default or quick, not '$SUITE'." >&2
    exit 64
    ;;
esac

# A schedule has a bare PATH, and Swift is often installed for one user.
if ! command -v "$swift" > /dev/null; then
  for folder in "$HOME/.local/share/swiftly/bin" "$HOME/.swiftly/bin" /usr/local/bin; do
    [ -x "$folder/$swift" ] && PATH="$folder:$PATH" && break
  done
fi
command -v "$swift" > /dev/null || {
  echo "night.sh: Swift is not in PATH; say where with SWIFT=/path/to/swift." >&2
  exit 1
}

if [ "${PULL:-0}" = 1 ]; then git pull --ff-only --quiet; fi
"$swift" build -c release --product bench > /dev/null
mkdir -p .build-compare/reports
exec .build/release/bench nightly ${chosen[@]+"${chosen[@]}"} --resume --quiet \
  --history Benchmarks/history.sqlite --cache .build-compare \
  --report ".build-compare/reports/$(date -u +%Y-%m-%d).md"
