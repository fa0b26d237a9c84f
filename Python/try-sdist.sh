#!/usr/bin/env bash
# Installs the source distribution as others do, in an empty environment and far from this checkout, and asks it.
#
# Usage: try-sdist.sh [ARCHIVE]    the one in Python/dist by default
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
archive=${1:-}
if [ -z "$archive" ]; then
  archives=("$here"/dist/dominantcolor-*.tar.gz)
  archive=${archives[-1]}
fi
archive=$(readlink -f "$archive")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/empty"
(cd "$work" && TMPDIR=$work "$work/empty/bin/python" -m pip install --quiet --disable-pip-version-check "$archive")
cd "$work"
found=$("$work/empty/bin/python" -c 'import dominantcolor, sys; print(dominantcolor.palette(sys.argv[1]).dominant.hex)' \
  "$here/../Tests/Fixtures/Photos/china.jpg")
[[ $found =~ ^#[0-9a-f]{6}$ ]] || {
  echo "sdist-test: the package answers '$found' and not a colour" >&2
  exit 1
}
echo "sdist-test: built from source, answers $found"
