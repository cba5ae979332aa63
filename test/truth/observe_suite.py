#!/usr/bin/env python3
"""Run a project's own tests and print the calls between its functions that were seen, as ids of the code graph.

usage: observe_suite.py ROOT [pytest argument]…      prints {"calls": [[source, target]…], "lazy": [[source, target]…]}

`sys.setprofile` sees every Python frame that starts; a call counts when both the frame and the one that started it belong
to files below ROOT. Frames of lambdas, comprehensions and class bodies count for what is around them. Generators and
coroutines start long after they are called, by whoever resumes them: they are listed apart, as `lazy`. What outside code
calls (pytest itself, a callback through the library) has no source and is left out.

The ids are those of `observe_calls.py`, which it shares the counting of definitions with. Slow: profiling makes a suite run
five times as long. Compare with the graph by `compare_suite.py`.
"""
import ast
import inspect
import json
import os
import sys
import threading

from observe_calls import LAZY, dotted_path, join, number_definitions

INNER = object()


class Files:
    """Which node each code object is, by its file, name and first line; files are read when their code is first met."""

    def __init__(self, root):
        self.root = root + os.sep
        self.tables = {}
        self.nodes = {}

    def node_of(self, code):
        """The id of a code object's node; INNER for what runs within what is around it, None for code from elsewhere."""
        found = self.nodes.get(code, self)
        if found is self:
            found = self.nodes[code] = self.find(code)
        return found

    def find(self, code):
        path = os.path.realpath(code.co_filename)
        if not path.startswith(self.root):
            return None
        table = self.tables.get(path)
        if table is None:
            table = self.tables[path] = self.read(path)
        found = table.get((code.co_name, code.co_firstlineno))
        if found is not None:
            return found
        # Lambdas, comprehensions, and class bodies, which have no fast locals.
        return INNER if code.co_name.startswith("<") or code.co_flags & inspect.CO_NEWLOCALS == 0 else None

    def read(self, path):
        relative = path[len(self.root) :].replace(os.sep, "/")
        try:
            with open(path, "rb") as source:
                tree = ast.parse(source.read(), path)
        except (OSError, SyntaxError, ValueError):
            return {}
        dotted = dotted_path(relative)
        table = {("<module>", 1): "file:" + relative, ("<module>", 0): "file:" + relative}
        for key, (kind, qualname) in number_definitions(tree).items():
            if kind == "function":
                table[key] = "func:" + join(dotted, qualname)
        return table


def main(root, arguments):
    import pytest

    files = Files(root)
    calls, lazy = set(), set()

    def source_of(frame):
        while frame is not None:
            node = files.node_of(frame.f_code)
            if node is not INNER:
                return node
            frame = frame.f_back
        return None

    def profile(frame, event, _):
        if event != "call":
            return
        code = frame.f_code
        target = files.node_of(code)
        if target is None or target is INNER or target.startswith("file:"):
            return
        source = source_of(frame.f_back)
        if source is not None:
            (lazy if code.co_flags & LAZY else calls).add((source, target))

    class Watch:
        """Tests of tracing and profiling take the profiler away: every test begins with it."""

        @staticmethod
        def pytest_runtest_setup(item):
            threading.setprofile(profile)
            sys.setprofile(profile)

    os.chdir(root)
    sys.path.insert(0, root)
    sys.dont_write_bytecode = True
    threading.setprofile(profile)
    sys.setprofile(profile)
    out = os.dup(1)
    os.dup2(2, 1)  # what pytest and the tests print is none of the answer
    try:
        code = pytest.main(["-q", "-p", "no:cacheprovider", *arguments], plugins=[Watch()])
    finally:
        sys.setprofile(None)
    with os.fdopen(out, "w") as answer:
        json.dump({"exit": int(code), "calls": sorted(calls), "lazy": sorted(lazy)}, answer)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(os.path.realpath(sys.argv[1]), sys.argv[2:])
