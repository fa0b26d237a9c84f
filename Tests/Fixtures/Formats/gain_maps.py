#!/usr/bin/env python3
"""Makes gain-map.heic and gain-map.avif of plain.heic and plain.avif, in the two ways in which such files say a gain map.

Usage: gain_maps.py

What the map shows does not matter to a reader of the base picture: it is the base picture's data once more. In the HEIC it
is an auxiliary picture, as Apple's phones write it. In the AVIF a further item is made of both (`tmap`, ISO 21496-1).
Takes nothing but Python.
"""

import pathlib
import shutil
import struct

folder = pathlib.Path(__file__).parent


def box(name, body):
    return struct.pack(">I4s", 8 + len(body), name) + body


def boxes(data):
    """The boxes of some bytes: names and bodies."""
    found, place = [], 0
    while place < len(data):
        size, name = struct.unpack_from(">I4s", data, place)
        found.append((name, data[place + 8:place + size]))
        place += size
    return found


def entry(number, kind, is_hidden):
    return box(b"infe", struct.pack(">BBBBHH4sB", 2, 0, 0, is_hidden, number, 0, kind, 0))


def with_gain_map(kind, data, items, property_boxes, uses, references):
    """Adds items, their properties and references to a file of one picture with one place.

    The map has number 2 and the data of the picture; item 3, if there is one, has `data` behind all else.
    """
    (_, brands), (_, meta), (_, media) = boxes((folder / f"plain.{kind}").read_bytes())
    inside = dict(boxes(meta[4:]))
    parts = dict(boxes(inside[b"iprp"]))
    known = len(boxes(parts[b"ipco"]))
    count, = struct.unpack_from(">I", parts[b"ipma"], 4)
    own_uses = parts[b"ipma"][11:]
    added = b"".join(
        struct.pack(">HB", number, len(own_uses) + len(more)) + own_uses + bytes(known + one for one in more)
        for number, more in uses)
    inside[b"iprp"] = box(b"ipco", parts[b"ipco"] + property_boxes) + box(
        b"ipma", parts[b"ipma"][:4] + struct.pack(">I", count + len(uses)) + parts[b"ipma"][8:] + added)
    infos = inside[b"iinf"]
    inside[b"iinf"] = infos[:4] + struct.pack(">H", 1 + len(items)) + infos[6:] + b"".join(items)
    inside[b"iref"] = b"\0\0\0\0" + references
    order = [name for name, _ in boxes(meta[4:])] + [b"iref"]

    def written(places):
        location = b"\0\0\0\0\x44\0" + struct.pack(">H", len(places)) + b"".join(
            struct.pack(">HHHII", number + 1, 0, 1, *place) for number, place in enumerate(places))
        body = b"".join(box(name, location if name == b"iloc" else inside[name]) for name in order)
        return box(b"ftyp", brands) + box(b"meta", meta[:4] + body)

    places = [(0, 0)] * (1 + len(items))
    start = len(written(places)) + 8
    places = [(start, len(media)), (start, len(media)), (start + len(media), len(data))][:len(places)]
    name = f"gain-map.{kind}"
    (folder / name).write_bytes(written(places) + box(b"mdat", media + data))
    shutil.copy(folder / f"plain.{kind}.png", folder / f"{name}.png")


with_gain_map(
    "heic", b"", [entry(2, b"hvc1", 1)],
    box(b"auxC", b"\0\0\0\0urn:com:apple:photo:2020:aux:hdrgainmap\0"), [(2, [1])],
    box(b"auxl", struct.pack(">HHH", 2, 1, 1)))
# Versions, flags (one channel, the colours of the base), and the logarithms of both headrooms as fractions.
metadata = b"\0" + struct.pack(">HHB", 0, 0, 0x40) + struct.pack(">IIII", 0, 1, 2, 1) + struct.pack(
    ">iIiIIIiIiI", 0, 1, 2, 1, 1, 1, 1, 64, 1, 64)
with_gain_map(
    "avif", metadata, [entry(2, b"av01", 1), entry(3, b"tmap", 0)], b"", [(2, [])],
    box(b"dimg", struct.pack(">HHHH", 3, 2, 1, 2)))
