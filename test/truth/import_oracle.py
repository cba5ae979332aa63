#!/usr/bin/env python3
"""Print which files import which and which classes inherit which, as Python's own rules have it, as JSON.

usage: import_oracle.py ROOT

{"files": […], "rejected": […],
 "imports": [[path, path, type_only]], "imports_optional": [[path, path]],
 "inherits": [[path, line, path, line]], "inherits_optional": […]}

Independent of the linker: the standard library's `ast`, a module finder that looks where `sys.path` would, and an
abstract run of every module that keeps, for each name, the set of things it may be bound to (branches join, a branch
that raises or returns drops out). `optional` is where the specification or Python leaves a choice: a graph may have
these edges or not. It infers no values: a base class that is computed (`make()`) is not judged.
"""
import ast
import json
import os
import sys

from source_tree import import_roots, indexed_files

sys.setrecursionlimit(20000)


class Finder:
    """Dotted names → files or namespace folders, as CPython's path finder has it."""

    def __init__(self, files, roots):
        self.files = set(files)
        self.roots = roots
        self.folders = set()
        for path in files:
            while "/" in path:
                path = path.rsplit("/", 1)[0]
                self.folders.add(path)

    def roots_for(self, path):
        folder = os.path.dirname(path)
        is_script = join(folder, "__init__.py") not in self.files
        return ([folder] if is_script else []) + [r for r in self.roots if not is_script or r != folder]

    def find(self, dotted, roots):
        """A tuple of files (a module or package) or folders (a namespace), or None."""
        places, found = roots, None
        for part in dotted.split("."):
            found = self.step(part, places)
            if found is None:
                return None
            places = self.inside(found)
        return found

    def step(self, part, places):
        spaces = []
        for place in places:
            package, module, folder = join(place, part, "__init__.py"), join(place, part + ".py"), join(place, part)
            if package in self.files:
                return (package,)
            if module in self.files:
                return (module,)
            if folder in self.folders:
                spaces.append(folder)
        return tuple(spaces) or None

    def inside(self, found):
        """The folders in which submodules of what was found lie."""
        if not found[0].endswith(".py"):
            return list(found)
        return [os.path.dirname(found[0])] if os.path.basename(found[0]) == "__init__.py" else []


def join(*parts):
    return "/".join(p for p in parts if p)


def is_file(found):
    return found is not None and found[0].endswith(".py")


# What a name may be bound to. Sets of these tuples are all that the abstract run keeps:
#   ("class", path, line)   ("module", found)   ("from", found, name)   ("attr", values, name)   ("free", scope, name)
#   UNKNOWN for anything else, UNBOUND where a branch does not bind it.
UNKNOWN = ("unknown",)
UNBOUND = ("unbound",)


class Scope:
    """A module, function or class body: the names it binds at its end, and ever."""

    def __init__(self, parent, kind):
        self.parent, self.kind = parent, kind
        self.env, self.ever, self.globals = {}, {}, set()

    def bind(self, env, name, values):
        if name in self.globals:
            module = self
            while module.parent is not None:
                module = module.parent
            module.ever.setdefault(name, set()).update(values)
            return
        env[name] = frozenset(values)
        self.ever.setdefault(name, set()).update(values)


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
        self.class_scopes = {}  # ("class", path, line) → Scope
        self.bases = []  # (path, line, values, values that are possible over the whole scope)

    def run(self):
        for path in self.files:
            self.start(path)
        required, optional = set(), set()
        for path, line, values, wider in self.bases:
            here = {("class", path, line)}
            required |= {(path, line, *c[1:]) for c in self.classes(values) - here}
            optional |= {(path, line, *c[1:]) for c in self.classes(wider) - here}
        return {
            "files": self.files,
            "rejected": self.rejected,
            "imports": sorted([a, b, only] for (a, b), only in self.imports.items() if a != b),
            "imports_optional": sorted([a, b] for a, b in self.optional - set(self.imports) if a != b),
            "inherits": sorted(required),
            "inherits_optional": sorted(optional - required),
        }

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
            return found
        if kind == "free":
            return self.resolve(self.lookup(value[1], value[2], value[3]), seen)
        return {value} if kind in ("class", "module") else set()

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


