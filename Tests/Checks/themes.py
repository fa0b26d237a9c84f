#!/usr/bin/env python3
"""Checks that what `showhide theme` writes is what others read, with readers of their own.

    Tests/Checks/themes.py SHOWHIDE    the command; needs swiftc, Chromium and Python 3.11

Twelve pictures are drawn here from a seed. Of each theme, the style sheet is read by Chromium, light and
dark; the design tokens by the rules of their format (Design Tokens Format Module 2025.10); the Swift file is
type-checked with a stand-in for SwiftUI's Color; the resources of Android are read by an XML parser. All five must
have the same colours, and every contrast is computed here.
"""

import html
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib

ROLES = ["background", "surface", "text", "mutedText", "primary", "accent"]
LEAST = {"text": 7.0, "mutedText": 4.5, "primary": 4.5, "accent": 4.5}
STAND_IN = """
public struct Color: Sendable {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {}
}
"""


def png(width, height, pixel):
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pictures():
    """One colour each of white, black, grey and yellow, and colours at random."""
    flat = [[(255, 255, 255)], [(0, 0, 0)], [(119, 119, 119)], [(255, 255, 0)]]
    draw = random.Random(40)
    flat += [[tuple(draw.randrange(256) for _ in range(3)) for _ in range(2 + n)] for n in range(8)]
    for colors in flat:
        yield png(40, 30, lambda x, y, colors=colors: colors[x * len(colors) // 40])


def luminance(color):
    levels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def dashed(role):
    return re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), role)


def check_contrasts(theme):
    """Every pair that the theme promises, from its colours alone."""
    for scheme in ("light", "dark"):
        colors = {role: theme[scheme][role]["color"] for role in ROLES}
        for role, least in LEAST.items():
            found = min(contrast(colors[role], colors[ground]) for ground in ("background", "surface"))
            assert found >= least, f"{scheme} {role}: {found}"
            assert abs(found - theme[scheme][role]["contrast"]) < 1e-9, f"{scheme} {role}: {found}"
        # Text on a button has the background's colour.
        for role in ("primary", "accent"):
            assert contrast(colors["background"], colors[role]) >= 4.5


def css_colors(sheets, chromium, work):
    """The colours of style sheets as Chromium computes them, light and dark."""
    frames = []
    for scheme in ("light", "dark"):
        for number, sheet in enumerate(sheets):
            frames.append((number, scheme, sheet))
    names = [f"--theme-{dashed(role)}" for role in ROLES]
    script = """
      const sheets = JSON.parse(document.getElementById('sheets').textContent);
      const names = JSON.parse(document.getElementById('names').textContent);
      const found = sheets.map(text => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
        const style = getComputedStyle(document.documentElement);
        return {
          rules: [...sheet.cssRules].map(rule => rule.constructor.name + ' ' + (rule.conditionText ?? rule.selectorText)),
          isDark: matchMedia('(prefers-color-scheme: dark)').matches,
          colors: names.map(name => {
            const probe = document.createElement('i');
            probe.style.color = 'var(' + name + ')';
            document.body.append(probe);
            return getComputedStyle(probe).color;
          }),
        };
      });
      document.getElementById('found').textContent = JSON.stringify(found);
    """
    page = work / "page.html"
    page.write_text(
        f"<!DOCTYPE html><meta charset=utf-8><body><script type=application/json id=sheets>{json.dumps(sheets)}"
        f"</script><script type=application/json id=names>{json.dumps(names)}</script>"
        f"<pre id=found></pre><script>{script}</script>"
    )
    answers = {}
    for scheme, setting in (("light", 1), ("dark", 0)):
        command = [
            chromium, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"--user-data-dir={work}/{scheme}",
            f"--blink-settings=preferredColorScheme={setting}", page.as_uri(),
        ]
        said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
        found = re.search(r"<pre id=\"found\">(.*?)</pre>", said, re.S)
        assert found, f"Chromium said nothing: {said[:200]}"
        answers[scheme] = json.loads(html.unescape(found[1]))
        for answer in answers[scheme]:
            assert answer["isDark"] == (scheme == "dark"), "Chromium does not take the colour scheme"
            assert answer["rules"] == [
                "CSSStyleRule :root", "CSSMediaRule (prefers-color-scheme: dark)",
            ], answer["rules"]
    return answers


