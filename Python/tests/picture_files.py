"""Pictures of this repository, and a picture writer without dependencies."""

import pathlib
import struct
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests" / "Fixtures"


def png(rows, channels=3):
    """A PNG of rows of bytes: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    width = len(rows[0]) // channels

    def chunk(name, content):
        return (struct.pack(">I", len(content)) + name + content
                + struct.pack(">I", zlib.crc32(name + content)))  # fmt: skip

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, kind, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(row) for row in rows)))
        + chunk(b"IEND", b"")
    )
