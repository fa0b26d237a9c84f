#!/usr/bin/env python3
"""How long the palette of a picture file takes beside the full decode of its format's own library.

For each format a picture of 12 megapixels (a photo tiled and mirrored at its own resolution) is written, and read in
turns by `showhide palette` and by a loop that calls the library and does nothing else, each on one processor. Printed
are the least processor times of all rounds, and their ratio: the command's is that of the whole process, from its start.

    python3 Benchmarks/files/decoding_race.py SHOWHIDE PHOTO [--rounds 7]

Needs numpy, Pillow and pillow-heif.
"""

import argparse
import ctypes
import os
import pathlib
import resource
import sys
import tempfile

from PIL import Image
import pillow_heif

from file_times import Child, mirrored

SIDES = 4000, 3000


def write(picture, folder):
    """Files of each format; yields name, path and the library's decode."""
    pillow_heif.register_heif_opener()
    seen_through = picture.copy()
    seen_through.putalpha(Image.linear_gradient("L").resize(SIDES))
    for name, image, ending, settings, decode in (
        ("WebP", picture, "webp", {"quality": 85}, webp),
        ("WebP, alpha", seen_through, "webp", {"quality": 85}, webp),
        ("WebP, lossless", picture, "webp", {"lossless": True, "method": 1}, webp),
        ("HEIC", picture, "heic", {"quality": 85}, heif),
        ("AVIF", picture, "avif", {"quality": 85, "speed": 9}, heif),
        ("TIFF, LZW", picture, "tif", {"compression": "tiff_lzw"}, tiff),
        ("TIFF, raw", picture, "tif", {}, tiff),
    ):
        path = folder / f"{name.replace(', ', '-')}.{ending}"
        image.save(path, **settings)
        yield name, path, decode


def webp(path):
    library = ctypes.CDLL("libwebp.so.7")
    library.WebPDecodeRGBA.restype = ctypes.c_void_p
    content = path.read_bytes()
    width, height = ctypes.c_int(), ctypes.c_int()
    pixels = library.WebPDecodeRGBA(content, ctypes.c_size_t(len(content)), ctypes.byref(width), ctypes.byref(height))
    assert pixels and (width.value, height.value) == SIDES


class HeifError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


def heif(path):
    library = ctypes.CDLL("libheif.so.1")
    library.heif_context_alloc.restype = ctypes.c_void_p
    for name in ("heif_context_read_from_file", "heif_context_get_primary_image_handle", "heif_decode_image"):
        getattr(library, name).restype = HeifError
    context = ctypes.c_void_p(library.heif_context_alloc())
    handle, image = ctypes.c_void_p(), ctypes.c_void_p()
    rgb, interleaved = 1, 10
    for error in (
        library.heif_context_read_from_file(context, os.fsencode(path), None),
        library.heif_context_get_primary_image_handle(context, ctypes.byref(handle)),
        library.heif_decode_image(handle, ctypes.byref(image), rgb, interleaved, None),
    ):
        assert error.code == 0, error.message


def tiff(path):
    library = ctypes.CDLL("libtiff.so.6")
    library.TIFFOpen.restype = ctypes.c_void_p
    file = ctypes.c_void_p(library.TIFFOpen(os.fsencode(path), b"r"))
    width, height = (ctypes.c_uint32(side) for side in SIDES)
    pixels = (ctypes.c_uint32 * (SIDES[0] * SIDES[1]))()
    top_left = 1
    assert library.TIFFReadRGBAImageOriented(file, width, height, pixels, top_left, 0) == 1


def processor_time():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def decoded(decode, path, processors):
    """Decodes in a process of its own; returns its processor time without the start of Python."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.sched_setaffinity(0, processors)
        try:
            start = processor_time()
            decode(path)
            os.write(writing, repr(processor_time() - start).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        text = answer.read()
    os.waitpid(child, 0)
    if not text:
        sys.exit(f"{path.name} was not decoded.")
    return float(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("showhide")
    parser.add_argument("photo")
    parser.add_argument("--rounds", default=7, type=int)
    given = parser.parse_args()
    processors = {min(os.sched_getaffinity(0))}
    picture = mirrored(Image.open(given.photo).convert("RGB"), *SIDES)
    print(f"{'format':<16}{'library, ms':>12}{'palette, ms':>12}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, path, decode in write(picture, pathlib.Path(folder)):
            ours, theirs = [], []
            for _ in range(given.rounds):
                theirs.append(decoded(decode, path, processors))
                command = Child([given.showhide, "palette", "--quiet", str(path)], processors)
                ours.append(command.wait().processor_seconds)
            a, b = min(theirs), min(ours)
            print(f"{name:<16}{1000 * a:>12.1f}{1000 * b:>12.1f}{b / a:>7.2f}", flush=True)


if __name__ == "__main__":
    main()
