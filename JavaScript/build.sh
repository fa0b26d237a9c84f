#!/usr/bin/env bash
# Builds JavaScript/dominantcolor.wasm: the core in Embedded Swift for WebAssembly with SIMD.
#
# Usage: build.sh DIRECTORY    where objects go
set -euo pipefail
directory=${1:?usage: build.sh DIRECTORY}
here=$(cd "$(dirname "$0")" && pwd)
"$here/../.ci/install-dependencies.sh" wasm-opt=binaryen
tools=$(dirname "$(command -v "${SWIFTC:-swiftc}")")
mkdir -p "$directory"
# Small code: the vector loops are inlined whole all the same. What is compiled twice, or called by nothing,
# the linker sees in intermediate code. Returns are out of reach of the memory in WebAssembly, so nothing guards
# them; the count of references is a call, which the compiler would write out two hundred times. Swift's loops
# stay loops: those of the shims are the ones that pay for being written out.
EXTRA="Module $here/module" "$here/core/build.sh" wasm32-unknown-none-wasm "$directory" \
  -Osize -lto=llvm-full -Xfrontend -mergeable-traps -Xfrontend -disable-stack-protector \
  -Xllvm -force-attribute=swift_retain:noinline -Xllvm -sil-disable-pass=loop-unroll
clang=("$tools/clang" --target=wasm32-unknown-none -O2 -msimd128 -mbulk-memory -ffreestanding
  -I "$here/core/include" -I "$here/../Sources/Color/CVectorShims/include")
"${clang[@]}" -fno-builtin -c "$here/module/memory.c" -o "$directory/memory.o"
"${clang[@]}" -c "$here/../Sources/Color/CVectorShims/CVectorShims.c" -o "$directory/shims.o"
# Every function that the module's sources give a name in C.
mapfile -t exports < <(sed -nE 's/^@_cdecl\("(dc_[a-z_]+)"\)$/--export=\1/p' "$here"/module/*.swift)
# Names stay for test/functions.js. The linker leaves the first kilobyte of memory empty, as low-memory-unused says.
# Addresses of loops are added up at their use, which processors do beside: pointers that run along take more code.
"$tools/wasm-ld" --no-entry --gc-sections -O3 -mllvm -disable-lsr -z stack-size=262144 --global-base=1024 \
  "${exports[@]}" -o "$directory/linked.wasm" \
  "$directory"/{CLibrary,Hashing,Pixels,SIMDBodies,SIMDBaseline,DominantColor,ShowHide,Module,memory,shims}.o \
  "$tools/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
wasm-opt --low-memory-unused --enable-simd --enable-bulk-memory --enable-sign-ext \
  --enable-nontrapping-float-to-int --enable-mutable-globals \
  --strip-debug --strip-producers --strip-target-features --dealign -Oz \
  -o "$here/dominantcolor.wasm.partial" "$directory/linked.wasm"
mv "$here/dominantcolor.wasm.partial" "$here/dominantcolor.wasm"
echo "dominantcolor.wasm: $(wc -c <"$here/dominantcolor.wasm") bytes," \
  "$(gzip -9c "$here/dominantcolor.wasm" | wc -c) with gzip"
