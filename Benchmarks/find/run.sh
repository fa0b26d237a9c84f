#!/usr/bin/env bash
# Counts recall and precision of `showhide find` (quality.py) in a virtual environment of its own.
#
# Usage: run.sh SHOWHIDE PHOTO_FOLDER SEEDS
set -euo pipefail
venv=.venv-find
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check numpy Pillow
exec "$venv/bin/python" Benchmarks/find/quality.py "$1" "$2" --seeds "$3"
