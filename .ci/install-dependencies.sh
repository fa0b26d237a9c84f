#!/usr/bin/env bash
# Installs what building needs and this machine lacks: libpng, zlib, libjpeg, lcms2, SQLite and libpq with
# their headers, and the tools SwiftPM calls. Asks the compiler, not the package manager, whether a
# library is there, so that one built by hand counts. Says nothing when nothing is missing.
#
# Usage: install-dependencies.sh [COMMAND=PACKAGE... | --python | --postgresql | --frameworks |
#                                --formats | --proxies]
#   COMMAND=PACKAGE    a further command to have, and the package that holds it
#   --python           Python (PYTHON=python3) with headers and virtual environments
#   --postgresql       a PostgreSQL server, which tests start for themselves
#   --formats          libwebp, libtiff and libheif, which are opened at run time: tests read files with them
#   --proxies          nginx and Caddy, which tests put before the page's server
#   --frameworks       pytest-benchmark and Google Benchmark, Ruby and PHP, whose benchmarks tests measure
set -euo pipefail

swift=${SWIFT:-swift}
needed_swift=6.3

have() { command -v "$1" >/dev/null 2>&1; }
fail() { printf 'make deps: %s\n' "$@" >&2; exit 1; }

# Whether a header compiles: the answer where there is no pkg-config file for a library.
compiles() {
  local compiler
  for compiler in clang cc gcc; do
    if have "$compiler"; then
      printf '#include <stdio.h>\n#include <%s>\n' "$1" |
        "$compiler" -fsyntax-only -x c - >/dev/null 2>&1
      return
    fi
  done
  return 1
}

have_library() { pkg-config --exists "$1" 2>/dev/null || compiles "$2"; }

check_swift() {
  have "$swift" || fail "Swift is missing: this package needs version $needed_swift or newer." \
    "Install it from the Swift project's site (swift.org, page \"Install\"), put it on the PATH" \
    "and call make again."
  local version
  version=$("$swift" --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' |
    head -n 1)
  # Sorted by version, the needed one must come first; an unreadable version is left to SwiftPM.
  if [ -n "$version" ] &&
    [ "$(printf '%s\n%s\n' "$needed_swift" "$version" | sort -V | head -n 1)" != "$needed_swift" ]
  then
    fail "Swift $version is too old: this package needs version $needed_swift or newer." \
      "Install it from the Swift project's site (swift.org, page \"Install\")."
  fi
}

# Whether Python can build an extension module in a virtual environment: asked of Python itself.
can_extend_python() {
  "${PYTHON:-python3}" -c 'import ensurepip, os, sysconfig, venv
raise SystemExit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
' 2>/dev/null
}

# Debian keeps the server's programs off the PATH.
have_postgresql() { have initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }

# Another Python than the system's may come first, and lack it.
have_pytest_benchmark() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import pytest_benchmark' 2>/dev/null && return
  done
  return 1
}

# Whether the loader finds a library, whose header nobody needs; brew installs what is there already again.
# grep reads to the end: ldconfig cut off by a closed pipe would count as a failure.
have_shared() { { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | grep "[[:space:]]$1 " >/dev/null; }

missing=() apt=() brew=()
need() { missing+=("$1"); apt+=("$2"); brew+=("$3"); }

have git || need git git git
have pkg-config || need pkg-config pkg-config pkgconf
have_library libpng png.h || need libpng libpng-dev libpng
have_library zlib zlib.h || need zlib zlib1g-dev zlib
have_library libjpeg jpeglib.h || need libjpeg libjpeg-dev jpeg-turbo
have_library lcms2 lcms2.h || need lcms2 liblcms2-dev little-cms2
have_library libpq libpq-fe.h || need libpq libpq-dev libpq
have_library sqlite3 sqlite3.h || need sqlite3 libsqlite3-dev sqlite
for extra in "$@"; do
  if [ "$extra" = --python ]; then
    if ! can_extend_python; then
      need python3 python3-dev python
      apt+=(python3-venv)
    fi
    continue
  fi
  if [ "$extra" = --postgresql ]; then
    have_postgresql || need postgresql postgresql postgresql
    continue
  fi
  if [ "$extra" = --formats ]; then
    have_shared libwebp.so.7 || need libwebp libwebp7 webp
    have_shared libtiff.so.6 || need libtiff libtiff6 libtiff
    have_shared libheif.so.1 || need libheif libheif1 libheif
    continue
  fi
  if [ "$extra" = --proxies ]; then
    # Debian keeps nginx off the PATH of who is not root.
    PATH=$PATH:/usr/sbin have nginx || need nginx nginx nginx
    have caddy || need caddy caddy caddy
    continue
  fi
  if [ "$extra" = --frameworks ]; then
    # Homebrew has no package of pytest-benchmark; its tests then say that it is missing.
    have brew || have_pytest_benchmark ||
      need pytest-benchmark python3-pytest-benchmark pytest
    have ruby || need ruby ruby ruby
    have php || need php php-cli php
    pkg-config --exists benchmark 2>/dev/null ||
      need google-benchmark libbenchmark-dev google-benchmark
    continue
  fi
  have "${extra%%=*}" || need "${extra%%=*}" "${extra#*=}" "${extra#*=}"
done

check_swift
[ "${#missing[@]}" -gt 0 ] || exit 0

echo "make deps: missing: ${missing[*]}"
if have brew; then
  echo "make deps: running: brew install ${brew[*]}"
  brew install "${brew[@]}" || fail "brew could not install: ${missing[*]}"
elif have apt-get; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "cannot install without root or sudo. As root, run:" \
      "  apt-get update && apt-get install -y ${apt[*]}"
    as_root=(sudo)
    echo "make deps: installing needs root: calling sudo, which may ask for your password"
  fi
  echo "make deps: running: ${as_root[*]:+sudo }apt-get install -y ${apt[*]}"
  # Steps that run at the same time may both need packages, and apt-get does not wait for another one's
  # index. What a package starts must not hold the lock.
  if have flock; then
    exec 9>"${TMPDIR:-/tmp}/make-deps-$(id -u).lock"
    flock 9
  fi
  # The index may be old or, in a fresh container, absent; one that cannot be renewed may do.
  "${as_root[@]}" apt-get update -qq 9>&- || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends -qq -o DPkg::Lock::Timeout=600 "${apt[@]}" >/dev/null 9>&- ||
    fail "apt-get could not install: ${apt[*]}"
else
  fail "neither apt-get nor brew is here. Install these, with headers, and call make again:" \
    "  ${missing[*]}"
fi
