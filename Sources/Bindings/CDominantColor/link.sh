#!/usr/bin/env bash
# Builds libdominantcolor: the static library that SwiftPM makes, linked with Swift's runtime inside
# (SwiftPM does not do this for dynamic products) and with only the functions of dominantcolor.h
# exported. It then needs libc, libm, libgcc_s, libstdc++ and the codecs, and no Swift.
#
# Usage: link.sh FOLDER    makes FOLDER/libdominantcolor.so.VERSION and its two links
#   SWIFT=swift            the command
#   SWIFT_BUILD_FLAGS=…    further flags of `swift build`
#   ARCHIVE=FILE           the static library, where it is built already
set -euo pipefail

swift=${SWIFT:-swift}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
folder=${1:?usage: link.sh FOLDER}
part() { sed -nE "s/^#define DOMINANTCOLOR_VERSION_$1 ([0-9]+)$/\1/p" "$here/include/dominantcolor.h"; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
soname=libdominantcolor.so.$(part MAJOR)
if [ -n "${ARCHIVE:-}" ]; then
  archive=$ARCHIVE
else
  flags=(--package-path "$root" -c release --explicit-target-dependency-import-check error)
  read -r -a more <<<"${SWIFT_BUILD_FLAGS:-}"
  archive=$("$swift" build "${flags[@]}" ${more[@]+"${more[@]}"} --show-bin-path)/libDominantColorC.a
  # SwiftPM adds objects to an archive that is there, and leaves those whose source is gone.
  rm -f "$archive"
  "$swift" build "${flags[@]}" ${more[@]+"${more[@]}"} --product DominantColorC
fi
install -d "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One object of all: the driver keeps an archive's symbols from being exported.
ld -r --whole-archive "$archive" -o "$work/dominantcolor.o"
swiftc=swiftc
case $swift in */*) swiftc=$(dirname "$swift")/swiftc ;; esac
read -r -a codecs < <(pkg-config --libs libpng zlib libjpeg lcms2)
"$swiftc" -emit-library -static-stdlib "$work/dominantcolor.o" "${codecs[@]}" \
  -Xlinker "-soname=$soname" -Xlinker "--version-script=$here/exports.map" \
  -Xlinker --gc-sections -Xlinker -s -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now \
  -o "$work/libdominantcolor.so"
install -m 755 "$work/libdominantcolor.so" "$folder/libdominantcolor.so.$version"
ln -sf "libdominantcolor.so.$version" "$folder/$soname"
ln -sf "$soname" "$folder/libdominantcolor.so"
echo "built $folder/libdominantcolor.so.$version"
