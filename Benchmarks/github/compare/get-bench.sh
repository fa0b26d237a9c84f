#!/bin/sh
# Fetches a released `bench` for x86-64 Linux, verifies it, and prints the folder of the program; one that was fetched
# before and still has its checksum is taken without the network.
#
# Usage: get-bench.sh
#   BENCH_RELEASES=ADDRESS   where releases are: ADDRESS/VERSION/bench-VERSION-linux-x86_64.tar.xz
#   BENCH_VERSION=0.2.0
#   BENCH_SHA256=…           the checksum of the archive; without it the one that the release's SHA256SUMS says, which
#                            tells a broken download and not a forged release
#   BENCH_FOLDER=FOLDER      where it is kept; ~/.cache/bench-releases
#
# In a job of GitHub Actions the folder of the program is added to PATH. Exits with 65 where a checksum is wrong, 66 where
# there is no such release, 69 on another system.
set -eu

fail() {
  code=$1
  shift
  echo "get-bench: $*" >&2
  exit "$code"
}

version=${BENCH_VERSION:?get-bench: BENCH_VERSION is not set: say which release, as in 0.2.0}
case $version in
  *[!0-9.]* | .* | *.) fail 64 "'$version' is no version: write three numbers, as in 0.2.0" ;;
esac
[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] ||
  fail 69 "bench is released for x86-64 Linux; this is $(uname -s) $(uname -m): build it from source"
command -v curl >/dev/null || fail 69 "curl is missing, which fetches the archive: install the package curl"
command -v xz >/dev/null || fail 69 "xz is missing, which unpacks the archive: install the package xz-utils"
name=bench-$version-linux-x86_64
folder=${BENCH_FOLDER:-${HOME:?}/.cache/bench-releases}
mkdir -p "$folder"
archive=$folder/$name.tar.xz
sums=$folder/$name.sums

fetch() {
  : "${BENCH_RELEASES:?get-bench: BENCH_RELEASES is not set: say where releases are}"
  curl --fail --silent --show-error --location --proto '=https' --retry 3 \
    --output "$2.partial" "$BENCH_RELEASES/$version/$1" ||
    fail 66 "$BENCH_RELEASES/$version/$1 cannot be fetched"
  mv "$2.partial" "$2"
}
# The checksum that the archive must have.
expected() {
  if [ -n "${BENCH_SHA256:-}" ]; then
    echo "$BENCH_SHA256"
  else
    sed -n "s/^\([0-9a-f]\{64\}\)  $name\.tar\.xz$/\1/p" "$sums"
  fi
}
is_right() {
  [ -f "$archive" ] && [ -n "$(expected)" ] && [ "$(sha256sum <"$archive" | cut -d ' ' -f 1)" = "$(expected)" ]
}

[ -n "${BENCH_SHA256:-}" ] || [ -f "$sums" ] || fetch SHA256SUMS "$sums"
if ! is_right; then
  fetch "$name.tar.xz" "$archive"
  if ! is_right; then
    rm -f "$archive" "$sums"
    fail 65 "$name.tar.xz has another checksum than it should: nothing of it was run"
  fi
fi
# Unpacked anew each time, from what was verified.
rm -rf "${folder:?}/$name"
tar -xJf "$archive" -C "$folder"
"$folder/$name/bin/bench" --version >&2
[ -z "${GITHUB_PATH:-}" ] || echo "$folder/$name/bin" >>"$GITHUB_PATH"
echo "$folder/$name/bin"
