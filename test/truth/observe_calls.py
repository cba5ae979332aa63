#!/usr/bin/env python3
"""Run small programs under CPython and print the calls that really happen, as ids of the code graph.

usage: observe_calls.py CASE_DIR...        each holds a main.py; prints {CASE_DIR: {"calls": [[source, target]…]}}

The oracle behind fixtures/calls: it knows Python and the ids of the specification, nothing of the linker. Two views of
one run are joined. `sys.setprofile` sees every Python frame that starts, whoever starts it (an operator, `sorted`, a
property). A hook around each call expression sees what no frame shows: classes without an `__init__` of the project,
and generators and coroutines, which start running long after they are called. Each case runs in a forked child, so
that modules of one never meet those of another.

It does not see what a run does not do (branches not taken) and a class made from within C (`map(Cake, …)`): the cases
say so themselves. Needs Python 3.8 or newer, and fork.
"""
import ast
import functools
import importlib.machinery
import inspect
import json
import os
import sys
import types

HOOK = "__seen__"
INNER = {"<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Hooks(ast.NodeTransformer):
    """`f(x)` becomes `__seen__(f)(x)`; lines stay as they are."""

    def visit_Call(self, node):
        self.generic_visit(node)
        seen = ast.Call(func=ast.Name(id=HOOK, ctx=ast.Load()), args=[node.func], keywords=[])
        node.func = ast.copy_location(seen, node.func)
        return node


class Observer:
    def __init__(self, root):
        self.root = root
        self.functions = {}  # code object → id of the function, also for what must not be a target
        self.owners = {}  # code object → id of the node that its calls belong to
        self.classes = {}  # (file, qualname) → id
        self.calls = set()
        self.kept = []  # code objects stay alive, so that their identity stays theirs

    # -- what the files define ------------------------------------------------------------------------------------
    def load(self, path):
        with open(path, "rb") as source:
            tree = ast.parse(source.read(), path)
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        dotted = dotted_path(relative)
        names = number_definitions(tree)
        for (name, _), (kind, qualname) in names.items():
            if kind == "class":
                self.classes[(path, qualname.split("#")[0])] = "class:" + join(dotted, qualname)
        tree = ast.fix_missing_locations(Hooks().visit(tree))
        code = compile(tree, path, "exec", dont_inherit=True)
        self.own(code, "file:" + relative, dotted, names)
        return code

    def own(self, code, owner, dotted, names):
        self.kept.append(code)
        self.owners[id(code)] = owner
        for inner in code.co_consts:
            if not isinstance(inner, types.CodeType):
                continue
            kind, qualname = names.get((inner.co_name, inner.co_firstlineno), ("", ""))
            if kind == "function":
                name = "func:" + join(dotted, qualname)
                self.functions[id(inner)] = name
                self.own(inner, name, dotted, names)
            else:  # lambdas, comprehensions and class bodies belong to what is around them
                self.own(inner, owner, dotted, names)

    # -- what happens ---------------------------------------------------------------------------------------------
    def source_of(self, frame):
        while frame is not None:
            owner = self.owners.get(id(frame.f_code))
            if owner is not None:
                return owner
            frame = frame.f_back
        return None

    def add(self, frame, target):
        source = self.source_of(frame)
        if source is not None and target is not None:
            self.calls.add((source, target))

    def profile(self, frame, event, _):
        if event != "call":
            return
        code = frame.f_code
        target = self.functions.get(id(code))
        if target is None:
            return
        if code.co_flags & LAZY and not code.co_name.startswith("__"):
            return  # its caller made it earlier, and the hook saw that
        self.add(frame.f_back, target)

    def seen(self, callee):
        self.add(sys._getframe(1), self.target_of(callee))
        return callee

    def target_of(self, callee):
        if isinstance(callee, functools.partial):
            return self.target_of(callee.func)
        if isinstance(callee, types.MethodType):
            return self.target_of(callee.__func__)
        if isinstance(callee, types.FunctionType):
            return self.target_of_function(callee)
        if isinstance(callee, type):
            return self.target_of_class(callee)
        call = getattr(type(callee), "__call__", None)
        return self.functions.get(id(call.__code__)) if isinstance(call, types.FunctionType) else None

    def target_of_function(self, function):
        target = self.functions.get(id(function.__code__))
        if target is None and id(function.__code__) not in self.owners:
            wrapped = getattr(function, "__wrapped__", None)  # contextlib.contextmanager and the like
            if isinstance(wrapped, types.FunctionType) and wrapped.__code__.co_flags & LAZY:
                return self.functions.get(id(wrapped.__code__))
        return target

    def target_of_class(self, cls):
        if type(cls).__call__ is not type.__call__ and id(getattr(type(cls).__call__, "__code__", None)) in self.functions:
            return None  # a metaclass of the project decides what a call means
        for base in cls.__mro__:
            init = vars(base).get("__init__")
            if isinstance(init, types.FunctionType) and id(init.__code__) in self.functions:
                return self.functions[id(init.__code__)]
            if init is not None:
                break
        module = sys.modules.get(cls.__module__)
        return self.classes.get((getattr(module, "__file__", None), cls.__qualname__.replace("<locals>.", "")))


def join(dotted, qualname):
    return f"{dotted}.{qualname}" if dotted else qualname


def dotted_path(relative):
    dotted = relative[: -len(".py")].replace("/", ".")
    return "" if dotted == "__init__" else dotted[: -len(".__init__")] if dotted.endswith(".__init__") else dotted


def number_definitions(tree):
    """(name, first line) → (kind, qualname); the second of one qualname gets `#2`."""
    found, counts = {}, {}

    def walk(node, scope):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                kind = "class" if isinstance(child, ast.ClassDef) else "function"
                qualname = ".".join((*scope, child.name))
                counts[qualname] = counts.get(qualname, 0) + 1
                shown = qualname if counts[qualname] == 1 else f"{qualname}#{counts[qualname]}"
                first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                found[(child.name, first)] = (kind, shown)
                walk(child, (*scope, shown.rpartition(".")[2]))
            else:
                walk(child, scope)

    walk(tree, ())
    return found


def run(root):
    observer = Observer(root)

    class Loader(importlib.machinery.SourceFileLoader):
        def get_code(self, fullname):
            return observer.load(self.get_filename(fullname))

    def hook(path):
        if not os.path.realpath(path or os.getcwd()).startswith(root):
            raise ImportError
        return importlib.machinery.FileFinder(path, (Loader, [".py"]))

    import builtins

    setattr(builtins, HOOK, observer.seen)
    sys.dont_write_bytecode = True
    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()
    sys.path[0] = root
    os.chdir(root)
    main = types.ModuleType("__main__")
    main.__file__ = os.path.join(root, "main.py")
    sys.modules["__main__"] = main
    sys.argv = [main.__file__]
    code = observer.load(main.__file__)
    sys.setprofile(observer.profile)
    try:
        exec(code, vars(main))
    finally:
        sys.setprofile(None)
    return {"calls": sorted(observer.calls)}


def run_apart(root):
    """The result of `run` in a forked child, or {"error": …}. What the program prints goes nowhere."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        os.dup2(nowhere, 1)
        try:
            result = run(root)
        except BaseException as error:  # whatever the program raises is the answer
            result = {"error": f"{type(error).__name__}: {error}"}
        with os.fdopen(writing, "w") as out:
            json.dump(result, out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as source:
        text = source.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "the program ended the process"}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(json.dumps({case: run_apart(os.path.realpath(case)) for case in sys.argv[1:]}))
