#!/usr/bin/env bash
# Builds libdominantcolor and checks it from C: exported symbols, needed libraries, the interface
# under the address and undefined-behaviour sanitizers, and the example through pkg-config.
#
# Usage: [SWIFT_BUILD_FLAGS=…] check.sh FOLDER    where the library is built
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${1:?usage: check.sh FOLDER}
"$root/Sources/Bindings/CDominantColor/link.sh" "$folder"
folder=$(cd "$folder" && pwd)
library=$folder/libdominantcolor.so
fail() { echo "c-example-test: $*" >&2; exit 1; }

# Exactly the functions of the header, and none of Swift's or a codec's.
declared=$(sed -nE 's/^[a-z].*[ *](dominantcolor_[a-z_]+)\(.*/\1/p' \
  "$root/Sources/Bindings/CDominantColor/include/dominantcolor.h" | sort)
exported=$(nm -D --defined-only --extern-only "$library" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | sort)
[ "$declared" = "$exported" ] ||
  fail "exported and declared functions differ:" "$(diff <(echo "$declared") <(echo "$exported"))"

# Each with the minor version that it came with, which is none to come.
current=$(sed -nE 's/^#define DOMINANTCOLOR_VERSION_M(AJOR|INOR) ([0-9]+)$/\2/p' \
  "$root/Sources/Bindings/CDominantColor/include/dominantcolor.h" | paste -sd .)
versions=$(nm -D --defined-only --with-symbol-versions "$library" | sed -nE 's/.* T \w+@@DOMINANTCOLOR_([0-9.]+)$/\1/p')
[ "$(wc -l <<<"$versions")" -eq "$(wc -l <<<"$declared")" ] || fail "a function has no version: $(nm -D "$library")"
[ "$( (echo "$versions"; echo "$current") | sort -V | tail -n 1)" = "$current" ] ||
  fail "a function is said to come after $current"

