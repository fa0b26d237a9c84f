#!/usr/bin/env bash
# Installs the package with a built library in a virtual environment and runs its tests.
#
# Usage: run-tests.sh LIBRARY_FOLDER VENV [engines|peers]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$1" && pwd)
venv=$2
python=${PYTHON:-python3}
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
install=("$venv/bin/python" -m pip install --quiet --disable-pip-version-check)
"${install[@]}" 'setuptools>=77' wheel
case ${3:-test} in
  test) "${install[@]}" pytest hypothesis numpy pyarrow Pillow pillow-heif blurhash mypy==2.4.1 basedpyright==1.40.2 ;;
  engines) "${install[@]}" pytest numpy pyarrow pandas Pillow 'pyspark>=3.5,<4.1' 'ray[data]' 'dask[bag,dataframe,distributed]' duckdb psutil ;;
  peers) "${install[@]}" numpy Pillow colorthief modern_colorthief fast-colorthief Pylette colorgram.py opencv-python-headless ;;
  *) echo "usage: run-tests.sh LIBRARY_FOLDER VENV [engines|peers]" >&2; exit 64 ;;
esac
DOMINANTCOLOR_LIBRARY=$library "${install[@]}" --no-build-isolation --no-deps --force-reinstall "$here"
venv=$(cd "$venv" && pwd)
cd "$here"
case ${3:-test} in
  test) exec "$venv/bin/python" -m pytest -q -p no:cacheprovider tests ;;
  engines) exec "$venv/bin/python" -m pytest -q -x -p no:cacheprovider engines-tests ;;
  peers) exec "$venv/bin/python" peers/race.py ;;
esac
