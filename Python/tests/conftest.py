"""What all tests share."""

import os
import shutil

import pytest

from picture_files import FIXTURES, ROOT


@pytest.fixture(scope="session")
def photo():
    return FIXTURES / "Photos" / "china.jpg"


@pytest.fixture(scope="session")
def pictures():
    found = sorted((FIXTURES / "Corpus" / "png" / "valid").glob("*.png"))
    found += sorted((FIXTURES / "Corpus" / "photos").glob("*.jpg"))
    assert len(found) > 5
    return found


@pytest.fixture(scope="session")
def showhide():
    """The command, whose words and answers are the ones to give."""
    named = os.environ.get("SHOWHIDE") or shutil.which("showhide")
    if named is None:
        built = ROOT / ".build" / "release" / "showhide"
        named = str(built) if built.exists() else None
    if named is None:
        pytest.fail("the tests compare with showhide: build it (make build) or set SHOWHIDE")
    return named
