"""What the tests of the JavaScript package expect is what this library answers."""

import importlib.util
import json

from picture_files import ROOT


def test_answers():
    folder = ROOT / "JavaScript" / "test"
    spec = importlib.util.spec_from_file_location("record", folder / "record.py")
    record = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(record)
    expected = json.loads((folder / "expected.json").read_text())
    for entry in expected["files"]:
        entry.pop("effects", None)
    assert json.loads(json.dumps(record.recorded())) == expected
