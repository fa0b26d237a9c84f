#!/usr/bin/env python3
"""Writes the bill of materials of a release: what is linked into each program, in which version, under which licence.

Usage: bill.py VERSION COMMIT RESOLVED FILE    SPDX 2.3 as JSON; RESOLVED is Package.resolved
       bill.py --linked RESOLVED               the Swift packages with code in a program, one a line

Libraries of the system are read from the programs in .build-release; Swift packages are those of RESOLVED, without
those of which SECURITY.md says that they are resolved and not built. A package or library that has no licence here is
an error.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-release"
PROGRAMS = {
    "bench": BUILD / "release/bench",
    "kernels": BUILD / "release/kernels",
    "showhide": BUILD / "release/showhide",
    "showhide-serve": BUILD / "release/showhide-serve",
    "libdominantcolor": BUILD / "libdominantcolor/libdominantcolor.so",
}
SWIFT = "Apache-2.0 WITH Swift-exception"
AUTHORS = "Organization: the authors of swift-dominant-color"
COMMANDS = ["bench", "kernels", "showhide", "showhide-serve"]
SERVER = ["showhide-serve"]
# Swift packages: the licence, and the programs with code of it. Their supplier is who owns the repository.
PACKAGES = {
    "grdb.swift": ("MIT", ["bench"]),
    "swift-argument-parser": (SWIFT, COMMANDS),
    "hummingbird": ("Apache-2.0", SERVER),
    "swift-async-algorithms": (SWIFT, SERVER),
    "swift-atomics": (SWIFT, SERVER),
    "swift-collections": (SWIFT, SERVER),
    "swift-http-types": ("Apache-2.0", SERVER),
    "swift-log": ("Apache-2.0", SERVER),
    "swift-nio": ("Apache-2.0", SERVER),
    "swift-nio-extras": ("Apache-2.0", SERVER),
    "swift-service-lifecycle": ("Apache-2.0", SERVER),
}
# Libraries of the system: by name in the file, Debian's package, the name for pkg-config, the licence and who makes it.
LIBRARIES = {
    "libpng16": ("libpng16-16", "libpng", "libpng-2.0", "the PNG Reference Library Authors"),
    "libjpeg": ("libjpeg62-turbo", "libjpeg", "IJG AND BSD-3-Clause AND Zlib", "the libjpeg-turbo Project"),
    "liblcms2": ("liblcms2-2", "lcms2", "MIT", "Marti Maria"),
    "libsqlite3": ("libsqlite3-0", "sqlite3", "blessing", "the SQLite Consortium"),
    "libz": ("zlib1g", "zlib", "Zlib", "Jean-loup Gailly and Mark Adler"),
}
# Of every system with glibc, and not part of a release.
SYSTEM = re.compile(r"^(lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)|ld-linux-x86-64)\.so")


def fail(text: str) -> None:
    sys.exit(f"make release: {text}")


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def is_built(package: str) -> bool:
    """Whether SECURITY.md says that code of a resolved package is compiled on Linux."""
    row = re.search(
        rf"^\| {re.escape(package)} \|(.*)$", (ROOT / "SECURITY.md").read_text(), re.IGNORECASE | re.MULTILINE
    )
    if row is None:
        fail(f"{package} is resolved, and SECURITY.md does not list it")
    return "resolved, not built" not in row[1] and "macOS" not in row[1]


def element(
    name: str, version: str, licence: str, supplier: str, purl: str, place: str = "NOASSERTION"
) -> dict:
    """A component, with the least that NTIA asks of one: supplier, name, version and an identifier of its kind."""
    return {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "supplier": supplier,
        "downloadLocation": place,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
        ],
    }


def linked(resolved: pathlib.Path) -> list[dict]:
    pins = json.loads(resolved.read_text())["pins"]
    return sorted((pin for pin in pins if is_built(pin["identity"])), key=lambda pin: pin["identity"])


def swift_packages(resolved: pathlib.Path) -> list[tuple[dict, str, list[str]]]:
    found = []
    for pin in linked(resolved):
        name, place = pin["identity"], pin["location"].removesuffix(".git")
        if name not in PACKAGES:
            fail(f"{name} is linked, and bill.py has no licence of it")
        licence, programs = PACKAGES[name]
        state = pin["state"]
        purl = f"pkg:swift/{place.removeprefix('https://')}@{state['version']}"
        owner = place.removeprefix("https://").split("/")[1]
        item = element(
            name, state["version"], licence, f"Organization: {owner}", purl, f"git+{place}@{state['revision']}"
        )
        found.append((item, "STATIC_LINK", programs))
    return found


def bundled() -> list[tuple[dict, str, list[str]]]:
    """The compiler's runtime, and files of others in the sources."""
    told = re.search(r"Swift version (\S+)", output(os.environ.get("SWIFT", "swift"), "--version"))
    runtime = told[1] if told else "NOASSERTION"
    chart = ROOT / "Sources/History/HistoryDashboard/Page/Parts/uPlot.iife.min.js"
    plot = re.search(r"uPlot \(v([0-9.]+)\)", chart.read_text())
    if plot is None:
        fail(f"{chart.name} does not say its version")
    chart_version = plot[1]
    everywhere = list(PROGRAMS)
    return [
        # With Foundation, which has ICU, and libdispatch.
        (
            element(
                "swift-runtime", runtime, f"{SWIFT} AND Unicode-3.0", "Organization: the Swift project",
                f"pkg:generic/swift@{runtime}",
            ),
            "STATIC_LINK",
            everywhere,
        ),
        (element("uPlot", chart_version, "MIT", "Person: Leon Sorokin", f"pkg:npm/uplot@{chart_version}"),
         "STATIC_LINK", ["bench"]),
    ]


