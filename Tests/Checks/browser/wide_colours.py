"""Checks of colours that sRGB does not have, with a server and without one."""

import json
import struct
import zlib

from page_checks import check

SWATCHES = """JSON.stringify([...document.querySelectorAll('#swatches .swatch')].map(n =>
  [n.children[1].textContent.slice(0, 7), n.children[2]?.textContent ?? '', getComputedStyle(n).backgroundColor]))"""
SRGB = [
    ["#d92a27", "", "rgb(217, 42, 39)"], ["#808080", "", "rgb(128, 128, 128)"], ["#00ff00", "", "rgb(0, 255, 0)"]]
WIDE = "color(display-p3 0.0000 1.0000 0.0000)"


def picture(width=60, height=40):
    """A PNG file in Display P3: a red that sRGB has, a grey, and the greenest green, which it has not."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes([200, 60, 50] * 30 + [128] * 3 * 20 + [0, 255, 0] * 10)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    # Primaries 12 (SMPTE EG 432-1) and transfer 13 (sRGB) of ITU-T H.273; RGB, full range.
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"cICP", bytes([12, 13, 0, 1]))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def wide_colours(browser, path):
    """Swatches are what a file's colours mean, and in Display P3 where the screen has it and sRGB does not.

    `path` is where the file may be written.
    """
    for gamut in ("srgb", "p3"):
        browser.prefer("light", gamut)
        place = path.with_name(f"{gamut}-{path.name}")
        place.write_bytes(picture())
        browser.choose_files("#files", [str(place)])
        browser.wait_for(
            f"(document.getElementById('before').getAttribute('aria-label') ?? '').startsWith('{place.name}')", "opening")
        browser.wait_for("document.body.dataset.phase === 'ready'", "finding the colours")
        browser.settle()
        found = json.loads(browser.run(SWATCHES))
        if gamut == "srgb":
            check(found == SRGB, "a picture in Display P3 has the colours of sRGB that it means", found)
            continue
        check(found[:2] == SRGB[:2], "so on a wider screen, where sRGB has them", found)
        check(found[2:] == [["#00ff00", WIDE, "color(display-p3 0 1 0)"]], "and there the green that sRGB has not", found)
    browser.prefer("light")
