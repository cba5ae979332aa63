#!/usr/bin/env python3
"""Ask a type checker's language server what calls lead to, and compare with the graph.

usage: compare_checker.py [--seed N] [--list] ROOT GRAPH.json CALLS COMMAND…
       compare_checker.py ~/bakery bakery.json 500 node node_modules/pyright/langserver.index.js --stdio

GRAPH by `kg-memory export`. CALLS call sites are drawn at random among the lines of the graph's files that hold one call, so that a
line tells the site; the server is asked for the definition of the callee's name there. Only answers that are functions and classes
of the graph count; a class stands for what makes its instances, a function for its overloads.

Prints of how many sites the checker knows the callee, of how many of these the graph has `exact` or `inferred` edges, and how
many of those lead to what the checker says. A checker believes that a decorated function runs itself; where the graph says at the
site that something else runs in place of just that function, they agree. `--list` shows the sites that differ or stay open. It
knows nothing of the linker.
"""
import ast
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

SURE = {"exact", "inferred"}


class Server:
    """A language server on the pipes of a child process."""

    def __init__(self, command, root):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        uri = Path(root).as_uri()
        folder = {"uri": uri, "name": "project"}
        self.ask("initialize", processId=os.getpid(), rootUri=uri, capabilities={}, workspaceFolders=[folder])
        self.tell("initialized")

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.child.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.child.stdin.flush()

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        self.last += 1
        self.send(id=self.last, method=method, params=params)
        while True:
            message = self.receive()
            if "method" in message:
                if "id" in message:  # it asks for settings, which are its own
                    items = (message.get("params") or {}).get("items")
                    self.send(id=message["id"], result=[{} for _ in items] if items else None)
            elif message.get("id") == self.last:
                return message.get("result")

    def receive(self):
        length = 0
        while (line := self.child.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.child.stdout.read(length))

    def end(self):
        self.ask("shutdown")
        self.tell("exit")
        self.child.wait()


class Graph:
    """What the graph says: by path and line the definitions, the sure and all targets of the calls that stand there."""

    def __init__(self, path):
        with open(path) as file:
            exported = json.load(file)
        self.nodes = {node["id"]: node for node in exported["nodes"] if node["type"] in ("file", "class", "function")}
        self.definitions, self.inits, self.bases, self.sure, self.all, self.replaced = {}, {}, {}, {}, {}, {}
        for node in self.nodes.values():
            if node["type"] != "file":
                self.definitions[(node["path"], node["line"])] = node["id"]
        for edge in exported["edges"]:
            if edge["type"] == "calls":
                self.add_sites(edge)
            elif edge["type"] == "references" and edge.get("found_by") == "decorator":
                for site in edge["sites"]:
                    key = (self.nodes[edge["source"]]["path"], site["line"])
                    self.replaced.setdefault(key, set()).add(re.sub(r"#\d+", "", edge["target"]))
            elif edge["type"] == "inherits":
                self.bases.setdefault(edge["source"], []).append(edge["target"])
            elif edge["type"] == "method_of" and self.nodes[edge["source"]]["name"] in ("__init__", "__new__"):
                self.inits.setdefault(edge["target"], []).append(edge["source"])

    def add_sites(self, edge):
        path, target = self.nodes[edge["source"]]["path"], re.sub(r"#\d+", "", edge["target"])
        for site in edge["sites"]:
            if site.get("kind") in (None, "super"):
                key = (path, site["line"])
                self.all.setdefault(key, set()).add(target)
                if site["resolution"] in SURE:
                    self.sure.setdefault(key, set()).add(target)

    def makers(self, target):
        """A definition, and what runs when it is a class that is called."""
        found, pending = set(), [target]
        while pending:
            each = pending.pop()
            if each not in found:
                found.add(each)
                pending += self.inits.get(each, []) + (self.bases.get(each, []) if each.startswith("class:") else [])
        return {re.sub(r"#\d+", "", each) for each in found}


def calls_of(path, source):
    """(line, position of the callee's last name) of the calls that are the only ones on their line; lines from 1."""
    by_line = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            for line in range(node.lineno, node.end_lineno + 1):
                by_line.setdefault(line, []).append(node)
    for line, nodes in by_line.items():
        callee = nodes[0].func
        if len(nodes) > 1 or not isinstance(callee, (ast.Name, ast.Attribute)) or not callee.lineno == callee.end_lineno == line:
            continue
        name = callee.id if isinstance(callee, ast.Name) else callee.attr
        before = source.splitlines()[line - 1].encode()[: callee.end_col_offset - len(name.encode())].decode()
        yield path, line, len(before.encode("utf-16-le")) // 2, name


def definitions_at(server, root, graph, site):
    path, line, column, _ = site
    uri = (Path(root) / path).as_uri()
    position = {"line": line - 1, "character": column}
    found = set()
    for place in server.ask("textDocument/definition", textDocument={"uri": uri}, position=position) or []:
        target = os.path.relpath(os.path.realpath(unquote(urlparse(place["uri"]).path)), root).replace(os.sep, "/")
        found.add(graph.definitions.get((target, place["range"]["start"]["line"] + 1)))
    return found - {None}


def main(root, exported, count, command, seed, is_listing):
    graph = Graph(exported)
    sites = []
    for path in sorted(node["path"] for node in graph.nodes.values() if node["type"] == "file"):
        source = (Path(root) / path).read_text(errors="replace")
        try:
            sites += calls_of(path, source)
        except (SyntaxError, ValueError):
            continue
    server = Server(command, root)
    opened, known, answered, agreed, candidates = set(), 0, 0, 0, 0
    for site in sorted(random.Random(seed).sample(sites, min(count, len(sites)))):
        path, line, _, name = site
        if path not in opened:
            opened.add(path)
            text = (Path(root) / path).read_text(errors="replace")
            document = {"uri": (Path(root) / path).as_uri(), "languageId": "python", "version": 1, "text": text}
            server.tell("textDocument/didOpen", textDocument=document)
        theirs = definitions_at(server, root, graph, site)
        if not theirs:
            continue
        known += 1
        ours = graph.sure.get((path, line), set())
        said = ours | graph.replaced.get((path, line), set())
        agrees = all(graph.makers(each) & said for each in theirs)
        answered += bool(ours)
        agreed += bool(ours) and agrees
        candidates += not ours and (path, line) in graph.all
        if is_listing and not agrees:
            print(f"{path}:{line} {name}: checker {sorted(theirs)}, graph {sorted(ours or graph.all.get((path, line), ()))}")
    server.end()
    print(f"{known} of {min(count, len(sites))} sites known to the checker")
    print(f"{answered} of these have sure edges, {candidates} candidates only, {known - answered - candidates} none")
    print(f"{agreed} of {answered} agree, {agreed / max(1, answered):.3f}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    seed = int(arguments.pop(arguments.index("--seed") + 1)) if "--seed" in arguments else 1
    is_listing = "--list" in arguments
    arguments = [each for each in arguments if each not in ("--seed", "--list")]
    if len(arguments) < 4:
        sys.exit(__doc__)
    main(os.path.realpath(arguments[0]), arguments[1], int(arguments[2]), arguments[3:], seed, is_listing)
