#!/usr/bin/env python3
"""Counts what of a picture's metadata is in the files that `showhide show` makes of it.

    .venv-quality/bin/python Benchmarks/Quality/kept_metadata.py --showhide .build/release/showhide

A picture with Exif (date, copyright, maker, GPS, a thumbnail, orientation 6), XMP, IPTC and a resolution is written
in each kind by Pillow (HEIC by pillow-heif, where it is installed), changed by the command into each kind that it
writes, and read by Pillow. Printed is a table: rows are kinds, columns what was asked for, and numbers how many of the
facts are as they should be.
"""

import argparse
import io
import pathlib
import struct
import subprocess
import sys
import tempfile

from PIL import ExifTags, Image, ImageOps, IptcImagePlugin

try:
    import pillow_heif
    pillow_heif.register_heif_opener()
except ImportError:
    pillow_heif = None

TARGETS = ["jpg", "png", "webp", "avif"]
DATE, RIGHTS, MAKER = "2024:05:17 12:30:00", "(c) Ada", "ACME"
XMP = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 tiff:Orientation="6" exif:GPSLatitude="52,30.5N" photoshop:City="Berlin">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Leaves &amp; light</rdf:li></rdf:Alt></dc:title>
<exif:GPSLongitude>13,24E</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()


def iptc() -> bytes:
    """A title and a city."""
    records = [(5, b"Leaves"), (90, b"Berlin")]
    return b"".join(struct.pack(">BBBH", 0x1C, 2, number, len(text)) + text for number, text in records)


def exif(orientation: int) -> bytes:
    """Exif data with a thumbnail of one colour, which no output may have."""
    tags = Image.Exif()
    tags[ExifTags.Base.Orientation] = orientation
    tags[ExifTags.Base.Copyright], tags[ExifTags.Base.Make] = RIGHTS, MAKER
    tags.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = DATE
    place = tags.get_ifd(ExifTags.IFD.GPSInfo)
    place[ExifTags.GPS.GPSLatitudeRef], place[ExifTags.GPS.GPSLatitude] = "N", (52.0, 30.0, 15.0)
    return tags.tobytes()


def with_thumbnail(block: bytes) -> bytes:
    """The same with a second directory, which names a JPEG (Pillow writes none)."""
    head, body = block[:6], bytearray(block[6:])
    order = "<" if body[:2] == b"II" else ">"
    small = io.BytesIO()
    Image.new("RGB", (16, 16), "red").save(small, "JPEG")
    first, = struct.unpack_from(order + "I", body, 4)
    count, = struct.unpack_from(order + "H", body, first)
    body += bytes(len(body) % 2)
    start = len(body)
    struct.pack_into(order + "I", body, first + 2 + 12 * count, start)
    data = start + 2 + 3 * 12 + 4
    body += struct.pack(order + "H", 3)
    body += struct.pack(order + "HHIHH", 0x0103, 3, 1, 6, 0)
    body += struct.pack(order + "HHII", 0x0201, 4, 1, data)
    body += struct.pack(order + "HHII", 0x0202, 4, 1, len(small.getvalue()))
    return head + bytes(body) + struct.pack(order + "I", 0) + small.getvalue()


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def make(folder: pathlib.Path, kind: str) -> pathlib.Path:
    """A picture of a kind with all that the kind can say."""
    image = Image.radial_gradient("L").resize((96, 64)).convert("RGB")
    image = Image.merge("RGB", (image.getchannel(0), ImageOps.invert(image.getchannel(1)), image.getchannel(2)))
    path = folder / f"in.{kind}"
    upright = kind in ("heic", "avif")
    block = with_thumbnail(exif(1 if upright else 6))
    if kind == "tif":
        tags = Image.Exif()
        tags.load(exif(6))
        tags[700], tags[33723] = XMP, iptc()
        image.save(path, exif=tags, dpi=(240, 240))
    elif kind == "jpg":
        image.save(path, quality=95, exif=block, xmp=XMP, dpi=(240, 240))
        resource = b"8BIM\x04\x04\0\0" + struct.pack(">I", len(iptc())) + iptc() + bytes(len(iptc()) % 2)
        data = path.read_bytes()
        path.write_bytes(data[:2] + segment(0xED, b"Photoshop 3.0\0" + resource) + data[2:])
    elif kind == "png":
        from PIL.PngImagePlugin import PngInfo
        texts = PngInfo()
        texts.add_itxt("XML:com.adobe.xmp", XMP.decode())
        image.save(path, exif=block[6:], pnginfo=texts, dpi=(240, 240))
    else:  # pillow-heif turns by what XMP says, Pillow does not
        image.save(path, quality=90, exif=block, xmp=XMP)
    return path


