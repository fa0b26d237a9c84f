#!/usr/bin/env bash
# Builds the core for arm64 in Embedded Swift and runs it under emulation: every kernel of every method,
# histograms as bytes and every effect must say what the scalar specification says, bit for bit; with FULL=1 all
# answers must be those of x86-64 too.
#
# Usage: [FULL=1] [RECORD=1] arm64.sh DIRECTORY    where it is built
#   FULL=1     all 2^24 colours and more sizes, beside the answers of an x86-64 build with AVX2
#   RECORD=1   record the instructions of a call
set -euo pipefail
directory=${1:?usage: [FULL=1] [RECORD=1] arm64.sh DIRECTORY}
root=$(cd "$(dirname "$0")/../.." && pwd)
answers_folder=$root/Tests/Checks/arm64
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "arm64: emulated on x86-64 Linux only; nothing to check here"
  exit 0
fi
[ -e /usr/aarch64-linux-gnu/include/stdio.h ] && [ -d /usr/lib/gcc-cross/aarch64-linux-gnu ] ||
  "$root/.ci/install-dependencies.sh" aarch64-linux-gnu-gcc=gcc-aarch64-linux-gnu \
    aarch64-linux-gnu-libc=libc6-dev-arm64-cross
"$root/.ci/install-dependencies.sh" qemu-aarch64=qemu-user
tools=$(dirname "$(command -v "${SWIFTC:-swiftc}")")

# Builds the program of answers.
build() {
  local target=$1 clang_target=$2 folder=$3
  shift 3
  EXTRA="SyntheticImages $root/Sources/Color/SyntheticImages;Answers $answers_folder" \
    "$root/JavaScript/core/build.sh" "$target" "$folder" \
    -Xcc "-fmodule-map-file=$answers_folder/module.modulemap" "$@"
  local clang=("$tools/clang" "--target=$clang_target" -O2)
  "${clang[@]}" -c "$answers_folder/host.c" -o "$folder/host.o"
  "${clang[@]}" -c -I "$root/Sources/Color/CVectorShims/include" \
    "$root/Sources/Color/CVectorShims/CVectorShims.c" -o "$folder/shims.o"
  "${clang[@]}" -static -fuse-ld=lld -o "$folder/answers" \
    "$folder"/{CLibrary,Hashing,Pixels,SIMDBodies,SIMDBaseline,DominantColor,ShowHide,SyntheticImages}.o \
    "$folder"/{Answers,host,shims}.o \
    "$tools/../lib/swift/embedded/$target/libswiftUnicodeDataTables.a" -lm
}

kind=sample
[ -z "${FULL:-}" ] || kind=whole
mkdir -p "$directory"
if [ -n "${FULL:-}" ]; then
  build x86_64-unknown-linux-gnu x86_64-unknown-linux-gnu "$directory/x86-64" -Xcc -march=x86-64-v3
  "$directory/x86-64/answers" "$kind" >"$directory/x86-64/$kind.txt"
fi
build aarch64-none-none-elf aarch64-linux-gnu "$directory/arm64"
started=$SECONDS
code=0
qemu-aarch64 "$directory/arm64/answers" "$kind" >"$directory/arm64/$kind.txt" || code=$?
grep '^DIFFERS' "$directory/arm64/$kind.txt" || true
answers=$(grep -vc differences "$directory/arm64/$kind.txt")
if [ "$code" -ne 0 ] || [ "$answers" -lt 100 ]; then
  echo "arm64: the program ended with exit code $code after $answers answers" >&2
  exit 1
fi
if [ -n "${FULL:-}" ]; then
  diff "$directory/x86-64/$kind.txt" "$directory/arm64/$kind.txt" | head -n 20
  cmp "$directory/x86-64/$kind.txt" "$directory/arm64/$kind.txt"
fi

# Instructions a call on a megapixel, which do not depend on how busy a machine is: the difference of two and
# four calls. They are held within 2 % of what was recorded.
"$tools/clang" -O2 -shared -fPIC -Wl,--unresolved-symbols=ignore-all -o "$directory/instructions.so" \
  "$answers_folder/instructions.c"
count() {
  qemu-aarch64 -plugin "$directory/instructions.so" "$directory/arm64/answers" count "$1" 3>&1 1>/dev/null 2>&3
}
recorded=$answers_folder/instructions.txt
counted=$directory/arm64/instructions.txt
for name in read simd hue-simd kmeans distinct-simd show-hue show-near; do
  echo "$name $((($(count "$name/4") - $(count "$name/2")) / 2))"
done >"$counted"
[ -z "${RECORD:-}" ] || cp "$counted" "$recorded"
awk 'FILENAME == ARGV[1] { expected[$1] = $2; next }
  { word = "ok"
    if ($2 > 1.02 * expected[$1]) { word = "above"; bad = 1 }
    if ($2 < 0.98 * expected[$1]) { word = "below"; bad = 1 }
    printf "  %-14s %9d instructions, %6.2f a pixel; recorded %9d  %s\n", $1, $2, $2 / 1001000, expected[$1], word }
  END { exit bad }' "$recorded" "$counted" || {
  echo "arm64: counts differ from those recorded. A loss: find out why. A gain or a wanted change: RECORD=1" >&2
  exit 1
}
echo "arm64: $answers answers, all as the specification says ($((SECONDS - started)) s emulated)"
