#!/usr/bin/env bash
# Sets the peers up: a virtual environment beside the checkout's build folders with the software in
# requirements.txt, sharp where there are node and npm, and the C versions of method `histogram`,
# compiled by the C side of the Swift compiler. ImageMagick is used where it is installed. Says what
# it does; does nothing twice.
#
# Usage: set-up.sh FOLDER
set -euo pipefail
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}

fail() { printf 'make peers: %s\n' "$@" >&2; exit 1; }

PYTHON=$python "$here/../../.ci/install-dependencies.sh" --python

if [ ! -x "$folder/bin/python3" ]; then
  echo "make peers: making a virtual environment in $folder"
  "$python" -m venv "$folder"
fi
if ! cmp -s "$here/requirements.txt" "$folder/requirements.txt"; then
  echo "make peers: installing $(grep -c '==' "$here/requirements.txt") packages and what they need"
  "$folder/bin/python3" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt"
  cp "$here/requirements.txt" "$folder/requirements.txt"
fi

# One peer of several: without it the others still run, and `lab peers` says what is left out.
sharp=sharp@0.34.4
if [ "$(cat "$folder/node/version" 2>/dev/null)" != "$sharp" ]; then
  if ! command -v npm >/dev/null; then
    echo "make peers: sharp is left out, because there is no npm"
  elif npm install --silent --no-audit --no-fund --prefix "$folder/node" "$sharp" >/dev/null; then
    echo "$sharp" > "$folder/node/version"
  else
    echo "make peers: sharp is left out, because npm cannot install $sharp"
  fi
fi

# The compiler that comes with Swift, so that both languages have the same back end.
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
[ -x "$clang" ] || clang=clang
command -v "$clang" >/dev/null || fail "needs clang, which comes with Swift."
# Vectors are passed to inlined functions only, so no calling convention is at stake (psabi).
flags=(-std=c11 -O3 -Wall -Wextra -Werror -Wno-psabi -shared -fPIC)
shims=$here/../../Sources/Color/CVectorShims
case $(uname -m) in
  x86_64) levels=(v2 v3 v4) ;;
  *) levels=(any) ;;
esac
for level in "${levels[@]}"; do
  arch=()
  [ "$level" = any ] || arch=("-march=x86-64-$level")
  "$clang" "${flags[@]}" "${arch[@]}" -I "$shims/include" "$here"/*.c "$shims/CVectorShims.c" -o "$folder/libcontract-$level.so"
done
echo "make peers: ready; run: lab peers"
