#!/usr/bin/env python3
"""How many of the calls that a project's tests made are in its graph.

usage: compare_suite.py OBSERVED.json GRAPH.json      OBSERVED by observe_suite.py, GRAPH by `kg-memory export`

Only calls between nodes of the graph count. Prints the share found, of all and of those that do not start in tests, and the
functions whose calls are missed most: the classes of misses are read off these.
"""
import collections
import json
import re
import sys

TEST_PATH = re.compile(r"(?:^|/)(?:tests?/|test_[^/]*\.py$|[^/]*_test\.py$|conftest\.py$)")
MOST = 20


def share(calls, found):
    hits = sum(call in found for call in calls)
    return f"{hits} of {len(calls)}, {hits / max(1, len(calls)):.3f}"


def main(observed, graph):
    with open(observed) as file:
        seen = json.load(file)
    with open(graph) as file:
        exported = json.load(file)
    paths = {node["id"]: node.get("path", "") for node in exported["nodes"]}
    found = {(edge["source"], edge["target"]) for edge in exported["edges"] if edge["type"] == "calls"}
    calls = [tuple(call) for call in seen["calls"] if call[0] in paths and call[1] in paths]
    print("all:", share(calls, found))
    print("not from tests:", share([call for call in calls if not TEST_PATH.search(paths[call[0]])], found))
    print("generators and coroutines:", share([tuple(c) for c in seen["lazy"] if c[0] in paths and c[1] in paths], found))
    missed = collections.Counter(target for source, target in calls if (source, target) not in found)
    for target, count in missed.most_common(MOST):
        print(f"{count:5} {target}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
