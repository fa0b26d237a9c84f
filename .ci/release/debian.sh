#!/usr/bin/env bash
# Makes the packages for Debian: bench, showhide, libdominantcolor0 and libdominantcolor-dev; lintian must find no
# error in them.
#
# Usage: debian.sh VERSION PROGRAMS LIBRARY FOLDER
#   PROGRAMS      what stage.sh laid out
#   LIBRARY       what link.sh of CDominantColor made
#   MAINTAINER='NAME <ADDRESS>'   who answers for the packages; the author of the commit by default
set -euo pipefail
version=$1
programs=$(cd "$2" && pwd)
library=$(cd "$3" && pwd)
folder=$(cd "$4" && pwd)
maintainer=${MAINTAINER:-$(git -C "$(dirname "$0")" log -1 --format="%an <%ae>")}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
architecture=amd64
libraries=usr/lib/x86_64-linux-gnu
soname=$(cd "$library" && ls -d libdominantcolor.so.? | head -n 1)
runtime=libdominantcolor${soname##*.}

# Prints the packages that files of a tree need, by the versions of the symbols that they use.
#
# Usage: needs TREE FILE...
needs() {
  local tree=$1
  shift
  mkdir -p "$work/needs/debian"
  printf 'Source: needs\n\nPackage: needs\nArchitecture: any\n' >"$work/needs/debian/control"
  (cd "$work/needs" && dpkg-shlibdeps -O "${@/#/-e$tree/}" 2>"$work/needs/log") |
    sed -n 's/^shlibs:Depends=//p' || { cat "$work/needs/log" >&2; return 1; }
}

# Writes what every package has, and packs it.
#
# Usage: build PACKAGE SECTION DEPENDS SUMMARY <DESCRIPTION    FIELDS: further fields, one a line
build() {
  local package=$1 tree=$work/$1 file
  local documents=$tree/usr/share/doc/$1
  install -d "$documents" "$tree/DEBIAN"
  {
    echo "$package ($version) unstable; urgency=medium"
    echo
    echo "  * Release $version; CHANGELOG.md in the sources says what has changed."
    echo
    echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
  } | gzip -9n >"$documents/changelog.gz"
  cat >"$documents/copyright" <<'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: swift-dominant-color
Comment: The programs and libdominantcolor contain the runtime of Swift and its
 Foundation (Apache-2.0 with the Runtime Library Exception), with ICU
 (Unicode-3.0). bench contains GRDB (MIT) and uPlot (MIT), showhide-serve the
 packages Hummingbird, SwiftNIO and their like (Apache-2.0).

Files: *
Copyright: the authors of swift-dominant-color
License: Apache-2.0
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.

Files: usr/bin/bench
Copyright: 2015-2025 Gwendal Roué (GRDB), 2022 Leon Sorokin (uPlot),
 the authors of swift-dominant-color
License: Apache-2.0 and MIT
 The above, and for GRDB and uPlot:
 .
 Permission is hereby granted, free of charge, to any person obtaining a copy
 of this software and associated documentation files (the "Software"), to deal
 in the Software without restriction, including without limitation the rights
 to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 copies of the Software, and to permit persons to whom the Software is
 furnished to do so, subject to the following conditions:
 .
 The above copyright notice and this permission notice shall be included in
 all copies or substantial portions of the Software.
 .
 THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 SOFTWARE.
END
  find "$tree" -type f -name '*.1' -exec gzip -9n {} +
  {
    echo "Package: $package"
    echo "Source: swift-dominant-color"
    echo "Version: $version"
    echo "Architecture: $architecture"
    echo "Maintainer: $maintainer"
    echo "Installed-Size: $(du -k --apparent-size -s "$tree" | cut -f 1)"
    echo "Depends: $3"
    [ -z "${FIELDS:-}" ] || echo "$FIELDS"
    echo "Section: $2"
    echo "Priority: optional"
    echo "Description: $4"
    sed 's/^$/./; s/^/ /'
  } >"$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
  chmod -R u+rw,go+r-w,a-s,a+X "$tree"
  file=$folder/${package}_${version}_$architecture.deb
  dpkg-deb --root-owner-group -Zxz -z9 -Sextreme --threads-max=1 --build "$tree" "$file" >/dev/null
}

for name in bench showhide; do
  install -d "$work/$name"
  cp -r "$programs/$name" "$work/$name/usr"
  # Debian's own place for what zsh completes.
  install -d "$work/$name/usr/share/zsh/vendor-completions"
  mv "$work/$name/usr/share/zsh/site-functions"/_* "$work/$name/usr/share/zsh/vendor-completions/"
  rmdir "$work/$name/usr/share/zsh/site-functions"
done
depends=$(needs "$work/bench" usr/bin/bench usr/bin/kernels)
FIELDS='Recommends: git
Suggests: libpq5' build bench devel "$depends" \
  'tell which of two versions of a program is faster' <<'END'
Two versions run in turns until their difference is decided, with an exact
interval. In a repository with a suite file bench measures the benchmarks of
its commits, in any language; it keeps a history, finds the change points in
it, and draws it as a page.

Elsewhere it races kernels that find the dominant colour of an image, the suite
that is installed with it.
END
depends=$(needs "$work/showhide" usr/bin/showhide usr/bin/showhide-serve)
FIELDS='Recommends: libheif1, libtiff6, libwebp7' build showhide graphics "$depends" \
  'keep one colour of a photo and grey the rest' <<'END'
showhide keeps one colour of a photo and greys the rest, or the reverse. It
finds the palette of a picture, names colours, finds pictures by their
colours, and shows all of it in the browser.

It reads PNG, JPEG and GIF, and WebP, TIFF, AVIF and HEIC where their
libraries are installed.
END

tree=$work/$runtime
install -d "$tree/$libraries"
real=$(basename "$(readlink -f "$library/$soname")")
install -m 644 "$library/$real" "$tree/$libraries/$real"
ln -s "$real" "$tree/$libraries/$soname"
install -d "$tree/DEBIAN"
echo "libdominantcolor ${soname##*.} $runtime (>= $version)" >"$tree/DEBIAN/shlibs"
# Of each function the version that it came with: who uses old ones alone goes on with an old library.
{
  echo "$soname $runtime #MINVER#"
  nm -D --defined-only --with-symbol-versions "$tree/$libraries/$real" |
    sed -nE 's/.* (A|T) (\w+)(@@?(DOMINANTCOLOR_([0-9.]+)))?$/\1 \2 \4 \5/p' |
    while read -r kind symbol node number; do
      if [ "$kind" = A ]; then echo " $symbol@$symbol ${symbol#DOMINANTCOLOR_}.0"; else echo " $symbol@$node $number.0"; fi
    done | sort
} >"$tree/DEBIAN/symbols"
[ "$(grep -c '@DOMINANTCOLOR_' "$tree/DEBIAN/symbols")" -gt 20 ] || {
  echo "make release: the library's functions have no versions" >&2
  exit 65
}
echo "activate-noawait ldconfig" >"$tree/DEBIAN/triggers"
depends=$(needs "$tree" "$libraries/$real")
FIELDS='Multi-Arch: same
Recommends: libheif1, libtiff6, libwebp7' build "$runtime" libs "$depends" \
  'dominant colours of pictures (library)' <<'END'
libdominantcolor finds the dominant colours of picture files and of pixels,
with the same answer on every machine, in constant memory for usual files.
END

tree=$work/libdominantcolor-dev
DESTDIR=$tree LIBDIR=/$libraries Sources/Bindings/CDominantColor/install.sh "$library" /usr >/dev/null
rm -rf "$tree/$libraries"/*.so*
ln -s "$soname" "$tree/$libraries/libdominantcolor.so"
FIELDS='Multi-Arch: same' build libdominantcolor-dev libdevel "$runtime (= $version)" \
  'dominant colours of pictures (header)' <<'END'
libdominantcolor finds the dominant colours of picture files and of pixels.

This package has its header and what a compiler, pkg-config and CMake need.
END

# Lintian refuses to run as root without being told.
allow=()
[ "$(id -u)" -ne 0 ] || allow=(--allow-root)
lintian "${allow[@]}" --fail-on error --suppress-tags initial-upload-closes-no-bugs "$folder"/*_"$version"_*.deb
