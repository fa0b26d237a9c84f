#!/usr/bin/env bash
# Installs libdominantcolor, its header, its pkg-config file and its CMake package.
#
# Usage: install.sh FOLDER PREFIX    FOLDER: what link.sh made; DESTDIR and LIBDIR (PREFIX/lib) are heeded
#        install.sh --remove PREFIX  removes this version; others stay
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
prefix=${2:?usage: install.sh FOLDER PREFIX}
libraries=${LIBDIR:-$prefix/lib}
to=${DESTDIR:-}$prefix
place=${DESTDIR:-}$libraries
part() { sed -nE "s/^#define DOMINANTCOLOR_VERSION_$1 ([0-9]+)$/\1/p" "$here/include/dominantcolor.h"; }
major=$(part MAJOR)
version=$major.$(part MINOR).$(part PATCH)
name=libdominantcolor.so
package=$place/cmake/dominantcolor

# Points the names without a version at the newest library there is, or takes them away.
name_newest() { # MAJOR
  local newest
  newest=$(cd "$place" && find . -maxdepth 1 -name "$name.${1:+$1.}*.*" -printf '%f\n' | sort -V | tail -n 1)
  if [ -n "$newest" ]; then ln -sf "$newest" "$place/$name${1:+.$1}"; else rm -f "$place/$name${1:+.$1}"; fi
}

if [ "$1" = --remove ]; then
  rm -f "$place/$name.$version"
  if [ -d "$place" ]; then
    name_newest "$major"
    name_newest ""
  fi
  # What compiling takes is there once, of the version that was installed last.
  if grep -qx "Version: $version" "$place/pkgconfig/dominantcolor.pc" 2>/dev/null; then
    rm -f "$to/include/dominantcolor.h" "$place/pkgconfig/dominantcolor.pc" "$package"/dominantcolor*.cmake
    rmdir "$package" 2>/dev/null || true
  fi
  echo "removed $place/$name.$version"
  exit
fi

install -d "$place/pkgconfig" "$package" "$to/include"
install -m 755 "$1/$name.$version" "$place/"
name_newest "$major"
name_newest ""
install -m 644 "$here/include/dominantcolor.h" "$to/include/"

# A path as sed puts it in, and before that as pkg-config reads it: a space ends a word there.
literal() { sed -e 's/[\\&|]/\\&/g'; }
in_pkgconfig() { sed -e 's/[][ \\&;()$`"'\''*?<>|#~]/\\&/g' <<<"$1" | literal; }
relative() { realpath -m --relative-to="$package" "$1" | literal; }
fill() { # FROM TO
  sed -e "s|@PREFIX@|$(in_pkgconfig "$prefix")|" -e "s|@LIBDIR@|$(in_pkgconfig "$libraries")|" \
    -e "s|@VERSION@|$version|g" -e "s|@MAJOR@|$major|g" -e "s|@NAME@|$name|g" \
    -e "s|@LIBRARIES_FROM_HERE@|$(relative "$place")|" -e "s|@HEADERS_FROM_HERE@|$(relative "$to/include")|" \
    "$here/$1" >"$2"
  chmod 644 "$2"
}
fill dominantcolor.pc.in "$place/pkgconfig/dominantcolor.pc"
fill dominantcolorConfig.cmake.in "$package/dominantcolorConfig.cmake"
fill dominantcolorConfigVersion.cmake.in "$package/dominantcolorConfigVersion.cmake"
echo "installed $place/$name.$version"
case $libraries in
  /usr/lib | /lib | /usr/lib/*-linux-gnu) ;;
  *) echo "Programs find it there with -Wl,-rpath,'$libraries', or after that folder is named in /etc/ld.so.conf.d and ldconfig ran." ;;
esac