allowed='libc|libm|libgcc_s|libstdc\+\+|ld-linux.*|libpng16|libjpeg|liblcms2|libz'
for needed in $(readelf -d "$library" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'); do
  [[ ${needed%%.so*} =~ ^($allowed)$ ]] || fail "the library needs $needed"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=${CC:-cc}
pictures=("$root"/Tests/Fixtures/Photos/china.jpg "$root"/Tests/Fixtures/Corpus/png/valid/*.png)
warnings=(-std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1)
check() { # FLAGS...
  "$compiler" "${warnings[@]}" "$@" -DCHECK_MAIN -I "$root/Sources/Bindings/CDominantColor/include" \
    -I "$root/Tests/Bindings/CInterface/include" "$root/Tests/Bindings/CInterface/check.c" \
    -L "$folder" -ldominantcolor -lpthread -Wl,-rpath,"$folder" -o "$work/check"
  ASAN_OPTIONS=detect_leaks=1 "$work/check" "${pictures[@]}"
}
check -fsanitize=address,undefined -fno-sanitize-recover=undefined
# Children of a process with threads wait for ever where GCC's sanitizer guards the memory.
check
# Without an option the answers are those of every language.
"$compiler" "${warnings[@]}" -I "$root/Sources/Bindings/CDominantColor/include" \
  "$root/Tests/Checks/first-answers.c" -L "$folder" -ldominantcolor -Wl,-rpath,"$folder" -o "$work/first"
table=$root/Tests/Fixtures/FirstAnswers/answers.tsv
(cd "$root/Tests/Fixtures" && sed 1d "$table" | cut -f 1 | xargs "$work/first") | diff - <(sed 1d "$table") ||
  fail "other first answers than those of '$table'"
# The header is C++ too.
printf '#include <dominantcolor.h>\nint main() { return dominantcolor_version() == nullptr; }\n' |
  c++ -x c++ -std=c++17 -Wall -Wextra -Werror -I "$root/Sources/Bindings/CDominantColor/include" - \
    -L "$folder" -ldominantcolor -Wl,-rpath,"$folder" -o "$work/plus"
"$work/plus"

# The example as its reader builds it, from an installed library.
# Its folder has what shells, sed and pkg-config read as more than letters.
installed="$work/a & b |c"
install() { LIBDIR="$installed/lib64" "$root/Sources/Bindings/CDominantColor/install.sh" "$@"; }
install "$folder" "$installed" | grep -q "rpath,'$installed/lib64'" || fail "nothing is said of the run-time path"
flags=$(PKG_CONFIG_PATH="$installed/lib64/pkgconfig" pkg-config --cflags --libs dominantcolor)
eval "flags=($flags)"
"$compiler" "${warnings[@]}" -fsanitize=address "$root/Examples/C/palette.c" "${flags[@]}" \
  -Wl,-rpath,"$installed/lib64" -o "$work/palette"
# So has CMake, also where the folder was moved to.
mv "$installed" "$work/moved"
mkdir "$work/with-cmake"
cat >"$work/with-cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(trial C)
find_package(dominantcolor 0.1 REQUIRED)
add_executable(trial palette.c)
target_link_libraries(trial PRIVATE dominantcolor::dominantcolor)
END
cp "$root/Examples/C/palette.c" "$work/with-cmake"
{ cmake -S "$work/with-cmake" -B "$work/with-cmake/build" -Ddominantcolor_DIR="$work/moved/lib64/cmake/dominantcolor" &&
  cmake --build "$work/with-cmake/build"; } >"$work/log" 2>&1 || fail "CMake does not build the example:" "$(cat "$work/log")"
"$work/with-cmake/build/trial" "${pictures[0]}" >/dev/null || fail "what CMake built does not run"
mv "$work/moved" "$installed"
# Another version stays when this one is removed, and has the names then.
version=$(PKG_CONFIG_PATH="$installed/lib64/pkgconfig" pkg-config --modversion dominantcolor)
cp "$folder/libdominantcolor.so.$version" "$installed/lib64/libdominantcolor.so.0.0.1"
cp -r "$installed" "$work/removed"
LIBDIR="$work/removed/lib64" "$root/Sources/Bindings/CDominantColor/install.sh" --remove "$work/removed" >/dev/null
left=$(cd "$work/removed" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./lib64/libdominantcolor.so ./lib64/libdominantcolor.so.0 ./lib64/libdominantcolor.so.0.0.1 " ] ||
  fail "removing leaves: $left"
[ "$(readlink "$work/removed/lib64/libdominantcolor.so.0")" = libdominantcolor.so.0.0.1 ] ||
  fail "the other version has not its names"
"$work/palette" "${pictures[@]}" >"$work/answer"
[ "$(wc -l <"$work/answer")" -eq $((${#pictures[@]} + 1)) ] || fail "the example printed:" "$(cat "$work/answer")"
if "$work/palette" "$work/answer" 2>"$work/words" >/dev/null; then fail "text passed as a picture"; fi
grep -q "not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP" "$work/words" || fail "the example said: $(cat "$work/words")"
# Another language needs no more than the header.
if command -v rustc >/dev/null 2>&1; then
  rustc -O -L "$folder" -C link-arg=-Wl,-rpath,"$folder" -o "$work/rust" "$root/Examples/Rust/palette.rs"
  "$work/rust" "${pictures[0]}" >"$work/rust-answer"
  color=$(sed -nE '1s/.*: (#[0-9a-f]{6}) .*/\1/p' "$work/answer")
  [ "$(grep -c "\"$color\"" "$work/rust-answer")" -eq 2 ] ||
    fail "the example in Rust printed:" "$(cat "$work/rust-answer")"
  if "$work/rust" /no/such/file 2>"$work/words" >/dev/null; then fail "a missing file passed"; fi
  grep -q "/no/such/file" "$work/words" || fail "the example in Rust said: $(cat "$work/words")"
else
  echo "c-example-test: there is no rustc: the example in Rust was not run"
fi
echo "c-example-test: passed"
