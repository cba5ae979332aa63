"""An abstract run of one module, from top to bottom: for each name the set of things that it may be bound to.

Branches join, a branch that raises or returns drops out, loops may turn or not, a `try` may stop anywhere. Function bodies
run where they stand, with the names that are not theirs kept open until all is known. Values are followed through names,
attributes and tuples, never through calls.
"""
import ast

from module_imports import ModuleImports
from scopes import UNBOUND, UNKNOWN, Scope


class Run(ModuleImports):
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


def ends_in_return(statements):
    return bool(statements) and isinstance(statements[-1], ast.Return)


def is_type_checking(test):
    if isinstance(test, ast.Attribute):
        return test.attr == "TYPE_CHECKING"
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
