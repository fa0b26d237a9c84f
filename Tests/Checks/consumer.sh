#!/usr/bin/env bash
# Builds Examples/Package as others do who depend on a version: from a clone with a tag. The libraries must
# need no other package. Then each of its programs runs.
#
# Usage: consumer.sh [SWIFT-BUILD-FLAGS…]
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=${SWIFT:-swift}
version=99.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "consumer.sh: $*" >&2
  exit 1
}

# What is committed, and what is not yet: a check before a commit looks at the work tree.
git clone -q . "$folder/swift-dominant-color"
{ git diff --name-only --diff-filter=d HEAD && git ls-files --others --exclude-standard; } |
  tar -cf - -T - | tar -xf - -C "$folder/swift-dominant-color"
git -C "$folder/swift-dominant-color" add -A
git -C "$folder/swift-dominant-color" -c user.name=check -c user.email=check@localhost \
  commit -q --allow-empty -m "State of the work tree"
git -C "$folder/swift-dominant-color" tag "$version"

cp -r Examples/Package "$folder/examples"
rm -rf "$folder/examples/.build" "$folder/examples/Package.resolved"
cd "$folder/examples"
sed -i.bak "s|.package(path: \"../..\")|.package(url: \"$folder/swift-dominant-color\", from: \"$version\")|" \
  Package.swift
grep -q "from: \"$version\"" Package.swift || fail "Examples/Package/Package.swift has no path to replace"

# README.md shows the same program.
awk '/^```swift$/ { inside = 1; text = ""; next } /^```$/ && inside { inside = 0; if (text ~ /^import /) print text }
  inside { text = text (text == "" ? "" : "\n") $0 }' "$OLDPWD/README.md" >readme.swift
diff readme.swift Sources/palette/main.swift ||
  fail "Examples/Package/Sources/palette/main.swift is not the program of README.md"

"$swift" package resolve
others=$("$swift" package show-dependencies --format flatlist | grep -vc '^swift-dominant-color$' || true)
[ "$others" -eq 0 ] || {
  "$swift" package show-dependencies
  fail "$others other packages come along"
}

start=$SECONDS
"$swift" build "$@" --product palette
echo "consumer.sh: a program that imports DominantColor and ImageCodecs was built in $((SECONDS - start)) s"
"$swift" build "$@"

cp "$OLDPWD/Tests/Fixtures/Corpus/photos/flower.jpg" photo.jpg
bin=$("$swift" build "$@" --show-bin-path)
for program in palette file-palette show measured; do
  echo "\$ $program"
  "$bin/$program" | tee output.txt
  [ -s output.txt ] || fail "$program prints nothing"
done
"$bin/worker" </dev/null || fail "worker does not end with its input"
