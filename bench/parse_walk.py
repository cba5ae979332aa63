#!/usr/bin/env python3
"""For scale: CPython reads, parses and walks the files listed in a file; prints the CPU seconds of the process as JSON."""
import ast
import json
import resource
import sys
import warnings

warnings.simplefilter("ignore")
with open(sys.argv[1], encoding="utf-8") as listed:
    paths = listed.read().splitlines()
for path in paths:
    with open(path, "rb") as source:
        try:
            tree = ast.parse(source.read())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for _ in ast.walk(tree):
            pass
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps(used.ru_utime + used.ru_stime))
