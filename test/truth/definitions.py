#!/usr/bin/env python3
"""Print the classes and functions that CPython's own parser sees below a directory, as JSON.

usage: definitions.py ROOT [PATH...]      default: every .py file below ROOT

{"files": [path], "rejected": {path: message}, "definitions": [[path, line, kind, qualname, parent line]]}

kind is class, function or method (a `def` whose nearest definition around it is a class); qualname joins the names of
the definitions around it with dots; parent line is 0 at module level. Lines are those of `def`, `async` and `class`.
Files that ast.parse refuses are not judged.
"""
import ast
import json
import os
import sys
import warnings

from source_tree import python_files

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def definitions(tree, path):
    pending = [(tree, "", None)]
    while pending:
        node, prefix, around = pending.pop()
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, DEFINITIONS):
                pending.append((child, prefix, around))
                continue
            is_method = isinstance(around, ast.ClassDef)
            kind = "class" if isinstance(child, ast.ClassDef) else "method" if is_method else "function"
            yield [path, child.lineno, kind, prefix + child.name, around.lineno if around else 0]
            pending.append((child, prefix + child.name + ".", child))


def main(root, paths):
    warnings.simplefilter("ignore")
    files, rejected, found = [], {}, []
    for path in paths or python_files(root):
        try:
            with open(os.path.join(root, path), "rb") as source:
                tree = ast.parse(source.read())
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            rejected[path] = f"{type(error).__name__}: {error}"
            continue
        files.append(path)
        found.extend(definitions(tree, path))
    json.dump({"files": files, "rejected": rejected, "definitions": sorted(found)}, sys.stdout)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
