#!/usr/bin/env bash
# Opens the dashboard of a made-up history in a headless Chromium, from the disk and without a
# network, and checks what people would see, press and hear.
#
# Usage: dashboard.sh BENCH [PICTURE]    BENCH is the command; PICTURE gets a screenshot
set -euo pipefail
bench=${1:?usage: dashboard.sh BENCH [PICTURE]}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$bench" report --example --repository https://example.org/owner/name --output "$scratch/site" \
  2>"$scratch/words" || {
  cat "$scratch/words" >&2
  exit 1
}
# A title is untrusted text too: this one must stay text.
hostile='</title></script><script>document.body.innerHTML=""</script><img src=x onerror=alert(1)>'
"$bench" report --example --title "$hostile" --output "$scratch/hostile" 2>>"$scratch/words"

# More points than fit into a page.
awk 'BEGIN { print "series,time,value,range"; for (s = 0; s < 24; s++) for (i = 0; i < 1500; i++)
  print "s" s "," 1600000000 + i * 86400 "," 100000 + (i * 7919 + s * 104729) % 50021 ",± " 9000 + i * 31 % 9973 }' >"$scratch/long.csv"
"$bench" report --input "$scratch/long.csv" --output "$scratch/long" 2>>"$scratch/words"

if [ $# -gt 1 ]; then
  PYTHONPATH="$here/browser" python3 "$here/dashboard/picture.py" "$scratch/site/index.html" "$2"
else
  PYTHONPATH="$here/browser" python3 "$here/dashboard/checks.py" "$scratch/site/index.html" "$scratch/hostile/index.html" \
    "$scratch/long/index.html" "$hostile"
fi
