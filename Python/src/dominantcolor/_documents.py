"""Palettes as `python -m dominantcolor` writes them, byte for byte as `showhide palette` does (but for
the table's width, what PNG compresses to, and near ties and estimates in JSON)."""

from __future__ import annotations

import dataclasses
import html
import itertools
import json
import math
import os
import struct
import unicodedata
import zlib
from decimal import ROUND_HALF_UP, Decimal

from ._average import Average
from ._description import Description, PaletteName, describe, names_of
from ._palette import ROLES, Palette, Swatch

FORMATS = ("table", "json", "jsonl", "csv", "css", "gpl", "ase", "svg", "png")
BINARY = ("ase", "png")
_ENDINGS = {"txt": "table", "ndjson": "jsonl"} | {name: name for name in FORMATS[1:]}
_REASONS = {
    "the image has no pixels": "noPixels",
    "every pixel is transparent": "allTransparent",
    "filters take out every visible pixel": "allFiltered",
    "every visible pixel is grey, and grey has no hue": "allGrey",
}
_SHORTAGES = {
    "the picture has no further ones": "noFurtherColors",
    "further ones do not differ clearly from these": "othersAreNear",
    "further ones cover too little or do not differ clearly from these": "chosen",
}
_NO_BACKGROUND = {
    "the image has fewer than 3 columns or rows": "tooSmall",
    "the border is transparent": "transparent",
    "no colour fills three quarters of the border": "busyBorder",
}
_ROLE_WORDS = {
    "light_vibrant": "lightVibrant", "dark_vibrant": "darkVibrant", "light_muted": "lightMuted",
    "dark_muted": "darkMuted",
}  # fmt: skip


def format_for(name: str | None, output: str | None) -> str:
    """The format that is named, or that the ending of the file says; raises ValueError."""
    ending = os.path.splitext(output or "")[1].lower().removeprefix(".")
    of_file = _ENDINGS.get(ending)
    if name is None:
        if ending and of_file is None:
            endings = ", ".join(f".{ending}" for ending in _ENDINGS)
            raise ValueError(
                f"'{output}' does not say a format. End it in {endings}, or name the format with "
                "--format."
            )
        return of_file or "table"
    if of_file not in (None, name):
        raise ValueError(
            f"--format {name} and the name '{output}' ({of_file}) contradict each other. Leave out "
            "--format, or change the name."
        )
    return name


@dataclasses.dataclass
class Entry:
    """The palette of one file, as an entry of what is written."""

    path: str
    palette: Palette
    average: Average | None = None
    absence: str | None = None
    has_names: bool = False
    has_roles: bool = False
    has_background: bool = False
    has_places: bool = False
    has_blurhash: bool = False
    blurhash: str | None = None
    has_display_p3: bool = False

    @property
    def stem(self) -> str:
        """The name without folders and ending."""
        return os.path.splitext(os.path.basename(self.path))[0] or self.path

    def names(self) -> list[str]:
        """A name for each swatch, all different; or nothing for each, where none is asked for."""
        swatches = self.palette.swatches
        if not self.has_names:
            return [""] * len(swatches)
        return [name.name for name in names_of([swatch.rgb for swatch in swatches])]


