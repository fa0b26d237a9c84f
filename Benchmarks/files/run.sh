#!/usr/bin/env bash
# Times `showhide` on files (file_times.py, decoding_race.py, pictures_race.py), or compares what it decodes (format_sets.py), in a virtual
# environment of its own.
#
# Usage: run.sh attempts|many SHOWHIDE PHOTO_FOLDER [OPTION...]
#        run.sh formats SHOWHIDE PHOTO [OPTION...]
#        run.sh pictures SHOWHIDE FOLDER... [OPTION...]
#        run.sh sets SHOWHIDE FOLDER... [OPTION...]
set -euo pipefail
venv=.venv-files
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check numpy Pillow pillow-heif
if [ "${1:-}" = formats ]; then
  shift
  exec "$venv/bin/python" Benchmarks/files/decoding_race.py "$@"
fi
if [ "${1:-}" = pictures ]; then
  shift
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check imagecodecs kornia-rs
  exec "$venv/bin/python" Benchmarks/files/pictures_race.py "$@"
fi
if [ "${1:-}" = sets ]; then
  shift
  exec "$venv/bin/python" Benchmarks/files/format_sets.py "$@"
fi
exec "$venv/bin/python" Benchmarks/files/file_times.py "$@"