def check_tokens(text, theme):
    """The rules of the format: groups of tokens, each with a type and a colour of sRGB."""
    document = json.loads(text)
    assert set(document) == {"light", "dark"}
    for scheme, group in document.items():
        assert group.pop("$type") == "color"
        assert list(group) == [dashed(role) for role in ROLES]
        for role in ROLES:
            token = group[dashed(role)]
            assert not set(token) - {"$value", "$description", "$type"}
            assert all(not set(name) & set("{}.") and name[0] != "$" for name in group)
            value = token["$value"]
            assert set(value) == {"colorSpace", "components", "hex"} and value["colorSpace"] == "srgb"
            assert re.fullmatch("#[0-9a-f]{6}", value["hex"])
            assert len(value["components"]) == 3 and all(0 <= part <= 1 for part in value["components"])
            shown = "#" + "".join(f"{round(255 * part):02x}" for part in value["components"])
            assert shown == value["hex"] == theme[scheme][role]["color"]
            assert isinstance(token.get("$description", ""), str)


def check_android(text, theme):
    root = xml.etree.ElementTree.fromstring(text.encode())
    assert root.tag == "resources"
    colors = {}
    for entry in root:
        assert entry.tag == "color" and set(entry.attrib) == {"name"}
        name = entry.attrib["name"]
        assert re.fullmatch("[a-z][a-z0-9_]*", name) and name not in colors
        assert re.fullmatch("#[0-9a-fA-F]{6}", entry.text)
        colors[name] = entry.text
    for scheme, suffix in (("light", ""), ("dark", "_night")):
        for role in ROLES:
            assert colors[f"theme_{dashed(role).replace('-', '_')}{suffix}"] == theme[scheme][role]["color"]
    assert len(colors) == 2 * len(ROLES)


def check_swift(text, theme):
    """The colours that the file names; the compiler has said that it is Swift."""
    found = re.findall(r"static let (\w+) = Color\(red: (\d+) / 255, green: (\d+) / 255, blue: (\d+) / 255\)", text)
    named = [(name, "#%02x%02x%02x" % tuple(map(int, levels))) for name, *levels in found]
    assert named == [(role, theme[scheme][role]["color"]) for scheme in ("light", "dark") for role in ROLES]


def main():
    showhide = str(pathlib.Path(sys.argv[1]).resolve())
    chromium = sys.argv[2] if len(sys.argv) > 2 else "chromium"
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        themes, sheets = [], []
        (work / "Stand.swift").write_text(STAND_IN)
        build = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-cache-path", folder]
        subprocess.run(
            build + ["-emit-module", "-module-name", "SwiftUI", "Stand.swift"], cwd=work, check=True, timeout=120)
        for number, picture in enumerate(pictures()):
            (work / f"{number}.png").write_bytes(picture)

            def theme(kind, number=number):
                command = [showhide, "theme", f"{number}.png", "--format", kind]
                return subprocess.run(
                    command, cwd=work, capture_output=True, text=True, check=True, timeout=60).stdout

            answer = json.loads(theme("json"))
            check_contrasts(answer)
            check_tokens(theme("tokens"), answer)
            check_android(theme("android"), answer)
            text = theme("swift")
            check_swift(text, answer)
            (work / f"Theme{number}.swift").write_text(text.replace("enum Theme", f"enum Theme{number}"))
            themes.append(answer)
            sheets.append(theme("css"))
        files = [f"Theme{number}.swift" for number in range(len(themes))]
        subprocess.run(build + ["-typecheck", "-I", folder, *files], cwd=work, check=True, timeout=120)
        for scheme, answers in css_colors(sheets, chromium, work).items():
            for answer, expected in zip(answers, themes, strict=True):
                shown = ["#%02x%02x%02x" % tuple(map(int, re.findall(r"\d+", color))) for color in answer["colors"]]
                assert shown == [expected[scheme][role]["color"] for role in ROLES], (scheme, answer)
    print(f"theme-test: passed, {len(themes)} themes in 5 formats")


main()
