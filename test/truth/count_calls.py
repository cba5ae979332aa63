#!/usr/bin/env python3
"""Print the lines of all calls and decorators that CPython's own parser sees below a directory, as JSON.

usage: count_calls.py ROOT

{path: [line]}, a line as often as the called name of a call stands on it, or a decorator begins there; those in
a literal text that eval or exec runs count on its line. Files that ast.parse refuses are left out.
"""
import ast
import json
import os
import sys
import warnings

from source_tree import python_files


def lines(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.func.end_lineno if isinstance(node.func, ast.Attribute) else node.lineno
            yield from evaluated(node)
        for decorator in getattr(node, "decorator_list", ()):
            yield decorator.lineno


def evaluated(call):
    """The lines of calls in a literal text that eval or exec runs: all on the line of that call."""
    if not isinstance(call.func, ast.Name) or call.func.id not in ("eval", "exec") or call.keywords:
        return
    if len(call.args) == 1 and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
        for node in ast.walk(ast.parse(call.args[0].value.strip())):
            if isinstance(node, ast.Call):
                yield call.lineno


def main(root):
    warnings.simplefilter("ignore")
    found = {}
    for path in python_files(root):
        try:
            with open(os.path.join(root, path), "rb") as file:
                found[path] = sorted(lines(ast.parse(file.read())))
        except (SyntaxError, ValueError, RecursionError):
            continue
    print(json.dumps(found))


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    main(sys.argv[1])
