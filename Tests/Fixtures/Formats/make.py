#!/usr/bin/env python3
"""Makes the pictures of this folder, and with a reference decoder what they show.

Usage: make.py [FOLDER]

Takes Pillow, pillow-heif, tifffile, imagecodecs and numpy from PyPI. A picture NAME.EXT is beside NAME.EXT.png, its pixels as
Pillow (or pillow-heif) decodes them with the decoders that it brings. Everything here was drawn by this
script: there is nothing of others in it, and it is in the public domain (CC0).
"""

import io
import pathlib
import struct
import sys

import numpy
import pillow_heif
import tifffile
from PIL import Image, ImageCms

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
pillow_heif.register_heif_opener()


def picture(width=60, height=40, alpha=False):
    """A gradient with a disc in it; with alpha, holes and a soft edge."""
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    pixels = numpy.zeros((height, width, 4), numpy.uint8)
    pixels[..., 0] = 255 * x / (width - 1)
    pixels[..., 1] = 255 * y / (height - 1)
    pixels[..., 2] = 128
    distance = numpy.hypot(x - width * 0.6, y - height * 0.5)
    pixels[distance < height * 0.3] = (200, 30, 40, 255)
    pixels[..., 3] = numpy.clip((distance - 4) * 40, 0, 255) if alpha else 255
    return pixels


def reference(name, pixels):
    Image.fromarray(pixels, "RGBA").save(folder / (name + ".png"))


def save(name, image, decoded=True, **options):
    path = folder / name
    image.save(path, **options)
    if decoded:
        with Image.open(path) as opened:
            reference(name, numpy.asarray(opened.convert("RGBA")))


opaque = Image.fromarray(picture()).convert("RGB")
clear = Image.fromarray(picture(alpha=True))
frames = [Image.fromarray(numpy.roll(picture(), 10 * step, axis=1)).convert("RGB") for step in range(3)]
p3 = (folder / "../Corpus").resolve()
srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def wide_profile():
    """Display P3 as an ICC profile, as libheif-based writers embed it: primaries and sRGB's curve."""
    def fixed(value):
        return struct.pack(">i", round(value * 65536))

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(fixed(value) for value in values)

    curve = b"para\0\0\0\0\0\3\0\0" + b"".join(
        fixed(value) for value in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    def text(words):
        data = words.encode("utf-16-be")
        return b"mluc\0\0\0\0" + struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", len(data), 28) + data
    tags = [
        (b"desc", text("Wide")), (b"cprt", text("CC0")), (b"wtpt", xyz((0.9642, 1, 0.8249))),
        (b"rXYZ", xyz((0.51512, 0.24120, -0.00105))), (b"gXYZ", xyz((0.29198, 0.69225, 0.04189))),
        (b"bXYZ", xyz((0.15710, 0.06657, 0.78407))), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve),
    ]
    start = 132 + 12 * len(tags)
    directory, data = struct.pack(">I", len(tags)), b""
    for name, body in tags:
        directory += name + struct.pack(">II", start + len(data), len(body))
        data += body + b"\0" * (-len(body) % 4)
    head = struct.pack(">I4sI", start + len(data), b"\0\0\0\0", 0x04300000) + b"mntrRGB XYZ "
    head += bytes([7, 0xE9, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]) + b"acsp" + b"\0" * 28
    head += b"".join(fixed(value) for value in (0.9642, 1, 0.8249))
    return head + b"\0" * (128 - len(head)) + directory + data


wide = wide_profile()
exif = Image.Exif()
exif[0x0112] = 6
exif.get_ifd(0x8769)[0x9003] = "2024:05:17 12:30:00"

