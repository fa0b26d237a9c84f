#!/usr/bin/env bash
# Compiles the core (pixels, kernels, methods, histograms, effects) in Embedded Swift: for a processor,
# without an operating system and without Swift's runtime library.
#
# Usage: build.sh TARGET DIRECTORY [OPTION...]
#   TARGET      such as aarch64-none-none-elf or wasm32-unknown-none-wasm
#   DIRECTORY   where objects and compiled modules go
#   OPTION      for the compiler, such as -Xcc -march=x86-64-v3
#
# The sources are those of the package. Left out are threads, the selection of a kernel (one thread and
# one instruction set leave no choice), sampling, reports, and what needs <math.h>.
# EXTRA="NAME FILE...;NAME FILE..." compiles more modules, which import these.
set -euo pipefail
target=${1:?usage: build.sh TARGET DIRECTORY [OPTION...]} directory=${2:?}
shift 2
here=$(cd "$(dirname "$0")" && pwd)
sources=$here/../../Sources
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)

extra_options=("$@")
options=(
  -target "$target" -enable-experimental-feature Embedded -wmo -O -parse-as-library
  -swift-version 6 -package-name swift_dominant_color
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -warnings-as-errors
  -Xcc "-fmodule-map-file=$here/include/module.modulemap" -I "$directory"
  -module-cache-path "$directory/cache"
)
case $target in
*-none-*) options+=(-Xcc "-I$here/include") ;;
esac
case $target in
wasm32-*) options+=(-Xcc -msimd128) ;;
esac

# Compiles a module of all Swift files that are named, or are in folders that are named, unless nothing has
# changed since it was: neither a file nor an option.
changed=
if [ "$(cat "$directory/options" 2>/dev/null)" != "${options[*]} ${extra_options[*]-}" ]; then
  changed=1
  printf '%s\n' "${options[*]} ${extra_options[*]-}" >"$directory/options"
fi
module() {
  local name=$1 file files=() object=$directory/$1.o
  shift
  while IFS= read -r file; do files+=("$file"); done < <(
    find -L "$@" -name '*.swift' | grep -vE "$left_out" | LC_ALL=C sort)
  if [ -z "$changed" ] && [ -e "$object" ] && [ -z "$(find -L "${files[@]}" "$here/build.sh" "$here"/include \
    "$color/CVectorShims/include" -newer "$object" -print -quit)" ]; then
    return
  fi
  [ -z "$is_shared" ] || changed=1
  rm -f "$object"
  "${SWIFTC:-swiftc}" "${options[@]}" ${extra_options[@]+"${extra_options[@]}"} -module-name "$name" \
    -emit-module -emit-module-path "$directory/$name.swiftmodule" \
    -emit-object -o "$object" "${files[@]}"
}

left_out='/(PixelView\+Span|SyntheticImage\+Bands|BandJob|HelperThread|ShortPause'
left_out+='|[A-Za-z]+\+Selection|PixelKMeans|OKLab)\.swift$'
color=$sources/Color
counting=$color/DominantColor

is_shared=1
module CLibrary "$sources/Base/CLibrary"
module Hashing "$sources/Base/Hashing"
module Pixels "$color/Pixels"
module SIMDBodies "$color/SIMDBodies"
module SIMDBaseline "$color/SIMDBaseline"
module DominantColor "$counting"/{Background,Bars,Contract,Distinct,Families,FewColors,Histogram,Hue,KMeans,Kernels,Machine,Methods,OKLab} \
  "$counting"/{Serialization,Tables,Threads,Workspaces,{OneThread,PaletteBuilder,SummaryBuilder}.swift} \
  "$counting"/Roles/{BrandColor,BrandSearch,PlacedColors+Scattered,PlacedPaletteBuilder,PlacedPaletteBuilder+OneThread}.swift
module ShowHide "$color/ShowHide/Effects"
if [ -n "${EXTRA:-}" ]; then
  is_shared=
  while IFS= read -r -d ';' words; do
    read -r -a extra <<<"$words"
    module "${extra[@]}"
  done <<<"$EXTRA;"
fi
