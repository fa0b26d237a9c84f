#!/usr/bin/env bash
# Says what is linked, in which version, and checks it against the table in SECURITY.md: every
# package that SwiftPM resolved is listed there, and every library is new enough.
set -euo pipefail
swift=${SWIFT:-swift}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
status=0

complain() { echo "audit: $*" >&2; status=1; }

# The version that the table asks for at least; empty when the dependency is not listed.
listed() { sed -nE "s/^\| $1 \| ([0-9][0-9.]*)?.*/\1/p" SECURITY.md | head -n 1; }

check() {
  local name=$1 found=$2 least
  grep -qE "^\| $name \|" SECURITY.md || { complain "$name $found is linked, but not in SECURITY.md"; return; }
  least=$(listed "$name")
  printf 'audit: %-24s %-12s at least %s\n' "$name" "$found" "${least:-any}"
  [ "$(printf '%s\n%s\n' "$least" "$found" | sort -V | head -n 1)" = "$least" ] ||
    complain "$name is $found; SECURITY.md asks for $least at least"
}

# Package.resolved is what everybody builds with: it is read, never changed.
"$swift" package resolve --force-resolved-versions >/dev/null
while read -r name version; do check "$name" "$version"; done < <(
  sed -nE 's/.*"location" : ".*\/([^"\/]+)".*/\1/p; s/.*"version" : "([0-9.]+)".*/\1/p' Package.resolved |
    paste -d ' ' - - | sed 's/\.git / /')
for library in libpng libjpeg lcms2 sqlite3 zlib; do
  if version=$(pkg-config --modversion "$library" 2>/dev/null); then
    check "$library" "$version"
  else
    complain "pkg-config knows no $library"
  fi
done
parts=Sources/HistoryDashboard/Page/Parts
check uPlot "$(sed -nE 's/.*uPlot \(v([0-9.]+)\).*/\1/p' $parts/uPlot.iife.min.js | head -n 1)"

# What the built commands really load: nothing but the libraries of the table and the system's.
system='ld-linux.*|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|lib_?swift.*|lib_?Foundation.*|libdispatch|libBlocksRuntime'
listed='libpng16|libjpeg|liblcms2|libsqlite3|libz'
for command in bench showhide; do
  file=.build/release/$command
  [ -x "$file" ] || file=.build/debug/$command
  if ! [ -x "$file" ] || ! command -v readelf >/dev/null 2>&1; then
    echo "audit: $command is not built (make build), or there is no readelf: its libraries are not looked at"
    continue
  fi
  for library in $(readelf -d "$file" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'); do
    name=${library%%.so*}
    if [[ $name =~ ^($listed)$ ]]; then
      echo "audit: $file loads $library"
    elif ! [[ $name =~ ^($system)$ ]]; then
      complain "$file loads $library, which SECURITY.md does not list"
    fi
  done
done
[ "$status" -ne 0 ] || echo "audit: everything that is linked is listed and new enough"
exit "$status"
