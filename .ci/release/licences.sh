#!/usr/bin/env bash
# Collects the licences of all that is linked into the programs or comes with them.
#
# Usage: licences.sh BUILD_FOLDER FOLDER [linked]
#   linked    only of what is linked into the programs: installed ones use the system's libraries
set -euo pipefail
build=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/../.."

keep() {
  [ -s "$1" ] || {
    echo "make release: the licence '$1' is missing" >&2
    exit 66
  }
  install -m 644 "$1" "$folder/$2"
}

keep LICENSE swift-dominant-color.txt
keep Sources/History/HistoryDashboard/Page/Parts/uPlot-LICENSE.txt uPlot.txt
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$SWIFT")")")")
keep "$toolchain/share/swift/LICENSE.txt" swift.txt
# Of ICU, which Foundation contains; no toolchain brings it.
keep .ci/release/icu-licence.txt icu.txt
# Only packages of which something is compiled.
names=$(python3 .ci/release/bill.py --linked Package.resolved)
for name in $names; do
  package=$build/checkouts/$name
  if [ -f "$package/LICENSE" ]; then keep "$package/LICENSE" "$name.txt"; else keep "$package/LICENSE.txt" "$name.txt"; fi
  [ ! -f "$package/NOTICE.txt" ] || keep "$package/NOTICE.txt" "$name-NOTICE.txt"
done
[ "${3:-}" != linked ] || exit 0
for package in libpng16-16 libjpeg62-turbo liblcms2-2 libsqlite3-0 zlib1g; do
  keep "/usr/share/doc/$package/copyright" "$package.txt"
done
