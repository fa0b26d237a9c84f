#!/usr/bin/env bash
# Prints what is linked, in which version, and checks it against the table in SECURITY.md: every
# package that SwiftPM resolved is listed there, and every library is new enough.
#
# Usage: audit.sh [COMMANDS_DIRECTORY]
#
# The libraries that the built commands load are checked too: those in COMMANDS_DIRECTORY, which must
# be there, or else those of `make build`, if they are.
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

# The repository tracks no lock file: SwiftPM resolves the manifest's version ranges on each machine,
# and this checks what it resolved here. A resolution that is there already is kept.
if ! [ -f Package.resolved ]; then
  "$swift" package resolve >/dev/null
fi
while read -r name version; do check "$name" "$version"; done < <(
  sed -nE 's/.*"location" : ".*\/([^"\/]+)".*/\1/p; s/.*"version" : "([0-9.]+)".*/\1/p' Package.resolved |
    paste -d ' ' - - | sed 's/\.git / /')
for library in libpng libjpeg lcms2 sqlite3 zlib; do
  if version=$(pkg-config --modversion "$library" 2>/dev/null); then
    check "$library" "$version"
  else
    complain "pkg-config does not know $library"
  fi
done
# Optional, and opened only when a history on a server is used.
if version=$(pkg-config --modversion libpq 2>/dev/null); then check libpq "$version"; fi
parts=Sources/History/HistoryDashboard/Page/Parts
check uPlot "$(sed -nE 's/.*uPlot \(v([0-9.]+)\).*/\1/p' $parts/uPlot.iife.min.js | head -n 1)"

# What the built commands really load: nothing but the libraries of the table and the system's.
system='ld-linux.*|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|lib_?swift.*|lib_?Foundation.*|libdispatch|libBlocksRuntime'
listed='libpng16|libjpeg|liblcms2|libsqlite3|libz'
for command in bench kernels showhide; do
  file=${1:-.build/release}/$command
  if ! command -v readelf >/dev/null 2>&1; then
    echo "audit: not checked: the libraries that $command loads, because readelf is missing"
    continue
  fi
  if ! [ -x "$file" ]; then
    if [ $# -gt 0 ]; then
      complain "$file is missing"
    else
      echo "audit: not checked: the libraries that $command loads; \`make build\` builds it"
    fi
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
