#!/usr/bin/env python3
"""Makes the files of this folder whose coded picture is larger than their boxes say: black, and 16 × 16 by the boxes.

Usage: make.py

Takes Pillow and pillow-heif from PyPI.
"""

import io
import pathlib
import struct

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
folder = pathlib.Path(__file__).parent
for kind, name, options in (
    ("avif", "AVIF", {"quality": 0, "speed": 10, "subsampling": "4:2:0"}), ("heic", "HEIF", {"quality": 10})):
    file = io.BytesIO()
    Image.new("RGB", (4096, 4096)).save(file, name, **options)
    data = bytearray(file.getvalue())
    size = data.index(b"ispe") + 8
    data[size:size + 8] = struct.pack(">II", 16, 16)
    (folder / f"coded-larger-than-its-box.{kind}").write_bytes(data)
