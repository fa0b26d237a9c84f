"""The first answer, without an option, is the same in every language: FirstAnswers/answers.tsv.

The tests of JavaScript (module.test.js), C (check.c) and Swift (FirstAnswerTests) read the same table. RECORD=1 writes
it again, as the command answers.
"""

import json
import os
import subprocess

import dominantcolor
from picture_files import FIXTURES

TABLE = FIXTURES / "FirstAnswers" / "answers.tsv"
LINES = TABLE.read_text().splitlines()[1:]


def line(picture, distinct, dominant, swatches):
    return "\t".join([picture, str(distinct or "-"), dominant or "-", " ".join(f"{c} {n}" for c, n in swatches) or "-"])


def of_command(showhide, picture):
    said = subprocess.run(
        [showhide, "palette", "--format", "json", FIXTURES / picture], check=True, capture_output=True)
    (found,) = json.loads(said.stdout)["images"]
    swatches = [(swatch["color"], swatch["count"]) for swatch in found["swatches"]]
    dominant = found["dominant"] and found["dominant"]["color"]
    return line(picture, found.get("distinctColors"), dominant, swatches)


def test_the_command(showhide):
    found = [of_command(showhide, entry.split("\t")[0]) for entry in LINES]
    if os.environ.get("RECORD"):
        head = TABLE.read_text().splitlines()[0]
        TABLE.write_text("\n".join([head, *found]) + "\n")
    assert found == LINES


def test_python():
    for entry in LINES:
        picture = entry.split("\t")[0]
        found = dominantcolor.palette(FIXTURES / picture)
        swatches = [(swatch.hex, swatch.count) for swatch in found.swatches]
        assert line(picture, found.distinct_colors, found.dominant and found.dominant.hex, swatches) == entry
