#!/usr/bin/env bash
# Starts `showhide serve` and checks it: hostile clients over sockets, then what people do in a headless
# Chromium. With a folder for pictures, makes those of the README instead.
#
# Usage: server.sh COMMANDS [FOLDER]    COMMANDS holds showhide and showhide-serve
set -euo pipefail
commands=${1:?usage: server.sh COMMANDS [FOLDER]}
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$(cd "$here/../Fixtures" && pwd)
export PYTHONPATH="$here/browser" PYTHONDONTWRITEBYTECODE=1

if [ $# -gt 1 ]; then
  exec python3 "$here/server/picture.py" "$commands" "$fixtures" "$2"
fi
python3 "$here/server/messages.py" "$commands"
python3 "$here/server/hostile.py" "$commands" "$fixtures"
python3 "$here/server/checks.py" "$commands" "$fixtures"
