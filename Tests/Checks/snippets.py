"""Compiles the Swift examples of DocC pages, READMEs and documentation comments, as a reader would.

Usage: snippets.py MODULES [FLAGS…]

MODULES is the folder with compiled modules of a debug build; FLAGS say the compiler where the modules of C are.
Examples of modules that were not built are counted as left out.

Each example is a file of its own with the imports that it shows; an example in a comment has those of its
module. Lines that are not declarations run in a function. What an example takes as given stands before it
in a comment that readers do not see, such as

    <!-- given: let image: ImageBuffer -->

or, for documentation comments, in snippets_given.py.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True
from snippets_given import GIVEN  # noqa: E402


# What comments need not say, for the page around them does.
IMPLIED = ["Pixels", "Files", "DominantColor", "ImageCodecs"]


class Snippet:
    def __init__(self, place: str, code: str, imports: list[str], given: list[str], skip: bool):
        self.place, self.code, self.imports, self.given, self.skip = place, code, imports, given, skip


    def modules(self) -> set[str]:
        """The modules of this package that it imports."""
        named = set(re.findall(r"^import (\w+)", self.code, re.M)) | set(self.imports)
        return named - {"Foundation", "PackageDescription"}


def of_page(path: pathlib.Path) -> list[Snippet]:
    """The examples of a page of Markdown."""
    found, given, skip, code, start = [], [], False, None, 0
    imports: list[str] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        comment = re.match(r"<!-- given: (.*?) -->", line)
        if code is not None:
            if line.startswith("```"):
                # What an example imports, those after it on the page have, too.
                imports = imports + [line[7:] for line in code if line.startswith("import ")]
                place = f"{path.relative_to(ROOT)}:{start}"
                found.append(Snippet(place, "\n".join(code), imports, given, skip))
                given, skip, code = [], False, None
            else:
                code.append(line)
        elif comment:
            given = given + [comment[1]]
        elif re.match(r"<!-- a part of a file -->", line):
            skip = True
        elif line.startswith("```swift"):
            code, start = [], number
    return found


def of_source(path: pathlib.Path, module: str) -> list[Snippet]:
    """The examples in the documentation comments of a source file."""
    found, code, start = [], None, 0
    key = str(path.relative_to(ROOT / "Sources"))
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = re.match(r"\s*/// ?(.*)", line)
        if code is not None:
            if text is None or text[1].startswith("```"):
                own = GIVEN.get(path.stem, [])
                taken = {re.match(r"\w+ (\w+)", text)[1] for text in own}
                given = own + [text for text in GIVEN[""] if re.match(r"\w+ (\w+)", text)[1] not in taken]
                found.append(
                    Snippet(f"Sources/{key}:{start}", "\n".join(code), IMPLIED + [module], given, False))
                code = None
            else:
                code.append(text[1])
        elif text and text[1].startswith("```swift"):
            code, start = [], number
    return found


def file_of(snippet: Snippet, number: int) -> str:
    """A Swift file of an example."""
    lines = re.sub(r"(case .*:|default:) …", r"\1 break", snippet.code)
    lines = lines.replace("{ … }", "{}").replace("…", "").splitlines()
    imports = [line for line in lines if line.startswith("import ")]
    body = [line for line in lines if not line.startswith("import ")]
    top, inner = [], []
    depth_of_declaration = None
    for line in body:
        starts = re.match(r"(public |final |@main )*(struct|enum|class|extension|protocol|actor) ", line)
        if starts and depth_of_declaration is None:
            depth_of_declaration = 0
        if depth_of_declaration is not None:
            top.append(line)
            depth_of_declaration += line.count("{") - line.count("}")
            if depth_of_declaration <= 0 and "}" in line:
                depth_of_declaration = None
        else:
            inner.append(line)
    given = [text for one in snippet.given for text in one.split(";") if text.strip()]
    declared = {name for line in inner for name in re.findall(r"(?:let|var) (\w+)", line)}
    used = "\n".join(body)
    lets = []
    for text in given:
        name = re.match(r"\s*(?:let|var) (\w+)", text)
        if text.strip().startswith("import "):
            imports.append(text.strip())
        elif name is None:
            lets.append(f"  {text.strip()}")
        elif name[1] not in declared and re.search(rf"\b{name[1]}\b", used):
            lets.append(f"  {text.strip()}" + ("" if "=" in text else " = given()"))
    names = [f"import {module}" for module in snippet.imports] + imports
    top = [line.replace("@main ", "") for line in top]
    return "\n".join(
        dict.fromkeys(names)
    ) + "\n" + "\n".join(top) + f"\nfunc snippet{number}() async throws {{\n" + "\n".join(lets) + (
        f"\n#sourceLocation(file: \"{snippet.place.rsplit(':', 1)[0]}\", "
        f"line: {int(snippet.place.rsplit(':', 1)[1]) + 1})\n"
    ) + "\n".join(inner) + "\n#sourceLocation()\n}\n"


def main() -> int:
    modules = pathlib.Path(sys.argv[1]).resolve()
    snippets: list[Snippet] = []
    pages = [ROOT / "README.md", ROOT / "Examples" / "Pictures.md"] + sorted((ROOT / "Sources").rglob("*.docc/*.md"))
    for page in pages:
        snippets += of_page(page)
    for source in sorted((ROOT / "Sources").rglob("*.swift")):
        parts = source.relative_to(ROOT / "Sources").parts
        if parts[0] == "Commands" or len(parts) < 3:
            continue
        snippets += of_source(source, parts[1])
    built = {path.stem for path in modules.glob("*.swiftmodule")}
    wanted = [
        snippet for snippet in snippets if not snippet.skip and built.issuperset(snippet.modules())
    ]
    with tempfile.TemporaryDirectory() as scratch:
        files = []
        for number, snippet in enumerate(wanted):
            file = pathlib.Path(scratch) / f"snippet{number}.swift"
            file.write_text(file_of(snippet, number))
            files.append(str(file))
        (pathlib.Path(scratch) / "given.swift").write_text(
            "/// What an example takes as given.\nfunc given<Value>() -> Value { fatalError() }\n")
        files.append(str(pathlib.Path(scratch) / "given.swift"))
        # Examples of this package's own modules see what these share; SwiftPM names the package by its folder.
        package = re.sub(r"\W", "_", ROOT.name.lower().removesuffix(".git"))
        package = re.sub(r"^\d+", lambda digits: "_" * len(digits[0]), package)
        command = [os.environ.get("SWIFT", "swift") + "c", "-typecheck", "-wmo", "-swift-version", "6", "-suppress-warnings", "-I",
                   str(modules), *sys.argv[2:], "-module-name", "Snippets", "-package-name", package, *files]  # fmt: skip
        result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    errors = [line for line in (result.stdout + result.stderr).splitlines() if ": error:" in line]
    print("\n".join(dict.fromkeys(errors)))
    print(f"{len(wanted)} examples compiled, {len(set(errors))} errors, "
          f"{len(snippets) - len(wanted)} left out (parts of files, modules that were not built)")
    return 1 if result.returncode else 0


sys.exit(main())
