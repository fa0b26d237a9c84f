#!/usr/bin/env python3
"""Writes the manual pages of a command from its own description.

Usage: manual.py DESCRIPTION FOLDER VERSION DATE

DESCRIPTION is what `COMMAND --experimental-dump-help` prints: one page is made of the command and one of each
subcommand that help lists (COMMAND.1, COMMAND-SUBCOMMAND.1). DATE is that of the pages' foot.
"""

import json
import pathlib
import re
import sys

HEADING = re.compile(r"^([A-Z][A-Z ]{2,}[A-Z])( \(.*\))?$")


def escaped(text: str) -> str:
    """Text in which roff finds no command of its own."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def bold(text: str) -> str:
    return f"\\fB{escaped(text)}\\fR"


def italic(text: str) -> str:
    return f"\\fI{escaped(text)}\\fR"


def name_of(option: dict) -> str:
    """An option's name as it is typed."""
    return ("--" if option["kind"] == "long" else "-") + option["name"]


def shown(command: dict) -> list[dict]:
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def synopsis(path: list[str], command: dict, subcommands: list[dict]) -> str:
    parts = [bold(" ".join(path))]
    for argument in shown(command):
        if argument["kind"] == "positional":
            part = italic(argument["valueName"])
            if argument["parsingStrategy"] == "postTerminator":
                part = bold("--") + " " + part
        elif argument["valueName"] in ("help", "version"):
            continue
        else:
            part = bold(name_of(argument["preferredName"]))
            if argument["kind"] == "option":
                part += " " + italic(argument["valueName"])
        if argument["isRepeating"]:
            part += " ..."
        parts.append(f"[{part}]" if argument["isOptional"] else part)
    if subcommands:
        parts.append(italic("subcommand") + " ...")
    return "\n".join(parts)


def prose(text: str) -> list[str]:
    """Paragraphs; lines in capitals are headings, and lines with spaces before them stay as they are."""
    lines, literal = [], False
    for line in text.splitlines():
        heading = HEADING.match(line)
        indented = line.startswith("  ")
        if literal and not indented:
            lines.append(".fi")
            lines.append(".RE")
            literal = False
        if heading:
            lines.append(f'.SH "{escaped(line)}"')
        elif indented:
            if not literal:
                lines += [".RS 2", ".nf"]
                literal = True
            lines.append(escaped(line[2:]))
        elif line:
            lines.append(escaped(line))
        elif lines and not lines[-1].startswith((".SH", ".PP")):
            lines.append(".PP")
    if literal:
        lines += [".fi", ".RE"]
    while lines and lines[-1] == ".PP":
        lines.pop()
    # A paragraph needs no mark before a heading.
    return [
        line for line, after in zip(lines, lines[1:] + [""]) if not (line == ".PP" and after.startswith(".SH"))
    ]


def argument_lines(argument: dict) -> list[str]:
    if argument["kind"] == "positional":
        tag = italic(argument["valueName"])
    else:
        tag = ", ".join(bold(name_of(name)) for name in argument["names"])
        if argument["kind"] == "option":
            tag += " " + italic(argument["valueName"])
    text = argument.get("abstract", "")
    if argument.get("discussion"):
        text += "\n" + argument["discussion"]
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag" and "default" not in text.lower():
        text += f" Default: {default}."
    values = argument.get("allValues")
    if values and not all(value in text for value in values):
        text += f" One of: {', '.join(values)}."
    return [".TP", tag, *(escaped(line.strip()) for line in text.splitlines() if line.strip())]


def page(path: list[str], command: dict, version: str, date: str) -> str:
    subcommands = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    title = "-".join(path)
    lines = [
        f'.TH "{title.upper()}" 1 "{date}" "{path[0]} {version}" "swift\\-dominant\\-color"',
        ".nh",
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        synopsis(path, command, subcommands),
    ]
    text = prose(command.get("discussion", ""))
    # What follows headings of its own comes behind the options.
    first = next((index for index, line in enumerate(text) if line.startswith(".SH")), len(text))
    if text[:first]:
        lines += [".SH DESCRIPTION", *text[:first]]
    if subcommands:
        lines.append(".SH SUBCOMMANDS")
        for one in subcommands:
            lines += [".TP", bold(one["commandName"]), escaped(one.get("abstract", ""))]
    arguments = shown(command)
    positional = [one for one in arguments if one["kind"] == "positional"]
    if positional:
        lines.append(".SH ARGUMENTS")
        for one in positional:
            lines += argument_lines(one)
    sections: dict[str, list[dict]] = {}
    for one in arguments:
        if one["kind"] != "positional":
            sections.setdefault(one.get("sectionTitle", ""), []).append(one)
    if sections:
        lines.append(".SH OPTIONS")
    for heading in sorted(sections, key=lambda heading: heading == ""):
        if len(sections) > 1:
            lines.append(f'.SS "{escaped(heading.capitalize() or "Other")}"')
        for one in sections[heading]:
            lines += argument_lines(one)
    lines += text[first:]
    lines.append(".SH SEE ALSO")
    others = [path[0]] if len(path) > 1 else [f"{path[0]}-{one['commandName']}" for one in subcommands]
    lines.append(",\n".join(f"\\fB{escaped(other)}\\fR(1)" for other in others))
    return "\n".join(lines) + "\n"


def write(path: list[str], command: dict, folder: pathlib.Path, version: str, date: str) -> None:
    (folder / ("-".join(path) + ".1")).write_text(page(path, command, version, date))
    for one in command.get("subcommands", []):
        if one["shouldDisplay"] and one["commandName"] != "help":
            write([*path, one["commandName"]], one, folder, version, date)


def main() -> int:
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 64
    description, folder, version, date = sys.argv[1:]
    command = json.loads(pathlib.Path(description).read_text())["command"]
    place = pathlib.Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    write([command["commandName"]], command, place, version, date)
    return 0


if __name__ == "__main__":
    sys.exit(main())
