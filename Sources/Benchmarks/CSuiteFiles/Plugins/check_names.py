"""Says what keeps a Python file from running, as far as that is seen without running it.

Usage: python3 check_names.py FILE [MODULE ...]

Names that nothing binds, and imported modules that are not installed; the MODULEs are there.
"""

import sys

sys.path.pop(0)  # modules of the repository do not stand in for those of Python

import ast
import builtins
import importlib.util

path, modules = sys.argv[1], set(sys.argv[2:])
with open(path, encoding="utf-8") as file:
    tree = ast.parse(file.read(), path)
compile(tree, path, "exec")
bound, used, imported = set(dir(builtins)) | {"__file__", "__name__"}, {}, {}
for node in ast.walk(tree):
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            used.setdefault(node.id, node.lineno)
        else:
            bound.add(node.id)
    elif isinstance(node, ast.arg):
        bound.add(node.arg)
    elif isinstance(node, ast.Import):
        imported.update((alias.name.split(".")[0], node.lineno) for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0:
        imported[node.module.split(".")[0]] = node.lineno
    elif isinstance(node, ast.alias):
        bound.add((node.asname or node.name).split(".")[0])
    elif isinstance(getattr(node, "name", None), str):
        bound.add(node.name)
problems = [
    (line, f"there is no module '{name}'") for name, line in imported.items()
    if name not in modules and not importlib.util.find_spec(name)]
# `import *` may bind any name but that of the last result at Python's prompt.
problems += [
    (line, f"nothing defines '{name}'") for name, line in used.items()
    if name not in bound and ("*" not in bound or name == "_")]
if problems:
    sys.exit("\n".join(f"{path}, line {line}: {text}" for line, text in sorted(problems)))
