#!/usr/bin/env bash
# Installs libdominantcolor, its header and its pkg-config file.
#
# Usage: install.sh FOLDER PREFIX    FOLDER: what link.sh made; DESTDIR is heeded
#        install.sh --remove PREFIX
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
prefix=${2:?usage: install.sh FOLDER PREFIX}
to=${DESTDIR:-}$prefix
if [ "$1" = --remove ]; then
  rm -f "$to"/lib/libdominantcolor.so* "$to/include/dominantcolor.h" "$to/lib/pkgconfig/dominantcolor.pc"
  echo "removed $to/lib/libdominantcolor.so"
  exit
fi
part() { sed -nE "s/^#define DOMINANTCOLOR_VERSION_$1 ([0-9]+)$/\1/p" "$here/include/dominantcolor.h"; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
install -d "$to/lib/pkgconfig" "$to/include"
install -m 755 "$1/libdominantcolor.so.$version" "$to/lib/"
cp -P "$1/libdominantcolor.so" "$1/libdominantcolor.so.$(part MAJOR)" "$to/lib/"
install -m 644 "$here/include/dominantcolor.h" "$to/include/"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" "$here/dominantcolor.pc.in" \
  >"$to/lib/pkgconfig/dominantcolor.pc"
chmod 644 "$to/lib/pkgconfig/dominantcolor.pc"
echo "installed $to/lib/libdominantcolor.so.$version"