# WebP
save("lossy.webp", opaque, quality=80)
save("lossless.webp", opaque, lossless=True)
save("alpha.webp", clear, quality=80)
save("lossless-alpha.webp", clear, lossless=True, exact=True)
save("animated.webp", frames[0], save_all=True, append_images=frames[1:], duration=100, lossless=True)
# One colour in eight bytes: where the width and the height end, eight codes of one symbol each follow.
(folder / "one-color.webp").write_bytes(
    b"RIFF" + struct.pack("<I", 20) + b"WEBPVP8L" + struct.pack("<I", 8) + b"\x2f" + struct.pack("<I", 59 | 39 << 14 | 1 << 28)
    + b"\x88\x88\x08")
with Image.open(folder / "one-color.webp") as opened:
    reference("one-color.webp", numpy.asarray(opened.convert("RGBA")))
save("profile.webp", opaque, lossless=True, icc_profile=wide, exif=exif.tobytes())

# GIF: what it shows is composed by this script, for Pillow fills what a frame leaves out otherwise.
save("plain.gif", opaque.quantize(64))
save("interlaced.gif", opaque.quantize(64), interlace=1)
save("animated.gif", frames[0].quantize(64), save_all=True, append_images=[f.quantize(64) for f in frames[1:]])
paletted = clear.quantize(63)
save("transparent.gif", paletted)



def wide_codes(name, bits):
    """A GIF whose codes begin at more bits than its colours need, with a clear code before the table would grow."""
    few = opaque.quantize(64)
    table = bytes(few.getpalette()[:192])
    clear, codes = 1 << bits, []
    for number, index in enumerate(numpy.asarray(few).reshape(-1)):
        if number % 100 == 0:
            codes.append(clear)
        codes.append(int(index))
    codes.append(clear + 1)
    value = sum(code << ((bits + 1) * place) for place, code in enumerate(codes))
    data = value.to_bytes(((bits + 1) * len(codes) + 7) // 8, "little")
    blocks = b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255))
    (folder / name).write_bytes(
        b"GIF89a" + struct.pack("<HHBBB", 60, 40, 0x85, 0, 0) + table + b"," + struct.pack("<HHHHB", 0, 0, 60, 40, 0)
        + bytes([bits]) + blocks + b"\0;")
    reference(name, numpy.asarray(few.convert("RGBA")))


wide_codes("wide-codes.gif", 11)

# BMP. Pillow writes few kinds, so that the headers are this script's.
def bitmap(name, width, height, bits, rows, compression=0, colors=(), masks=b"", size=40, profile=b"", start=()):
    """A file of rows from the lowest up, or of coded bytes."""
    if isinstance(rows, list):
        data = b"".join(row + b"\0" * (-len(row) % 4) for row in rows)
    else:
        data = rows
    if size == 12:
        header = struct.pack("<IHHHH", 12, width, height, 1, bits)
        table = b"".join(bytes(color[::-1]) for color in colors)
    else:
        header = struct.pack("<IiiHHIIiiII", size, width, height, 1, bits, compression, len(data), 2835, 2835, len(colors), 0)
        table = b"".join(bytes(color[::-1]) + b"\0" for color in colors)
    header += masks
    if size == 124:
        header += b"DEBM" + b"\0" * 48 + struct.pack("<IIII", 4, 124 + len(data), len(profile), 0)
    offset = 14 + len(header) + len(table)
    file = b"BM" + struct.pack("<IHHI", offset + len(data) + len(profile), 0, 0, offset)
    (folder / name).write_bytes(file + header + table + data + profile)


def as_pillow(name):
    with Image.open(folder / name) as opened:
        reference(name, numpy.asarray(opened.convert("RGBA")))


def packed(indices, bits):
    return [numpy.packbits(
        ((row[:, None] >> numpy.arange(bits - 1, -1, -1)) & 1).astype(numpy.uint8).reshape(-1)).tobytes() for row in indices]


