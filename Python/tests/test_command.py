"""`python -m dominantcolor`, compared with the command that it is like."""

import json
import os
import random
import re
import subprocess
import sys

import pytest
from PIL import Image

import dominantcolor
from picture_files import FIXTURES, png

REPORTS = FIXTURES / "Reports"


def ours(*arguments, **settings):
    return subprocess.run(
        [sys.executable, "-m", "dominantcolor", *map(str, arguments)], capture_output=True, **settings
    )


@pytest.fixture
def theirs(showhide):
    def run(*arguments, **settings):
        return subprocess.run(
            [showhide, "palette", *map(str, arguments)], capture_output=True, **settings
        )

    return run


def without_ties(line):
    """An answer without what only the command tells: near ties, and estimates of large JPEGs."""
    return {key: value for key, value in json.loads(line).items() if key not in ("tie", "estimate")}


def test_files_that_fail(theirs, pictures, tmp_path):
    broken = tmp_path / "broken.png"
    broken.write_bytes(pictures[0].read_bytes()[:60])
    cut = tmp_path / "cut.png"  # some of whose rows are there
    noise = random.Random(1)
    whole = png([noise.randbytes(300) for _ in range(1000)])
    cut.write_bytes(whole[: len(whole) // 2])
    paths = [*pictures[:4], broken, cut, tmp_path / "missing.png"]
    expected = theirs(*paths, "--format", "jsonl")
    found = ours(*paths, "--format", "jsonl", "--jobs", "2")
    lines = [without_ties(line) for line in expected.stdout.splitlines()]
    assert [json.loads(line) for line in found.stdout.splitlines()] == lines
    assert found.returncode == expected.returncode == 65 and b"Error: " in found.stderr
    assert lines[5]["error"].endswith("allow partial images. (--partial)")
    assert ours(cut, "--partial").returncode == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "csv"], ["--format", "css"], ["--format", "gpl"], ["--format", "ase"],
        ["--format", "svg"], ["--format", "table"], ["--format", "csv", "--names"],
        ["--format", "css", "--names"], ["--format", "gpl", "--names"],
        ["--format", "ase", "--names"], ["--format", "svg", "--names"],
        ["--format", "table", "--names"], ["--format", "table", "--where"],
        ["--format", "table", "--average", "--blurhash"], ["--format", "table", "--where", "--names"],
        ["--format", "table", "--background"], ["--without", "background,Black", "--names"],
        ["--without", "white=0"], ["--without", "background", "--method", "distinct"],
        ["--method", "distinct"], ["--count", "3"], ["--without", "white,grey=4"],
        ["--gamut", "p3"], ["--gamut", "P3", "--format", "css", "--names"], ["--gamut", "p3", "--where", "--names"],
        ["--gamut", "p3", "--format", "csv", "--names"], ["--gamut", "p3", "--method", "distinct"],
        ["--region", "10%,10%,50%,50%"], ["--region", "900,0,1,1"], ["--minimum-alpha", "1"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_same_bytes(theirs, photo, options):
    paths = [photo, *sorted(REPORTS.glob("*.png"))]
    expected, found = theirs(*paths, *options), ours(*paths, *options)
    assert found.stdout == expected.stdout and found.returncode == expected.returncode == 0


@pytest.mark.parametrize(
    "options",
    [["--names"], ["--names", "--method", "distinct"], ["--roles", "--method", "distinct"], ["--roles"],
     ["--roles", "--without", "background"], ["--background"], ["--without", "white=0"], ["--where"],
     ["--average", "--blurhash"], ["--gamut", "p3"], ["--gamut", "p3", "--names", "--where", "--roles"], []],
    ids=" ".join,
)  # fmt: skip
def test_same_json(theirs, photo, options):
    paths = [photo, *sorted(REPORTS.glob("*.png"))]
    expected = theirs(*paths, "--format", "jsonl", *options).stdout.splitlines()
    found = ours(*paths, "--format", "jsonl", *options).stdout.splitlines()
    assert [json.loads(line) for line in found] == [without_ties(line) for line in expected]
    document = json.loads(ours(*paths, "--format", "json", *options).stdout)
    assert document == {"schema": 1, "images": [json.loads(line) for line in found]}


@pytest.mark.parametrize("options", [[], ["--whole"], ["--where", "--average", "--blurhash", "--background"]], ids=" ".join)
def test_same_bars(theirs, options):
    paths = [REPORTS / "letterbox.jpg"]
    expected, found = theirs(*paths, *options), ours(*paths, *options)
    assert found.stdout == expected.stdout and found.returncode == expected.returncode == 0
    assert (b"bars left out: 45 rows above" in found.stdout) == ("--whole" not in options)
    lines = [run(*paths, "--format", "jsonl", *options).stdout for run in (theirs, ours)]
    assert without_ties(lines[0]) == json.loads(lines[1])


def test_drawing(theirs, photo, tmp_path):
    for run, name in ((theirs, "theirs.png"), (ours, "ours.png")):
        assert run(photo, REPORTS / "logo-on-white.png", "-o", tmp_path / name).returncode == 0
    drawn = [Image.open(tmp_path / name).convert("RGBA") for name in ("ours.png", "theirs.png")]
    assert drawn[0].size == drawn[1].size and drawn[0].tobytes() == drawn[1].tobytes()


def test_standard_input(photo):
    found = ours("-", input=photo.read_bytes())
    assert found.returncode == 0 and found.stdout.startswith("-: 640×427".encode())


def test_folders_and_lists(theirs, photo, tmp_path):
    folder = tmp_path / "holiday"
    for name in ("b/IMG_1.jpg", "a/IMG_1.jpg", "a/c/IMG_1.jpg", "a/.hidden.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(photo.read_bytes())
    (folder / "a" / "note.txt").write_text("hello")
    for arguments in (["--recursive", folder], [folder / "a"], [str(folder / "a" / "*.jpg")]):
        expected, found = theirs(*arguments), ours(*arguments)
        assert found.stdout == expected.stdout and expected.stdout
        assert (b"Warning" in found.stderr) == (b"Warning" in expected.stderr)
    bare = ours(folder)
    assert bare.returncode == 66 and b"--recursive" in bare.stderr
    assert ours(folder / "a" / "x*").returncode == 66
    listed = [folder / "a" / "IMG_1.jpg", folder / "b" / "IMG_1.jpg"]
    (tmp_path / "list").write_text("\n".join(map(str, listed)) + "\n\n")
    expected = ours(*listed).stdout
    assert ours("--files-from", tmp_path / "list").stdout == expected
    zeros = b"".join(os.fsencode(path) + b"\0" for path in listed)
    assert ours("--files-from0", "-", input=zeros).stdout == expected
    assert ours("--files-from", "-", input=zeros).stdout == expected
    assert ours("--files-from", tmp_path / "nothing").returncode == 66


def test_folders_hold_what_showhide_takes(theirs, photo, tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(photo.read_bytes())
    row = b"\x30\x60\xc0" * 4
    head = b"BM" + (54 + 12 * 4).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
    head += (40).to_bytes(4, "little") + (4).to_bytes(4, "little") * 2
    head += (1).to_bytes(2, "little") + (24).to_bytes(2, "little") + bytes(24)
    (folder / "b.bmp").write_bytes(head + row * 4)
    (folder / "letter.bmp").write_bytes(b"BM is how this text begins, and it is no picture.")
    (folder / "movie.mp4").write_bytes(b"\0\0\0\x18ftypisom\0\0\0\0isommp42" + bytes(64))
    (folder / "sound.wav").write_bytes(b"RIFF\x40\0\0\0WAVEfmt " + bytes(64))
    expected, found = theirs(folder), ours(folder)
    assert (found.returncode, found.stdout) == (expected.returncode, expected.stdout)
    assert found.returncode == 0 and b"b.bmp" in found.stdout


def test_output_files(photo, tmp_path):
    out = tmp_path / "x.css"
    assert ours(photo, "-o", out).returncode == 0 and out.read_text().startswith(":root {")
    again = ours(photo, "-o", out)
    assert again.returncode == 73 and b"--force" in again.stderr
    assert ours(photo, "-o", out, "--force", "--count", "1").returncode == 0
    assert out.read_text().count("--china-") == 1
    refused = ours(photo, "-o", out, "--format", "csv", "--force")
    assert refused.returncode == 64 and b"contradict" in refused.stderr
    assert ours(photo, "-o", tmp_path / "x.odd").returncode == 64
    assert ours(photo, "-o", tmp_path / "no" / "x.css").returncode == 73
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.css"]


@pytest.mark.parametrize(
    "arguments",
    ["--minimum-alpha 256 x", "--count 0 x", "--jobs 0 x", "--method x y", "", "--within 2 x",
     "--gamut p4 x", "--without teal x", "--without background=3 x", "--without white=300 x", "--region 1,2,3 x", "--region 10%,1,2,3 x",
     "--seed -1 x", "--max-pixels 0 x", "--files-from a --files-from0 b"],
)  # fmt: skip
def test_refused(arguments):
    refused = ours(*arguments.split())
    assert refused.returncode == 64 and b"Error: " in refused.stderr


def test_options_of_the_command(theirs):
    """Every option of `showhide palette` is one here, but for what only a command of its own can."""
    options = r"--[a-z][a-z0-9-]+"
    known = set(re.findall(options, ours("--help").stdout.decode()))
    wanted = set(re.findall(rf"(?m)^ +(?:-\w, )?({options})", theirs("--help").stdout.decode()))
    assert wanted - known == {"--sandbox"} and len(wanted) > 20


def test_limits_are_millions(photo):
    assert ours(photo, "--max-pixels", "1").returncode == 0
    assert ours(photo, "--max-file", "1").returncode == 0
    assert dominantcolor.palette(photo, max_pixels=640 * 427).counted == 640 * 427
