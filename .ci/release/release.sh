#!/usr/bin/env bash
# Makes everything that a release consists of, from a clean clone whose commit has the version as its tag.
#
# Usage: release.sh VERSION [FOLDER]    artefacts go to FOLDER, .release/VERSION by default
#   SWIFT=swift              the command
#   RELEASE_PARTS='source programs debian python javascript'
#                            what is made, all of it by default
#
# Every time in an artefact is that of the commit, owners are root, and names are sorted: two runs with the same
# packages and the same compiler make the same bytes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"
# shellcheck source=.ci/release/packing.sh
. "$here/packing.sh"

version=${1:-}
swift=${SWIFT:-swift}
parts=" ${RELEASE_PARTS:-source programs debian python javascript} "

refuse() {
  printf 'make release: %s\n' "$@" >&2
  exit 65
}

[ -n "$version" ] || {
  echo "make release: say which version: make release VERSION=0.3.0" >&2
  exit 64
}
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || {
  echo "make release: '$version' is no version: write three numbers, as in 0.3.0" >&2
  exit 64
}
[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || {
  echo "make release: the packages are for Linux x86-64 and are built there; this is $(uname -sm)" >&2
  exit 69
}

# No artefact names another version than its own program does.
"$here/version.py" check "$version"
grep -qx "## $version" CHANGELOG.md ||
  refuse "CHANGELOG.md has no heading '## $version': give what is under 'Unreleased' this heading"
waiting=$(sed -n '/^## Unreleased$/,/^## [0-9]/p' CHANGELOG.md | grep -vE '^(## .*)?$' | head -n 3 || true)
[ -z "$waiting" ] ||
  refuse "CHANGELOG.md has lines under 'Unreleased' that no version has: move them under '## $version'" "$waiting"

changes=$(git status --porcelain)
[ -z "$changes" ] || refuse "the clone is not clean: commit these, or make a clone of the tag" "$changes"
git tag --points-at HEAD | grep -qx "$version" ||
  refuse "the commit $(git rev-parse --short HEAD) has no tag $version: git tag $version, or check the tag out"

commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
export LC_ALL=C TZ=UTC
umask 022
RELEASE_BUILD="commit ${commit:0:12}, Linux x86_64, $("$swift" --version 2>/dev/null |
  sed -nE 's/.*(Swift) version ([0-9.]+).*/\1 \2/p' | head -n 1)"
export RELEASE_BUILD
# One manifest for all builds: with the page's server, without the plugin.
export SERVER=1 NO_PLUGIN=1 SWIFT="$swift"

folder=$(mkdir -p "${2:-.release/$version}" && cd "${2:-.release/$version}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
made=$work/artefacts
mkdir "$made"
wants() { [[ $parts == *" $1 "* ]]; }

if wants source; then
  git archive --format=tar --prefix="swift-dominant-color-$version/" HEAD |
    gzip -9n >"$made/swift-dominant-color-$version.tar.gz"
fi
if wants programs || wants debian || wants python; then
  "$here/build.sh"
  "$here/licences.sh" .build-release "$work/licences"
fi
if wants programs || wants debian; then
  "$here/stage.sh" .build-release "$version" "$work/programs"
fi
if wants programs; then
  for program in bench showhide; do
    "$here/archive.sh" "$work/programs/$program" "$work/licences" "$program-$version-linux-x86_64" "$made"
  done
fi
if wants debian; then
  "$here/debian.sh" "$version" "$work/programs" .build-release/libdominantcolor "$made"
fi
if wants python; then
  rm -rf Python/dist
  Python/make-wheel.sh .build-release/libdominantcolor
  cp Python/dist/*.whl "$made/"
  PYTHON=$PWD/.venv-wheel/bin/python Python/make-sdist.sh "$made"
fi
if wants javascript; then
  JavaScript/build.sh .build-wasm
  files=$(python3 -c 'import json; print(*json.load(open("JavaScript/package.json"))["files"], sep="\n")')
  mkdir -p "$work/npm/package"
  for file in package.json README.md $files; do install -m 644 "JavaScript/$file" "$work/npm/package/$file"; done
  install -m 644 LICENSE "$work/npm/package/LICENSE"
  # Where the sources are is known to who releases.
  [ -z "${GITHUB_REPOSITORY:-}" ] || python3 - "$work/npm/package/package.json" \
    "${GITHUB_SERVER_URL:-https://github.com}/$GITHUB_REPOSITORY" <<'END'
import json, pathlib, sys
file, address = pathlib.Path(sys.argv[1]), sys.argv[2]
package = json.loads(file.read_text())
package |= {
    "repository": {"type": "git", "url": f"git+{address}.git", "directory": "JavaScript"},
    "homepage": f"{address}/tree/main/JavaScript#readme", "bugs": f"{address}/issues"}
file.write_text(json.dumps(package, indent=2) + "\n")
END
  pack "$work/npm" package "$made/dominantcolor-$version.tgz"
fi
if [ -f .build-release/workspace-state.json ]; then
  python3 "$here/bill.py" "$version" "$commit" Package.resolved "$made/swift-dominant-color-$version.spdx.json"
fi
(cd "$made" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)

# All of it, or nothing.
rm -rf "$folder"
mv "$made" "$folder"
echo
echo "made in ${folder#"$root"/}, with times of $(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ):"
(cd "$folder" && for file in *; do
  printf '%12d  %s  %s\n' "$(stat -c %s "$file")" "$(sha256sum "$file" | cut -c 1-16)" "$file"
done)
