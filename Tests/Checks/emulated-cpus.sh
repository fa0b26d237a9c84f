#!/usr/bin/env bash
# Runs the conformance tests on CPUs that this machine is not: Nehalem, which has no AVX, and
# Haswell, which has AVX2 and no AVX-512. Code that strays into a newer instruction dies here with
# SIGILL instead of on a user's old machine.
#
# Usage: [FULL=1] emulated-cpus.sh [SWIFT_TEST_OPTION...]
#
# A sample of the sizes on the best instruction set of each CPU, unless FULL is set.
set -euo pipefail
swift=${SWIFT:-swift}

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "emulated CPUs: only on x86-64 Linux; nothing to check here"
  exit 0
fi
"$(dirname "$0")/../../.ci/install-dependencies.sh" qemu-x86_64=qemu-user

# Listing builds the tests with the very flags that running them uses.
# Kept whole: a `grep -q` that stops reading early would fail the listing under pipefail.
listing=$("$swift" test list "$@")
if [[ $listing != *DominantColorTests.ConformanceTests* ]]; then
  echo "emulated CPUs: there are no conformance tests to run" >&2
  exit 1
fi
binaries=$("$swift" build --show-bin-path "$@")
tests=$(find -L "$binaries" -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)

# Threads are the same on every model, and emulated ones take minutes.
skipped=(--skip 'ConformanceTests/threads')
if [ -z "${FULL:-}" ]; then
  # The sizes, methods and options that take every path of the instruction set that a CPU is emulated
  # for; what a pixel's path does to other sizes is tested on the real CPU.
  export CONFORMANCE=sampled
fi

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
cpus=(Nehalem Haswell)
pids=()
for cpu in "${cpus[@]}"; do
  # On its own core each: an emulated CPU runs one thread at a time here.
  qemu-x86_64 -cpu "$cpu" "$tests" --testing-library swift-testing --filter 'DominantColorTests\.ConformanceTests' \
    "${skipped[@]}" >"$logs/$cpu" 2>&1 &
  pids+=($!)
done
status=0
for index in "${!cpus[@]}"; do
  cpu=${cpus[$index]}
  code=0
  wait "${pids[$index]}" || code=$?
  # qemu warns of features that it cannot emulate for a model (pcid, tsc-deadline): not our matter.
  grep -v "doesn't support requested feature" "$logs/$cpu" || true
  # No test is no proof: a filter that names nothing would pass.
  if [ "$code" -eq 0 ] && ! grep -qE 'Test run with [1-9][0-9]* tests' "$logs/$cpu"; then
    echo "emulated CPUs: no test ran on $cpu" >&2
    code=1
  fi
  echo "emulated CPUs: conformance on $cpu: exit code $code"
  [ "$code" -eq 0 ] || status=$code
done
exit "$status"