def libraries() -> list[tuple[dict, str, list[str]]]:
    users: dict[str, list[str]] = {}
    for program, path in PROGRAMS.items():
        for library in re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(path))):
            if not SYSTEM.match(library):
                users.setdefault(library.partition(".so")[0], []).append(program)
    found = []
    for library in sorted(users):
        if library not in LIBRARIES:
            fail(f"{', '.join(users[library])} needs {library}, and bill.py has no licence of it")
        package, name, licence, maker = LIBRARIES[library]
        version = output("pkg-config", "--modversion", name).strip()
        # Which build of it: archives and the wheel bring a copy.
        revision = output("dpkg-query", "--showformat=${Version}", "--show", package).strip()
        purl = f"pkg:deb/debian/{package}@{urllib.parse.quote(revision, safe='~')}?arch=amd64"
        item = element(name, version, licence, f"Organization: {maker}", purl)
        found.append((item, "DYNAMIC_LINK", users[library]))
    return found


def bill(version: str, commit: str, resolved: pathlib.Path) -> dict:
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    def own(name: str) -> dict:
        return element(name, version, "Apache-2.0", AUTHORS, f"pkg:generic/{name}@{version}")

    project = own("swift-dominant-color")
    project["sourceInfo"] = f"git commit {commit}"
    items = [project]
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", project["SPDXID"])]
    programs = {name: own(name) for name in PROGRAMS}
    for program in programs.values():
        items.append(program)
        links.append((program["SPDXID"], "GENERATED_FROM", project["SPDXID"]))
    for item, kind, users in swift_packages(resolved) + bundled() + libraries():
        items.append(item)
        links += [(programs[user]["SPDXID"], kind, item["SPDXID"]) for user in users]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"swift-dominant-color-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/swift-dominant-color-{version}-{commit}",
        "creationInfo": {
            "created": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": [AUTHORS, "Tool: swift-dominant-color/.ci/release/bill.py"],
        },
        "packages": items,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in links
        ],
    }


def main() -> int:
    match sys.argv[1:]:
        case ["--linked", resolved]:
            # The names of their checkouts.
            for pin in linked(pathlib.Path(resolved)):
                print(pathlib.PurePath(pin["location"].removesuffix(".git")).name)
            return 0
        case [version, commit, resolved, file]:
            text = json.dumps(bill(version, commit, pathlib.Path(resolved)), indent=2)
            pathlib.Path(file).write_text(text + "\n")
            return 0
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main())
