"""Counts what starting a program takes, and compares with what was recorded.

Instructions of the process by callgrind, and the pages that the system gave it (minor page faults).
Neither depends on how busy a machine is; times do, so they are printed nowhere.

Usage: start-up.py RECORDS.json PROGRAM_FOLDER    which holds bench and showhide, in release
       start-up.py --record RECORDS.json PROGRAM_FOLDER
"""

import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

# What a start may take beyond what was recorded: other versions of the C library count a little otherwise.
ALLOWED = 1.05
STARTS = 5


def one_pixel() -> bytes:
    """A PNG of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0\xc8\x1e\x28"))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")


def run(command: list[str], environment: dict[str, str]) -> str:
    """Runs a command, which has to succeed; what it wrote to standard error."""
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ended.returncode:
        sys.exit(f"start-up: {' '.join(command)} ended with {ended.returncode}: {ended.stderr}")
    return ended.stderr


def counts(command: list[str], folder: str) -> dict[str, int]:
    # Hash tables seeded by chance would take another number of steps each time.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C.UTF-8"}
    pages = []
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        run(command, environment)
        pages.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before)
    counted = f"{folder}/callgrind"
    said = run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counted}", *command], environment
    )
    instructions = int(said.split("Collected :")[1].split()[0])
    return {"instructions": instructions, "pages": min(pages)}


def main() -> None:
    arguments = sys.argv[1:]
    is_recording = arguments[:1] == ["--record"]
    if is_recording:
        del arguments[0]
    if len(arguments) != 2:
        sys.exit(__doc__)
    records, programs = arguments
    with tempfile.TemporaryDirectory() as folder:
        picture = f"{folder}/pixel.png"
        with open(picture, "wb") as file:
            file.write(one_pixel())
        found = {
            "bench --version": counts([f"{programs}/bench", "--version"], folder),
            "showhide --version": counts([f"{programs}/showhide", "--version"], folder),
            "showhide palette of one pixel": counts(
                [f"{programs}/showhide", "palette", picture], folder
            ),
        }
    if is_recording:
        with open(records, "w") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
        return
    with open(records) as file:
        recorded = json.load(file)
    failed = False
    for name, values in found.items():
        for kind, value in values.items():
            before = recorded[name][kind]
            is_over = value > ALLOWED * before
            failed |= is_over
            print(f"{name}: {value:,} {kind}, recorded {before:,}{'  TOO MANY' if is_over else ''}")
    if failed:
        sys.exit(
            "start-up: more than 5 % above what was recorded. If that is meant, record it:\n"
            f"  python3 Tests/Checks/start-up.py --record {records} {programs}"
        )


if __name__ == "__main__":
    main()
