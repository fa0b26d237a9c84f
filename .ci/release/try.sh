#!/usr/bin/env bash
# Makes a release of the last commit in a clone with a tag, and tries what it consists of as a new user would: in a
# bare Debian, without Swift.
#
# Usage: try.sh [FOLDER]     as root; FOLDER (.release) keeps the clone and the bare system for the next time
#   TWICE=1                  make it from a second clone in the same place, too, and compare the bytes
#   RELEASE=FOLDER           try these artefacts instead of making any
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"
folder=$(mkdir -p "${1:-.release}" && cd "${1:-.release}" && pwd)
part() { sed -nE "s/^#define DOMINANTCOLOR_VERSION_$1 ([0-9]+)$/\1/p" Sources/Bindings/CDominantColor/include/dominantcolor.h; }
version=$(part MAJOR).$(part MINOR).$(part PATCH)

fail() {
  echo "make release-test: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || {
  echo "make release-test: only root may make a bare system and change into it: sudo make release-test" >&2
  exit 77
}

# A clone of the last commit with the tag; sources and the changelog's heading say the version, as in a release.
#
# Usage: tagged_clone FOLDER
tagged_clone() {
  local commit
  commit=$(git rev-parse HEAD)
  [ -d "$1/.git" ] || git clone --quiet --no-checkout "$root" "$1"
  git -C "$1" fetch --quiet --no-tags origin "$commit" 2>/dev/null || git -C "$1" fetch --quiet --no-tags origin
  git -C "$1" checkout --quiet --force --detach "$commit"
  git -C "$1" clean -dfq
  sed -i "0,/^## Unreleased$/s//## $version/" "$1/CHANGELOG.md"
  "$1/.ci/release/version.py" set "$version"
  if ! git -C "$1" diff --quiet; then
    GIT_COMMITTER_DATE=$(git log -1 --format=%cI) git -C "$1" -c user.name=release-test \
      -c user.email=release-test@example.org commit --quiet --all --date="$(git log -1 --format=%cI)" \
      --message="Release $version"
  fi
  git -C "$1" tag --force "$version" >/dev/null
}

made=${RELEASE:-}
if [ -z "$made" ]; then
  tagged_clone "$folder/clone"
  # What is on the way to a version, or is not tagged, is refused, with a reason.
  "$folder/clone/.ci/release/version.py" set "$version-dev"
  if make -s -C "$folder/clone" release VERSION="$version" 2>"$folder/refusal"; then
    fail "sources of $version-dev were released"
  fi
  grep -q "says '-dev'" "$folder/refusal" || fail "no reason: $(cat "$folder/refusal")"
  git -C "$folder/clone" checkout --quiet .
  # The heading that stands there has lines above it that no version has.
  sed -i "0,/^## $version$/s//## Unreleased\n\n- A line.\n\n## $version/" "$folder/clone/CHANGELOG.md"
  if make -s -C "$folder/clone" release VERSION="$version" 2>"$folder/refusal"; then
    fail "lines under Unreleased were released"
  fi
  grep -q "lines under 'Unreleased'" "$folder/refusal" || fail "no reason: $(cat "$folder/refusal")"
  git -C "$folder/clone" checkout --quiet .
  git -C "$folder/clone" tag --delete "$version" >/dev/null
  if make -s -C "$folder/clone" release VERSION="$version" 2>"$folder/refusal"; then
    fail "a commit without a tag was released"
  fi
  grep -q "has no tag $version" "$folder/refusal" || fail "no reason: $(cat "$folder/refusal")"
  git -C "$folder/clone" tag "$version"
  make -C "$folder/clone" release VERSION="$version"
  made=$folder/clone/.release/$version
  if [ -n "${TWICE:-}" ]; then
    # Of the first clone only the artefacts stay: Swift's modules name the folder that they were built in.
    rm -rf "$folder/first"
    mv "$made" "$folder/first"
    rm -rf "$folder/clone"
    tagged_clone "$folder/clone"
    make -C "$folder/clone" release VERSION="$version"
    # Swift 6.3.1 orders arguments of blocks by addresses where it rotates loops. SequentialPass, which was compiled otherwise
    # each time by that, has no such loop any more; whether whole programs are equal now is said here, and is to be seen once
    # before it is demanded. Nothing else may differ.
    differing=$(diff "$folder/first/SHA256SUMS" "$made/SHA256SUMS" | sed -n 's/^< [0-9a-f]*  //p' || true)
    if [ -z "$differing" ]; then
      echo "release-test: a second clone gives the same bytes"
    else
      ! grep -vE '^(bench|showhide)[-_]|^libdominantcolor0_|\.whl$' <<<"$differing" ||
        fail "a second clone gives other bytes where no program is"
      echo "release-test: a second clone gives the same bytes but for compiled programs:" $differing
    fi
  fi
fi
made=$(cd "$made" && pwd)
(cd "$made" && sha256sum --quiet --check SHA256SUMS)
while read -r bytes name; do
  [ "$bytes" -le 12000000 ] || fail "$name has $bytes bytes, more than 12 MB"
done < <(find "$made" -type f -printf '%s %f\n')

# The bare system, and a copy of it for each trial.
suite=${SUITE:-bookworm}
base=$folder/bare-$suite
if ! [ -f "$base/complete" ]; then
  rm -rf "$base"
  debootstrap --variant=minbase "$suite" "$base" >"$folder/debootstrap.log" ||
    fail "debootstrap failed: $folder/debootstrap.log"
  touch "$base/complete"
