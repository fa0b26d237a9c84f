"""Makes an object file of ICU's tables for the root and English locales, out of all those in Foundation's static ICU.

Usage: small-icu.py SWIFT FOLDER    makes FOLDER/icu.o, and prints its path

A program that links all of Foundation carries 34 MB of names and rules of 250 languages, converters of character
sets, and dictionaries that break Thai and Chinese text into words. `bench` writes English with UTF-8 and asks for
none of them. ICU's data are a table of named items by design, and a lookup of one that is missing falls back to the
root locale, so items are left out here as ICU's own data build tool leaves them out. The linker takes this object's
table instead of the archive's, because it comes first.

Format: ICU's udata.h (DataHeader) and ucmndata.h (UDataOffsetTOC), versions 4 to 76.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

# af, zh_Hant, es_419, en_US_POSIX: what is named after a language is for that language alone.
LOCALE = re.compile(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?(_[A-Z]+)*")
KEPT_LOCALES = {"en", "en_001", "en_US", "en_US_POSIX"}
# Converters, dictionaries, look-alikes, and profiles of StringPrep.
LEFT_OUT_KINDS = {"cfu", "cnv", "dict", "spp"}
# Transliteration; names of converters; names of characters.
LEFT_OUT = {"translit", "cnvalias", "unames"}


def is_kept(item: str) -> bool:
    """Whether the item, such as icudt76l/curr/de.res, is wanted by a program that writes English."""
    path, kind = item.rsplit(".", 1)
    parts = path.split("/")[1:]
    if kind in LEFT_OUT_KINDS or parts[0] in LEFT_OUT:
        return False
    if kind == "brk" and "_" in parts[-1]:
        # A language's own way of breaking lines and words.
        return False
    return parts[-1] in KEPT_LOCALES or not LOCALE.fullmatch(parts[-1])


def items(data: bytes) -> tuple[int, dict[str, bytes]]:
    """The length of the header, and the named items behind it, in the order of the file."""
    header = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27":
        sys.exit("small-icu: the table of ICU does not begin as its format says")
    count = struct.unpack_from("<I", data, header)[0]
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [start for _, start in entries[1:]] + [len(data) - header]
    found = {}
    for (name, start), end in zip(entries, ends):
        first = header + name
        text = data[first : data.index(b"\0", first)].decode("ascii")
        found[text] = data[header + start : header + end]
    if sorted(found) != list(found):
        sys.exit("small-icu: the items of ICU's table are not sorted, which its format asks for")
    return header, found


def packed(header: bytes, kept: dict[str, bytes]) -> bytes:
    """A table of these items, each at a multiple of 16 bytes as ICU's tools place them."""
    names = b"".join(name.encode("ascii") + b"\0" for name in kept)
    names_at = 4 + 8 * len(kept)
    items_at = (names_at + len(names) + 15) // 16 * 16
    entries, body, name_at = [], bytearray(), names_at
    for name, item in kept.items():
        body += bytes(-len(body) % 16)
        entries.append(struct.pack("<II", name_at, items_at + len(body)))
        name_at += len(name) + 1
        body += item
    index = struct.pack("<I", len(kept)) + b"".join(entries) + names
    return header + index.ljust(items_at, b"\0") + bytes(body)


def static_icu(swift: str) -> str:
    """The archive with ICU of this compiler's static Foundation."""
    program = os.path.realpath(shutil.which(swift) or swift)
    folder = os.path.join(os.path.dirname(os.path.dirname(program)), "lib/swift_static/linux")
    archive = os.path.join(folder, "lib_FoundationICU.a")
    if not os.path.exists(archive):
        sys.exit(f"small-icu: this Swift has no {archive}: install one with its static libraries")
    return archive


def main() -> None:
    swift, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        member = "icu_packaged_data.cpp.o"
        subprocess.run(["ar", "x", "--output", work, static_icu(swift), member], check=True)
        member = os.path.join(work, member)
        symbols = subprocess.run(["nm", member], check=True, capture_output=True, text=True).stdout
        symbol = re.findall(r"\bR (icudt[0-9]+_dat)$", symbols, re.MULTILINE)
        if len(symbol) != 1:
            sys.exit(f"small-icu: {member} has no single table of ICU")
        table = os.path.join(work, "icu.dat")
        subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", member, table], check=True)
        with open(table, "rb") as file:
            data = file.read()
        header, found = items(data)
        kept = {name: item for name, item in found.items() if is_kept(name)}
        with open(table, "wb") as file:
            file.write(packed(data[:header], kept))
        source = os.path.join(work, "icu.s")
        with open(source, "w", encoding="ascii") as file:
            file.write(
                f".section .rodata.{symbol[0]},\"a\"\n.balign 16\n.globl {symbol[0]}\n"
                f".type {symbol[0]}, @object\n{symbol[0]}:\n.incbin \"{table}\"\n"
                f".size {symbol[0]}, . - {symbol[0]}\n.section .note.GNU-stack,\"\"\n"
            )
        made = os.path.join(folder, "icu.o")
        subprocess.run(["as", "-o", made, source], check=True)
        print(
            f"ICU's tables: {len(kept)} of {len(found)} items,"
            f" {os.path.getsize(table)} of {len(data)} bytes",
            file=sys.stderr,
        )
        print(os.path.abspath(made))


if __name__ == "__main__":
    main()
