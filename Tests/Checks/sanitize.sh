#!/usr/bin/env bash
# Runs this project's code under the sanitizers, and under valgrind.
#
#   hostile    broken files of both formats, in release, under the address, undefined behaviour and leak
#              sanitizers: every way of reading a picture, and the kernels behind it.
#   thread     tiles, learning selection and a history, in release, under the thread sanitizer.
#   address    all tests, in debug, under the address and undefined behaviour sanitizers.
#   valgrind   broken files in release, with leaks; tests of pixels, codecs and kernels in debug. There is no
#              AVX-512 under valgrind, which dispatch must notice.
#
# Usage: [PICTURES=DIR] sanitize.sh [hostile|thread|address|valgrind]...    all but valgrind unless told
# otherwise. BROKEN_FILES, IMAGES (for each thread) and TESTS (under valgrind) say how much.
set -euo pipefail
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
checks=Tests/Checks
pictures=${PICTURES:-Tests/Fixtures/Corpus}
kinds=("$@")
[ "${#kinds[@]}" -gt 0 ] || kinds=(hostile thread address)
export SWIFT_BACKTRACE=enable=no
# Every part of memory from the heap, whose ends are watched.
export WATCHED_MEMORY=1

# The C shims are where memory could be hurt, so they are watched for undefined behaviour too; its
# messages come out of the address sanitizer's runtime, which holds both.
watched=(--sanitize address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined)
# What is freed is kept for a while to catch later uses: little of it, or it would count as memory that
# the decoders hold.
address_options=detect_leaks=1:quarantine_size_mb=8:malloc_context_size=12
# Decoders get zeros, as copt_heif_read has them from malloc, which the sanitizer replaces.
zeros=max_malloc_fill_size=1073741824:malloc_fill_byte=0
if [ "$(uname -s)" != Linux ]; then address_options=detect_leaks=0; fi
export LSAN_OPTIONS=suppressions=$root/$checks/leaks.supp:print_suppressions=0

hostile() {
  "$swift" build -c release --scratch-path .build-address-release "${watched[@]}" --product HostileCheck
  local check=.build-address-release/release/HostileCheck
  export ASAN_OPTIONS=$address_options
  $check files "$pictures" </dev/null
  $check mutations "$pictures" 0 "${BROKEN_FILES:-20000}" 4000 20 </dev/null
}

thread() {
  # Release: a Mutex is made of atomic steps that the sanitizer sees only where they are inlined; in
  # debug it takes every lock for a race. Where threads wait, Tests/Support/MutexAnnotations tells it.
  "$swift" build -c release --scratch-path .build-thread --sanitize thread --product LoadCheck
  export TSAN_OPTIONS=halt_on_error=1
  local check=.build-thread/release/LoadCheck history status=0 writer
  $check images 4 "${IMAGES:-120}" </dev/null
  # Writers are started here: the sanitizer does not follow a program of several threads through a fork.
  history=$(mktemp -d)
  local writers=()
  for _ in 1 2 3; do
    $check writer "$history/history.sqlite" 20 </dev/null &
    writers+=($!)
  done
  for writer in "${writers[@]}"; do wait "$writer" || status=$?; done
  rm -rf "$history"
  return "$status"
}

address() {
  # No leaks here: the testing library ends the process amid its own tasks, whose memory would count.
  # The programs say so themselves too, because the server starts them without its environment, in
  # a sandbox where leaks cannot be looked for.
  mkdir -p .build-address
  echo 'const char *__asan_default_options(void) { return "detect_leaks=0"; }' |
    cc -x c -c -o .build-address/options.o -
  local built=(--scratch-path .build-address "${watched[@]}" -Xlinker "$PWD/.build-address/options.o")
  "$swift" build --build-tests "${built[@]}"
  ASAN_OPTIONS=detect_leaks=0:$zeros "$swift" test --skip-build "${built[@]}" --skip PerfTests </dev/null
}

# Runs a program under valgrind, without the debug information that older ones give up on. libjpeg-turbo's
# vector code works on lanes without values and then masks them, which valgrind does not follow: its
# plain code runs instead (the pixels are the same).
grind() {
  local program=$1
  shift
  strip --strip-debug -o "$stripped/$(basename "$program")" "$program"
  JSIMD_FORCENONE=1 LD_PRELOAD=$stripped/sigsuspend.so valgrind --quiet --error-exitcode=99 \
    --suppressions="$checks/valgrind/swift-runtime.supp" "${leaks[@]}" \
    "$stripped/$(basename "$program")" "$@" </dev/null
}

valgrind_checks() {
  local tests leaks
  stripped=$(mktemp -d)
  trap 'rm -rf "$stripped"' EXIT
  cc -shared -fPIC -O1 -o "$stripped/sigsuspend.so" $checks/valgrind/sigsuspend.c
  "$swift" build -c release --product HostileCheck
  leaks=(--leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite)
  grind .build/release/HostileCheck mutations "$pictures" 0 "${BROKEN_FILES:-2000}" 4000 200
  "$swift" build --build-tests
  # No leaks here: the testing library ends the process amid its own tasks.
  leaks=(--leak-check=no)
  tests=$(find -L .build/debug -maxdepth 1 -name '*PackageTests.xctest' | head -n 1)
  grind "$tests" --testing-library swift-testing --filter \
    "${TESTS:-^(PixelsTests|ImageCodecsTests)[.]|[.]ConformanceTests/}"
}

for kind in "${kinds[@]}"; do
  case $kind in
    hostile | thread | address) run=$kind ;;
    valgrind) run=valgrind_checks ;;
    *) echo "sanitize: there is no kind '$kind': hostile, thread, address, valgrind" >&2; exit 64 ;;
  esac
  echo "sanitize: $kind"
  "$run"
done