def runs(indices, half):
    """Runs, literals, and places that are left out (index 255)."""
    coded, dx = bytearray(), 0
    for row in indices[::-1]:
        x = 0
        while x < len(row):
            if row[x] == 255:
                hole = x
                while hole < len(row) and row[hole] == 255:
                    hole += 1
                coded += bytes([0, 2, hole - x, 0])
                x = hole
                continue
            run = x
            while run < len(row) and row[run] == row[x] and run - x < 255:
                run += 1
            if run - x > 2:
                coded += bytes([run - x, row[x] * 17 if half else row[x]])
                x = run
                continue
            last = x
            while last < len(row) and row[last] != 255 and last - x < 9:
                last += 1
            if last - x < 3:
                for index in row[x:last]:
                    coded += bytes([1, index * 16 if half else index])
            elif half:
                values = list(row[x:last]) + [0] * (-(last - x) % 2)
                body = bytes(values[i] << 4 | values[i + 1] for i in range(0, len(values), 2))
                coded += bytes([0, last - x]) + body + b"\0" * (len(body) % 2)
            else:
                body = bytes(row[x:last])
                coded += bytes([0, last - x]) + body + b"\0" * (len(body) % 2)
            x = last
        coded += b"\0\0"
    return bytes(coded[:-2]) + b"\0\1"


drawn = picture(61, 40)
paletted = Image.fromarray(drawn).convert("RGB")
for name, bits, size in (("bits1.bmp", 1, 40), ("bits4.bmp", 4, 40), ("bits8.bmp", 8, 40), ("old.bmp", 4, 12)):
    few = paletted.quantize(min(2 ** bits, 50) if size == 40 else 16)
    table = few.getpalette()
    colors = [table[3 * i:3 * i + 3] for i in range(len(few.getcolors()))]
    colors += [[0, 0, 0]] * (16 - len(colors) if size == 12 else 0)
    bitmap(name, 61, 40, bits, packed(numpy.asarray(few)[::-1], bits), colors=colors, size=size)
    as_pillow(name)
for name, bits in (("runs4.bmp", 4), ("runs8.bmp", 8)):
    few = paletted.quantize(15)
    table = few.getpalette()
    colors = [table[3 * i:3 * i + 3] for i in range(15)]
    indices = numpy.array(few)
    indices[10:20, 20:33] = 255
    shown = numpy.zeros((40, 61, 4), numpy.uint8)
    for i, color in enumerate(colors):
        shown[indices == i] = (*color, 255)
    bitmap(name, 61, 40, bits, runs(indices, bits == 4), compression=3 - bits // 4, colors=colors)
    reference(name, shown)
blue_first = drawn[::-1, :, 2::-1]
bitmap("bits24.bmp", 61, 40, 24, [row.tobytes() for row in blue_first])
as_pillow("bits24.bmp")
bitmap("bits32.bmp", 61, 40, 32, [row.tobytes() for row in drawn[::-1][..., [2, 1, 0, 3]]])
as_pillow("bits32.bmp")
bitmap("down.bmp", 61, -40, 24, [row.tobytes() for row in drawn[:, :, 2::-1]])
as_pillow("down.bmp")
five = drawn.astype(int) >> 3
bitmap("bits16.bmp", 61, 40, 16, [row.astype("<u2").tobytes() for row in (five[..., 0] << 10 | five[..., 1] << 5 | five[..., 2])[::-1]])
as_pillow("bits16.bmp")
green = drawn[..., 1].astype(int) >> 2
bitmap("masks16.bmp", 61, 40, 16, [row.astype("<u2").tobytes() for row in (five[..., 0] << 11 | green << 5 | five[..., 2])[::-1]],
       compression=3, masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F))
as_pillow("masks16.bmp")
soft = picture(61, 40, alpha=True)
bitmap("alpha.bmp", 61, 40, 32, [row.tobytes() for row in soft[::-1][..., [2, 1, 0, 3]]], compression=3,
       masks=struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000), size=124, profile=wide)
reference("alpha.bmp", soft)

# TIFF
for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits"):
    save(f"{compression.removeprefix('tiff_')}.tif", opaque, compression=compression)