class Document:
    """A document of palettes: what comes first, with each file, and last."""

    def __init__(self, format: str, has_names: bool, has_display_p3: bool = False) -> None:
        self.format, self.has_names = format, has_names
        self.has_display_p3 = has_display_p3
        self._wide = ""
        self._entries: list[Entry] = []
        self._uses: dict[str, int] = {}
        self._is_first = True

    def opening(self) -> bytes:
        names = ",name,text,contrast" if self.has_names else ""
        wide = ",displayP3" if self.has_display_p3 else ""
        text = {
            "json": '{"schema":1,"images":[',
            "csv": f"path,rank,color,count,population{wide}{names}\r\n",
            "css": ":root {\n",
            "gpl": "GIMP Palette\nName: showhide\nColumns: 8\n#\n",
        }.get(self.format, "")
        return text.encode()

    def section(self, entry: Entry) -> bytes:
        """What one file adds at once."""
        is_first, self._is_first = self._is_first, False
        if self.format in ("ase", "svg", "png"):
            self._entries.append(entry)
            return b""
        if self.format == "json":
            text = ("\n" if is_first else ",\n") + _line(_fields(entry))
        elif self.format == "jsonl":
            text = _line(_fields(entry)) + "\n"
        elif self.format == "table":
            text = ("" if is_first else "\n") + _table(entry)
        else:
            text = {"csv": _csv, "css": self._css, "gpl": _gpl}[self.format](entry)
        return text.encode(errors="surrogateescape")

    def failure(self, path: str, message: str) -> bytes:
        """What a file that gave no palette adds."""
        if self.format != "jsonl":
            return b""
        return (_line({"path": path, "error": message}) + "\n").encode(errors="surrogateescape")

    def closing(self) -> bytes:
        """What comes last; raises ValueError where there is nothing to draw."""
        if self.format == "ase":
            return _ase(self._entries)
        if self.format == "svg":
            return _svg(self._entries).encode(errors="surrogateescape")
        if self.format == "png":
            return _png(self._entries)
        if self.format == "css" and self._wide:
            supports = "@supports (color: color(display-p3 0 0 0))"
            return f"}}\n\n{supports} {{\n  :root {{\n{self._wide}  }}\n}}\n".encode()
        return {"json": b"\n]}\n", "css": b"}\n"}.get(self.format, b"")

    def _css(self, entry: Entry) -> str:
        name = "".join(
            c if "a" <= c <= "z" or "0" <= c <= "9" or c > "\x9f" else "-"
            for c in entry.stem.lower()
        )
        self._uses[name] = self._uses.get(name, 0) + 1
        if self._uses[name] > 1:
            name += f"_{self._uses[name]}"
        lines = [f"  /* {entry.path.replace('*/', '* /')} */"]
        for rank, (swatch, own) in enumerate(zip(entry.palette.swatches, entry.names()), 1):
            words = f"  /* {own} */" if own else ""
            lines.append(f"  --{name}-{rank}: {swatch.hex};{words}")
            if swatch.display_p3:
                self._wide += f"    --{name}-{rank}: {swatch.display_p3.css};\n"
        return "\n".join(lines) + "\n"


def _about(swatch: Swatch) -> Description:
    return describe(swatch.rgb)