class Run:
    """One abstract run of one module, from top to bottom; function bodies run at once, with free names kept open."""

    def __init__(self, oracle, module):
        self.oracle, self.module = oracle, module
        self.path, self.finder = module.path, oracle.finder
        self.roots = self.finder.roots_for(self.path)
        self.type_only = 0

    # -- imports ----------------------------------------------------------------------------------------------------
    def edge(self, found, optional=False):
        if not is_file(found):
            return
        key = (self.path, found[0])
        if optional:
            self.oracle.optional.add(key)
        else:
            self.oracle.imports[key] = self.oracle.imports.get(key, True) and self.type_only > 0

    def from_base(self, node):
        """What `from X` names: None when it is outside; relative ones start at the file's folder."""
        if node.level == 0:
            return self.finder.find(node.module, self.roots)
        folder = os.path.dirname(self.path)
        for _ in range(node.level - 1):
            if folder == "":
                return None
            folder = os.path.dirname(folder)
        if node.module:
            return self.finder.find(node.module, [folder])
        package = join(folder, "__init__.py")
        return (package,) if package in self.finder.files else (folder,)

    def do_import(self, node, env, scope):
        for alias in node.names:
            found = self.finder.find(alias.name, self.roots)
            self.edge(found)
            if alias.asname:
                scope.bind(env, alias.asname, {("module", found)} if found else {UNKNOWN})
            else:
                top = alias.name.split(".")[0]
                first = self.finder.find(top, self.roots)
                scope.bind(env, top, {("module", first)} if first else {UNKNOWN})

    def do_import_from(self, node, env, scope):
        base = self.from_base(node)
        if base is not None:
            self.edge(base)
        for alias in node.names:
            if alias.name == "*":
                self.star(base, env, scope)
                continue
            if base is not None:
                inside = self.finder.inside(base)
                submodule = self.finder.step(alias.name, inside) if inside else None
                self.edge(submodule, optional=self.is_bound_by(base, alias.name, submodule))
            value = ("from", base, alias.name) if base is not None else UNKNOWN
            scope.bind(env, alias.asname or alias.name, {value})

    def is_bound_by(self, base, name, submodule):
        """Whether the package itself gives the name to something that is not its submodule."""
        if not is_file(base) or base[0] == self.path:
            return False
        module = self.oracle.modules.get(base[0])
        if module is None:
            return False
        self.oracle.start(base[0])
        values = module.scope.ever.get(name, set())
        return any(v not in (("module", submodule), UNBOUND) and not self.is_same(v, base, name) for v in values)

    def is_same(self, value, base, name):
        return value[0] == "from" and value[1:] == (base, name)

    def star(self, base, env, scope):
        if not is_file(base):
            return
        module = self.oracle.start(base[0])
        if module is None:
            return
        names = module.exports
        if names is None:
            names = [n for n in module.scope.env if not n.startswith("_")]
        else:
            for name in names:
                inside = self.finder.inside(base)
                self.edge(self.finder.step(name, inside) if inside else None, optional=True)
        for name in names:
            scope.bind(env, name, {("from", base, name)})

    def dynamic_import(self, node):
        """importlib.import_module("literal") and __import__("literal")."""
        name = ast.unparse(node.func) if isinstance(node.func, (ast.Name, ast.Attribute)) else ""
        if name not in ("importlib.import_module", "import_module", "__import__") or not node.args:
            return
        text = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        if isinstance(text, str) and text and not text.startswith("."):
            self.edge(self.finder.find(text, self.roots), optional=True)

    # -- values -----------------------------------------------------------------------------------------------------
    def value(self, node, env, scope, wide=False):
        if isinstance(node, ast.Name):
            return self.name(node.id, env, scope, wide)
        if isinstance(node, ast.Attribute):
            return {("attr", frozenset(self.value(node.value, env, scope, wide)), node.attr)}
        if isinstance(node, ast.Subscript):
            return self.value(node.value, env, scope, wide) if not isinstance(node.value, ast.Dict) else {UNKNOWN}
        if isinstance(node, ast.IfExp):
            return self.value(node.body, env, scope, wide) | self.value(node.orelse, env, scope, wide)
        if isinstance(node, ast.BoolOp):
            return set().union(*(self.value(v, env, scope, wide) for v in node.values))
        if isinstance(node, ast.NamedExpr):
            return self.value(node.value, env, scope, wide)
        return {UNKNOWN}

    def name(self, name, env, scope, wide):
        if name in env and not wide:
            values = set(env[name])
            if UNBOUND not in values:
                return values
            return (values - {UNBOUND}) | self.outer(name, scope, wide)
        if wide and name in scope.ever:
            return set(scope.ever[name]) | self.outer(name, scope, wide)
        return self.outer(name, scope, wide)

    def outer(self, name, scope, wide):
        """Beyond this scope: a body that runs now sees what is bound now, a function what is bound at the end."""
        if scope.parent is None:
            return set()
        if scope.kind == "class":
            around = scope.parent
            while around is not None and around.kind == "class":
                around = around.parent
            return self.name(name, around.now, around, wide)
        return {("free", scope.parent, name, wide)}

    # -- statements -------------------------------------------------------------------------------------------------
    def body(self, statements, env, scope):
        """Runs them; False when the end is not reached. `env` is changed in place."""
        scope.now = env
        for statement in statements:
            if not self.statement(statement, env, scope):
                return False
            scope.now = env
        return True

    def statement(self, node, env, scope):
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is not None:
            return method(node, env, scope) is not False
        if isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            self.expressions(node, env, scope)
            return False
        self.expressions(node, env, scope)
        return True

    def expressions(self, node, env, scope):
        """Bindings and imports made inside expressions."""
        for child in ast.walk(node):
            if isinstance(child, ast.NamedExpr):
                scope.bind(env, child.target.id, self.value(child.value, env, scope))
            elif isinstance(child, ast.Call):
                self.dynamic_import(child)
                self.extend_exports(child)

    def do_Import(self, node, env, scope):
        self.do_import(node, env, scope)

    def do_ImportFrom(self, node, env, scope):
        self.do_import_from(node, env, scope)

    def do_Global(self, node, env, scope):
        scope.globals |= set(node.names) if scope.parent is not None else set()

    def do_ClassDef(self, node, env, scope):
        for each in [*node.decorator_list, *node.bases, *node.keywords]:
            self.expressions(each, env, scope)
        bases = [b.value if isinstance(b, ast.Starred) else b for b in node.bases]
        now = set().union(*(self.value(b, env, scope) for b in bases), set())
        ever = set().union(*(self.value(b, env, scope, wide=True) for b in bases), set())
        this = ("class", self.path, node.lineno)
        self.oracle.bases.append((self.path, node.lineno, now, ever | now))
        inner = Scope(scope, "class")
        self.oracle.class_scopes[this] = inner
        self.body(node.body, inner.env, inner)
        scope.bind(env, node.name, {this})

    def do_FunctionDef(self, node, env, scope):
        for each in [*node.decorator_list, node.args]:
            self.expressions(each, env, scope)
        inner = Scope(scope, "function")
        arguments = node.args
        names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for argument in names:
            if argument is not None:
                inner.bind(inner.env, argument.arg, {UNKNOWN})
        now = scope.now
        self.body(node.body, inner.env, inner)
        scope.now = now
        scope.bind(env, node.name, {UNKNOWN})

    do_AsyncFunctionDef = do_FunctionDef

    def do_Assign(self, node, env, scope):
        self.expressions(node.value, env, scope)
        for target in node.targets:
            self.assign(target, node.value, env, scope)

    def do_AnnAssign(self, node, env, scope):
        if node.value is not None:
            self.expressions(node.value, env, scope)
            self.assign(node.target, node.value, env, scope)

    def do_AugAssign(self, node, env, scope):
        self.expressions(node.value, env, scope)
        if isinstance(node.target, ast.Name) and node.target.id == "__all__" and scope.parent is None:
            self.add_exports(self.literal_names(node.value))
        elif isinstance(node.target, ast.Name):
            scope.bind(env, node.target.id, {UNKNOWN})

    def assign(self, target, value, env, scope):
        if isinstance(target, ast.Name):
            if target.id == "__all__" and scope.parent is None:
                self.module.exports = self.literal_names(value)
            scope.bind(env, target.id, self.value(value, env, scope) if value is not None else {UNKNOWN})
        elif isinstance(target, (ast.Tuple, ast.List)):
            pairs = isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts)
            for index, each in enumerate(target.elts):
                starred = isinstance(each, ast.Starred)
                part = value.elts[index] if pairs and not starred else None
                self.assign(each.value if starred else each, part, env, scope)

    def do_Delete(self, node, env, scope):
        for target in node.targets:
            if isinstance(target, ast.Name):
                env.pop(target.id, None)

    def do_If(self, node, env, scope):
        self.expressions(node.test, env, scope)
        only = is_type_checking(node.test)
        self.type_only += only
        first = dict(env)
        reached_first = self.body(node.body, first, scope)
        self.type_only -= only
        second = dict(env)
        reached_second = self.body(node.orelse, second, scope)
        return self.join(env, [e for e, r in ((first, reached_first), (second, reached_second)) if r])

    def do_For(self, node, env, scope):
        self.expressions(node.iter, env, scope)
        self.assign(node.target, None, env, scope)
        return self.loop(node, env, scope)

    do_AsyncFor = do_For

    def do_While(self, node, env, scope):
        self.expressions(node.test, env, scope)
        return self.loop(node, env, scope)

    def loop(self, node, env, scope):
        turned = dict(env)
        self.body(node.body, turned, scope)
        self.join(env, [dict(env), turned])
        scope.now = env
        self.body(node.orelse, env, scope)
        return True

    def do_With(self, node, env, scope):
        for item in node.items:
            self.expressions(item.context_expr, env, scope)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, None, env, scope)
        before = dict(env)
        if self.body(node.body, env, scope):
            return True
        # a manager may swallow what is raised
        return self.join(env, [before, dict(env)]) if not ends_in_return(node.body) else False

    do_AsyncWith = do_With

    def do_Try(self, node, env, scope):
        before, tried = dict(env), dict(env)
        reached = self.body(node.body, tried, scope)
        ends = []
        if reached:
            done = dict(tried)
            if self.body(node.orelse, done, scope):
                ends.append(done)
        for handler in node.handlers:
            caught = {}
            self.join(caught, [before, tried])
            if handler.name:
                scope.bind(caught, handler.name, {UNKNOWN})
            if self.body(handler.body, caught, scope):
                ends.append(caught)
        alive = self.join(env, ends)
        if not alive:
            self.join(env, [before, tried])
        scope.now = env
        return self.body(node.finalbody, env, scope) and alive

    do_TryStar = do_Try

    def do_Match(self, node, env, scope):
        self.expressions(node.subject, env, scope)
        ends = [dict(env)]
        for case in node.cases:
            taken = dict(env)
            if self.body(case.body, taken, scope):
                ends.append(taken)
        return self.join(env, ends)

    def join(self, env, ends):
        """Makes env what any of the ends may be; False when there is none."""
        if not ends:
            return False
        names = set().union(*ends)
        joined = {n: frozenset().union(*(e.get(n, frozenset({UNBOUND})) for e in ends)) for n in names}
        env.clear()
        env.update(joined)
        return True

    # -- __all__ ----------------------------------------------------------------------------------------------------
    def literal_names(self, node):
        if isinstance(node, (ast.List, ast.Tuple)):
            texts = [e.value for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
            return texts if len(texts) == len(node.elts) else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.literal_names(node.left), self.literal_names(node.right)
            return left + right if left is not None and right is not None else None
        if isinstance(node, ast.Attribute) and node.attr == "__all__" and isinstance(node.value, ast.Name):
            for value in self.oracle.resolve(self.module.scope.env.get(node.value.id, ())):
                module = self.oracle.start(value[1][0]) if value[0] == "module" and is_file(value[1]) else None
                if module is not None and module.exports is not None:
                    return list(module.exports)
        return None

    def add_exports(self, names):
        if self.module.exports is not None:
            self.module.exports = self.module.exports + names if names is not None else None

    def extend_exports(self, call):
        target = call.func
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "__all__":
            if target.attr == "extend" and call.args:
                self.add_exports(self.literal_names(call.args[0]))
            elif target.attr == "append" and call.args:
                self.add_exports(self.literal_names(ast.List(elts=call.args)))


def ends_in_return(statements):
    return bool(statements) and isinstance(statements[-1], ast.Return)


def is_type_checking(test):
    if isinstance(test, ast.Attribute):
        return test.attr == "TYPE_CHECKING"
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(Oracle(os.path.abspath(sys.argv[1])).run(), sys.stdout)