save("jpeg.tif", opaque, compression="jpeg", quality=90)
save("palette.tif", opaque.quantize(64))
save("grey.tif", opaque.convert("L"), compression="tiff_lzw")
save("bilevel.tif", opaque.convert("1"), compression="group4")
save("profile.tif", opaque, compression="tiff_lzw", icc_profile=wide)
save("pages.tif", frames[0], save_all=True, append_images=frames[1:], compression="tiff_lzw")
cmyk = opaque.convert("CMYK")
inks = numpy.asarray(cmyk).astype(int)
save("cmyk.tif", cmyk, decoded=False, compression="tiff_lzw")
rgb = (255 - inks[..., :3]) * (255 - inks[..., 3:]) // 255
reference("cmyk.tif", numpy.dstack([rgb, numpy.full(rgb.shape[:2], 255)]).astype(numpy.uint8))
pixels = picture()[..., :3]
deep = (picture()[..., :3].astype(numpy.uint16) * 257) + numpy.arange(60, dtype=numpy.uint16)[None, :, None]
tifffile.imwrite(folder / "deep.tif", deep, photometric="rgb", compression="zlib", rowsperstrip=7)
reference("deep.tif", numpy.dstack([((deep.astype(int) * 255 + 32767) // 65535), numpy.full(deep.shape[:2], 255)]).astype(numpy.uint8))
tifffile.imwrite(folder / "tiled.tif", pixels, photometric="rgb", tile=(16, 32), compression="lzw")
reference("tiled.tif", picture())
tifffile.imwrite(folder / "raw-tiles.tif", pixels, photometric="rgb", tile=(16, 16))
reference("raw-tiles.tif", picture())
tifffile.imwrite(folder / "straight.tif", picture(alpha=True), photometric="rgb", extrasamples=["unassalpha"])
reference("straight.tif", picture(alpha=True))
tifffile.imwrite(folder / "planes.tif", numpy.moveaxis(pixels, 2, 0), photometric="rgb", planarconfig="separate")
reference("planes.tif", picture())
tifffile.imwrite(folder / "big.tif", pixels, photometric="rgb", bigtiff=True, byteorder=">")
reference("big.tif", picture())
tifffile.imwrite(folder / "turned.tif", pixels, photometric="rgb", extratags=[(274, "H", 1, 6, True)])
reference("turned.tif", picture())

# AVIF and HEIC. A larger quality keeps what decoders round differently small.
save("plain.avif", opaque, quality=90, subsampling="4:4:4")
save("alpha.avif", clear, quality=90, subsampling="4:4:4")
save("profile.avif", opaque, quality=90, icc_profile=wide, subsampling="4:4:4")
save("plain.heic", opaque, quality=90, chroma=444)
save("alpha.heic", clear, quality=90)
save("profile.heic", opaque, quality=90, icc_profile=wide, chroma=444)
turned = pillow_heif.from_pillow(opaque)
turned.info["exif"] = exif.tobytes()
turned.save(folder / "turned.heic", quality=90, chroma=444)
with Image.open(folder / "turned.heic") as opened:
    reference("turned.heic", numpy.asarray(opened.convert("RGBA")))


def deep_heic(name, primaries, transfer):
    """10 bits, colours by codes."""
    data = (picture()[..., :3].astype(numpy.uint16) * 257).tobytes()
    image = pillow_heif.from_bytes("RGB;16", (60, 40), data)
    image.save(
        folder / name, quality=95, chroma=444, color_primaries=primaries, transfer_characteristics=transfer,
        matrix_coefficients=6, full_range_flag=1, save_nclx_profile=True)
    opened = pillow_heif.open_heif(folder / name, convert_hdr_to_8bit=True)
    Image.frombytes(opened.mode, opened.size, opened.data, "raw", opened.mode, opened.stride).convert("RGBA").save(
        folder / (name + ".png"))


deep_heic("p3-10.heic", 12, 13)
deep_heic("pq.heic", 9, 16)
