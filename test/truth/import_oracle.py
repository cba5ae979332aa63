#!/usr/bin/env python3
"""Print which files import which and which classes inherit which, as Python's own rules have it, as JSON.

usage: import_oracle.py ROOT

{"files": […], "rejected": […],
 "imports": [[path, path, type_only]], "imports_optional": [[path, path]],
 "inherits": [[path, line, path, line]], "inherits_optional": […],
 "computed": [[path, line]]}        classes with a base that is computed: what else they inherit is not judged

Independent of the linker: the standard library's `ast`, a module finder that looks where `sys.path` would, and an
abstract run of every module that keeps, for each name, the set of things it may be bound to (branches join, a branch
that raises or returns drops out). `optional` is where the specification or Python leaves a choice: a graph may have
these edges or not. It infers no values: a base that is a call or an attribute of an instance is `computed`.
"""
import ast
import json
import os
import sys

from abstract_run import Run
from module_finder import Finder, is_file
from scopes import UNBOUND, UNKNOWN, Scope
from source_tree import import_roots, indexed_files

sys.setrecursionlimit(20000)


class Module:
    def __init__(self, path, tree):
        self.path, self.tree = path, tree
        self.scope = Scope(None, "module")
        self.exports = None  # the value of __all__ as far as it is literal
        self.state = "new"


class Oracle:
    def __init__(self, root):
        self.root = root
        files = indexed_files(root)
        self.finder = Finder(files, import_roots(root, files))
        self.files, self.rejected, self.modules = [], [], {}
        for path in files:
            try:
                with open(os.path.join(root, path), "rb") as source:
                    self.modules[path] = Module(path, ast.parse(source.read()))
                self.files.append(path)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                self.rejected.append(path)
        self.imports, self.optional = {}, set()
        self.submodules = []  # (path, package, name, submodule, type only): `from package import name`
        self.class_scopes = {}  # ("class", path, line) → Scope
        self.bases = []  # (path, line, values, values that are possible over the whole scope)

    def run(self):
        for path in self.files:
            self.start(path)
        for path, package, name, submodule, type_only in self.submodules:
            self.add_import(path, submodule[0], type_only, self.is_bound_by(path, package, name, submodule))
        required, optional, computed = set(), set(), []
        for path, line, values, wider in self.bases:
            here = {("class", path, line)}
            if UNKNOWN in self.resolve(wider):
                computed.append([path, line])
            required |= {(path, line, *c[1:]) for c in self.classes(values) - here}
            optional |= {(path, line, *c[1:]) for c in self.classes(wider) - here}
        return {
            "files": self.files,
            "rejected": self.rejected,
            "imports": sorted([a, b, only] for (a, b), only in self.imports.items() if a != b),
            "imports_optional": sorted([a, b] for a, b in self.optional - set(self.imports) if a != b),
            "inherits": sorted(required),
            "inherits_optional": sorted(optional - required),
            "computed": sorted(computed),
        }

    def add_import(self, path, target, type_only, optional):
        key = (path, target)
        if optional:
            self.optional.add(key)
        else:
            self.imports[key] = self.imports.get(key, True) and type_only

    def is_bound_by(self, path, package, name, submodule):
        """Whether the package itself gives the name to something that is not its submodule: then Python loads none."""
        module = self.modules.get(package[0])
        if module is None or package[0] == path:
            return False
        expected = (("module", submodule), ("from", package, name), UNBOUND)
        return any(value not in expected for value in module.scope.ever.get(name, ()))

    def start(self, path):
        module = self.modules.get(path)
        if module is not None and module.state == "new":
            module.state = "running"
            Run(self, module).body(module.tree.body, module.scope.env, module.scope)
            module.state = "done"
        return module

    # -- what values mean -------------------------------------------------------------------------------------------
    def classes(self, values):
        return {v for v in self.resolve(values) if v[0] == "class"}

    def resolve(self, values, seen=frozenset()):
        found = set()
        for value in values:
            if value in seen or len(seen) > 200:
                continue
            found |= self.resolve_one(value, seen | {value})
        return found

    def resolve_one(self, value, seen):
        kind = value[0]
        if kind == "from":
            return self.resolve(self.member(value[1], value[2]), seen)
        if kind == "attr":
            found = set()
            for owner in self.resolve(value[1], seen):
                if owner[0] == "module":
                    found |= self.resolve(self.member(owner[1], value[2]), seen)
                elif owner[0] == "class":
                    found |= self.resolve(self.class_member(owner, value[2], seen), seen)
                else:
                    found.add(UNKNOWN)
            return found
        if kind == "free":
            return self.resolve(self.lookup(value[1], value[2], value[3]), seen)
        return {value} if kind in ("class", "module", "unknown") else set()

    def member(self, found, name):
        """What `name` of a module may be: what it binds at its end, else its submodule."""
        values = set()
        if is_file(found):
            module = self.start(found[0])
            if module is not None:
                values |= module.scope.env.get(name, module.scope.ever.get(name, frozenset()))
        itself = {v for v in values if v[0] == "from" and v[1:] == (found, name)}  # `from . import name` in its own package
        if itself or not values - {UNBOUND}:
            values -= itself
            inside = self.finder.inside(found)
            submodule = self.finder.step(name, inside) if inside else None
            if submodule:
                values.add(("module", submodule))
        return values

    def class_member(self, owner, name, seen):
        scope = self.class_scopes.get(owner)
        if scope is None:
            return set()
        if name in scope.env:
            return scope.env[name]
        for path, line, values, _ in self.bases:
            if (path, line) == owner[1:]:
                return {("attr", frozenset(values), name)}
        return set()

    def lookup(self, scope, name, wide):
        """A free name: the enclosing functions, then the module, all of them finished by then."""
        while scope is not None:
            if scope.kind != "class" and name in scope.ever:
                return scope.ever[name] if wide else scope.env.get(name, scope.ever[name])
            scope = scope.parent
        return set()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(Oracle(os.path.abspath(sys.argv[1])).run(), sys.stdout)
