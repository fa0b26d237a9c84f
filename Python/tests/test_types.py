"""What type checkers say of the package: of calls that are right, of wrong ones, and of the package itself."""

import importlib.metadata
import inspect
import json
import pathlib
import pydoc
import re
import subprocess
import sys

import pytest

import dominantcolor

CALLS = pathlib.Path(__file__).with_name("calls_for_type_checkers.py")
WRONG = {number for number, line in enumerate(CALLS.read_text().splitlines(), 1) if line.endswith("# wrong")}


def run(folder, *command):
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True)


def test_mypy_refuses_what_is_wrong(tmp_path):
    pytest.importorskip("mypy")
    said = run(tmp_path, "mypy", "--strict", "--no-error-summary", "--hide-error-context", str(CALLS)).stdout
    assert {int(line) for line in re.findall(r"\.py:(\d+): error:", said)} == WRONG, said


def test_pyright_refuses_what_is_wrong(tmp_path):
    # The same checker as pyright with its program inside the package; rules are those of pyright's "strict".
    pytest.importorskip("basedpyright")
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "include": [str(CALLS)], "pythonVersion": "3.11"})
    )
    said = run(tmp_path, "basedpyright", "--outputjson", "--pythonpath", sys.executable)
    found = json.loads(said.stdout)["generalDiagnostics"]
    lines = {entry["range"]["start"]["line"] + 1 for entry in found if entry["severity"] == "error"}
    assert lines == WRONG, found


@pytest.mark.parametrize(
    "function", ["palette", "palettes", "palettes_of_arrow", "average", "blurhash", "Histogram"]
)
def test_help_shows_options(function):
    shown = pydoc.render_doc(getattr(dominantcolor, function), renderer=pydoc.plaintext)
    described = dict(re.findall(r"^[\s|]+(\w+): (.+)$", shown, re.M))
    for name in dominantcolor.Options.__annotations__:
        assert name in described, name
    taken = inspect.signature(getattr(dominantcolor, function)).parameters
    assert taken["count"].kind is inspect.Parameter.KEYWORD_ONLY and taken["hue_bins"].default == 360
    assert "options" not in taken


def test_metadata():
    about = importlib.metadata.metadata("dominantcolor")
    assert about["License-Expression"] == "Apache-2.0" and "LICENSE" in about.get_all("License-File")
    assert about["Requires-Python"] == ">=3.9" and about["Keywords"]
    text = [
        file.read_text() for file in importlib.metadata.files("dominantcolor") if file.name == "LICENSE"
    ]
    assert len(text) == 1 and "Apache License" in text[0]
