"""Finds the functions of Python files, and which of them differ between two folders.

Usage: python3 bench_functions.py BASE CANDIDATE [FILE-OF-BASE FILE-OF-CANDIDATE] ...

Functions are those of modules and classes; what is defined in a function is a part of it. They are compared
by their syntax trees without docstrings, so that comments, lines and the order of functions do not matter.
What is outside of functions is one more, `<module>`.
"""

import ast
import json
import os
import sys

MODULE = "<module>"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Function:
    """All definitions of one name, as those of a property's getter and setter."""

    def __init__(self):
        self.codes = []  # what they do
        self.spans = []  # their first and last lines, from 1, with decorators
        self.lines = []  # where their names are
        self.columns = []  # how far they are indented; None where they share a line with others


def functions(path):
    """The functions of a file by their names, and `<module>`."""
    with open(path, "rb") as file:
        source = file.read()
    tree = ast.parse(source, path)
    lines = source.split(b"\n")
    # Ends of lines that are not counted by b"\n" alone.
    is_plain = source.count(b"\r") == source.count(b"\r\n") and b"\f" not in source
    found = {}

    def own_column(node, first):
        begin, end = lines[first - 1], lines[node.end_lineno - 1][node.end_col_offset:].strip()
        indent = len(begin) - len(begin.lstrip())
        is_alone = begin[indent:indent + 1] in (b"@", b"d", b"a") and (not end or end[:1] == b"#")
        return indent if is_plain and is_alone and indent == node.col_offset else None

    def take(node, prefix):
        """Moves definitions out of a node into `found`."""
        for _, value in ast.iter_fields(node):
            if not isinstance(value, list):
                continue
            if value and isinstance(value[0], ast.Expr) and isinstance(node, (ast.Module, ast.ClassDef)):
                if isinstance(getattr(value[0].value, "value", None), str):
                    del value[0]
            for child in [child for child in value if isinstance(child, ast.AST)]:
                if isinstance(child, DEFINITIONS):
                    value.remove(child)
                    function = found.setdefault(prefix + child.name, Function())
                    first = min([child.lineno] + [item.lineno for item in child.decorator_list])
                    function.spans.append((first, child.end_lineno))
                    function.lines.append(child.lineno)
                    function.columns.append(own_column(child, first))
                    function.codes.append(code(child))
                elif isinstance(child, ast.ClassDef):
                    take(child, f"{prefix}{child.name}.")
                else:
                    take(child, prefix)

    take(tree, "")
    module = found[MODULE] = Function()
    module.codes.append(ast.dump(tree))
    return found


def code(definition):
    """What a definition does, whatever its docstrings say."""
    for node in ast.walk(definition):
        if isinstance(node, DEFINITIONS + (ast.ClassDef,)):
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
                node.body[0] = ast.Pass()
                if len(node.body) > 1:
                    del node.body[0]
    return ast.dump(definition)


def differing(base, candidate, file):
    """What differs between two versions of a file: names, what became of them, and where they are."""
    changes = []
    for name in list(candidate) + [name for name in base if name not in candidate]:
        old, new = base.get(name), candidate.get(name)
        if old and new and old.codes == new.codes:
            continue
        change = {
            "name": name, "kind": "changed" if old and new else "new" if new else "gone", "file": file,
            "line": next(iter((new or old).lines), None)}
        if old and new and old.spans and len(old.spans) == len(new.spans):
            if old.columns == new.columns and None not in old.columns:
                change["base"], change["candidate"] = old.spans, new.spans
        changes.append(change)
    return changes


def main(folders, files):
    changes, problems = [], []
    for old, new in zip(files[::2], files[1::2]):
        sides = []
        for path in [os.path.join(*pair) for pair in zip(folders, (old, new))]:
            try:
                sides.append(functions(path) if os.path.isfile(path) else {})
            except (SyntaxError, ValueError, RecursionError) as error:
                problems.append(f"{new} cannot be read: {error}")
                break
        if len(sides) == 2:
            changes += differing(*sides, new if sides[1] else old)
    json.dump({"changes": changes, "problems": problems}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:3], sys.argv[3:])
