#!/usr/bin/env bash
# Builds JavaScript/dominantcolor.wasm: the core in Embedded Swift for WebAssembly with SIMD.
#
# Usage: build.sh DIRECTORY    where objects go
set -euo pipefail
directory=${1:?usage: build.sh DIRECTORY}
here=$(cd "$(dirname "$0")" && pwd)
tools=$(dirname "$(command -v "${SWIFTC:-swiftc}")")
mkdir -p "$directory"
EXTRA="Module $here/module" "$here/core/build.sh" wasm32-unknown-none-wasm "$directory"
clang=("$tools/clang" --target=wasm32-unknown-none -O2 -msimd128 -mbulk-memory -ffreestanding
  -I "$here/core/include" -I "$here/../Sources/Color/CVectorShims/include")
"${clang[@]}" -fno-builtin -c "$here/module/memory.c" -o "$directory/memory.o"
"${clang[@]}" -c "$here/../Sources/Color/CVectorShims/CVectorShims.c" -o "$directory/shims.o"
# Every function that the module's sources give a name in C.
mapfile -t exports < <(sed -nE 's/^@_cdecl\("(dc_[a-z_]+)"\)$/--export=\1/p' "$here"/module/*.swift)
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -z stack-size=262144 "${exports[@]}" \
  -o "$here/dominantcolor.wasm.partial" \
  "$directory"/{CLibrary,Hashing,Pixels,SIMDBodies,SIMDBaseline,DominantColor,ShowHide,Module,memory,shims}.o \
  "$tools/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
mv "$here/dominantcolor.wasm.partial" "$here/dominantcolor.wasm"
echo "dominantcolor.wasm: $(wc -c <"$here/dominantcolor.wasm") bytes," \
  "$(gzip -9c "$here/dominantcolor.wasm" | wc -c) with gzip"
