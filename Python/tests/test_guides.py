"""The examples of the guides run as they stand."""

import re
import shutil

import pytest

from picture_files import ROOT

GUIDES = ("Python/README.md", "Examples/Pictures.md")


@pytest.mark.parametrize("guide", GUIDES)
def test_examples(guide, photo, tmp_path, monkeypatch):
    shutil.copy(photo, tmp_path / "photo.jpg")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / guide).read_text(), re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, guide, "exec"), {"paths": ["photo.jpg", "photo.jpg"]})
