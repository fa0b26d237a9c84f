#!/usr/bin/env bash
# Times `showhide` on files (file_times.py) in a virtual environment of its own.
#
# Usage: run.sh attempts|many SHOWHIDE PHOTO_FOLDER [OPTION...]
set -euo pipefail
venv=.venv-find
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check numpy Pillow
exec "$venv/bin/python" Benchmarks/files/file_times.py "$@"