def packet(image: Image.Image) -> bytes:
    found = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    return found.encode() if isinstance(found, str) else found


def records(image: Image.Image, tags: Image.Exif) -> bytes:
    """IPTC of a file, wherever its kind keeps it."""
    found = IptcImagePlugin.getiptcinfo(image) if image.format == "JPEG" else None
    if found:
        return b"|".join(value for value in found.values() if isinstance(value, bytes))
    text = image.info.get("Raw profile type iptc")
    if text:
        return bytes.fromhex("".join(text.split("\n")[3:]))
    value = tags.get(33723, b"")
    return value if isinstance(value, bytes) else b""


def facts(source: str, path: pathlib.Path, strip: str) -> dict[str, bool]:
    """What should be so of an output, and whether it is."""
    image = Image.open(path)
    image.load()
    tags = image.getexif()
    own, place = tags.get_ifd(ExifTags.IFD.Exif), tags.get_ifd(ExifTags.IFD.GPSInfo)
    xmp, said, data = packet(image), records(image, tags), path.read_bytes()
    resolution = image.info.get("dpi") or (tags.get(282), tags.get(283))
    # AVIF and HEIC of Pillow say no resolution and no IPTC, WebP and PNG no IPTC.
    has_resolution = source in ("jpg", "png", "tif")
    has_iptc = source in ("jpg", "tif")
    stays, tells_place = strip != "all", strip == ""
    shown = ImageOps.exif_transpose(image).size
    return {
        "date": (own.get(ExifTags.Base.DateTimeOriginal) == DATE) == stays,
        "copyright": (tags.get(ExifTags.Base.Copyright) == RIGHTS) == stays,
        "maker": (tags.get(ExifTags.Base.Make) == MAKER) == stays,
        "GPS": bool(place) == tells_place,
        "turned once": shown == ((96, 64) if source == "avif" else (64, 96)),
        "no thumbnail": ExifTags.IFD.IFD1 not in tags and data.count(b"\xff\xd8\xff") <= (path.suffix == ".jpg"),
        "XMP title": (b"Leaves &amp; light" in xmp) == stays,
        "XMP place": (b"GPSLatitude" in xmp and b"Berlin" in xmp and b"GPSLongitude" in xmp) == tells_place,
        "XMP turn": b"tiff:Orientation" not in xmp,
        "IPTC": (b"Leaves" in said) == (stays and has_iptc),
        "IPTC place": (b"Berlin" in said) == (tells_place and has_iptc),
        "resolution": bool(resolution[0] and abs(resolution[0] - 240) < 1) == (stays and has_resolution),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--showhide", required=True)
    options = parser.parse_args()
    sources = ["jpg", "png", "webp", "tif", "avif"] + (["heic"] if pillow_heif else [])
    wrong = 0
    print(f"{'from':<6}{'to':<6}{'kept':>10}{'location':>10}{'stripped':>10}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for source in sources:
            path = make(folder, source)
            for target in TARGETS:
                cells, lacking = [], []
                for strip in ["", "location", "all"]:
                    output = folder / f"out.{target}"
                    command = [options.showhide, "show", path, "-o", output, "--force"]
                    subprocess.run(
                        command + (["--strip", strip] if strip else []), check=True, stdout=subprocess.DEVNULL)
                    found = facts(source, output, strip)
                    lacking += [f"{fact} ({strip or 'kept'})" for fact, holds in found.items() if not holds]
                    cells.append(f"{sum(found.values())} of {len(found)}")
                wrong += len(lacking)
                print(f"{source:<6}{target:<6}" + "".join(f"{cell:>10}" for cell in cells), *lacking)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