def _line(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _percent(share: float) -> str:
    if 0 < share < 0.0005:
        return "< 0.1 %"
    return f"{Decimal(share * 100 * 10).quantize(Decimal(1), ROUND_HALF_UP) / 10:.1f} %"


def _fields(entry: Entry) -> dict[str, object]:
    found = entry.palette
    fields: dict[str, object] = {
        "path": entry.path, "width": found.width, "height": found.height,
        "visible": found.counted, "exact": found.exact,
    }  # fmt: skip
    if found.distinct_colors is not None:
        fields["distinctColors"] = found.distinct_colors
    if found.absence:
        fields["absence"] = {
            "reason": _REASONS.get(found.absence, found.absence),
            "message": entry.absence or found.absence,
        }
    if found.shortage:
        fields["shortage"] = {
            "reason": _SHORTAGES.get(found.shortage, found.shortage), "message": found.shortage,
        }  # fmt: skip
    if found.bars:
        bars = found.bars
        fields["bars"] = {
            "color": bars.hex, "left": bars.left, "top": bars.top, "right": bars.right,
            "bottom": bars.bottom, "content": list(content(found)),
        }  # fmt: skip
    fields["warnings"] = list(found.warnings)
    named = names_of([swatch.rgb for swatch in found.swatches]) if entry.has_names else ()
    fields["dominant"] = found.dominant and _color(found.dominant)
    fields["swatches"] = [
        _swatch(swatch, entry, name) for swatch, name in itertools.zip_longest(found.swatches, named)
    ]
    if entry.average is not None:
        fields["average"] = {
            "light": entry.average.light_hex, "levels": entry.average.levels_hex,
        }  # fmt: skip
    if entry.has_blurhash:
        fields["blurHash"] = entry.blurhash
    if entry.has_background:
        fields["background"] = _background(found)
    if entry.has_roles:
        fields["roles"] = {_ROLE_WORDS.get(role, role): _role(found, role) for role in ROLES}
    return fields


def content(found: Palette) -> tuple[int, int, int, int]:
    """What bars leave of a picture: left and upper edge, width and height."""
    bars = found.bars
    if not bars:
        return 0, 0, found.width, found.height
    return (
        bars.left, bars.top, found.width - bars.left - bars.right,
        found.height - bars.top - bars.bottom,
    )  # fmt: skip


def _bars(found: Palette) -> list[str]:
    bars = found.bars
    if not bars:
        return []
    sides = (bars.top, "row", "above"), (bars.bottom, "row", "below"), (bars.left, "column", "left"), (
        bars.right, "column", "right")  # fmt: skip
    taken = ", ".join(f"{n} {line}{'s' * (n != 1)} {where}" for n, line, where in sides if n > 0)
    return [f"  bars left out: {taken}, {bars.hex} (--whole counts them)"]


def _color(swatch: Swatch) -> dict[str, object]:
    fields: dict[str, object] = {
        "color": swatch.hex, "count": swatch.count, "population": swatch.population,
    }  # fmt: skip
    if wide := swatch.display_p3:
        fields["displayP3"] = {
            "css": wide.css, "components": list(wide.rounded), "inSRGB": wide.in_srgb,
        }  # fmt: skip
    return fields


def _swatch(swatch: Swatch, entry: Entry, name: PaletteName | None) -> dict[str, object]:
    fields = _color(swatch)
    if name is not None:
        about = _about(swatch)
        fields |= {"name": name.name, "list": name.list, "deltaE00": name.difference}
        for list_name, nearest in (("css", about.css), ("xkcd", about.xkcd)):
            fields[list_name] = {
                "name": nearest.name, "color": nearest.hex, "deltaE00": nearest.difference,
            }  # fmt: skip
        fields["text"] = "#000000" if about.text == "black" else "#ffffff"
        fields["contrast"] = about.contrast
    if entry.has_places:
        place = swatch.where
        fields["where"] = place and {
            "center": [_tenths(value) for value in place.center], "box": list(place.box),
        }  # fmt: skip
    return fields


def _tenths(pixels: float) -> float:
    return math.floor(10 * pixels + 0.5) / 10


def _role(found: Palette, role: str) -> dict[str, object]:
    swatch: Swatch | None = getattr(found.roles, role)
    if swatch is None:
        return {"absent": found.roles.absence(role)}
    return {"color": swatch.hex, "population": swatch.population}


def _kind(found: Palette) -> str:
    return "gradient" if found.background and found.background.is_gradient else "uniform"


def _background(found: Palette) -> dict[str, object]:
    ground = found.background
    if ground is None:
        absence = found.roles.absence("background") or ""
        return {"absent": absence, "reason": _NO_BACKGROUND.get(absence, absence)}
    return {
        "color": ground.hex, "count": ground.count, "population": ground.population,
        "kind": _kind(found),
    }  # fmt: skip


def _table(entry: Entry) -> str:
    found = entry.palette
    kept = ""
    if found.distinct_colors is not None:
        kept = ", 1 colour, counted as it is"
        if found.distinct_colors != 1:
            kept = f", {found.distinct_colors} colours, counted as they are"
    path = "".join(_printable(character) for character in entry.path)
    lines = [f"{path}: {found.width}×{found.height}{kept}"]
    if found.absence:
        lines.append(f"  no dominant colour: {entry.absence or found.absence}")
    else:
        lines += _rows(entry)
    lines += _bars(found)
    ground = found.background
    if entry.has_background and ground:
        lines.append(f"  background: {ground.hex}, {_percent(ground.population)}, {_kind(found)}")
    elif entry.has_background:
        lines.append(f"  background: none: {found.roles.absence('background')}")
    return "\n".join(lines) + "\n"


def _rows(entry: Entry) -> list[str]:
    """The lines of a table that has colours."""
    found, lines = entry.palette, []
    rows = [["colour", "share", "pixels"]]
    rows[0] += ["in Display P3"] if entry.has_display_p3 else []
    rows[0] += ["centre", "box"] if entry.has_places else []
    rows[0] += ["name", "text", "contrast"] if entry.has_names else []
    for swatch, name in zip(found.swatches, entry.names()):
        row = [swatch.hex, _percent(swatch.population), str(swatch.count)]
        if swatch.display_p3:
            row.append(swatch.display_p3.css)
        if entry.has_places and swatch.where:
            row.append(",".join(str(int(value)) for value in swatch.where.center))
            row.append(",".join(map(str, swatch.where.box)))
        elif entry.has_places:
            row += ["–", "–"]
        if entry.has_names:
            about = _about(swatch)
            row += [name, about.text, f"{math.floor(about.contrast * 10) / 10:.1f}:1"]
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows)]
    is_left = [title in ("colour", "in Display P3", "box", "name", "text") for title in rows[0]]
    for row in rows:
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_left)
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    if found.shortage:
        count = len(found.swatches)
        lines.append(f"  {count} colour{'s' * (count != 1)}: {found.shortage}")
    if found.dominant:
        lines.append(f"  dominant colour: {found.dominant.hex}, {_percent(found.dominant.population)}")
    if entry.average is not None and entry.average.light:
        lines.append(
            f"  average: {entry.average.light_hex} by light, {entry.average.levels_hex} by encoded "
            "levels"
        )
    if entry.blurhash:
        lines.append(f"  BlurHash: {entry.blurhash}")
    return lines


