#!/usr/bin/env bash
# Runs the conformance tests on CPUs that this machine is not: Nehalem, which has no AVX, and
# Haswell, which has AVX2 and no AVX-512. Code that strays into a newer instruction dies here with
# SIGILL instead of on a user's old machine.
#
# Usage: emulated-cpus.sh [SWIFT_TEST_OPTION...]
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
if [[ $listing != *Conformance* ]]; then
  echo "emulated CPUs: there are no conformance tests to run" >&2
  exit 1
fi
binaries=$("$swift" build --show-bin-path "$@")
tests=$(find -L "$binaries" -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
for cpu in Nehalem Haswell; do
  echo "emulated CPUs: conformance on $cpu"
  # qemu warns of features that it cannot emulate for a model (pcid, tsc-deadline): not our matter.
  # Threads are the same on every model, and emulated ones take minutes.
  qemu-x86_64 -cpu "$cpu" "$tests" --testing-library swift-testing --filter Conformance \
    --skip 'ConformanceTests/threads' 2> >(grep -v "doesn't support requested feature" >&2)
done
