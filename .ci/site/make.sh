#!/usr/bin/env bash
# Makes one site of the guides, the documentation of libraries, Show & Hide, and an example of a dashboard: static files,
# with one navigation and one search.
#
# Usage: make.sh ARCHIVES BENCH PAGE FOLDER
#   ARCHIVES   the documentation that `make docs` makes
#   BENCH      the command, which writes the dashboard
#   PAGE       the folder that `make page` makes
#   FOLDER     what is made; it replaces what is there
#   BASE=PATH  where the site lies on its host, if not at its top, as in BASE=swift-dominant-color
set -euo pipefail
archives=$(cd "${1:?usage: make.sh ARCHIVES BENCH PAGE FOLDER}" && pwd)
bench=$(realpath "${2:?usage: make.sh ARCHIVES BENCH PAGE FOLDER}")
page=$(realpath "${3:?usage: make.sh ARCHIVES BENCH PAGE FOLDER}")
folder=$(realpath -m "${4:?usage: make.sh ARCHIVES BENCH PAGE FOLDER}")
base=${BASE:-}
swift=${SWIFT:-swift}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
[ -x "$docc" ] || docc=$(command -v docc)

test -x .venv-site/bin/python || python3 -m venv .venv-site
.venv-site/bin/pip install -q -r "$here/requirements.txt"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

.venv-site/bin/python "$here/pages.py" "$archives" "$work/pages"
.venv-site/bin/sphinx-build -q -n -W --keep-going -b html "$work/pages" "$work/site"
rm -rf "$work/site/.doctrees" "$work/site/.buildinfo"

"$docc" merge "$archives"/*.doccarchive --synthesized-landing-page-name 'Libraries' --output-path "$work/merged" >/dev/null
"$docc" process-archive transform-for-static-hosting "$work/merged" --output-path "$work/site/api" \
  --hosting-base-path "${base:+$base/}api" >/dev/null
# DocC's pages get a way back to the others.
.venv-site/bin/python "$here/header.py" "$work/site/api" "/${base:+$base/}"
"$bench" report --example --output "$work/site/dashboard" >/dev/null
cp -r "$page" "$work/site/showhide"
.venv-site/bin/python "$here/check.py" "$work/site"

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
mv "$work/site" "$folder"
echo "site: $(find "$folder" -name '*.html' | wc -l) pages, $(du -sh "$folder" | cut -f 1) in $folder"
echo "site: to look at it: python3 -m http.server --directory $folder"