fi
system=$folder/system
processes=()
finish() {
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  ! mountpoint -q "$system/proc" || umount "$system/proc"
  rm -rf "$system"
}
trap finish EXIT
fresh() {
  finish
  cp -a "$base" "$system"
  cp /etc/resolv.conf "$system/etc/resolv.conf"
  # A service would be started by some packages.
  printf '#!/bin/sh\nexit 101\n' >"$system/usr/sbin/policy-rc.d"
  chmod 755 "$system/usr/sbin/policy-rc.d"
  mount -t proc proc "$system/proc"
  install -d "$system/trial"
  cp Tests/Fixtures/Corpus/photos/flower.jpg "$system/trial/photo.jpg"
}
bare=(/usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8)
inside() { chroot "$system" "${bare[@]}" "$@"; }
install_packages() {
  inside apt-get update -qq
  inside DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >"$folder/apt.log" 2>&1 ||
    { cat "$folder/apt.log" >&2; fail "apt-get install $* failed"; }
}
# What both programs do, wherever they are.
#
# Usage: programs_work FOLDER_OF_PROGRAMS
programs_work() {
  local found page code
  inside "$1/bench" --version | grep -q "^$version (commit " || fail "bench --version: $(inside "$1/bench" --version)"
  inside "$1/showhide" --version | grep -q "^$version (commit " || fail "showhide --version"
  found=$(inside "$1/showhide" palette /trial/photo.jpg --format csv) || fail "showhide palette"
  [ -n "$found" ] || fail "showhide palette answers nothing"
  inside "$1/showhide" show /trial/photo.jpg -o /trial/shown.png --sandbox || fail "showhide show --sandbox"
  inside "$1/bench" run --kernel simd --image flat --size 1.5MP --quiet >/dev/null || fail "bench run"
  code=0
  inside "$1/bench" compare --quiet -- true -- sleep 0.02 >/dev/null || code=$?
  [ "$code" -eq 2 ] || fail "bench compare of commands: exit code $code and not 2, slower"
  # Not by the function, whose process would be another one than the server's.
  chroot "$system" "${bare[@]}" "$1/showhide" serve --port 8917 /trial >"$folder/serve.log" 2>&1 &
  processes+=($!)
  for _ in $(seq 50); do
    page=$(python3 -c 'import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:8917/", timeout=5).read().decode())' \
      2>/dev/null) && break
    sleep 0.2
  done
  [[ $page == *"<html"* ]] || fail "showhide serve: $(cat "$folder/serve.log")"
  kill "${processes[-1]}" || fail "showhide serve has ended: $(cat "$folder/serve.log")"
  wait "${processes[-1]}" 2>/dev/null || true
  unset 'processes[-1]'
}

fresh
! inside sh -c 'command -v swift || ls -d /usr/lib/swift*' 2>/dev/null || fail "the bare system has Swift"
for name in bench showhide; do
  tar -xJf "$made/$name-$version-linux-x86_64.tar.xz" -C "$system/trial" --strip-components=1 --no-same-owner
done
programs_work /trial/bin
echo "release-test: the archives work without Swift"
# Counted outside, where valgrind is: instructions and pages of a start, which no load changes.
.ci/install-dependencies.sh valgrind=valgrind
python3 Tests/Checks/start-up.py PerfTests/Counts/start-up.json "$system/trial/bin" || fail "a start takes more than recorded"

fresh
cp "$made"/*.deb "$system/trial/"
inside sh -c 'find / -xdev \( -path /proc -o -path /trial -o -path /var -o -path /root -o -path /tmp -o -path /etc \) -prune -o -print | sort' \
  >"$folder/files-before"
debs=("$system"/trial/*.deb)
install_packages "${debs[@]#"$system"}"
programs_work /usr/bin
test -s "$system/usr/share/man/man1/bench-compare.1.gz" || fail "no manual page of bench compare"
# The library, as a program in C uses it.
cc Examples/C/palette.c -I "$system/usr/include" -L "$system/usr/lib/x86_64-linux-gnu" -ldominantcolor \
  -Wl,--allow-shlib-undefined -o "$system/trial/palette"
inside /trial/palette /trial/photo.jpg >/dev/null || fail "a program in C with libdominantcolor"
inside apt-get purge -y -qq bench showhide libdominantcolor-dev 'libdominantcolor[0-9]*' >/dev/null 2>&1 ||
  fail "the packages cannot be removed"
inside apt-get autoremove --purge -y -qq >/dev/null 2>&1
inside sh -c 'find / -xdev \( -path /proc -o -path /trial -o -path /var -o -path /root -o -path /tmp -o -path /etc \) -prune -o -print | sort' \
  >"$folder/files-after"
diff "$folder/files-before" "$folder/files-after" || fail "removing the packages leaves files"
echo "release-test: the Debian packages install, work and are removed without a trace"

fresh
cp "$made"/*.whl "$made/dominantcolor-$version.tgz" "$system/trial/"
install_packages python3 python3-venv nodejs
cat >"$system/trial/trial.mjs" <<'END'
import { palette } from "dominantcolor";
const data = new Uint8Array(3 * 64).fill(200);
console.log((await palette({ data, width: 8, height: 8 })).dominant.hex);
END
inside sh -ec 'python3 -m venv /trial/venv
  /trial/venv/bin/pip install --quiet --no-index /trial/*.whl
  /trial/venv/bin/python -c "import dominantcolor; print(dominantcolor.palette(\"/trial/photo.jpg\").dominant.hex)"'
inside sh -ec 'mkdir -p /trial/node_modules/dominantcolor
  tar -xzf /trial/dominantcolor-*.tgz -C /trial/node_modules/dominantcolor --strip-components=1
  cd /trial && node trial.mjs'
echo "release-test: the wheel and the npm package work without Swift"

Python/try-sdist.sh "$made/dominantcolor-$version.tar.gz"
