#!/usr/bin/env bash
# Makes a source distribution: the package, and what of the Swift sources libdominantcolor is built from. It
# builds where Swift 6.3 or newer, libpng, libjpeg, zlib and Little CMS are.
#
# Usage: make-sdist.sh [FOLDER]    Python/dist by default; times are those of the commit
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
folder=$(mkdir -p "${1:-$here/dist}" && cd "${1:-$here/dist}" && pwd)
part() { sed -nE "s/^#define DOMINANTCOLOR_VERSION_$1 ([0-9]+)$/\1/p" "$root/Sources/Bindings/CDominantColor/include/dominantcolor.h"; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
# shellcheck source=.ci/release/packing.sh
. "$root/.ci/release/packing.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=dominantcolor-$version
made=$work/$name
mkdir "$made"
git -C "$root" archive HEAD Python/pyproject.toml Python/setup.py Python/README.md Python/src LICENSE |
  tar --extract --directory="$made" --transform='s,^Python/,,' --show-transformed-names
mkdir "$made/library"
git -C "$root" archive HEAD Package.swift LICENSE Sources/Base Sources/Color Sources/Pictures Sources/Bindings |
  tar --extract --directory="$made/library"
# The metadata that a source distribution has, as setuptools writes it; nothing is built.
(cd "$made" && "${PYTHON:-python3}" - >"$work/log" 2>&1 <<'PYTHON') || { cat "$work/log" >&2; exit 1; }
from setuptools import build_meta
import os, shutil
folder = build_meta.prepare_metadata_for_build_wheel(os.path.join(os.pardir))
shutil.copyfile(os.path.join(os.pardir, folder, "METADATA"), "PKG-INFO")
PYTHON
rm -rf "$made"/src/*.egg-info "$made/build"
rmdir "$made/Python"
pack "$work" "$name" "$folder/$name.tar.gz"
echo "sdist: $folder/$name.tar.gz, $(stat -c %s "$folder/$name.tar.gz") bytes"
