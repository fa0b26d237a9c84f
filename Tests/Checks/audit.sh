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

"$swift" package resolve >/dev/null
while read -r name version; do check "$name" "$version"; done < <(
  sed -nE 's/.*"location" : ".*\/([^"\/]+)".*/\1/p; s/.*"version" : "([0-9.]+)".*/\1/p' Package.resolved |
    paste -d ' ' - - | sed 's/\.git / /')
for library in libpng lcms2 sqlite3; do
  if version=$(pkg-config --modversion "$library" 2>/dev/null); then
    check "$library" "$version"
  else
    complain "pkg-config knows no $library"
  fi
done
[ "$status" -ne 0 ] || echo "audit: everything that is linked is listed and new enough"
exit "$status"
