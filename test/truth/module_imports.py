"""What import statements mean to one module: edges to files, and what the names that they bind stand for.

A part of the abstract run (abstract_run.py), which calls it statement by statement. Literal `__all__` lists are kept here,
since star imports live on them.
"""
import ast
import os

from module_finder import is_file, join
from scopes import EXTERNAL, UNBOUND


class ModuleImports:
    def __init__(self, oracle, module):
        self.oracle, self.module = oracle, module
        self.path, self.finder = module.path, oracle.finder
        self.roots = self.finder.roots_for(self.path)
        self.type_only = 0

    def edge(self, found, optional=False):
        if is_file(found):
            self.oracle.add_import(self.path, found[0], self.type_only > 0, optional)

    def from_base(self, node):
        """What `from X` names: None when it is outside; relative ones start at the file's folder."""
        if node.level == 0:
            return self.finder.find_absolute(node.module, self.roots)
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
            found = self.finder.find_absolute(alias.name, self.roots)
            self.edge(found)
            if alias.asname:
                scope.bind(env, alias.asname, {("module", found)} if found else {EXTERNAL})
            else:
                top = alias.name.split(".")[0]
                first = self.finder.find_absolute(top, self.roots)
                scope.bind(env, top, {("module", first)} if first else {EXTERNAL})

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
                if is_file(submodule):
                    self.oracle.submodules.append((self.path, base, alias.name, submodule, self.type_only > 0))
            value = ("from", base, alias.name) if base is not None else EXTERNAL
            scope.bind(env, alias.asname or alias.name, {value})

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
            self.edge(self.finder.find_absolute(text, self.roots), optional=True)

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
