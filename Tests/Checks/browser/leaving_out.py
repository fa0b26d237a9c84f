"""Checks of what the page leaves out and of roles, with a server and without one."""

import struct
import zlib

from page_checks import check

COLOURS = "[...document.querySelectorAll('#swatches .swatch span:last-child')].map(n => n.textContent.slice(0, 7))"
CHIPS = "[...document.querySelectorAll('#accents .chip')].map(n => n.dataset.hue)"


def product(width=120, height=80):
    """A PNG file: a blue ground, a red and a green thing, and a white label."""
    parts = [((20, 20, 50, 50), (200, 20, 30)), ((60, 20, 80, 40), (30, 160, 40)), ((90, 30, 110, 60), (255, 255, 255))]

    def colour(x, y):
        return next((c for (left, top, right, bottom), c in parts if left <= x < right and top <= y < bottom), (30, 60, 200))

    rows = b"".join(b"\0" + bytes(v for x in range(width) for v in colour(x, y)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def bars(browser, path):
    """Opens a picture with bars, and has them counted too."""

    def ready():
        browser.wait_for("document.body.dataset.phase === 'ready'", "finding the colours")
        browser.settle()

    is_hidden = "document.getElementById('bars').parentElement.hidden"
    browser.choose_files("#files", [str(path)])
    browser.wait_for(f"(document.getElementById('before').getAttribute('aria-label') ?? '').startsWith('{path.name}')", "opening")
    ready()
    found = browser.run(COLOURS)
    check(browser.run(is_hidden) is False, "there are bars")
    check(found and "#000000" not in found, "and they are left out", found)
    for has_bars in (True, False):
        browser.run("document.getElementById('bars').click()")
        browser.wait_for("document.body.dataset.phase !== 'ready'", "reading the picture again")
        ready()
        check(("#000000" in browser.run(COLOURS)) == has_bars, f"bars count: {has_bars}", browser.run(COLOURS))


def leaving_out(browser, path):
    """Opens a picture, leaves colours out and takes them back; `path` is where the file may be written."""

    def ready():
        browser.wait_for("document.body.dataset.phase === 'ready'", "finding the colours")
        browser.settle()

    def toggle(name):
        browser.run(f"document.querySelector('#left-out input[value={name}]').click()")
        browser.wait_for("document.body.dataset.phase !== 'ready'", "reading the picture again")
        ready()

    with open(path, "wb") as file:
        file.write(product())
    browser.choose_files("#files", [str(path)])
    browser.wait_for(f"(document.getElementById('before').getAttribute('aria-label') ?? '').startsWith('{path.name}')", "opening")
    ready()
    ring = "document.getElementById('ring').getAttribute('aria-valuenow')"
    found = browser.run(COLOURS)
    check(found == ["#1e3cc8", "#c8141e", "#1ea028", "#ffffff"], "the colours of all pixels", found)
    check(browser.run(ring) == "229", "the ground has the dominant hue", browser.run(ring))
    roles = browser.run("Object.fromEntries([...document.querySelectorAll('#roles dt')].map(n => [n.textContent, n.nextElementSibling.textContent]))")
    check(roles.get("Accent", "").endswith("#c8141e"), "the accent is the red thing", roles)
    check(roles.get("Light vibrant") == "None: no colour of the palette is strong and light.", "a role that is absent says why", roles)
    check(roles.get("Light muted", "").endswith("#ffffff"), "white is the light muted colour", roles)
    value = "(n => { n.value = 33; n.dispatchEvent(new Event('change')); })(document.getElementById('tolerance'))"
    browser.run(value)
    toggle("background")
    found = browser.run(COLOURS)
    check(found == ["#c8141e", "#ffffff", "#1ea028"], "without the background", found)
    check(browser.run(ring) == "356", "the dominant hue is that of the thing", browser.run(ring))
    check(set(browser.run(CHIPS)) == {"356", "124"}, "and the chips are of things", browser.run(CHIPS))
    check(browser.run("document.getElementById('tolerance').value") == "33", "what was chosen beside the hue stays")
    toggle("white")
    found = browser.run(COLOURS)
    check(found == ["#c8141e", "#1ea028"], "without white too", found)
    check(browser.run("[...document.querySelectorAll('#left-out input[value]:checked')].length") == 2, "two boxes are ticked")
    toggle("background")
    toggle("white")
    found = browser.run(COLOURS)
    check(len(found) == 4, "and all is back", found)
