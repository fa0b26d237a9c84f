#!/usr/bin/env bash
# Builds the documentation of every library that has a DocC catalogue; a warning is an error, so a
# link to a symbol that is not there fails. Then the public interfaces of the package's libraries are
# compared with those in Tests/Fixtures/Interfaces, and the examples in pages and comments are compiled.
#
# Usage: [RECORD=1] docs.sh OUTPUT_DIRECTORY [MODULES_DIRECTORY]
#
# RECORD=1 records the interfaces.
# MODULES_DIRECTORY holds the compiled modules of a debug build; without one, the libraries are built.
set -euo pipefail
swift=${SWIFT:-swift}
output=${1:?usage: docs.sh OUTPUT_DIRECTORY [MODULES_DIRECTORY]}
modules=${2:-}
cd "$(dirname "$0")/../.."

# The tools beside the compiler: others may not read what this compiler writes.
beside=$(dirname "$(readlink -f "$(command -v "$swift")")")
tool() {
  if [ -x "$beside/$1" ]; then
    echo "$beside/$1"
  else
    xcrun --find "$1" 2>/dev/null || command -v "$1" || {
      echo "docs: $1 is missing; it comes with the Swift toolchain" >&2
      return 1
    }
  fi
}
docc=$(tool docc)
extract=$(tool swift-symbolgraph-extract)

libraries=()
for catalogue in Sources/*/*/*.docc; do
  library=$(basename "$catalogue" .docc)
  libraries+=("$library")
done
# Those that other packages may import. Of the one that is not of Swift's kind the header is the interface.
products=()
while read -r product; do products+=("$product"); done < <(
  "$swift" package describe --type json | python3 -c '
import json, sys
products = json.load(sys.stdin)["products"]
print("\n".join(sorted({target for product in products
                        if product["type"].get("library") == ["automatic"]
                        for target in product["targets"]})))')
if [ -z "$modules" ]; then
  for library in $(printf '%s\n' "${libraries[@]}" "${products[@]}" | sort -u); do
    "$swift" build --target "$library"
  done
fi
[ -n "$modules" ] || modules=$("$swift" build --show-bin-path)/Modules

target=$("$swift" -print-target-info | sed -nE 's/^ *"unversionedTriple": *"(.*)",?/\1/p' | head -n 1)
# Where the headers of the C targets are: their modules are part of the public interface's build.
includes=()
for map in Sources/*/*/include/module.modulemap Sources/*/*/module.modulemap; do
  [ ! -f "$map" ] || includes+=(-Xcc "-fmodule-map-file=$map")
done
for folder in Sources/*/*/include; do includes+=(-Xcc "-I$folder"); done
for map in "$(dirname "$modules")"/*.build/module.modulemap; do
  # What a plugin runs is built a second time, as a tool, with modules of the same names.
  case "$map" in *-tool.build/*) continue ;; esac
  [ ! -f "$map" ] || includes+=(-Xcc "-fmodule-map-file=$map")
done
# Module maps of system libraries that packages bring along.
for above in "$modules/../.." "$modules/../../.."; do
  for map in "$above"/checkouts/*/Sources/*/module.modulemap; do
    [ ! -f "$map" ] || includes+=(-Xcc "-fmodule-map-file=$map")
  done
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$output"
for library in $(printf '%s\n' "${libraries[@]}" "${products[@]}" | sort -u); do
  mkdir -p "$scratch/$library"
  # What no product has is documented for this package.
  level=package
  [[ " ${products[*]} " != *" $library "* ]] || level=public
  "$extract" -module-name "$library" -I "$modules" -target "$target" "${includes[@]}" \
    -minimum-access-level "$level" -output-dir "$scratch/$library"
done
failed=()
for library in "${libraries[@]}"; do
  "$docc" convert Sources/*/"$library/$library.docc" --warnings-as-errors \
    --additional-symbol-graph-dir "$scratch/$library" \
    --fallback-display-name "$library" --fallback-bundle-identifier "$library" \
    --output-path "$output/$library.doccarchive" || {
    failed+=("$library")
    continue
  }
  echo "docs: $library: no warning"
done
if [ "${#failed[@]}" -gt 0 ]; then
  echo "docs: warnings in: ${failed[*]}" >&2
  exit 1
fi
echo "docs: ${#libraries[@]} libraries documented in $output"
python3 Tests/Checks/interfaces.py Tests/Fixtures/Interfaces "$scratch" "${products[@]}"
python3 Tests/Checks/snippets.py "$modules" "${includes[@]}"
