#!/usr/bin/env bash
# Puts esbuild, rollup, webpack and TypeScript into a folder, out of Debian's packages, whose versions its release
# fixes. They are unpacked and not installed: webpack's want Debian's own Node, and another one may be here.
#
# Usage: fetch.sh FOLDER
set -euo pipefail
folder=${1:?usage: fetch.sh FOLDER}
[ ! -e "$folder/complete" ] || exit 0
command -v apt-get >/dev/null || {
  echo "bundlers: apt-get is missing: esbuild, rollup, webpack and TypeScript come out of Debian's packages." >&2
  exit 69
}
rm -rf "$folder"
mkdir -p "$folder/packages"
folder=$(cd "$folder" && pwd)
cd "$folder/packages"
esbuild=(esbuild)
typescript=(node-typescript)
rollup=(rollup node-rollup-plugin-node-resolve node-rollup-pluginutils node-resolve node-is-module
  node-is-builtin-module node-builtin-modules node-deepmerge node-micromatch node-estree-walker node-function-bind
  node-braces node-fill-range node-to-regex-range node-is-number node-anymatch)
webpack=(webpack node-acorn node-browserslist node-chrome-trace-event node-enhanced-resolve node-es-module-lexer
  node-eslint-scope node-events node-graceful-fs node-jest-worker node-json-parse-better-errors node-loader-runner
  node-mime-types node-neo-async node-schema-utils node-serialize-javascript node-source-map node-tapable
  node-watchpack node-webassemblyjs node-webpack-sources node-terser node-ajv node-ajv-keywords node-uri-js
  node-fast-deep-equal node-punycode node-json-schema-traverse node-mime node-estraverse node-esrecurse
  node-ampproject-remapping node-randombytes node-merge-stream)
# Its user may not write here, about which apt-get warns.
apt-get download -qq "${esbuild[@]}" "${typescript[@]}" "${rollup[@]}" "${webpack[@]}" 2>"$folder/log" || {
  apt-get update -qq
  apt-get download -qq "${esbuild[@]}" "${typescript[@]}" "${rollup[@]}" "${webpack[@]}" 2>"$folder/log"
} || {
  cat "$folder/log" >&2
  exit 69
}
for package in *.deb; do dpkg-deb -x "$package" ..; done
rm -rf "$folder/packages"
touch "$folder/complete"
