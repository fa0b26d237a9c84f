#!/usr/bin/env bash
# Builds libdominantcolor and checks it from C: exported symbols, needed libraries, the interface
# under the address and undefined-behaviour sanitizers, and the example through pkg-config.
#
# Usage: check.sh FOLDER    where the library is built
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
# The header is C++ too.
printf '#include <dominantcolor.h>\nint main() { return dominantcolor_version() == nullptr; }\n' |
  c++ -x c++ -std=c++17 -Wall -Wextra -Werror -I "$root/Sources/Bindings/CDominantColor/include" - \
    -L "$folder" -ldominantcolor -Wl,-rpath,"$folder" -o "$work/plus"
"$work/plus"

# The example as its reader builds it, from an installed library.
"$root/Sources/Bindings/CDominantColor/install.sh" "$folder" "$work/installed" >/dev/null
flags=$(PKG_CONFIG_PATH=$work/installed/lib/pkgconfig pkg-config --cflags --libs dominantcolor)
# shellcheck disable=SC2086
"$compiler" "${warnings[@]}" -fsanitize=address "$root/Examples/C/palette.c" $flags \
  -Wl,-rpath,"$work/installed/lib" -o "$work/palette"
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