def _printable(character: str) -> str:
    """A character of a path as a terminal may show it."""
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") and number not in (0x200C, 0x200D):
        return f"\\x{number:02x}" if number < 0x100 else f"\\u{{{number:x}}}"
    return character


def _csv(entry: Entry) -> str:
    path = entry.path
    if any(character in path for character in ',"\r\n'):
        path = '"' + path.replace('"', '""') + '"'
    lines = ""
    for rank, (swatch, name) in enumerate(zip(entry.palette.swatches, entry.names()), 1):
        lines += f"{path},{rank},{swatch.hex},{swatch.count},{swatch.population}"
        lines += f",{swatch.display_p3.css}" if swatch.display_p3 else ""
        if entry.has_names:
            about = _about(swatch)
            text = "#000000" if about.text == "black" else "#ffffff"
            lines += f",{name},{text},{about.contrast}"
        lines += "\r\n"
    return lines


def _gpl(entry: Entry) -> str:
    lines = ""
    stem = " ".join(entry.stem.split("\n"))
    for rank, (swatch, name) in enumerate(zip(entry.palette.swatches, entry.names()), 1):
        levels = " ".join(f"{level:3}" for level in swatch.rgb)
        words = f", {name}" if name else ""
        lines += f"{levels}\t{stem} {rank} ({_percent(swatch.population)}){words}\n"
    return lines


def _ase(entries: list[Entry]) -> bytes:
    blocks: list[bytes] = []

    def append(kind: int, content: bytes) -> None:
        blocks.append(struct.pack(">HI", kind, len(content)) + content)

    def name(text: str) -> bytes:
        units = text.encode("utf-16-be", "replace")[:2000] + b"\0\0"
        return struct.pack(">H", len(units) // 2) + units

    for entry in entries:
        append(0xC001, name(entry.stem))
        for swatch, own in zip(entry.palette.swatches, entry.names()):
            words = own + " " if own else ""
            content = name(f"{words}{swatch.hex} ({_percent(swatch.population)})") + b"RGB "
            append(1, content + struct.pack(">3fH", *(level / 255 for level in swatch.rgb), 2))
        append(0xC002, b"")
    return b"ASEF" + struct.pack(">HHI", 1, 0, len(blocks)) + b"".join(blocks)


_WIDTH, _HEIGHT = 640, 64


def _ends(found: Palette) -> list[int]:
    """Where each colour of a strip ends."""
    total = max(sum(swatch.count for swatch in found.swatches), 1)
    ends, sum_ = [], 0
    for swatch in found.swatches:
        sum_ += swatch.count
        ends.append(math.floor(sum_ / total * _WIDTH + 0.5))
    return ends


def _svg(entries: list[Entry]) -> str:
    strips = ""
    for number, entry in enumerate(entries):
        start = 0
        bands = zip(entry.palette.swatches, _ends(entry.palette), entry.names())
        for swatch, end, name in bands:
            words = name + ", " if name else ""
            path = html.escape(entry.path).replace("&#x27;", "&#39;")
            words = html.escape(words).replace("&#x27;", "&#39;")
            strips += (
                f'  <rect x="{start}" y="{number * _HEIGHT}" width="{end - start}" '
                f'height="{_HEIGHT}" fill="{swatch.hex}"><title>{path}: {words}{swatch.hex} '
                f"({_percent(swatch.population)})</title></rect>\n"
            )
            start = end
    height = max(len(entries), 1) * _HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}">\n{strips}</svg>\n'
    )


def _png(entries: list[Entry]) -> bytes:
    if not entries:
        raise ValueError("There is no palette to draw, so that no picture was made.")
    rows = b""
    for entry in entries:
        row, start = b"", 0
        for swatch, end in zip(entry.palette.swatches, _ends(entry.palette)):
            row += bytes((*swatch.rgb, 255)) * (end - start)
            start = end
        rows += (b"\0" + row.ljust(4 * _WIDTH, b"\0")) * _HEIGHT

    def chunk(name: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    header = struct.pack(">IIBBBBB", _WIDTH, len(entries) * _HEIGHT, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )  # fmt: skip
