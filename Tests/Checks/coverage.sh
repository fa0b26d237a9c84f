#!/usr/bin/env bash
# Prints how many lines of each library the tests run, and fails when the total is too low.
#
# Usage: coverage.sh LEAST_PERCENT [SWIFT_TEST_OPTION...]
set -euo pipefail
swift=${SWIFT:-swift}
least=${1:?usage: coverage.sh LEAST_PERCENT [SWIFT_TEST_OPTION...]}
shift

scratch=.build-coverage
SWIFT=$swift "$(dirname "$0")/swift-test.sh" --enable-code-coverage --scratch-path "$scratch" "$@"
binaries=$("$swift" build --show-bin-path --scratch-path "$scratch")
tests=$(find -L "$binaries" -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
# On macOS the bundle holds the executable.
[ ! -d "$tests" ] || tests="$tests/Contents/MacOS/$(basename "$tests" .xctest)"

# The one beside the compiler, or it may not understand what the compiler wrote.
beside=$(dirname "$(readlink -f "$(command -v "$swift")")")/llvm-cov
if [ -x "$beside" ]; then
  llvm_cov=$beside
else
  llvm_cov=$(xcrun --find llvm-cov 2>/dev/null || command -v llvm-cov) || {
    echo "coverage: llvm-cov is missing; it comes with the Swift toolchain" >&2
    exit 1
  }
fi

# Libraries only: not the commands, not the tests, not what SwiftPM fetched or generated.
selection=("$tests" -instr-profile "$binaries/codecov/default.profdata"
  -ignore-filename-regex '(^|/)(\.build[^/]*|Tests|PerfTests)/|Sources/(Commands/(bench|kernels|CommandOptions|ShowHideCommand)|Laboratory/lab)/')
"$llvm_cov" report "${selection[@]}" -show-region-summary=false -show-branch-summary=false |
  awk -v least="$least" '
    # A file: name, functions with two figures, then lines, missed lines and the share.
    $1 == "TOTAL" || $1 ~ /^-+$/ || $1 == "Filename" || NF < 7 { next }
    { name = $1
      sub(/.*Sources\//, "", name)
      sub(/^[^\/]*\//, "", name)
      sub(/\/.*/, "", name)
      lines[name] += $(NF - 2); missed[name] += $(NF - 1)
      all += $(NF - 2); allMissed += $(NF - 1) }
    END {
      print "\nline coverage by module"
      fflush()
      for (name in lines)
        printf "  %-20s %5.1f %%  %6d of %6d lines\n", name,
          100 * (lines[name] - missed[name]) / lines[name], lines[name] - missed[name],
          lines[name] | "sort"
      close("sort")
      percent = all ? 100 * (all - allMissed) / all : 0
      printf "line coverage of the libraries: %.1f %% (%d of %d lines; at least %s %%)\n",
        percent, all - allMissed, all, least
      exit percent < least }'
